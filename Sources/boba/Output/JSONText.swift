import FetchKit
import Foundation

/// Values as JSON.
enum JSONText {
  static func value(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let double): number(double)
    case .string(let text): string(text)
    case .date(let date): string(date.formatted(.iso8601))
    case .data(let data): string(data.base64EncodedString())
    case .list(let elements): "[\(elements.map(Self.value).joined(separator: ","))]"
    case .object(let members): object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }

  /// An object with its members in the order given.
  static func object(_ members: [(String, Value)]) -> String {
    "{\(members.map { "\(string($0)):\(value($1))" }.joined(separator: ","))}"
  }

  /// A number, without a fraction where there is none; what JSON cannot say is null.
  static func number(_ double: Double) -> String {
    guard double.isFinite else { return "null" }
    if let whole = Int64(exactly: double), abs(double) < 1e15 { return String(whole) }
    return String(double)
  }

  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u00" + String(scalar.value + 0x100, radix: 16).suffix(2)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
