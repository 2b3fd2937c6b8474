public import FetchKit

extension FetchStore {
  /// Sets or clears the favorite flag of a venue in the background, and nothing else.
  ///
  /// `name` is the name of the change in the undo history; nil for the default.
  public func setFavorite(_ isFavorite: Bool, ofVenue id: String, name: String? = nil) async throws
  {
    try await perform(
      BatchUpdateRequest(
        entity: Venue.entity, set: ["favorite": .constant(.bool(isFavorite))],
        where: .comparison(.keyPath("id"), .equal, .constant(.string(id)))),
      name: name ?? (isFavorite ? "Add to favorites" : "Remove from favorites"))
  }
}
