import FetchKit
import Venues

extension PlainFinder {
  /// Changes the venue that was told last, or takes changes back.
  func change(_ word: PlainWord, _ note: String) async throws -> [String] {
    guard !store.isReadOnly else { return [strings.readOnly] }
    if word == .undo || word == .redo { return try await moveHistory(undoing: word == .undo) }
    guard let current, let venue = try await venue(at: current) else {
      return [strings.plainNoVenue]
    }
    return switch word {
    case .note: try await write(note, on: venue)
    case .delete: try await delete(venue)
    default: try await toggleFavorite(venue)
    }
  }

  private var edits: VenueEdits { VenueEdits(store: store, strings: strings) }

  private func toggleFavorite(_ venue: Venue) async throws -> [String] {
    try await store.setFavorite(
      !venue.favorite, ofVenue: venue.id,
      name: strings.favoriteStep(!venue.favorite, venue.name, 1))
    return [strings.plainFavorite(venue.name, !venue.favorite)]
  }

  private func write(_ note: String, on venue: Venue) async throws -> [String] {
    try await edits.setNote(note.isEmpty ? nil : note, of: venue, permanently: false)
    return [strings.plainSentence(strings.noteStep(venue.name))]
  }

  private func delete(_ venue: Venue) async throws -> [String] {
    guard let id = venue.objectID else { return [strings.plainNoVenue] }
    try await edits.delete([id], name: venue.name, permanently: false)
    let undo = strings.plainCommand(.undo).names[0]
    return [strings.plainSentence(strings.deleted(venue.name, 1, undoKey: undo))]
      + (try await list())
  }

  private func moveHistory(undoing: Bool) async throws -> [String] {
    guard let step = try await edits.move(undoing: undoing) else {
      return [strings.plainSentence(undoing ? strings.nothingToUndo : strings.nothingToRedo)]
    }
    let redo = strings.plainCommand(.redo).names[0]
    return [
      strings.plainSentence(
        undoing ? strings.undone(step.name, redoKey: redo) : strings.redone(step.name))
    ]
  }
}
