import FetchKit
import Foundation
import TerminalKit
import Venues

/// The commands that change, undo and copy venues.
final class VenueCommands {
  let context: FinderContext

  init(_ context: FinderContext) { self.context = context }

  var edits: VenueEdits { VenueEdits(store: context.store, strings: context.strings) }

  func key(of action: Action) -> String { context.keyName(of: action) ?? "" }
}

// MARK: - Changes

extension VenueCommands {
  /// Toggles favorites: off if all venues are favorites, else on.
  func toggleFavorite(of ids: [ObjectID]) {
    guard !ids.isEmpty else { return }
    let (edits, strings, key) = (edits, context.strings, key(of: .undo))
    context.change { permanently in
      guard let change = try await edits.toggleFavorite(of: ids, permanently: permanently) else {
        return ids.count == 1 ? strings.isGone : strings.areGone
      }
      return strings.favored(
        change.isFavorite, change.name, ids.count, undoKey: permanently ? nil : key)
    }
  }

  /// Deletes venues; `name` is the name of a single one.
  func delete(_ ids: [ObjectID], name: String?) {
    guard !ids.isEmpty else { return }
    guard ids.count > VenueEdits.confirmedCount else { return deleteConfirmed(ids, name: name) }
    context.confirm(context.strings.deletesMany(ids.count, undoKey: key(of: .undo))) {
      isConfirmed in
      if isConfirmed { self.deleteConfirmed(ids, name: name) }
    }
  }

  private func deleteConfirmed(_ ids: [ObjectID], name: String?) {
    let (edits, strings, key) = (edits, context.strings, key(of: .undo))
    context.change { permanently in
      try await edits.delete(ids, name: name, permanently: permanently)
      return strings.deleted(name, ids.count, undoKey: permanently ? nil : key)
    }
  }
}

// MARK: - History

extension VenueCommands {
  /// Undoes the last change; if it has one of some names, also those before it with the others, one each. `nothing` is
  /// the message when there is none.
  func undo(named names: Set<String> = [], nothing: String) {
    let (edits, strings, key) = (edits, context.strings, key(of: .redo))
    context.change { [context] isConfirmed in
      let (steps, start) = (context.ownSteps, context.startDate)
      if !isConfirmed, let asked = try await edits.undoConfirmation(ownSteps: steps, since: start) {
        throw asked
      }
      guard var first = try await edits.move(undoing: true) else { return nothing }
      var (others, count) = (names, 0)
      while others.remove(first.name) != nil, let next = try await edits.lastStep(),
        others.contains(next.name), let step = try await edits.move(undoing: true)
      { (first, count) = (step, count + 1) }
      return strings.undone(strings.change(first.name, andMore: count), redoKey: key)
    }
  }

  /// When a change was made, if that was before this session or by another program; else nil.
  private func timeIfForeign(_ step: UndoStep) -> String? {
    context.ownSteps.contains(step.number)
      ? nil : context.strings.time(of: step.date, now: Date())
  }

  func redo() {
    let (edits, strings) = (edits, context.strings)
    context.change { _ in
      try await edits.move(undoing: false).map { strings.redone($0.name) } ?? strings.nothingToRedo
    }
  }

  /// Opens the undo history, to move to one of its changes.
  func openHistory() {
    context.open { [context] in
      self.openHistory(try await context.store.history())
    }
  }

  private func openHistory(_ steps: [UndoStep]) {
    let strings = context.strings
    let word = { self.word(for: steps[$0], of: steps) }
    context.push(
      MenuScreen.Content(
        name: strings.undoHistory, columns: 30,
        commands: [
          MenuCommand(.run, rank: 2, closes: true, word: word) {
            self.move(to: steps[$0], of: steps)
          }
        ],
        cursor: steps.firstIndex { !$0.isUndone } ?? 0, empty: strings.nothingToUndo,
        items: {
          steps.map {
            MenuItem(
              $0.name, mark: $0.isUndone ? " " : self.context.symbols.check,
              detail: [self.timeIfForeign($0), strings.venues($0.count)]
                .compactMap(\.self).joined(separator: self.context.symbols.separator))
          }
        }))
  }

  /// Undoes the changes back to one, or redoes those up to it.
  private func move(to step: UndoStep, of steps: [UndoStep]) {
    let (undoing, count) = (!step.isUndone, count(to: step, of: steps))
    let (edits, strings, key) = (edits, context.strings, key(of: .redo))
    context.change { _ in
      for _ in 0..<count { _ = try await edits.move(undoing: undoing) }
      let name = strings.change(step.name, andMore: count - 1)
      return undoing ? strings.undone(name, redoKey: key) : strings.redone(name)
    }
  }

  /// The number of changes from the last one to one that is undone or redone, with it.
  private func count(to step: UndoStep, of steps: [UndoStep]) -> Int {
    steps.count {
      step.isUndone
        ? $0.isUndone && $0.number <= step.number : !$0.isUndone && $0.number >= step.number
    }
  }

  /// The hint for a change in the history, such as `undo` or `redo 3`.
  private func word(for step: UndoStep, of steps: [UndoStep]) -> String {
    let (word, count) = (
      context.strings.hint(for: step.isUndone ? .redo : .undo), count(to: step, of: steps)
    )
    return count == 1 ? word : "\(word) \(count)"
  }
}

// MARK: - Copying

extension VenueCommands {
  /// Copies venues to the clipboard.
  func copy(_ ids: [ObjectID], asJSON: Bool) {
    context.start { [context] in
      let venues = try await context.store.objects(with: ids, as: Venue.self)
      let text = asJSON ? VenueText.json(venues) : VenueText.lines(venues)
      let route = await context.clipboard.copy(text)
      context.notify(
        context.strings.copied(
          venues.count, route, exportKey: context.keyName(of: .exportFile)))
    }
  }
}

/// Undoable changes of venues.
///
/// A change that is too large to undo throws `tooLargeToUndo` unless `permanently` is set.
struct VenueEdits {
  /// Deleting more venues, or undoing a change of more, has to be confirmed.
  fileprivate static let confirmedCount = 100

  let store: FetchStore
  let strings: Strings

  /// Toggles favorites in one change, which is named after a single venue; returns whether they are favorites now, and
  /// nil if none of them exists.
  func toggleFavorite(
    of ids: [ObjectID], permanently: Bool
  ) async throws -> (isFavorite: Bool, name: String?)? {
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
    return nil
  }

  /// The name of a single venue; nil for several.
  private func name(of ids: [ObjectID]) async throws -> String? {
    ids.count == 1 ? try await venue(ids[0])?.name : nil
  }

  /// The venue with an id; nil if it does not exist.
  func venue(_ id: ObjectID) async throws -> Venue? { try await stored([id]).first }

  /// The venues with some ids that exist, in their order.
  func stored(_ ids: [ObjectID]) async throws -> [Venue] {
    try await store.objects(with: ids, as: Venue.self)
  }

  /// Sets or removes (nil) the note of a venue; throws if it does not exist any more, and a confirmation if another
  /// program changed the note since the venue was read.
  func setNote(_ note: String?, of venue: Venue, isConfirmed: Bool) async throws {
    if !isConfirmed, let id = venue.objectID, let stored = try await self.venue(id),
      stored.note != venue.note
    {
      throw strings.replacesNote(stored.note ?? "")
    }
    try await set(
      [.note: note.map(FetchValue.string) ?? .null], of: venue, name: strings.noteStep(venue.name),
      permanently: isConfirmed)
  }

  /// Sets values of a venue in one change; throws if it does not exist any more.
  func set(
    _ values: [VenueField: FetchValue], of venue: Venue, name: String, permanently: Bool
  ) async throws {
    let properties = values.map { ($0.keyPath, FetchExpression.constant($1)) }
    var request = BatchUpdateRequest(
      entity: Venue.entity, set: Dictionary(uniqueKeysWithValues: properties),
      where: .comparison(.keyPath("id"), .equal, .constant(.string(venue.id))))
    request.allowsUnrestorable = permanently
    let result = try await store.perform(request, name: name)
    guard result.matched > 0 else { throw InputError(strings.deletedElsewhere(venue.name)) }
  }

  /// Deletes venues in one change, which is named after a single venue.
  func delete(_ ids: [ObjectID], name: String?, permanently: Bool) async throws {
    var request = BatchDeleteRequest(entity: Venue.entity)
    request.objectIDs = ids
    request.allowsUnrestorable = permanently
    try await store.perform(request, name: strings.deleteStep(name, ids.count))
  }

  /// The question before the last change is undone, if it was made before the session or by another program, or changed
  /// many venues; nil if it can be undone at once.
  func undoConfirmation(ownSteps: Set<Int>, since start: Date) async throws -> Confirmation? {
    guard let step = try await lastStep() else { return nil }
    guard ownSteps.contains(step.number) else {
      let time = strings.time(of: step.date, now: Date())
      return step.date < start
        ? strings.undoesEarlier(step, time) : strings.undoesOther(step, time)
    }
    return step.count > Self.confirmedCount ? strings.undoesMuch(step) : nil
  }

  /// The change that is undone next; nil for none.
  func lastStep() async throws -> UndoStep? {
    try await store.history().first { !$0.isUndone }
  }

  /// Undoes or redoes a change; returns nil if there is none.
  func move(undoing: Bool) async throws -> UndoStep? {
    try await undoing ? store.undo() : store.redo()
  }
}
