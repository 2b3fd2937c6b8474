import JSONStream

/// The columns of JSON objects that other programs flattened, such as `{"venue.name": …, "venue.location.lat": …}`.
struct FlattenedHeaders {
  /// Files have few sets of keys; more are not kept.
  private static let capacity = 1000

  private var headers: [[String]: CSVHeader?] = [:]

  /// The columns of an object whose keys are titles of columns and not keys of places, or which has lists and objects as
  /// texts; nil for any other.
  mutating func header(of object: JSONValue) -> CSVHeader? {
    let hasTexts = object.children.contains(where: Self.mayBeLiteral) && Self.isOfOthers(object)
    guard hasTexts || object.tape.pointee.hasCompoundKeys,
      !object.children.contains(where: { $0.name == .location && $0.kind == .object })
    else { return nil }
    let header = header(JSONMembers(of: object.source).map(\.key))
    return hasTexts || header?.hasOtherSpellings == true ? header : nil
  }

  private mutating func header(_ keys: [String]) -> CSVHeader? {
    if let known = headers[keys] { return known }
    let header = CSVHeader.ofVenues(keys)
    if headers.count == Self.capacity { headers.removeAll() }
    headers[keys] = .some(header)
    return header
  }

  /// Whether an object has no keys that only our own exports have.
  static func isOfOthers(_ object: JSONValue) -> Bool {
    !object.children.contains { MemberIndex.exportKeys.contains($0.name) }
  }

  /// Whether a member may be a text with a list or an object.
  private static func mayBeLiteral(_ member: JSONValue) -> Bool {
    guard member.kind == .string else { return false }
    let first = member.raw.bytes.first
    return first == Byte.openArray || first == Byte.openObject
  }
}
