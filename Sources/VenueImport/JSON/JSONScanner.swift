import CBytes

/// Reads one JSON value at a time, validates every byte of it, and puts what the importer knows on
/// a tape.
///
/// The grammar is that of RFC 8259; the bytes must be followed by at least
/// `InputWindow.padding` zero bytes, which end every loop here without a comparison.
struct JSONScanner: ~Copyable {
  /// A place in the slice. It goes into every step and comes out of it, so that it stays in a
  /// register.
  private typealias Place = UnsafePointer<UInt8>

  /// Deeper nesting is refused.
  static let maximumDepth = 512

  let tape = JSONTape()
  let names = FieldNameTable()
  private let forecast = KeyForecast()
  private var base: Place
  private var end: Place
  private var depth = 0
  private var isFinal = false

  init() {
    base = tape.storage.pointee.slice
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
    let length = try value(slice, isKept ? .element : .unknown, KeyForecast.root) - base
    tape.storage.pointee.length = length
    return length
  }

  /// Scans the text at `slice[0]`, a key, and gives the field it names and the length with quotes.
  mutating func scanKey(
    _ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool
  ) throws(JSONFault) -> (name: FieldName, length: Int) {
    begin(slice, count: count, isFinal: isFinal)
    guard slice.pointee == Byte.quote else { throw unexpected(.key, slice) }
    let (name, place) = try key(slice)
    return (name, place - base)
  }

  private mutating func begin(_ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool) {
    tape.reset(slice: slice)
    base = slice
    end = slice + count
    self.isFinal = isFinal
  }
}

// MARK: Values

extension JSONScanner {
  /// Passes the value at a place, which belongs to a key; `.unknown` as its name validates it and keeps it off
  /// the tape.
  @inline(__always)
  private mutating func value(
    _ at: Place, _ name: FieldName, _ key: KeyForecast.Number
  ) throws(JSONFault) -> Place {
    switch at.pointee {
    case Byte.quote: return try text(at, name)
    case Byte.minus, Byte.zero...Byte.nine: return try number(at, name)
    case Byte.openObject: return try object(at, name, key)
    case Byte.openArray: return try array(at, name, key)
    case Byte.t: return try literal(at, "true", .true, name)
    case Byte.f: return try literal(at, "false", .false, name)
    case Byte.n: return try literal(at, "null", .null, name)
    default: throw unexpected(.value, at)
    }
  }

  private mutating func object(
    _ start: Place, _ name: FieldName, _ key: KeyForecast.Number
  ) throws(JSONFault) -> Place {
    let index = try open(start, .object, name)
    var count: UInt32 = 0
    var position = KeyForecast.Position(parent: key)
    var at = skipSpace(start + 1)
    if at.pointee != Byte.closeObject {
      while true {
        guard at.pointee == Byte.quote else {
          throw unexpected(.key, in: .object, at, start)
        }
        let (member, colon) = try member(at, &position)
        at = skipSpace(colon)
        guard at.pointee == Byte.colon else { throw unexpected(.colon, in: .object, at, start) }
        at = skipSpace(at + 1)
        if at == end { throw ended(in: .object, start) }
        at = skipSpace(
          try value(at, name == .unknown ? .unknown : member, position.previous ?? KeyForecast.root)
        )
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

  private mutating func array(
    _ start: Place, _ name: FieldName, _ key: KeyForecast.Number
  ) throws(JSONFault) -> Place {
    let index = try open(start, .array, name)
    var count: UInt32 = 0
    var at = skipSpace(start + 1)
    if at.pointee != Byte.closeArray {
      while true {
        if at == end { throw ended(in: .array, start) }
        at = skipSpace(try value(at, name == .unknown ? .unknown : .element, key))
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
    _ start: Place, _ kind: JSONKind, _ name: FieldName
  ) throws(JSONFault) -> Int? {
    guard depth < Self.maximumDepth else { throw fault(.tooDeep(limit: Self.maximumDepth), start) }
    depth &+= 1
    return try append(kind, name, start: start, length: 0)
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
    _ start: Place, _ word: StaticString, _ kind: JSONKind, _ name: FieldName
  ) throws(JSONFault) -> Place {
    var at = start
    for index in 0..<word.utf8CodeUnitCount {
      guard at.pointee == word.utf8Start[index] else {
        throw unexpected(.literal("\(word)"), in: .literal, at, start)
      }
      at += 1
    }
    _ = try append(kind, name, start: start, length: at - start)
    return at
  }
}

// MARK: Numbers

extension JSONScanner {
  @inline(__always)
  private mutating func number(_ start: Place, _ name: FieldName) throws(JSONFault) -> Place {
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
    _ = try append(.number, name, start: start, length: at - start)
    return at
  }

  @inline(__always)
  private mutating func digits(_ first: Place, _ start: Place) throws(JSONFault) -> Place {
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
  private mutating func text(_ quote: Place, _ name: FieldName) throws(JSONFault) -> Place {
    let (isEscaped, at) = try string(quote)
    _ = try append(name, start: quote + 1, length: at - quote - 2, isEscaped: isEscaped)
    return at
  }

  /// Passes the key whose quote is at a place, and turns to the place after it.
  @inline(__always)
  private mutating func member(
    _ quote: Place, _ position: inout KeyForecast.Position
  ) throws(JSONFault) -> (name: FieldName, end: Place) {
    if let match = forecast.match(quote + 1, position) {
      position.previous = match.number
      return (match.name, quote + match.length + 2)
    }
    let (name, end) = try key(quote)
    position.previous = forecast.learn(quote + 1, end - quote - 2, name, position)
    return (name, end)
  }

  private mutating func key(_ quote: Place) throws(JSONFault) -> (name: FieldName, end: Place) {
    let (isEscaped, at) = try string(quote)
    let (start, length) = (quote + 1, at - quote - 2)
    return (isEscaped ? escapedKey(start, length) : names.name(start, length), at)
  }

  private mutating func escapedKey(_ start: Place, _ length: Int) -> FieldName {
    var plain = [UInt8](repeating: 0, count: length + 8)
    return plain.withUnsafeMutableBufferPointer { buffer in
      guard let target = buffer.baseAddress else { return .unknown }
      let result = JSONEscapes.unescape(start, length, into: target)
      UnsafeMutableRawPointer(target + result.count).storeBytes(of: 0, as: UInt64.self)
      return names.name(target, result.count)
    }
  }

  /// Passes the text whose quote is at a place; true when it holds escapes.
  @inline(__always)
  private mutating func string(_ quote: Place) throws(JSONFault) -> (isEscaped: Bool, end: Place) {
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
  private mutating func passSpecial(_ at: Place, _ quote: Place) throws(JSONFault) -> Place {
    switch at.pointee {
    case Byte.backslash: return try passEscape(at, quote)
    case 0x80...: return try passUnicode(at, quote)
    default:
      guard at < end else { throw ended(in: .string, quote) }
      throw fault(.controlCharacter(at.pointee), at)
    }
  }

  private mutating func passEscape(_ at: Place, _ quote: Place) throws(JSONFault) -> Place {
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

  private mutating func passUnicode(_ start: Place, _ quote: Place) throws(JSONFault) -> Place {
    var at = start
    while at.pointee >= 0x80 {
      let length = UTF8Sequence.length(at)
      guard length > 0 else {
        let isCut = at + UTF8Sequence.validPrefix(at) >= end
        throw isCut && !isFinal ? ended(in: .string, quote) : fault(.invalidUTF8, at)
      }
      at += length
    }
    return at
  }
}

// MARK: The parts

extension JSONScanner {
  @inline(__always)
  private func skipSpace(_ start: Place) -> Place {
    var at = start
    while at.pointee <= 0x20 {
      switch at.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return at
      }
    }
    return at
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONKind, _ name: FieldName, start: Place, length: Int
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
  private mutating func append(
    _ name: FieldName, start: Place, length: Int, isEscaped: Bool
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
  private mutating func append(_ node: JSONNode) throws(JSONFault) -> Int {
    guard let index = tape.storage.pointee.append(node) else {
      throw fault(.tooManyValues(limit: JSONTape.maximumCount), base + Int(node.start))
    }
    return index
  }

  private func unexpected(
    _ expected: JSONFault.Expectation, in container: JSONFault.Construct = .value, _ at: Place,
    _ open: Place? = nil
  ) -> JSONFault {
    guard at < end else { return ended(in: container, open ?? at) }
    return fault(.unexpected(at.pointee, expected: expected), at)
  }

  private func ended(in container: JSONFault.Construct, _ open: Place) -> JSONFault {
    fault(.end(of: container, open: open - base), end)
  }

  private func fault(_ kind: JSONFault.Kind, _ place: Place) -> JSONFault {
    JSONFault(kind: kind, offset: place - base)
  }
}
