import JSONStream

/// What the importer does not keep although no field reads it; `Documentation/Formats.md` has the reasons.
enum IgnoredKeys {
  /// Data about people: members with these keys are never kept, at any depth.
  ///
  /// Keys are compared without case and underscores.
  private static let people: Set<String> = [
    "user", "users", "userid", "herenow", "friendvisits", "mayor", "beenhere", "author", "authors",
    "createdby",
    "owner", "gender", "checkins", "listed", "lists", "saves", "saved", "todo", "todos", "inbox",
    "roles", "like", "dislike", "ok", "ratedat", "lastvisitedat", "visited", "lastcheckin",
  ]

  /// Members that repeat other members, or describe the request.
  private static let repeated: Set<String> = [
    "formattedaddress", "labeledlatlngs", "pluralname", "shortname", "icon", "referralid",
    "reasons",
    "requestid", "islocalholiday", "richstatus",
  ]

  /// The spellings that many files have, which the scanner passes without a note.
  static let frequent = [
    "user", "hereNow", "beenHere", "mayor", "friendVisits", "email", "listed", "like", "dislike",
    "ok", "labeledLatLngs", "pluralName", "plural_name",
    "shortName", "short_name", "icon", "referralId", "reasons", "isLocalHoliday",
    "is_local_holiday",
  ]

  /// Keys with one of these are about people, too.
  private static let personalWords = [
    "email", "firstname", "lastname", "fullname", "username", "birthday", "homecity",
  ]

  /// Whether members with a key, or with a key path that has such a key, are about people.
  static func isPersonal(_ key: String) -> Bool { isPersonal(folded: folded(key)) }

  /// Whether members with a key are left out of a place and of the objects in it.
  static func contains(_ key: String) -> Bool {
    let key = folded(key)
    return isPersonal(folded: key) || repeated.contains(key)
  }

  private static func isPersonal(folded key: String) -> Bool {
    key.utf8.contains(Byte.point)
      ? key.split(separator: ".").contains { isAboutPeople(String($0)) } : isAboutPeople(key)
  }

  private static func isAboutPeople(_ key: String) -> Bool {
    let bytes = key.utf8
    return people.contains(key) || key.hasPrefix("friend")
      || bytes.indices.contains { start in
        personalWords.contains { bytes[start...].starts(with: $0.utf8) }
      }
  }

  /// The key in lower case without underscores, hyphens and blanks.
  static func folded(_ key: String) -> String {
    String(unsafeUninitializedCapacity: key.utf8.count) { target in
      var count = 0
      for byte in key.utf8 {
        switch byte {
        case UInt8(ascii: "_"), Byte.minus, UInt8(ascii: " "): continue
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): target[count] = byte | 0x20
        default: target[count] = byte
        }
        count += 1
      }
      return count
    }
  }

  /// Whether a known member says no more than others which were read, or speaks of people.
  static func contains(_ name: FieldName, in parent: FieldName) -> Bool {
    switch (parent, name) {
    case (.price, .message), (.price, .tier), (.price, .currency), (.contact, .formattedPhone),
      (.hours, .status), (.hours, .display), (.popular, .status), (.popular, .isOpen),
      (.tips, .count), (.photos, .count), (.specials, .count), (.likes, .groups),
      (.element, .priceCategory), (.element, .formattedPhone), (.properties, .priceCategory),
      (_, .formattedAddress):
      true
    default: false
    }
  }
}
