import FetchKit
import Venues

/// Undoable changes of venues.
///
/// A change that is too large to undo throws `tooLargeToUndo` unless `permanently` is set.
struct VenueEdits {
  let store: Store
  let strings: Strings

  /// Toggles favorites in one change, which is named after a single venue; returns whether they are favorites now.
  func setFavorite(
    of ids: [ObjectID], permanently: Bool
  ) async throws -> (isFavorite: Bool, name: String?) {
    let name = try await name(of: ids)
    for isFavorite in [true, false] {
      var request = BatchUpdateRequest(
        entity: Venue.entity, set: ["favorite": .constant(.bool(isFavorite))])
      request.objectIDs = ids
      request.allowsUnrestorable = permanently
      let result = try await store.perform(
        request, name: strings.favoriteStep(isFavorite, name, ids.count))
      if result.changed > 0 { return (isFavorite, name) }
    }
    return (false, name)
  }

  /// The name of a single venue; nil for several.
  private func name(of ids: [ObjectID]) async throws -> String? {
    guard ids.count == 1 else { return nil }
    let store = store
    let venues = try await Task.detached { try store.objects(with: ids, as: Venue.self) }.value
    return venues.first?.name
  }

  /// Sets or removes (nil) the note of a venue.
  func setNote(_ note: String?, of venue: Venue, permanently: Bool) async throws {
    var request = BatchUpdateRequest(
      entity: Venue.entity, set: ["note": .constant(note.map(Value.string) ?? .null)],
      where: .comparison(.keyPath("id"), .equal, .constant(.string(venue.id))))
    request.allowsUnrestorable = permanently
    try await store.perform(request, name: strings.noteStep(venue.name))
  }

  /// Deletes venues in one change, which is named after a single venue.
  func delete(_ ids: [ObjectID], name: String?, permanently: Bool) async throws {
    let step = name.map(strings.deleteStep) ?? strings.deleteStep(ids.count)
    var request = BatchDeleteRequest(entity: Venue.entity)
    request.objectIDs = ids
    request.allowsUnrestorable = permanently
    try await store.perform(request, name: step)
  }

  /// Undoes or redoes a change; returns nil if there is none.
  func move(undoing: Bool) async throws -> UndoStep? {
    let store = store
    return try await Task.detached { try undoing ? store.undo() : store.redo() }.value
  }

  /// The undo history, newest change first.
  func history() async throws -> [UndoStep] {
    let store = store
    return try await Task.detached { try store.history() }.value
  }
}
