import FetchKit

/// A row of a results-controller case: where it stands, whatever made it stand there in the source.
struct ListRecord: FetchableEntity {
  var objectID: ObjectID?
  var id = ""
  var section: String?
  /// The order of the sections.
  var rank = 0.0
  /// The order of the rows.
  var place = 0.0
  /// Whether the case's predicate holds.
  var isShown = true
  /// Counts the changes.
  var revision = 0

  static let entity = EntityDescription(
    ListRecord.self, name: "Record",
    properties: [
      .attribute("id", \.id), .attribute("section", \.section), .attribute("rank", \.rank),
      .attribute("place", \.place), .attribute("isShown", \.isShown),
      .attribute("revision", \.revision),
    ])
}
