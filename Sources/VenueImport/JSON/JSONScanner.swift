/// Reads one JSON value at a time, validates every byte of it, and puts what the importer knows on
/// a tape.
///
/// The grammar is that of RFC 8259; the bytes must be followed by at least
/// `InputWindow.padding` zero bytes, which end every loop here without a comparison.
struct JSONScanner: ~Copyable {
  /// Deeper nesting is refused.
  static let maximumDepth = 512

  let tape = JSONTape()
  let names = FieldNameTable()
  private var base: UnsafePointer<UInt8>
  private var at: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>
  private var depth = 0
  private var isFinal = false

  init() {
    base = tape.storage.pointee.slice
    at = base
    end = base
  }

  /// Scans the value that begins at `slice[0]`, inside `depth` levels of others, and gives its
  /// length in bytes; throws a fault of kind `end` when the `count` bytes do not complete it.
  ///
  /// A value that is not kept is validated and does not come on the tape.
  mutating func scan(
    _ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool, depth: Int = 0, isKept: Bool = true
  ) throws(JSONFault) -> Int {
    begin(slice, count: count, isFinal: isFinal)
    self.depth = depth
    try value(isKept ? .element : .unknown)
    tape.storage.pointee.length = at - base
    return at - base
  }

  /// Scans the text at `slice[0]`, a key, and gives the field it names and the length with quotes.
  mutating func scanKey(
    _ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool
  ) throws(JSONFault) -> (name: FieldName, length: Int) {
    begin(slice, count: count, isFinal: isFinal)
    guard at.pointee == Byte.quote else { throw unexpected("a key") }
    let name = try key(isKept: true)
    return (name, at - base)
  }

  private mutating func begin(_ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool) {
    tape.reset(slice: slice)
    base = slice
    at = slice
    end = slice + count
    self.isFinal = isFinal
  }
}

// MARK: Values

extension JSONScanner {
  /// The value at `at`; `.unknown` as its name validates it and keeps it off the tape.
  @inline(__always)
  private mutating func value(_ name: FieldName) throws(JSONFault) {
    switch at.pointee {
    case Byte.quote: try text(name)
    case Byte.minus, Byte.zero...Byte.nine: try number(name)
    case Byte.openObject: try object(name)
    case Byte.openArray: try array(name)
    case Byte.t: try literal("true", .true, name)
    case Byte.f: try literal("false", .false, name)
    case Byte.n: try literal("null", .null, name)
    default: throw unexpected("a value")
    }
  }

  private mutating func object(_ name: FieldName) throws(JSONFault) {
    let start = at
    let index = try open(.object, name)
    var count: UInt32 = 0
    skipSpace()
    if at.pointee != Byte.closeObject {
      while true {
        guard at.pointee == Byte.quote else { throw unexpected("a key", in: "an object", start) }
        let member = try key(isKept: name != .unknown)
        skipSpace()
        guard at.pointee == Byte.colon else { throw unexpected("':'", in: "an object", start) }
        at += 1
        skipSpace()
        if at == end { throw ended(in: "an object", start) }
        try value(member)
        count &+= 1
        skipSpace()
        if at.pointee == Byte.closeObject { break }
        guard at.pointee == Byte.comma else {
          throw unexpected("',' or '}'", in: "an object", start)
        }
        at += 1
        skipSpace()
      }
    }
    close(index, count)
  }

  private mutating func array(_ name: FieldName) throws(JSONFault) {
    let start = at
    let index = try open(.array, name)
    var count: UInt32 = 0
    skipSpace()
    if at.pointee != Byte.closeArray {
      while true {
        if at == end { throw ended(in: "an array", start) }
        try value(name == .unknown ? .unknown : .element)
        count &+= 1
        skipSpace()
        if at.pointee == Byte.closeArray { break }
        guard at.pointee == Byte.comma else {
          throw unexpected("',' or ']'", in: "an array", start)
        }
        at += 1
        skipSpace()
      }
    }
    close(index, count)
  }

  @inline(__always)
  private mutating func open(_ kind: JSONKind, _ name: FieldName) throws(JSONFault) -> Int? {
    guard depth < Self.maximumDepth else { throw fault(.tooDeep, at) }
    depth &+= 1
    let index = try append(kind, name, start: at, length: 0)
    at += 1
    return index
  }

  @inline(__always)
  private mutating func close(_ index: Int?, _ count: UInt32) {
    at += 1
    depth &-= 1
    guard let index else { return }
    tape.storage.pointee.nodes[index].length = count
    tape.storage.pointee.nodes[index].next = UInt32(
      truncatingIfNeeded: tape.storage.pointee.count)
  }

  @inline(__always)
  private mutating func literal(
    _ word: StaticString, _ kind: JSONKind, _ name: FieldName
  ) throws(JSONFault) {
    let start = at
    for index in 0..<word.utf8CodeUnitCount {
      guard at.pointee == word.utf8Start[index] else {
        throw unexpected("'\(word)'", in: "a word", start)
      }
      at += 1
    }
    _ = try append(kind, name, start: start, length: at - start)
  }
}

// MARK: Numbers

extension JSONScanner {
  @inline(__always)
  private mutating func number(_ name: FieldName) throws(JSONFault) {
    let start = at
    if at.pointee == Byte.minus { at += 1 }
    if at.pointee == Byte.zero {
      at += 1
    } else {
      try digits(start)
    }
    if at.pointee == Byte.point {
      at += 1
      try digits(start)
    }
    if at.pointee | 0x20 == Byte.e {
      at += 1
      if at.pointee == Byte.plus || at.pointee == Byte.minus { at += 1 }
      try digits(start)
    }
    if at.pointee &- Byte.zero <= 9 { throw fault(.invalidNumber, start) }
    if at == end, !isFinal { throw ended(in: "a number", start) }
    _ = try append(.number, name, start: start, length: at - start)
  }

  @inline(__always)
  private mutating func digits(_ start: UnsafePointer<UInt8>) throws(JSONFault) {
    guard at.pointee &- Byte.zero <= 9 else {
      throw at == end ? ended(in: "a number", start) : fault(.invalidNumber, start)
    }
    repeat { at += 1 } while at.pointee &- Byte.zero <= 9
  }
}

// MARK: Texts

extension JSONScanner {
  @inline(__always)
  private mutating func text(_ name: FieldName) throws(JSONFault) {
    let start = at + 1
    let isEscaped = try string()
    _ = try append(name, start: start, length: at - start - 1, isEscaped: isEscaped)
  }

  @inline(__always)
  private mutating func key(isKept: Bool) throws(JSONFault) -> FieldName {
    let start = at + 1
    let isEscaped = try string()
    guard isKept else { return .unknown }
    if isEscaped { return escapedKey(start, at - start - 1) }
    return names.name(start, at - start - 1)
  }

  private mutating func escapedKey(_ start: UnsafePointer<UInt8>, _ length: Int) -> FieldName {
    var plain = [UInt8](repeating: 0, count: length + 8)
    return plain.withUnsafeMutableBufferPointer { buffer in
      guard let target = buffer.baseAddress else { return .unknown }
      let result = JSONEscapes.unescape(start, length, into: target)
      UnsafeMutableRawPointer(target + result.count).storeBytes(of: 0, as: UInt64.self)
      return names.name(target, result.count)
    }
  }

  /// Passes the text whose quote is at `at`; true when it holds escapes.
  @inline(__always)
  private mutating func string() throws(JSONFault) -> Bool {
    var position = at + 1
    var isEscaped = false
    while true {
      let stops = Self.stops(position)
      if stops == 0 {
        position += 8
        continue
      }
      position += stops.trailingZeroBitCount &>> 3
      if position.pointee == Byte.quote { break }
      if position.pointee == Byte.backslash { isEscaped = true }
      position = try passSpecial(position)
    }
    at = position + 1
    return isEscaped
  }

  /// The high bit of each of eight bytes that is a quote, a backslash, a control character or not
  /// ASCII; exact up to the first such byte.
  @inline(__always)
  private static func stops(_ position: UnsafePointer<UInt8>) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
    let quotes = (word ^ (ones &* UInt64(Byte.quote))) &- ones
    let backslashes = (word ^ (ones &* UInt64(Byte.backslash))) &- ones
    let controls = word &- (ones &* 0x20)
    return (quotes | backslashes | controls | word) & (ones &* 0x80)
  }

  /// Passes an escape or a run of characters that are not ASCII.
  private mutating func passSpecial(
    _ position: UnsafePointer<UInt8>
  ) throws(JSONFault) -> UnsafePointer<UInt8> {
    switch position.pointee {
    case Byte.backslash: return try passEscape(position)
    case 0x80...: return try passUnicode(position)
    default:
      guard position < end else { throw ended(in: "a text", at) }
      throw fault(.controlCharacter(position.pointee), position)
    }
  }

  private func passEscape(
    _ position: UnsafePointer<UInt8>
  ) throws(JSONFault) -> UnsafePointer<UInt8> {
    switch position[1] {
    case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), Byte.f, Byte.n,
      UInt8(ascii: "r"), Byte.t:
      return position + 2
    case UInt8(ascii: "u"):
      for index in 2..<6 where JSONEscapes.hexDigit(position[index]) == nil {
        throw position + index >= end ? ended(in: "a text", at) : fault(.invalidEscape, position)
      }
      return position + 6
    default:
      throw position + 1 >= end ? ended(in: "a text", at) : fault(.invalidEscape, position)
    }
  }

  private func passUnicode(
    _ start: UnsafePointer<UInt8>
  ) throws(JSONFault) -> UnsafePointer<UInt8> {
    var position = start
    while position.pointee >= 0x80 {
      let length = UTF8Sequence.length(position)
      guard length > 0 else {
        let isCut = position + UTF8Sequence.validPrefix(position) >= end
        throw isCut && !isFinal ? ended(in: "a text", at) : fault(.notUTF8, position)
      }
      position += length
    }
    return position
  }
}

// MARK: The parts

extension JSONScanner {
  @inline(__always)
  private mutating func skipSpace() {
    while at.pointee <= 0x20 {
      switch at.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  @inline(__always)
  private func append(
    _ kind: JSONKind, _ name: FieldName, start: UnsafePointer<UInt8>, length: Int
  ) throws(JSONFault) -> Int? {
    guard name != .unknown else { return nil }
    return try append(
      JSONNode(
        kind: kind, name: name, isEscaped: false,
        start: UInt32(truncatingIfNeeded: start - base),
        length: UInt32(truncatingIfNeeded: length),
        next: UInt32(truncatingIfNeeded: tape.storage.pointee.count &+ 1)))
  }

  @inline(__always)
  private func append(
    _ name: FieldName, start: UnsafePointer<UInt8>, length: Int, isEscaped: Bool
  ) throws(JSONFault) -> Int? {
    guard name != .unknown else { return nil }
    return try append(
      JSONNode(
        kind: .string, name: name, isEscaped: isEscaped,
        start: UInt32(truncatingIfNeeded: start - base),
        length: UInt32(truncatingIfNeeded: length),
        next: UInt32(truncatingIfNeeded: tape.storage.pointee.count &+ 1)))
  }

  @inline(__always)
  private func append(_ node: JSONNode) throws(JSONFault) -> Int {
    guard let index = tape.storage.pointee.append(node) else { throw fault(.tooManyValues, at) }
    return index
  }

  private func unexpected(
    _ expected: String, in container: String = "a value", _ open: UnsafePointer<UInt8>? = nil
  ) -> JSONFault {
    guard at < end else { return ended(in: container, open ?? at) }
    return fault(.unexpected(at.pointee, expected: expected), at)
  }

  private func ended(in container: String, _ open: UnsafePointer<UInt8>) -> JSONFault {
    fault(.end(of: container, open: open - base), end)
  }

  private func fault(_ kind: JSONFault.Kind, _ place: UnsafePointer<UInt8>) -> JSONFault {
    JSONFault(kind: kind, offset: place - base)
  }
}
