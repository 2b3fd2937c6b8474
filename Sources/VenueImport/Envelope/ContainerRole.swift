import JSONStream

/// The role of an object around venues, which decides what its keys mean.
enum ContainerRole {
  /// The root of an answer: it holds `meta` and `response`, or lists right away.
  case envelope
  /// The members of `response`.
  case response
  /// One of `groups`, or an object with the list in `items`.
  case items
  /// The members of `response.specials`: deals, each with its venue.
  case specials

  /// The kind of the elements of the list under a key; nil if the key does not lead to venues.
  func elements(of name: FieldName) -> ElementRole? {
    switch (self, name) {
    case (.envelope, .results), (.envelope, .features), (.envelope, .items): .any
    case (.envelope, .venues), (.response, .venues), (.response, .minivenues): .any
    case (.envelope, .groups), (.response, .groups): .group
    case (.envelope, .responses), (.response, .responses): .envelope
    case (.items, .items), (.items, .results), (.items, .hits), (.response, .items),
      (.response, .recent):
      .any
    case (.response, .specials), (.specials, .items): .special
    default: nil
    }
  }

  /// Whether a key leads to venues, as long as nothing names the object a place.
  func leadsToVenues(_ name: FieldName, isArray: Bool) -> Bool {
    isArray ? elements(of: name) != nil : object(of: name) != nil
  }

  /// The kind of the object under a key; nil if the key does not lead to venues.
  func object(of name: FieldName) -> ContainerRole? {
    switch (self, name) {
    case (.envelope, .response): .response
    case (.envelope, .venues), (.response, .venues): .items
    case (.response, .specials): .specials
    case (.response, .list): .response
    case (.envelope, .hits), (.envelope, .listItems), (.response, .checkins),
      (.response, .listItems), (.response, .similarVenues),
      (.response, .nextVenues), (.response, .group):
      .items
    default: nil
    }
  }
}

/// The kind of a list's elements.
enum ElementRole {
  /// Each tells by its shape: a place, something around a place, or an envelope.
  case any
  /// A part of an explore answer, with `items`.
  case group
  /// A whole answer.
  case envelope
  /// A deal, the parent of its venue.
  case special
}

/// What an element that was read as a whole turns out to be.
enum ElementShape {
  case place(JSONValue)
  /// A venue inside of something else, and the tips beside it.
  case wrapped(JSONValue, tips: JSONValue?)
  case envelope

  private static let identities: [FieldName] = [.id, .underscoreID, .fsqID, .fsqPlaceID]

  init(of value: JSONValue) {
    if let venue = value[.venue], venue.kind == .object {
      self = .wrapped(venue, tips: value[.tips])
    } else if value[.name] == nil, let place = value[.place] ?? value[.source],
      place.kind == .object
    {
      self = .wrapped(place, tips: nil)
    } else if Self.isEnvelope(value) {
      self = .envelope
    } else {
      self = .place(value)
    }
  }

  /// Whether a key says that the object is a place.
  static func isIdentity(_ name: FieldName) -> Bool { identities.contains(name) }

  private static func isEnvelope(_ value: JSONValue) -> Bool {
    var (isEnvelope, hasObjects) = (false, false)
    var (isIdentified, isNamed) = (false, false)
    for member in value.children {
      switch member.kind {
      case .array, .object:
        if member.name == .listItems { return true }
        if member.name == .meta { (isEnvelope, hasObjects) = (true, true) }
        guard ContainerRole.envelope.leadsToVenues(member.name, isArray: member.kind == .array)
        else { continue }
        isEnvelope = true
        if member.kind == .object || member.children.contains(where: { $0.kind == .object }) {
          hasObjects = true
        }
      case .string, .number:
        if isIdentity(member.name) { isIdentified = true }
        if member.name == .name { isNamed = true }
        if member.name == .type, isCollection(member) { return true }
      case .null, .false, .true: break
      }
    }
    return isEnvelope && !isIdentified && (hasObjects || !isNamed)
  }

  /// Whether this is the `type` of a GeoJSON collection, which may have an identifier and a name.
  static func isCollection(_ type: JSONValue) -> Bool {
    type.text?.equals("FeatureCollection") == true
  }
}
