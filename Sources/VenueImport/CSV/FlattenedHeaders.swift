import JSONStream

/// The columns of JSON objects that other programs flattened, such as `{"venue.name": …, "venue.location.lat": …}`.
struct FlattenedHeaders {
  /// Files have few sets of keys; more are not kept.
  private static let capacity = 1000

  private var headers: [[String]: CSVHeader?] = [:]

  /// A place, or the properties of a feature, and its columns, if its keys are titles of columns and not keys of places,
  /// or if it has lists and objects as texts; nil for any other.
  mutating func columns(of place: JSONValue) -> (object: JSONValue, header: CSVHeader)? {
    var hasTexts = false
    for member in place.children {
      switch member.kind {
      case .object where member.key == FieldName.location.key: return nil
      case .object where member.key == FieldName.properties.key && place.key != member.key:
        return columns(of: member)
      case .string where Self.mayBeLiteral(member): hasTexts = true
      default: break
      }
    }
    hasTexts = hasTexts && Self.hasNoExportKeys(place)
    guard hasTexts || place.tape.pointee.hasCompoundKeys,
      let header = header(JSONMembers(of: place.source).map(\.key)),
      hasTexts || header.hasOtherSpellings
    else { return nil }
    return (place, header)
  }

  private mutating func header(_ keys: [String]) -> CSVHeader? {
    if let known = headers[keys] { return known }
    let header = CSVHeader.venueHeader(keys)
    if headers.count == Self.capacity { headers.removeAll() }
    headers[keys] = .some(header)
    return header
  }

  /// Whether an object has no keys that only our own exports have.
  static func hasNoExportKeys(_ object: JSONValue) -> Bool {
    !object.children.contains { MemberIndex.exportKeys.contains($0.name) }
  }

  /// Whether a member may be a text with a list or an object.
  private static func mayBeLiteral(_ member: JSONValue) -> Bool {
    let first = member.raw.bytes.first
    return first == Byte.openArray || first == Byte.openObject
  }
}
