/// A value on a tape; it must not outlive the tape's slice.
public struct JSONValue {
  public let tape: UnsafeMutablePointer<JSONTape.Storage>
  public let index: Int

  @inlinable
  @inline(__always)
  public init(tape: UnsafeMutablePointer<JSONTape.Storage>, index: Int) {
    self.tape = tape
    self.index = index
  }

  @inlinable
  @inline(__always)
  public var node: JSONNode { tape.pointee.nodes[index] }

  @inlinable
  @inline(__always)
  public var kind: JSONKind { node.kind }

  /// The key of a member of an object.
  @inlinable
  @inline(__always)
  public var key: JSONKey { node.key }

  /// The start of the value, in bytes from the start of the slice.
  public var offset: Int {
    let node = node
    let hasQuote = node.kind == .string && tape.pointee.escaping == .json
    return Int(node.start) - (hasQuote ? 1 : 0)
  }

  /// The children of an array or an object.
  public var count: Int { Int(node.length) }

  /// The children in order; none of a scalar.
  @inlinable
  @inline(__always)
  public var children: Children {
    let node = node
    let isContainer = node.kind == .array || node.kind == .object
    return Children(tape: tape, at: index + 1, end: isContainer ? Int(node.next) : index + 1)
  }

  /// The member of an object, the last one of duplicates; nil if absent or null.
  public subscript(key: JSONKey) -> JSONValue? {
    let nodes = tape.pointee.nodes
    guard nodes[index].kind == .object else { return nil }
    let end = Int(nodes[index].next)
    // No member has the index of its object.
    var (member, found) = (index &+ 1, index)
    while member < end {
      if nodes[member].key == key { found = member }
      member = Int(nodes[member].next)
    }
    guard found != index, nodes[found].kind != .null else { return nil }
    nodes[found].isRead = true
    return JSONValue(tape: tape, index: found)
  }

  /// The first byte of the value in JSON.
  public var source: UnsafePointer<UInt8> { tape.pointee.slice + offset }

  /// Whether the value, which is not null, was not looked up by its key.
  @inlinable
  @inline(__always)
  public var isUnread: Bool { !node.isRead && kind != .null }

  /// The text of a string; nil for other kinds.
  @inlinable
  @inline(__always)
  public var text: TextSlice? {
    guard kind == .string else { return nil }
    return node.isEscaped ? unescaped : raw
  }

  /// The bytes of a string or of a number; nil for other kinds.
  @inlinable
  @inline(__always)
  public var textOrDigits: TextSlice? { kind == .number ? raw : text }

  /// The boolean; nil for other kinds.
  public var boolean: Bool? {
    switch kind {
    case .true: true
    case .false: false
    case .null, .number, .string, .array, .object: nil
    }
  }

  @inlinable
  @inline(__always)
  public var raw: TextSlice {
    let node = node
    return TextSlice(start: tape.pointee.slice + Int(node.start), count: Int(node.length))
  }

  public var unescaped: TextSlice {
    let source = raw
    let target = tape.pointee.arena.reserve(source.count)
    switch tape.pointee.escaping {
    case .json:
      let (count, lost) = JSONEscapes.unescape(source.start, source.count, into: target)
      tape.pointee.lostCharacters += lost
      return TextSlice(start: target, count: count)
    case .csv:
      return TextSlice(start: target, count: Self.unescapeQuotes(source, into: target))
    case .tsv:
      return TextSlice(start: target, count: Self.unescapeTabs(source, into: target))
    }
  }

  /// Writes a cell between tabs without its escapes and returns its length; other backslashes stay.
  private static func unescapeTabs(
    _ cell: TextSlice, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (read, written) = (0, 0)
    while read < cell.count {
      let isLast = read + 1 == cell.count
      let escaped =
        cell.start[read] == Byte.backslash && !isLast ? tabEscape(cell.start[read + 1]) : nil
      target[written] = escaped ?? cell.start[read]
      written += 1
      read += escaped == nil ? 1 : 2
    }
    return written
  }

  private static func tabEscape(_ letter: UInt8) -> UInt8? {
    switch letter {
    case Byte.t: Byte.tab
    case Byte.n: Byte.newline
    case UInt8(ascii: "r"): Byte.carriageReturn
    case Byte.backslash: Byte.backslash
    default: nil
    }
  }

  /// Writes a cell of RFC 4180 with single quotes and returns its length.
  private static func unescapeQuotes(
    _ cell: TextSlice, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (read, written) = (0, 0)
    while read < cell.count {
      target[written] = cell.start[read]
      written += 1
      read += cell.start[read] == Byte.quote ? 2 : 1
    }
    return written
  }
}

extension JSONValue {
  /// The children of a container, without allocation.
  public struct Children: Sequence, IteratorProtocol {
    public let tape: UnsafeMutablePointer<JSONTape.Storage>
    public var at: Int
    public let end: Int

    @inlinable
    @inline(__always)
    public init(tape: UnsafeMutablePointer<JSONTape.Storage>, at: Int, end: Int) {
      self.tape = tape
      self.at = at
      self.end = end
    }

    public var first: JSONValue? { at < end ? JSONValue(tape: tape, index: at) : nil }

    @inlinable
    @inline(__always)
    public mutating func next() -> JSONValue? {
      guard at < end else { return nil }
      defer { at = Int(tape.pointee.nodes[at].next) }
      return JSONValue(tape: tape, index: at)
    }
  }
}
