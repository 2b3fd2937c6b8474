import FetchKit
import Foundation

/// Cells as plain text, for CSV and the like.
extension [UInt8] {
  mutating func appendPlain(_ cell: RowCell) {
    switch cell {
    case .null: break
    case .text(let text): text.withRepairedUTF8 { append(contentsOf: $0) }
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number)
    case .double(let number): append(contentsOf: JSONText.number(number).utf8)
    case .date(let seconds): append(contentsOf: DateText.iso8601(seconds).utf8)
    case .data(let data): append(contentsOf: Data(data).base64EncodedData())
    case .list(let elements): appendJoined(elements)
    }
  }

  /// The elements with `; ` between them, and a backslash before each `;` and `\` of an element.
  private mutating func appendJoined(_ elements: UnsafeBufferPointer<RowCell>) {
    for (index, element) in elements.enumerated() {
      if index > 0 { append("; ") }
      let start = count
      appendPlain(element)
      escape(from: start)
    }
  }

  private mutating func escape(from start: Int) {
    let isSpecial = { (byte: UInt8) in byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\") }
    guard self[start...].contains(where: isSpecial) else { return }
    let escaped = self[start...].flatMap { isSpecial($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    replaceSubrange(start..., with: escaped)
  }
}

/// Values as plain text.
enum PlainText {
  static func text(_ value: Value) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .date(let date): DateText.iso8601(date.timeIntervalSince1970)
    case .list, .integer, .double, .data, .object: JSONText.value(value)
    }
  }
}
