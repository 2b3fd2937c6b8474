import JSONStream

/// A list or an object in a cell of a CSV file, as JSON or as Python prints it: `[{'id': 'c', 'name': 'Park'}]`.
struct CellLiteral {
  private let text: TextSlice
  private var at = 0
  private var json: [UInt8] = []

  /// Deeper ones are texts.
  private static let maximumDepth = 32

  private init(_ text: TextSlice) { self.text = text }

  /// The JSON of a list or an object; nil for any other text.
  static func json(_ text: TextSlice) -> [UInt8]? {
    guard mayBegin(text) else { return nil }
    var literal = CellLiteral(text.trimmed)
    guard literal.read(depth: 0), literal.at == literal.text.count else { return nil }
    let first = literal.json.first
    return first == Byte.openArray || first == Byte.openObject ? literal.json : nil
  }

  /// Whether a text begins as a list or an object does.
  static func mayBegin(_ text: TextSlice) -> Bool {
    switch text.bytes.first(where: { $0 > 0x20 }) {
    case Byte.openArray, Byte.openObject, UInt8(ascii: "a"): true
    default: false
    }
  }

  /// The byte at the place; 0 at the end.
  private var next: UInt8 { at < text.count ? text.start[at] : 0 }

  private mutating func skipSpace() { while next <= 0x20, at < text.count { at += 1 } }

  /// Passes a byte if it comes next.
  private mutating func pass(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func pass(_ word: String) -> Bool {
    let rest = UnsafeBufferPointer(start: text.start + at, count: text.count - at)
    guard rest.starts(with: word.utf8) else { return false }
    at += word.utf8.count
    return true
  }

  private mutating func read(depth: Int) -> Bool {
    guard depth <= Self.maximumDepth else { return false }
    skipSpace()
    defer { skipSpace() }
    switch next {
    case Byte.openArray: return list(depth, until: Byte.closeArray)
    case UInt8(ascii: "("): return list(depth, until: UInt8(ascii: ")"))
    case Byte.openObject: return object(depth)
    case Byte.quote, UInt8(ascii: "'"): return string()
    case Byte.minus, Byte.zero...Byte.nine: return number()
    default: return word(depth)
    }
  }

  private mutating func list(_ depth: Int, until end: UInt8) -> Bool {
    at += 1
    json.append(Byte.openArray)
    skipSpace()
    while !pass(end) {
      guard read(depth: depth + 1) else { return false }
      // numpy prints no commas.
      let isEnd = next == end
      if pass(Byte.comma) { skipSpace() }
      if !isEnd, next != end { json.append(Byte.comma) }
    }
    json.append(Byte.closeArray)
    return true
  }

  private mutating func object(_ depth: Int) -> Bool {
    at += 1
    json.append(Byte.openObject)
    skipSpace()
    while !pass(Byte.closeObject) {
      guard next == Byte.quote || next == UInt8(ascii: "'"), string() else { return false }
      skipSpace()
      guard pass(Byte.colon) else { return false }
      json.append(Byte.colon)
      guard read(depth: depth + 1) else { return false }
      guard pass(Byte.comma) else {
        guard next == Byte.closeObject else { return false }
        continue
      }
      skipSpace()
      if next != Byte.closeObject { json.append(Byte.comma) }
    }
    json.append(Byte.closeObject)
    return true
  }

  /// Reads a number, of which JSON has no form that ends with its point.
  private mutating func number() -> Bool {
    let start = at
    while next > 0x20, next != Byte.comma, next != Byte.closeArray, next != Byte.closeObject,
      next != UInt8(ascii: ")")
    { at += 1 }
    var digits = TextSlice(start: text.start + start, count: at - start)
    if digits.count > 1, digits.start[digits.count - 1] == Byte.point {
      digits = TextSlice(start: digits.start, count: digits.count - 1)
    }
    // JSON has no leading zeros.
    let whole = digits.bytes.drop { $0 == Byte.minus }.prefix { $0 &- Byte.zero < 10 }
    guard whole.count == 1 || whole.first != Byte.zero, DecimalNumber.double(digits) != nil else {
      return false
    }
    json.append(contentsOf: digits.bytes)
    return true
  }

  private mutating func word(_ depth: Int) -> Bool {
    if pass("True") || pass("true") {
      json.append(contentsOf: "true".utf8)
    } else if pass("False") || pass("false") {
      json.append(contentsOf: "false".utf8)
    } else if pass("None") || pass("null") || pass("nan") || pass("NaN") {
      json.append(contentsOf: "null".utf8)
    } else {
      return call(depth)
    }
    return true
  }
}

// MARK: - Calls

extension CellLiteral {
  /// Reads what Python prints as a call, such as `array(['a', 'b'], dtype=object)`, `ObjectId('5f')` and
  /// `datetime.datetime(2014, 5, 1, 9, 30)`: the first argument, or a date.
  private mutating func call(_ depth: Int) -> Bool {
    let start = at
    while next.isPythonNameByte { at += 1 }
    let name = TextSlice(start: text.start + start, count: at - start)
    guard at > start, pass(UInt8(ascii: "(")) else { return false }
    guard name.string.hasPrefix("datetime.") ? date() : read(depth: depth + 1) else { return false }
    if pass(Byte.comma) { while at < text.count, next != UInt8(ascii: ")") { at += 1 } }
    return pass(UInt8(ascii: ")"))
  }

  /// Reads the year, month and day, and after them perhaps hours, minutes and seconds, as a date in UTC.
  private mutating func date() -> Bool {
    var parts: [Int] = []
    repeat {
      skipSpace()
      let start = at
      while (Byte.zero...Byte.nine).contains(next) { at += 1 }
      let digits = TextSlice(start: text.start + start, count: min(at - start, 9)).string
      guard let number = Int(digits) else { break }
      parts.append(number)
    } while pass(Byte.comma)
    guard parts.count >= 3 else { return false }
    let fields = (parts + [0, 0, 0]).prefix(6).map { $0 < 10 ? "0\($0)" : "\($0)" }
    let (day, time) = (fields.prefix(3), fields.suffix(3))
    json += "\"\(day.joined(separator: "-"))T\(time.joined(separator: ":"))Z\"".utf8
    // A time zone, such as `tzinfo=…`, is ignored.
    while at < text.count, next != UInt8(ascii: ")") { at += 1 }
    return true
  }
}

extension UInt8 {
  /// Whether the byte may be part of a name in Python, or the point between two.
  fileprivate var isPythonNameByte: Bool {
    self == Byte.point || self == UInt8(ascii: "_") || (Byte.zero...Byte.nine).contains(self)
      || isASCIILetter
  }
}

// MARK: - Strings

extension CellLiteral {
  private mutating func string() -> Bool {
    let mark = next
    at += 1
    var bytes: [UInt8] = []
    while !pass(mark) {
      guard at < text.count else { return false }
      if pass(Byte.backslash) {
        escape(into: &bytes)
      } else {
        bytes.append(next)
        at += 1
      }
    }
    json += CanonicalJSON(string: String(decoding: bytes, as: UTF8.self)).bytes
    return true
  }

  private mutating func escape(into bytes: inout [UInt8]) {
    let letter = next
    at += 1
    switch letter {
    case Byte.n: bytes.append(Byte.newline)
    case Byte.t: bytes.append(Byte.tab)
    case UInt8(ascii: "r"): bytes.append(Byte.carriageReturn)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "x"): append(digits(2), to: &bytes)
    case UInt8(ascii: "U"): append(digits(8), to: &bytes)
    case UInt8(ascii: "u"): append(digits(4), to: &bytes)
    case Byte.quote, UInt8(ascii: "'"), Byte.backslash, UInt8(ascii: "/"): bytes.append(letter)
    case 0: break
    default: bytes += [Byte.backslash, letter]
    }
  }

  /// The number of some hexadecimal digits; nil for others, which are not passed.
  private mutating func digits(_ count: Int) -> UInt32? {
    guard at + count <= text.count else { return nil }
    let digits = UnsafeBufferPointer(start: text.start + at, count: count)
    guard let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      return nil
    }
    at += count
    return number
  }

  /// Appends a character, of which JSON may have the second half in another escape.
  private mutating func append(_ code: UInt32?, to bytes: inout [UInt8]) {
    var code = code ?? 0xFFFD
    let end = at
    if 0xD800..<0xDC00 ~= code, pass("\\u"), let low = digits(4), 0xDC00..<0xE000 ~= low {
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    } else {
      at = end
    }
    bytes += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
  }
}
