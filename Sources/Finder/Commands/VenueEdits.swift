import FetchKit
import Venues

/// Changes of venues, each a step that can be taken back.
///
/// What is too large for that is refused with `tooLargeToUndo`, unless it may be done for good.
struct VenueEdits {
  let store: Store
  let strings: Strings

  /// Marks venues as favorites, or unmarks them when all are marked, in one step that is named after one
  /// alone; tells whether they are favorites now.
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

  /// The name of one venue alone; nil for several.
  private func name(of ids: [ObjectID]) async throws -> String? {
    guard ids.count == 1 else { return nil }
    let store = store
    let venues = try await Task.detached { try store.objects(with: ids, as: Venue.self) }.value
    return venues.first?.name
  }

  /// Writes or removes (nil) the note of a venue.
  func setNote(_ note: String?, of venue: Venue, permanently: Bool) async throws {
    var request = BatchUpdateRequest(
      entity: Venue.entity, set: ["note": .constant(note.map(Value.string) ?? .null)],
      where: .comparison(.keyPath("id"), .equal, .constant(.string(venue.id))))
    request.allowsUnrestorable = permanently
    try await store.perform(request, name: strings.noteStep(venue.name))
  }

  /// Deletes venues in one step; a name is told for one alone.
  func delete(_ ids: [ObjectID], name: String?, permanently: Bool) async throws {
    let step = name.map(strings.deleteStep) ?? strings.deleteStep(ids.count)
    var request = BatchDeleteRequest(entity: Venue.entity)
    request.objectIDs = ids
    request.allowsUnrestorable = permanently
    try await store.perform(request, name: step)
  }

  /// Takes the last step back, or does the last one that was taken back again; nil when there is none.
  func move(undoing: Bool) async throws -> UndoStep? {
    try await undoing ? store.undo() : store.redo()
  }

  /// The steps that are remembered, newest first.
  func history() async throws -> [UndoStep] {
    try await store.history()
  }
}
