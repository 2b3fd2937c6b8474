import FetchKit
import Foundation

/// Values as cells, for what does not come row by row from the store.
enum CellRow {
  /// Calls `body` with the values as cells; they last no longer.
  static func with(_ values: [Value], _ body: ([RowCell]) -> Void) {
    var bytes: [UInt8] = []
    let texts = values.map { value -> Range<Int>? in
      guard case .string(let text) = value else { return nil }
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return start..<bytes.count
    }
    bytes.withUnsafeBufferPointer { buffer in
      body(
        zip(values, texts).map { value, range in
          range.map { .text(UnsafeBufferPointer(rebasing: buffer[$0])) } ?? cell(value)
        })
    }
  }

  private static func cell(_ value: Value) -> RowCell {
    switch value {
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .date(let date): .date(date.timeIntervalSince1970)
    case .null, .string, .data, .list, .object: .null
    }
  }
}
