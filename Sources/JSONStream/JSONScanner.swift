import CBytes

/// Scans one JSON value at a time, validates every byte of it, and puts members with known keys on
/// a tape.
///
/// The grammar is that of RFC 8259; the bytes must be followed by at least `padding` zero bytes,
/// which end every loop without a comparison.
public struct JSONScanner: ~Copyable {
  /// A position in the slice. Each step takes and returns it, so that it stays in a
  /// register.
  private typealias Place = UnsafePointer<UInt8>

  /// Deeper nesting is refused.
  public static let maximumDepth = 512
  /// Zero bytes that must follow the scanned bytes.
  public static let padding = 32
  /// Bytes that are fetched this far ahead: another core has written them.
  private static let prefetchDistance = 1024

  public let tape = JSONTape()
  private var keys: JSONKeyTable
  /// The lines of the scanned bytes; only after a scan that succeeded.
  public private(set) var lines = ScannedLines()
  private var base: Place
  private var end: Place
  private var depth = 0
  private var isFinal = false

  /// A scanner that keeps the members with the given keys.
  public init(keys: [(String, JSONKey)]) {
    self.keys = JSONKeyTable(keys)
    base = tape.storage.pointee.slice
    end = base
  }

  /// Scans the value that begins at `slice[0]`, inside `depth` levels of others, and returns its
  /// length in bytes; throws a fault of kind `end` when the `count` bytes do not complete it.
  ///
  /// A value that is not kept is validated and does not come on the tape.
  public mutating func scan(
    _ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool, depth: Int = 0, isKept: Bool = true
  ) throws(SyntaxError) -> Int {
    begin(slice, count: count, isFinal: isFinal)
    self.depth = depth
    return try value(slice, isKept ? .element : .unknown) - base
  }

  /// Scans the key at `slice[0]` and returns its number and its length with quotes.
  public mutating func scanKey(
    _ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool
  ) throws(SyntaxError) -> (key: JSONKey, length: Int) {
    begin(slice, count: count, isFinal: isFinal)
    guard slice.pointee == Byte.quote else { throw unexpected(.key, slice) }
    let (key, place) = try self.key(slice, isKept: true)
    return (key, place - base)
  }

  private mutating func begin(_ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool) {
    tape.reset(slice: slice)
    lines = ScannedLines()
    base = slice
    end = slice + count
    self.isFinal = isFinal
  }
}

// MARK: Values

extension JSONScanner {
  /// Passes the value at a place; with the key `.unknown` it is validated and not kept.
  @inline(__always)
  private mutating func value(
    _ at: Place, _ key: JSONKey
  ) throws(SyntaxError) -> Place {
    switch at.pointee {
    case Byte.quote: return try text(at, key)
    case Byte.minus, Byte.zero...Byte.nine: return try number(at, key)
    case Byte.openObject: return try object(at, key)
    case Byte.openArray: return try array(at, key)
    case Byte.t: return try literal(at, "true", .true, key)
    case Byte.f: return try literal(at, "false", .false, key)
    case Byte.n: return try literal(at, "null", .null, key)
    default: throw unexpected(.value, at)
    }
  }

  private mutating func object(
    _ start: Place, _ key: JSONKey
  ) throws(SyntaxError) -> Place {
    let index = try open(start, .object, key)
    var count: UInt32 = 0
    var at = skipSpace(start + 1)
    if at.pointee != Byte.closeObject {
      while true {
        guard at.pointee == Byte.quote else {
          throw unexpected(.key, in: .object, at, start)
        }
        let (member, colon) = try self.key(at, isKept: key != .unknown)
        if member == .unknown, key != .unknown { noteUnknownKey(at, colon) }
        at = skipSpace(colon)
        guard at.pointee == Byte.colon else { throw unexpected(.colon, in: .object, at, start) }
        at = skipSpace(at + 1)
        if at == end { throw ended(in: .object, start) }
        at = skipSpace(try value(at, member == .ignored ? .unknown : member))
        count &+= 1
        if at.pointee == Byte.closeObject { break }
        guard at.pointee == Byte.comma else {
          throw unexpected(.commaOrBrace, in: .object, at, start)
        }
        at = skipSpace(at + 1)
      }
    }
    close(index, count)
    return at + 1
  }

  /// Notes an unknown key. It is compound if it has a byte other than a lowercase letter, a digit or `_`, or if the part
  /// before a `_` is a known key.
  @inline(never)
  private mutating func noteUnknownKey(_ quote: Place, _ end: Place) {
    tape.storage.pointee.hasUnknownMembers = true
    guard !tape.storage.pointee.hasCompoundKeys else { return }
    var at = quote + 1
    while at < end - 1 {
      switch at.pointee {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), Byte.zero...Byte.nine: break
      case UInt8(ascii: "_")
      where !keys.contains(quote + 1, at - quote - 1): break
      default: return tape.storage.pointee.hasCompoundKeys = true
      }
      at += 1
    }
  }

  private mutating func array(
    _ start: Place, _ key: JSONKey
  ) throws(SyntaxError) -> Place {
    let index = try open(start, .array, key)
    var count: UInt32 = 0
    var at = skipSpace(start + 1)
    if at.pointee != Byte.closeArray {
      while true {
        if at == end { throw ended(in: .array, start) }
        at = skipSpace(try value(at, key == .unknown ? .unknown : .element))
        count &+= 1
        if at.pointee == Byte.closeArray { break }
        guard at.pointee == Byte.comma else {
          throw unexpected(.commaOrBracket, in: .array, at, start)
        }
        at = skipSpace(at + 1)
      }
    }
    close(index, count)
    return at + 1
  }

  @inline(__always)
  private mutating func open(
    _ start: Place, _ kind: JSONKind, _ key: JSONKey
  ) throws(SyntaxError) -> Int? {
    guard depth < Self.maximumDepth else { throw fault(.tooDeep(limit: Self.maximumDepth), start) }
    depth &+= 1
    return try append(kind, key, start: start, length: 0)
  }

  @inline(__always)
  private mutating func close(_ index: Int?, _ count: UInt32) {
    depth &-= 1
    guard let index else { return }
    tape.storage.pointee.nodes[index].length = count
    tape.storage.pointee.nodes[index].next = UInt32(
      truncatingIfNeeded: tape.storage.pointee.count)
  }

  @inline(__always)
  private mutating func literal(
    _ start: Place, _ word: StaticString, _ kind: JSONKind, _ key: JSONKey
  ) throws(SyntaxError) -> Place {
    var at = start
    for index in 0..<word.utf8CodeUnitCount {
      guard at.pointee == word.utf8Start[index] else {
        throw unexpected(.literal("\(word)"), in: .literal, at, start)
      }
      at += 1
    }
    _ = try append(kind, key, start: start, length: at - start)
    return at
  }
}

// MARK: Numbers

extension JSONScanner {
  @inline(__always)
  private mutating func number(_ start: Place, _ key: JSONKey) throws(SyntaxError) -> Place {
    var at = start
    if at.pointee == Byte.minus { at += 1 }
    at = at.pointee == Byte.zero ? at + 1 : try digits(at, start)
    if at.pointee == Byte.point { at = try digits(at + 1, start) }
    if at.pointee | 0x20 == Byte.e {
      at += 1
      if at.pointee == Byte.plus || at.pointee == Byte.minus { at += 1 }
      at = try digits(at, start)
    }
    if at.pointee &- Byte.zero <= 9 { throw fault(.invalidNumber, start) }
    if at == end, !isFinal { throw ended(in: .number, start) }
    _ = try append(.number, key, start: start, length: at - start)
    return at
  }

  @inline(__always)
  private mutating func digits(_ first: Place, _ start: Place) throws(SyntaxError) -> Place {
    var at = first
    guard at.pointee &- Byte.zero <= 9 else {
      throw at == end ? ended(in: .number, start) : fault(.invalidNumber, start)
    }
    repeat { at += 1 } while at.pointee &- Byte.zero <= 9
    return at
  }
}

// MARK: Texts

extension JSONScanner {
  @inline(__always)
  private mutating func text(_ quote: Place, _ key: JSONKey) throws(SyntaxError) -> Place {
    let (isEscaped, at) = try string(quote)
    _ = try append(
      .string, key, start: quote + 1, length: at - quote - 2, isEscaped: isEscaped)
    return at
  }

  /// The key whose quote is at a place; `.unknown` when it is not kept.
  @inline(__always)
  private mutating func key(
    _ quote: Place, isKept: Bool
  ) throws(SyntaxError) -> (key: JSONKey, end: Place) {
    let start = quote + 1
    cbytes_prefetch(quote + Self.prefetchDistance)
    if isKept, let (key, length) = keys.expectedKey(start, depth: depth) {
      return (key, start + length + 1)
    }
    let length = cbytes_plain(start)
    guard length < 16, start[length] == Byte.quote else { return try longKey(quote, isKept) }
    return (isKept ? keys.key(start, length, depth: depth) : .unknown, start + length + 1)
  }

  /// A key of 16 or more bytes, or with a byte that is not plain.
  private mutating func longKey(
    _ quote: Place, _ isKept: Bool
  ) throws(SyntaxError) -> (key: JSONKey, end: Place) {
    let (isEscaped, at) = try string(quote)
    guard isKept else { return (.unknown, at) }
    let (start, length) = (quote + 1, at - quote - 2)
    return (isEscaped ? escapedKey(start, length) : keys.key(start, length, depth: depth), at)
  }

  private mutating func escapedKey(_ start: Place, _ length: Int) -> JSONKey {
    var plain = [UInt8](repeating: 0, count: length + 8)
    return plain.withUnsafeMutableBufferPointer { buffer in
      guard let target = buffer.baseAddress else { return .unknown }
      let result = JSONEscapes.unescape(start, length, into: target)
      UnsafeMutableRawPointer(target + result.count).storeBytes(of: 0, as: UInt64.self)
      return keys.key(target, result.count, depth: depth)
    }
  }

  /// Passes the text whose quote is at a place; true when it holds escapes.
  @inline(__always)
  private mutating func string(_ quote: Place) throws(SyntaxError) -> (isEscaped: Bool, end: Place)
  {
    var at = quote + 1
    var isEscaped = false
    while true {
      let plain = cbytes_plain(at)
      at += plain
      if plain == 16 { continue }
      if at.pointee == Byte.quote { return (isEscaped, at + 1) }
      if at.pointee == Byte.backslash { isEscaped = true }
      at = try passSpecial(at, quote)
    }
  }

  /// Passes an escape or a run of characters that are not ASCII, of the text that begins at a quote.
  private mutating func passSpecial(_ at: Place, _ quote: Place) throws(SyntaxError) -> Place {
    switch at.pointee {
    case Byte.backslash: return try passEscape(at, quote)
    case 0x80...: return try passUnicode(at, quote)
    default:
      guard at < end else { throw ended(in: .string, quote) }
      throw fault(.controlCharacter(at.pointee), at)
    }
  }

  private mutating func passEscape(_ at: Place, _ quote: Place) throws(SyntaxError) -> Place {
    switch at[1] {
    case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), Byte.f, Byte.n,
      UInt8(ascii: "r"), Byte.t:
      return at + 2
    case UInt8(ascii: "u"):
      for index in 2..<6 where JSONEscapes.hexDigit(at[index]) == nil {
        throw at + index >= end ? ended(in: .string, quote) : fault(.invalidEscape, at)
      }
      return at + 6
    default:
      throw at + 1 >= end ? ended(in: .string, quote) : fault(.invalidEscape, at)
    }
  }

  private mutating func passUnicode(_ start: Place, _ quote: Place) throws(SyntaxError) -> Place {
    var at = start
    while at.pointee >= 0x80 {
      let length = UTF8Sequence.length(at)
      guard length > 0 else {
        let isCut = at + UTF8Sequence.validPrefix(at) >= end
        throw isCut && !isFinal ? ended(in: .string, quote) : fault(.invalidUTF8, at)
      }
      at += length
      lines.trails &+= length &- 1
    }
    return at
  }
}

// MARK: The parts

extension JSONScanner {
  @inline(__always)
  private mutating func skipSpace(_ start: Place) -> Place {
    var at = start
    while at.pointee <= 0x20 {
      switch at.pointee {
      case 0x20, 0x0D, 0x09: at += 1
      case Byte.newline:
        at += 1
        lines.begin(at: at - base)
      default: return at
      }
    }
    return at
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONKind, _ key: JSONKey, start: Place, length: Int, isEscaped: Bool = false
  ) throws(SyntaxError) -> Int? {
    guard key != .unknown else { return nil }
    let node = JSONNode(
      kind: kind, key: key, isEscaped: isEscaped,
      start: UInt32(truncatingIfNeeded: start - base),
      length: UInt32(truncatingIfNeeded: length),
      next: UInt32(truncatingIfNeeded: tape.storage.pointee.count &+ 1))
    guard let index = tape.storage.pointee.append(node) else {
      throw fault(.tooManyValues(limit: JSONTape.maximumCount), start)
    }
    return index
  }

  private func unexpected(
    _ expected: SyntaxError.Expectation, in container: SyntaxError.Construct = .value, _ at: Place,
    _ open: Place? = nil
  ) -> SyntaxError {
    guard at < end else { return ended(in: container, open ?? at) }
    return fault(.unexpected(at.pointee, expected: expected), at)
  }

  private func ended(in container: SyntaxError.Construct, _ open: Place) -> SyntaxError {
    fault(.end(of: container, open: open - base), end)
  }

  private func fault(_ kind: SyntaxError.Kind, _ place: Place) -> SyntaxError {
    SyntaxError(kind: kind, offset: place - base)
  }
}

/// The line ends in a scanned value, and the characters after the last one.
public struct ScannedLines {
  /// The number of line feeds.
  public private(set) var newlines = 0
  /// The start of the last line, in bytes from the start of the value.
  public private(set) var lastStart = 0
  /// The bytes of the last line that continue a character.
  public internal(set) var trails = 0

  init() {}

  /// Begins another line.
  @inline(__always)
  mutating func begin(at start: Int) {
    newlines &+= 1
    lastStart = start
    trails = 0
  }
}
