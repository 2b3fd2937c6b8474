import FetchKit
import Foundation
import TerminalKit
import Venues

// MARK: - Marks

extension VenueListScreen {
  /// Marks the venue under the cursor or unmarks it, and goes on to the next.
  func toggleSelection() {
    guard let id = cursorID else { return }
    state.selection.formSymmetricDifference([id])
    selectionAnchor = id
    move { $0.move(by: 1) }
  }

  /// Marks all venues from the one that was marked last to the one under the cursor.
  func selectRange() {
    let start = selectionAnchor.flatMap { listedIDs.firstIndex(of: $0) } ?? cursor
    let range = min(start, cursor)...max(start, cursor)
    state.selection.formUnion(range.filter(listedIDs.indices.contains).map { listedIDs[$0] })
    selectionAnchor = cursorID
  }

  /// Marks everything that is listed, or nothing when everything is marked.
  func selectAll() {
    state.selection = isEverythingSelected ? [] : Set(listedIDs)
  }

  var isEverythingSelected: Bool { state.selection.count == listedIDs.count }

  /// What a command is about: the marked venues in the list's order, else the one under the cursor.
  var commandIDs: [ObjectID] {
    state.selection.isEmpty
      ? [cursorID].compactMap(\.self) : listedIDs.filter(state.selection.contains)
  }
}

// MARK: - Changes

extension VenueListScreen {
  var edits: VenueEdits { VenueEdits(store: context.store, strings: context.strings) }

  private var undoKey: String { key(of: .undo) }

  private func key(of action: Action) -> String {
    context.keymap.keys(for: action).first.map(context.symbols.name) ?? ""
  }

  /// Does what may delete venues; until it is in the list, that is no news.
  private func changeVenues(_ body: @escaping (_ permanently: Bool) async throws -> String) {
    context.change { permanently in
      self.ownChanges += 1
      defer {
        self.context.tasks.start {
          _ = await self.waitForChanges()
          self.ownChanges -= 1
        }
      }
      return try await body(permanently)
    }
  }

  /// Says that the venue whose detail was opened has been deleted by somebody else: another one takes
  /// its place.
  func reportDeletion(in list: FetchedIDs) {
    guard ownChanges == 0, context.isOpen(detail), let venue = detail.state.venue,
      let id = venue.objectID, listedIDs.firstIndex(of: id) != nil, list.firstIndex(of: id) == nil
    else { return }
    context.tasks.start { [context] in
      let store = context.store
      let found = try? await Task.detached { try store.objects(with: [id], as: Venue.self) }.value
      if found?.isEmpty == true { context.notify(context.strings.deletedElsewhere(venue.name)) }
    }
  }

  /// Marks as favorites, or unmarks when all of them are already.
  func toggleFavorite(of ids: [ObjectID]) {
    guard !ids.isEmpty else { return }
    let edits = edits
    let strings = context.strings
    let key = undoKey
    context.change { permanently in
      let (isFavorite, name) = try await edits.setFavorite(of: ids, permanently: permanently)
      return strings.favored(isFavorite, name, ids.count, undoKey: permanently ? nil : key)
    }
  }

  func deleteVenues(_ ids: [ObjectID]) {
    guard !ids.isEmpty else { return }
    let edits = edits
    let strings = context.strings
    let name = ids == [cursorID] ? cursorVenue?.name : nil
    let key = undoKey
    changeVenues { permanently in
      try await edits.delete(ids, name: name, permanently: permanently)
      return strings.deleted(name, ids.count, undoKey: permanently ? nil : key)
    }
  }

  func openNote() {
    withCursorVenue { self.openNote(on: $0) }
  }

  private func openNote(on venue: Venue) {
    let edits = edits
    let strings = context.strings
    context.push(
      PromptScreen(context, name: strings.noteStep(venue.name), text: TextField(venue.note ?? "")) {
        text in
        self.context.change { permanently in
          try await edits.setNote(text.isEmpty ? nil : text, of: venue, permanently: permanently)
          return strings.noteStep(venue.name)
        }
      })
  }

  func moveHistory(undoing: Bool) {
    let edits = edits
    let strings = context.strings
    let redo = key(of: .redo)
    changeVenues { _ in
      guard let step = try await edits.move(undoing: undoing) else {
        return undoing ? self.nothingToUndo : strings.nothingToRedo
      }
      return undoing ? strings.undone(step.name, redoKey: redo) : strings.redone(step.name)
    }
  }

  /// Who takes a mark or a filter for a change learns which key takes that back.
  private var nothingToUndo: String {
    let strings = context.strings
    let key = context.keymap.keys(for: .undoView).first.map(context.symbols.name)
    guard let key, let step = views.last else { return strings.nothingToUndo }
    return strings.nothingToUndo(butView: name(of: step), key: key)
  }

  /// The steps that can be taken back or done again, to go to one of them.
  func openHistory() {
    let edits = edits
    context.open { [context] in
      do {
        self.openHistory(try await edits.history())
      } catch {
        context.report(error)
      }
    }
  }

  private func openHistory(_ steps: [UndoStep]) {
    let strings = context.strings
    context.push(
      MenuScreen(
        context,
        MenuScreen.Content(
          name: strings.title(of: Action.history).capitalizedFirst, columns: 30,
          commands: [
            MenuCommand(.run, rank: 2, closes: true) { self.go(to: steps[$0], of: steps) }
          ],
          cursor: steps.firstIndex { !$0.isUndone } ?? 0, empty: strings.nothingToUndo,
          items: {
            steps.map {
              MenuItem(
                $0.name, mark: $0.isUndone ? " " : self.context.symbols.mark,
                detail: strings.venues($0.count))
            }
          })))
  }

  /// Takes back what was done after a step, or does again what was taken back up to it.
  private func go(to step: UndoStep, of steps: [UndoStep]) {
    let undoing = !step.isUndone
    let count = steps.count {
      undoing
        ? !$0.isUndone && $0.number >= step.number : $0.isUndone && $0.number <= step.number
    }
    let edits = edits
    let strings = context.strings
    let redo = key(of: .redo)
    changeVenues { _ in
      for _ in 0..<count { _ = try await edits.move(undoing: undoing) }
      return undoing ? strings.undone(step.name, redoKey: redo) : strings.redone(step.name)
    }
  }
}

// MARK: - Copying

extension VenueListScreen {
  /// Puts venues on the clipboard.
  func copy(_ ids: [ObjectID], asJSON: Bool) {
    let strings = context.strings
    context.tasks.start { [context] in
      do {
        let store = context.store
        let venues = try await Task.detached { try store.objects(with: ids, as: Venue.self) }.value
        let text = asJSON ? VenueText.json(venues) : VenueText.lines(venues)
        context.send(ClipboardSequence.text(text, in: context.terminalType))
        context.notify(strings.copied(venues.count))
      } catch {
        context.report(error)
      }
    }
  }
}
