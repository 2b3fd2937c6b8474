import JSONStream

/// The kind of an element that was read completely.
enum ElementShape {
  case place(JSONValue)
  /// A venue inside of something else, and the tips beside it.
  case wrapped(JSONValue, tips: JSONValue?)
  case envelope

  private static let identities: [FieldName] = [.id, .underscoreID, .fsqID, .fsqPlaceID]
  private static let containers: [FieldName] = [
    .response, .responses, .results, .groups, .venues, .features, .items,
  ]

  init(of value: JSONValue) {
    if let venue = value[.venue], venue.kind == .object {
      self = .wrapped(venue, tips: value[.tips])
    } else if Self.isEnvelope(value) {
      self = .envelope
    } else {
      self = .place(value)
    }
  }

  /// Whether a key opens a container of venues, as long as nothing named the object a place.
  static func isContainer(_ name: FieldName) -> Bool { containers.contains(name) }

  /// Whether a key says that the object is a place.
  static func isIdentity(_ name: FieldName) -> Bool { identities.contains(name) }

  private static func isEnvelope(_ value: JSONValue) -> Bool {
    var isEnvelope = false
    for member in value.children {
      switch member.kind {
      case .array, .object:
        if isContainer(member.name) || member.name == .meta { isEnvelope = true }
      case .string, .number:
        if isIdentity(member.name) { return false }
      case .null, .false, .true: break
      }
    }
    return isEnvelope
  }
}
