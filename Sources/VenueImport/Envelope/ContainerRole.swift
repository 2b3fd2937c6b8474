/// The kind of an object above the venues, which determines the meaning of its keys.
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
    case (.items, .items), (.response, .items): .any
    case (.response, .specials), (.specials, .items): .special
    default: nil
    }
  }

  /// The kind of the object under a key; nil if the key does not lead to venues.
  func object(of name: FieldName) -> ContainerRole? {
    switch (self, name) {
    case (.envelope, .response): .response
    case (.envelope, .venues), (.response, .venues): .items
    case (.response, .specials): .specials
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
