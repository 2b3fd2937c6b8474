import JSONStream

/// A member of an object where no venues are expected.
struct UnexpectedMember {
  private static let maximumDepth = 8

  /// The path of the first list of objects with names in it, as `jq` takes it, such as `.data.places`, or of the first
  /// object of such objects, such as `.venues[]`; nil if there is none.
  let namedObjects: String?

  /// Looks into a validated value that is the member of objects with these keys, the outermost first.
  init(_ keys: [String], _ value: UnsafePointer<UInt8>) {
    // Venues by their identifiers.
    if keys.dropLast().last == FieldName.venues.spelling, Self.isNamed(value) {
      namedObjects = "." + keys.dropLast().joined(separator: ".") + "[]"
      return
    }
    let path = keys.allSatisfy(Self.isPlain) ? Self.path(in: value, depth: 0) : nil
    namedObjects = path.map { "." + keys.joined(separator: ".") + $0 }
  }

  /// The path in a root object.
  static func path(inRoot root: UnsafePointer<UInt8>) -> String? {
    path(in: root, depth: 0).map { $0.first == "." ? $0 : "." + $0 }
  }

  private static func path(in value: UnsafePointer<UInt8>, depth: Int) -> String? {
    switch value.pointee {
    case Byte.openArray: return containsNamedObjects(value) ? "" : nil
    case Byte.openObject where depth < maximumDepth:
      if containsNamedObjects(value) { return "[]" }
      for (key, member) in JSONMembers(of: value) where isPlain(key) {
        if let rest = path(in: member, depth: depth + 1) { return "." + key + rest }
      }
      return nil
    default: return nil
    }
  }

  private static func containsNamedObjects(_ container: UnsafePointer<UInt8>) -> Bool {
    let elements = JSONMembers(of: container)
    guard container.pointee == Byte.openArray else {
      return elements.hasElements && elements.allSatisfy { isNamed($0.value) }
    }
    return elements.first { _ in true }.map { isNamed($0.value) } ?? false
  }

  /// Whether a value is an object with a name and more than the type that the columns of a table have.
  private static func isNamed(_ value: UnsafePointer<UInt8>) -> Bool {
    guard value.pointee == Byte.openObject else { return false }
    let keys = JSONMembers(of: value).map(\.key)
    return keys.contains(FieldName.name.spelling)
      && keys != [FieldName.name.spelling, FieldName.type.spelling]
  }

  /// Whether `jq` takes a key without quotes.
  private static func isPlain(_ key: String) -> Bool {
    key.utf8.first.map { !(Byte.zero...Byte.nine).contains($0) } == true
      && key.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (Byte.zero...Byte.nine).contains(byte)
          || byte.isASCIILetter
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
