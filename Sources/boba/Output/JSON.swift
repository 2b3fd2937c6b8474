import FetchKit
import Foundation
import TerminalKit
import VenueImport

/// JSON for objects that are printed once; rows are written by `JSONPrinter`.
enum JSON {
  static func text(_ value: FetchValue) -> String {
    text { $0.appendJSON(value) }
  }

  static func string(_ string: String) -> String {
    text { $0.appendJSON(string) }
  }

  /// An object with its members in the given order.
  static func object(_ members: [(String, FetchValue)]) -> String {
    text { bytes in
      var object = JSONObject(&bytes)
      for (key, value) in members { object.member(key, value, &bytes) }
      object.end(&bytes)
    }
  }

  static func text(_ body: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    body(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A number, without a fraction if it is an integer; null for infinity and NaN.
  static func number(_ double: Double) -> String {
    guard double.isFinite else { return "null" }
    if let whole = Int64(exactly: double), abs(double) < 1e15 { return String(whole) }
    return String(double)
  }
}

/// Writes the members of a JSON object.
struct JSONObject {
  private var isFirst = true

  init(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "{")) }

  func end(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "}")) }

  /// Begins a member: its value follows.
  mutating func key(_ key: String, _ bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.appendJSON(key)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func member(_ key: String, _ value: FetchValue, _ bytes: inout [UInt8]) {
    self.key(key, &bytes)
    bytes.appendJSON(value)
  }

  /// Writes a member, or nothing for a missing value.
  mutating func member(_ key: String, present cell: RowCell, _ bytes: inout [UInt8]) {
    guard !cell.isNull else { return }
    self.key(key, &bytes)
    bytes.appendJSON(cell)
  }

  mutating func object(
    _ key: String, _ bytes: inout [UInt8], _ body: (inout JSONObject, inout [UInt8]) -> Void
  ) {
    self.key(key, &bytes)
    var object = JSONObject(&bytes)
    body(&object, &bytes)
    object.end(&bytes)
  }

  /// Writes an array of objects.
  mutating func objects(
    _ key: String, _ indices: Range<Int>, _ bytes: inout [UInt8],
    _ body: (Int, inout JSONObject, inout [UInt8]) -> Void
  ) {
    self.key(key, &bytes)
    bytes.append(UInt8(ascii: "["))
    for index in indices {
      if index > indices.lowerBound { bytes.append(UInt8(ascii: ",")) }
      var object = JSONObject(&bytes)
      body(index, &object, &bytes)
      object.end(&bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

// MARK: - Values

extension [UInt8] {
  mutating func appendJSON(_ cell: RowCell) {
    switch cell {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number)
    case .double(let number): append(contentsOf: JSON.number(number).utf8)
    case .date(let seconds): appendJSON(ISO8601Date.text(seconds))
    case .text(let text): appendJSON(text)
    case .data(let data): appendJSON(data.bindMemory(to: UInt8.self))
    case .list(let elements): appendArray(elements) { $0.appendJSON($1) }
    }
  }

  /// Appends the text of an object as it is; any other text as a string.
  mutating func appendJSON(object cell: RowCell) {
    guard case .text(let text) = cell, let object = ExtrasText.canonical(text) else {
      return appendJSON(cell)
    }
    append(contentsOf: object)
  }

  mutating func appendJSON(_ value: FetchValue) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number)
    case .double(let number): append(contentsOf: JSON.number(number).utf8)
    case .string(let text): appendJSON(text)
    case .date(let date): appendJSON(ISO8601Date.text(date.timeIntervalSince1970))
    case .data(let data): appendJSON(data.base64EncodedString())
    case .list(let elements): appendArray(elements) { $0.appendJSON($1) }
    case .object(let members):
      var object = JSONObject(&self)
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        object.member(key, value, &self)
      }
      object.end(&self)
    }
  }

  mutating func appendJSON(_ text: String) {
    var text = text
    text.withUTF8 { appendJSON($0) }
  }

  private mutating func appendArray<Item>(
    _ elements: some Collection<Item>, _ body: (inout [UInt8], Item) -> Void
  ) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      body(&self, element)
    }
    append(UInt8(ascii: "]"))
  }

  /// Appends a string in quotes; invalid UTF-8 becomes U+FFFD.
  mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    text.withRepairedUTF8 { appendEscaped($0) }
    append(UInt8(ascii: "\""))
  }

  /// Copies runs of plain bytes and escapes the rest, including control characters and bidirectional marks.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      let isPlain =
        byte < 0x80 ? byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F : byte < 0xC0
      if isPlain {
        index &+= 1
        continue
      }
      let scalar = byte < 0x80 ? UInt32(byte) : Self.unsafeScalar(text, at: index)
      guard let scalar else {
        index &+= 1
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      appendEscape(scalar)
      index &+= scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : 3
      start = index
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
  }

  /// The unsafe non-ASCII character at an index of valid UTF-8; nil for others.
  @inline(__always)
  private static func unsafeScalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    let scalar: UInt32
    switch text[index] {
    case 0xC2, 0xD8:
      scalar = UInt32(text[index] & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
    case 0xE2:
      scalar =
        0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
    default: return nil
    }
    return Unicode.Scalar(scalar)?.isUnsafe == true ? scalar : nil
  }

  private mutating func appendEscape(_ scalar: UInt32) {
    switch scalar {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u")
      for shift in [12, 8, 4, 0] as [UInt32] { append(Self.digits[Int(scalar >> shift & 15)]) }
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

// MARK: - Plain bytes

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends an integer in decimal digits.
  mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      append(UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0"))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Calls `body` with the text, or with a copy in which U+FFFD replaces invalid UTF-8.
  func withRepairedUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let isPlain = !contains { $0 >= 0x80 }
    if isPlain || (try? UTF8Span(validating: span)) != nil { return body(self) }
    var text = String(decoding: self, as: UTF8.self)
    return text.withUTF8(body)
  }
}
