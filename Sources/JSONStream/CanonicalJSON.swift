/// JSON text without white space, in which equal strings have equal escapes.
public struct CanonicalJSON {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// The string in quotes.
  public init(string: String) { append(string: string) }

  /// The canonical form of a text that is one JSON object; nil for any other text.
  public init?(object text: UnsafeBufferPointer<UInt8>) {
    let padded = Array(text) + [UInt8](repeating: 0, count: JSONScanner.padding)
    var scanner = JSONScanner(keys: [])
    let isObject = padded.withUnsafeBufferPointer { buffer -> Bool in
      guard let start = buffer.baseAddress, start.pointee == Byte.openObject,
        let length = try? scanner.scan(start, count: text.count, isFinal: true, isKept: false),
        length == text.count
      else { return false }
      append(start)
      return true
    }
    if !isObject { return nil }
  }

  /// Appends the value at a place of validated JSON, without the members at any depth whose keys `isOmitted` names.
  public mutating func append(
    _ value: UnsafePointer<UInt8>, omitting isOmitted: (String) -> Bool = { _ in false }
  ) {
    switch value.pointee {
    case Byte.openObject, Byte.openArray: appendContainer(value, isOmitted)
    case Byte.quote: append(string: JSONMembers.string(at: value))
    default:
      let end = JSONMembers.end(of: value)
      bytes.append(contentsOf: UnsafeBufferPointer(start: value, count: end - value))
    }
  }

  private mutating func appendContainer(
    _ value: UnsafePointer<UInt8>, _ isOmitted: (String) -> Bool
  ) {
    let isObject = value.pointee == Byte.openObject
    var separator = value.pointee
    for (key, member) in JSONMembers(of: value) where !isObject || !isOmitted(key) {
      bytes.append(separator)
      separator = Byte.comma
      if isObject {
        append(string: key)
        bytes.append(Byte.colon)
      }
      append(member, omitting: isOmitted)
    }
    if separator != Byte.comma { bytes.append(separator) }
    bytes.append(isObject ? Byte.closeObject : Byte.closeArray)
  }

  /// Appends a string in quotes; what cannot be seen is escaped.
  public mutating func append(string: String) {
    bytes.append(Byte.quote)
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        bytes.append(Byte.backslash)
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default:
        if Self.isInvisible(scalar) {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { escape(unit) }
        } else {
          bytes.append(contentsOf: String(scalar).utf8)
        }
      }
    }
    bytes.append(Byte.quote)
  }

  private mutating func escape(_ unit: UInt16) {
    bytes.append(contentsOf: "\\u".utf8)
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
    bytes.append(contentsOf: digits.utf8)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// The members of a validated object, or the elements of a validated array, in order.
public struct JSONMembers: Sequence, IteratorProtocol {
  private var at: UnsafePointer<UInt8>
  private let isObject: Bool

  /// The members of the container at a place; none of a scalar.
  public init(of value: UnsafePointer<UInt8>) {
    isObject = value.pointee == Byte.openObject
    at = isObject || value.pointee == Byte.openArray ? Self.space(value + 1) : TextSlice.empty.start
  }

  /// The next member, its key unescaped and empty for an element; its value begins at the returned place.
  public mutating func next() -> (key: String, value: UnsafePointer<UInt8>)? {
    switch at.pointee {
    case 0, Byte.closeObject, Byte.closeArray: return nil
    default: break
    }
    var key = ""
    var value = at
    if isObject {
      key = Self.string(at: at)
      value = Self.space(Self.space(Self.end(of: at)) + 1)
    }
    at = Self.space(Self.end(of: value))
    if at.pointee == Byte.comma { at = Self.space(at + 1) }
    return (key, value)
  }

  /// The string whose quote is at a place.
  public static func string(at quote: UnsafePointer<UInt8>) -> String {
    let length = endOfString(quote) - quote - 2
    guard length > 0 else { return "" }
    return String(unsafeUninitializedCapacity: length) { target in
      guard let start = target.baseAddress else { return 0 }
      return JSONEscapes.unescape(quote + 1, length, into: start).count
    }
  }

  /// The bytes of the value at a place.
  public static func bytes(of value: UnsafePointer<UInt8>) -> [UInt8] {
    Array(UnsafeBufferPointer(start: value, count: end(of: value) - value))
  }

  /// The place after the value at a place.
  public static func end(of value: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    extent(of: value).end
  }

  /// The number of containers inside each other in the value at a place, 0 for a scalar.
  public static func depth(of value: UnsafePointer<UInt8>) -> Int { extent(of: value).depth }

  private static func extent(
    of value: UnsafePointer<UInt8>
  ) -> (end: UnsafePointer<UInt8>, depth: Int) {
    var at = value
    var depth = 0
    var maximum = 0
    repeat {
      switch at.pointee {
      case Byte.quote: at = endOfString(at)
      case Byte.openObject, Byte.openArray:
        depth += 1
        maximum = Swift.max(maximum, depth)
        at += 1
      case Byte.closeObject, Byte.closeArray:
        depth -= 1
        at += 1
      case Byte.comma, Byte.colon, 0...0x20: at += 1
      default: at = endOfWord(at)
      }
    } while depth > 0
    return (at, maximum)
  }

  private static func endOfString(_ quote: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var at = quote + 1
    while at.pointee != Byte.quote { at += at.pointee == Byte.backslash ? 2 : 1 }
    return at + 1
  }

  /// The end of a number or a literal.
  private static func endOfWord(_ word: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var at = word
    while true {
      switch at.pointee {
      case 0...0x20, Byte.comma, Byte.closeObject, Byte.closeArray: return at
      default: at += 1
      }
    }
  }

  private static func space(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var at = start
    while at.pointee <= 0x20, at.pointee != 0 { at += 1 }
    return at
  }
}
