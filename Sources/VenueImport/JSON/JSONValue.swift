/// A value on a tape; it must not outlive the tape's slice.
struct JSONValue {
  let tape: UnsafeMutablePointer<JSONTape.Storage>
  let index: Int

  @inline(__always)
  private var node: JSONNode { tape.pointee.nodes[index] }

  @inline(__always)
  var kind: JSONKind { node.kind }

  /// The key of a member of an object.
  var name: FieldName { node.name }

  /// Where the value begins, in bytes from the start of the slice.
  var offset: Int {
    let node = node
    let hasQuote = node.kind == .string && tape.pointee.escaping == .json
    return Int(node.start) - (hasQuote ? 1 : 0)
  }

  /// The children of an array or an object.
  var count: Int { Int(node.length) }

  /// The children in order; none of a scalar.
  @inline(__always)
  var children: Children {
    let node = node
    let isContainer = node.kind == .array || node.kind == .object
    return Children(tape: tape, at: index + 1, end: isContainer ? Int(node.next) : index + 1)
  }

  /// The member of an object; the last one of several; nil when absent or null.
  subscript(name: FieldName) -> JSONValue? {
    guard kind == .object else { return nil }
    var found: JSONValue?
    for member in children where member.name == name { found = member }
    return found?.kind == .null ? nil : found
  }

  /// The text of a string; nil for other kinds.
  @inline(__always)
  var text: TextSlice? {
    guard kind == .string else { return nil }
    return node.isEscaped ? unescaped : raw
  }

  /// The bytes of a string or of a number; nil for other kinds.
  @inline(__always)
  var textOrDigits: TextSlice? { kind == .number ? raw : text }

  /// The boolean; nil for other kinds.
  var boolean: Bool? {
    switch kind {
    case .true: true
    case .false: false
    case .null, .number, .string, .array, .object: nil
    }
  }

  /// The number; nil for other kinds, and for one that no double can hold.
  var double: Double? {
    guard kind == .number else { return nil }
    return DecimalNumber.double(raw)
  }

  @inline(__always)
  private var raw: TextSlice {
    let node = node
    return TextSlice(start: tape.pointee.slice + Int(node.start), count: Int(node.length))
  }

  private var unescaped: TextSlice {
    let source = raw
    let target = tape.pointee.arena.reserve(source.count)
    switch tape.pointee.escaping {
    case .json:
      let (count, lost) = JSONEscapes.unescape(source.start, source.count, into: target)
      tape.pointee.lostCharacters += lost
      return TextSlice(start: target, count: count)
    case .csv:
      return TextSlice(start: target, count: CSVQuotes.unescape(source, into: target))
    }
  }
}

extension JSONValue {
  /// The children of a container, without allocation.
  struct Children: Sequence, IteratorProtocol {
    let tape: UnsafeMutablePointer<JSONTape.Storage>
    var at: Int
    let end: Int

    var first: JSONValue? { at < end ? JSONValue(tape: tape, index: at) : nil }

    @inline(__always)
    mutating func next() -> JSONValue? {
      guard at < end else { return nil }
      defer { at = Int(tape.pointee.nodes[at].next) }
      return JSONValue(tape: tape, index: at)
    }
  }
}
