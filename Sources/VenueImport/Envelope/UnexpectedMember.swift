import JSONStream

/// A member of an object where no venues are expected.
struct UnexpectedMember {
  private static let maximumDepth = 8

  /// The path of the first list of objects with names in it, as `jq` takes it, such as `.data.places`; nil if there is
  /// none.
  let namedObjects: String?

  /// Looks into a validated value that is the member of objects with these keys, the outermost first.
  init(_ keys: [String], _ value: UnsafePointer<UInt8>) {
    let path = keys.allSatisfy(Self.isPlain) ? Self.path(in: value, depth: 0) : nil
    namedObjects = path.map { "." + keys.joined(separator: ".") + $0 }
  }

  /// The path in a root object.
  static func path(in value: UnsafePointer<UInt8>, depth: Int = 0) -> String? {
    switch value.pointee {
    case Byte.openArray: return isOfNamedObjects(value) ? "" : nil
    case Byte.openObject where depth < maximumDepth:
      for (key, member) in JSONMembers(of: value) where isPlain(key) {
        if let rest = path(in: member, depth: depth + 1) { return "." + key + rest }
      }
      return nil
    default: return nil
    }
  }

  private static func isOfNamedObjects(_ array: UnsafePointer<UInt8>) -> Bool {
    var elements = JSONMembers(of: array)
    guard let first = elements.next()?.value, first.pointee == Byte.openObject else { return false }
    return JSONMembers(of: first).contains { $0.key == FieldName.name.spelling }
  }

  /// Whether `jq` takes a key without quotes.
  private static func isPlain(_ key: String) -> Bool {
    key.utf8.first.map { !(Byte.zero...Byte.nine).contains($0) } == true
      && key.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (Byte.zero...Byte.nine).contains(byte)
          || (byte | 0x20) &- UInt8(ascii: "a") < 26
      }
  }
}

extension JSONMembers {
  /// Whether the container has a member or an element.
  var hasElements: Bool {
    var copy = self
    return copy.next() != nil
  }
}
