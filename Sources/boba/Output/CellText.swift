import FetchKit
import Finder
import Foundation
import TerminalKit

/// Cells as plain text, for CSV and the like.
extension [UInt8] {
  mutating func appendPlain(_ cell: RowCell) {
    switch cell {
    case .null: break
    case .text(let text): text.withRepairedUTF8 { append(contentsOf: $0) }
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number)
    case .double(let number): append(contentsOf: CellText.number(number).utf8)
    case .date(let seconds): append(contentsOf: ISO8601Date.text(seconds).utf8)
    case .data(let data): append(contentsOf: Data(data).base64EncodedData())
    case .list(let elements): appendJoined(elements)
    }
  }

  /// The elements separated by `; `, with a backslash before each `;` and `\` of an element.
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
enum CellText {
  static func text(_ value: FetchValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .date(let date): ISO8601Date.text(date.timeIntervalSince1970)
    case .double(let number): Self.number(number)
    case .list, .integer, .data, .object: JSON.text(value)
    }
  }

  /// A number as in JSON; `inf` if it is too large for a double.
  static func number(_ double: Double) -> String {
    double.isInfinite ? (double < 0 ? "-inf" : "inf") : JSON.number(double)
  }
}

/// Values as table cells.
enum TableCell {
  static func text(_ cell: RowCell, _ column: RecordColumn) -> String {
    switch cell {
    case .null: return missing
    case .bool(let flag): return flag ? "yes" : "no"
    case .list(let elements):
      return TextWidth.singleLine(
        elements.map { $0.isNull ? missing : plain($0) }.joined(separator: ", "))
    case .integer, .double:
      if column.isDistance, let meters = cell.doubleValue {
        return column.units.text(ofMeters: meters)
      }
      if column.isRating, let rating = cell.doubleValue { return "\(rating)" }
      return plain(cell)
    case .date, .text, .data: return TextWidth.singleLine(plain(cell))
    }
  }

  /// The placeholder of a missing value.
  static let missing = "–"

  private static func plain(_ cell: RowCell) -> String {
    var bytes: [UInt8] = []
    bytes.appendPlain(cell)
    return String(decoding: bytes, as: UTF8.self)
  }
}
