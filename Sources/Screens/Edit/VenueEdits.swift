import FetchKit
import Venues

/// Changes of venues, each a step that can be taken back.
struct VenueEdits {
  let store: Store
  let strings: any Strings

  /// Marks venues as favourites or unmarks them, in one step that is named after one alone.
  func setFavorite(_ isFavorite: Bool, of venues: [Venue]) async throws {
    let ids = venues.map { Value.string($0.id) }
    let name = venues.count == 1 ? venues[0].name : nil
    try await store.perform(
      BatchUpdateRequest(
        entity: Venue.entity, set: ["favorite": .constant(.bool(isFavorite))],
        where: .comparison(.keyPath("id"), .in, .constant(.list(ids)))),
      name: strings.favoriteStep(isFavorite, name, ids.count))
  }

  /// Writes or removes (nil) the note of a venue.
  func setNote(_ note: String?, of venue: Venue) async throws {
    try await store.perform(
      BatchUpdateRequest(
        entity: Venue.entity, set: ["note": .constant(note.map(Value.string) ?? .null)],
        where: .comparison(.keyPath("id"), .equal, .constant(.string(venue.id)))),
      name: strings.noteStep(venue.name))
  }

  /// Deletes venues in one step; a name is told for one alone.
  func delete(_ ids: [ObjectID], name: String?) async throws {
    let step = name.map(strings.deleteStep) ?? strings.deleteStep(ids.count)
    try await store.write(step) { transaction in
      for id in ids { transaction.delete(id) }
    }
  }

  /// Takes the last step back, or does the last one that was taken back again; nil when there is none.
  func move(undoing: Bool) async throws -> UndoStep? {
    let store = store
    return try await Task.detached { try undoing ? store.undo() : store.redo() }.value
  }

  /// The steps that are remembered, newest first.
  func history() async throws -> [UndoStep] {
    let store = store
    return try await Task.detached { try store.history() }.value
  }
}
