public import FetchKit

extension Store {
  /// Marks a venue as a favorite or unmarks it, elsewhere; nothing else of the venue is written.
  ///
  /// `name` is what the step is called in the history; nil for what all such steps are called.
  public func setFavorite(_ isFavorite: Bool, ofVenue id: String, name: String? = nil) async throws
  {
    try await perform(
      BatchUpdateRequest(
        entity: Venue.entity, set: ["favorite": .constant(.bool(isFavorite))],
        where: .comparison(.keyPath("id"), .equal, .constant(.string(id)))),
      name: name ?? (isFavorite ? "Add to favorites" : "Remove from favorites"))
  }
}
