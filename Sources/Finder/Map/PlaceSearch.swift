import FetchKit
import Venues

/// The venues that a place can be found by.
enum PlaceSearch {
  /// The venues that have some words in their names or streets, and whose place is known.
  static func request(_ words: String, in entity: EntityDescription, limit: Int)
    -> FetchRequest<Venue>
  {
    var choices = FilterChoices()
    choices.search = words
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = .all([choices.predicate, hasPlace])
    request.sortDescriptors = [SortChoice].standard.descriptors
    request.fetchLimit = limit
    return request
  }

  /// What the place of a venue is called.
  static func name(of venue: Venue) -> String {
    [venue.name, venue.location.street].compactMap(\.self).joined(separator: ", ")
  }

  /// It is known where the venue is.
  private static let hasPlace = FetchPredicate.all(
    ["location.latitude", "location.longitude"].map {
      .comparison(.keyPath($0), .notEqual, .constant(.null))
    })
}
