internal import Foundation

/// The place of a stored property in the memory of a struct, for reading and writing rows without a key path
/// and without a `FetchValue`.
///
/// Only types with the same meaning in SQLite as in Swift have one; other properties use their key paths.
struct StoredProperty: Sendable {
  enum Kind: Sendable { case string, int, int64, double, boolean, date, data }

  let kind: Kind
  let type: AttributeType
  private let offset: Int
  private let isOptional: Bool

  /// Finds the place of a property; nil for a computed or observed one and for other types.
  init?<Root, Member: AttributeValue>(_ keyPath: KeyPath<Root, Member>) {
    guard let offset = MemoryLayout<Root>.offset(of: keyPath) else { return nil }
    guard let kind = Self.kind(of: Member.self) else { return nil }
    self.kind = kind
    self.offset = offset
    type = Member.attributeType
    isOptional = Member.isOptional
  }

  /// The kind of a type with the same meaning in SQLite as in Swift; nil for other types.
  static func kind<Member>(of type: Member.Type) -> Kind? {
    switch type {
    case is String.Type, is String?.Type: .string
    case is Int.Type, is Int?.Type: .int
    case is Int64.Type, is Int64?.Type: .int64
    case is Double.Type, is Double?.Type: .double
    case is Bool.Type, is Bool?.Type: .boolean
    case is Date.Type, is Date?.Type: .date
    case is Data.Type, is Data?.Type: .data
    default: nil
    }
  }

  /// The property of the value at an address; `Member` has to be the type of its kind.
  @inline(__always)
  func value<Member>(as type: Member.Type = Member.self, of root: UnsafeRawPointer) -> Member? {
    let place = root + offset
    return isOptional
      ? place.assumingMemoryBound(to: Member?.self).pointee
      : place.assumingMemoryBound(to: Member.self).pointee
  }

  /// Sets the property of the value at an address; `Member` has to be the type of its kind.
  @inline(__always)
  func set<Member>(_ member: Member, of root: UnsafeMutableRawPointer) {
    let place = root + offset
    if isOptional {
      place.assumingMemoryBound(to: Member?.self).pointee = member
    } else {
      place.assumingMemoryBound(to: Member.self).pointee = member
    }
  }

  /// Sets the property of the value at an address to nil; false when it is not optional.
  func clear(_ root: UnsafeMutableRawPointer) -> Bool {
    guard isOptional else { return false }
    func clear<Member>(_ type: Member.Type) {
      (root + offset).assumingMemoryBound(to: Member?.self).pointee = nil
    }
    switch kind {
    case .string: clear(String.self)
    case .int: clear(Int.self)
    case .int64: clear(Int64.self)
    case .double: clear(Double.self)
    case .boolean: clear(Bool.self)
    case .date: clear(Date.self)
    case .data: clear(Data.self)
    }
    return true
  }
}
