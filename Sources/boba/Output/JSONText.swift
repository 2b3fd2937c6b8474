import FetchKit
import Foundation

/// Values as JSON, for objects that are printed once; rows are written by `JSONBytes`.
enum JSONText {
  static func value(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let double): number(double)
    case .string(let text): string(text)
    case .date(let date): string(DateText.iso8601(date.timeIntervalSince1970))
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
    var bytes: [UInt8] = []
    bytes.appendJSON(text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
