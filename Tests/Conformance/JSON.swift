/// A JSON value that distinguishes integers and doubles.
indirect enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case list([JSON])
  case object([String: JSON])

  /// The member of an object; nil when there is none.
  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The string; nil for other values.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The integer; nil for other values.
  var integer: Int? {
    guard case .integer(let number) = self else { return nil }
    return Int(number)
  }

  /// The Boolean; nil for other values.
  var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// A member; nil when it is absent or null, an error when it has another form.
  func member<Value>(_ key: String, _ read: (JSON) -> Value?) throws(CaseError) -> Value? {
    guard let json = self[key], json != .null else { return nil }
    guard let value = read(json) else { throw CaseError("there is no such \(key): \(json)") }
    return value
  }

  /// The elements of a list; nil for other values.
  var elements: [JSON]? {
    guard case .list(let elements) = self else { return nil }
    return elements
  }
}

extension JSON: CustomStringConvertible {
  /// The value as JSON with sorted keys.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): "\"\(text)\""
    case .list(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }
  }
}

/// A parser of JSON.
struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0

  /// Returns the value of a JSON text; throws a `CaseError` with the position of an error.
  static func value(of bytes: [UInt8]) throws(CaseError) -> JSON {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.index == bytes.count else { throw reader.unexpected() }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func unexpected() -> CaseError { CaseError("no JSON at byte \(index)") }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index + length <= bytes.count else { return false }
    let isHere = bytes[index..<(index + length)].elementsEqual(
      UnsafeBufferPointer(start: text.utf8Start, count: length))
    if isHere { index += length }
    return isHere
  }

  private mutating func value() throws(CaseError) -> JSON {
    skipBlanks()
    switch peek() {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .list(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    default: return try literal()
    }
  }

  private mutating func literal() throws(CaseError) -> JSON {
    if take("null") { return .null }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    let start = index
    while let byte = peek(), "+-.eE0123456789".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text) else { throw unexpected() }
    return .double(double)
  }

  private mutating func elements() throws(CaseError) -> [JSON] {
    index += 1
    var elements: [JSON] = []
    skipBlanks()
    guard !take("]") else { return elements }
    repeat {
      elements.append(try value())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw unexpected() }
    return elements
  }

  private mutating func members() throws(CaseError) -> [String: JSON] {
    index += 1
    var members: [String: JSON] = [:]
    skipBlanks()
    guard !take("}") else { return members }
    repeat {
      skipBlanks()
      guard peek() == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try string()
      skipBlanks()
      guard take(":") else { throw unexpected() }
      members[key] = try value()
      skipBlanks()
    } while take(",")
    guard take("}") else { throw unexpected() }
    return members
  }

  private mutating func string() throws(CaseError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek() {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try escape()).utf8
      default: text.append(byte)
      }
    }
    throw unexpected()
  }

  private mutating func escape() throws(CaseError) -> Unicode.Scalar {
    guard let letter = peek() else { throw unexpected() }
    index += 1
    switch letter {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): return try unicode()
    default: return Unicode.Scalar(letter)
    }
  }

  private mutating func unicode() throws(CaseError) -> Unicode.Scalar {
    var code = try unit()
    if (0xD800..<0xDC00).contains(code), take("\\u") {
      code = 0x10000 + (code - 0xD800) << 10 + (try unit() &- 0xDC00) & 0x3FF
    }
    return Unicode.Scalar(code) ?? "\u{FFFD}"
  }

  private mutating func unit() throws(CaseError) -> UInt32 {
    let digits = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    guard digits.utf8.count == 4, let unit = UInt32(digits, radix: 16) else { throw unexpected() }
    index += 4
    return unit
  }
}
