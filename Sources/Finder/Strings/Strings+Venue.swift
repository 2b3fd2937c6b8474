import FetchKit
import Foundation
import TerminalKit
import Venues

// MARK: - A venue

extension Strings {
  var none: String { text("venue.none", "none") }
  var closed: String { text("venue.closed", "permanently closed") }
  var isGone: String { text("venue.deleted", "This venue no longer exists") }
  var areGone: String { text("venue.allDeleted", "These venues no longer exist") }

  func deletedElsewhere(_ name: String) -> String {
    text("venue.deletedElsewhere", "{0} was deleted by another program", name)
  }

  func label(of fact: VenueFact) -> String {
    switch fact {
    case .rating: title(of: VenueColumn.rating)
    case .checkins: title(of: VenueColumn.checkins)
    case .visitors: title(of: VenueColumn.visitors)
    case .tips: title(of: VenueColumn.tips)
    case .deals: title(of: VenueColumn.deals)
    case .hours: title(of: VenueColumn.hours)
    case .note: title(of: VenueColumn.note)
    case .favorite: text("venue.favorite", "Favorite")
    case .verified: title(of: VenueColumn.verified)
    }
  }

  var categories: String { text("venue.categories", "Categories") }
  var closedThatDay: String { text("venue.closedThatDay", "closed") }

  /// The days of the week from Monday.
  var days: [String] {
    text("venue.days", "Mon Tue Wed Thu Fri Sat Sun").split(separator: " ").map(String.init)
  }

  /// Whether a venue is open and until when; without its hours, what was known when it was imported.
  func hours(of venue: Venue, at date: Date) -> String? {
    let now = venue.minute(at: date)
    guard let status = venue.openings.status(at: now) else {
      guard let known = venue.openNowAt, !OpenMoment.isCurrent(known, at: date) else {
        return venue.hours
      }
      let day = known.formatted(.iso8601.year().month().day())
      return venue.hours.map { text("venue.hoursOn", "{0} (on {1})", $0, day) }
    }
    guard let end = status.until else { return text("venue.alwaysOpen", "open 24 hours") }
    let isToday = end / Opening.day == now / Opening.day && end > now
    let time = (isToday || status.isOpen ? "" : days[end / Opening.day] + " ") + Opening.time(end)
    return status.isOpen
      ? text("venue.openUntil", "open until {0}", time) : text("venue.opens", "opens {0}", time)
  }

  func rating(_ rating: Double, votes: Int?) -> String {
    let rating = format.tenths(rating)
    guard let votes, votes > 0 else { return text("venue.rating", "{0} of 10", rating) }
    return text(
      "venue.votes", votes, one: "{1} of 10 ({0} vote)", other: "{1} of 10 ({0} votes)", rating)
  }

  func visitorsAgree(_ count: Int) -> String {
    text("venue.agree", count, one: "{0} visitor agrees", other: "{0} visitors agree")
  }

  var openPage: String { text("links.title", "Open") }
  var noPages: String { text("links.none", "No web pages") }
  var directionsHint: String { text("links.hint", "directions") }

  func title(of link: VenueLink) -> String {
    switch link {
    case .website: title(of: VenueColumn.website)
    case .directions: text("links.directions", "Walking directions")
    case .map: map
    case .menu: title(of: VenueColumn.menu)
    case .delivery: title(of: VenueColumn.delivery)
    case .reservation: title(of: VenueColumn.reservation)
    case .twitter: title(of: VenueColumn.twitter)
    case .facebook: title(of: VenueColumn.facebook)
    case .instagram: title(of: VenueColumn.instagram)
    }
  }

  /// The abbreviation of a direction, such as "SSW".
  func direction(_ point: CompassPoint) -> String {
    text("direction.\(point.rawValue)", point.rawValue)
  }

  /// A direction in words, such as "south-southwest".
  func directionWords(_ point: CompassPoint) -> String {
    text("directionWords.\(point.rawValue)", point.words)
  }
}

extension CompassPoint {
  fileprivate var words: String {
    let names: [Character: String] = ["N": "north", "E": "east", "S": "south", "W": "west"]
    let parts = rawValue.compactMap { names[$0] }
    return (parts.count == 3 ? parts[0] + "-" : "") + parts.suffix(2).joined()
  }
}

// MARK: - Changes of venues, which the undo history names by these texts

extension Strings {
  func favoriteStep(_ isFavorite: Bool, _ name: String?, _ count: Int) -> String {
    isFavorite
      ? text("change.favorite", "Add {0} to favorites", name ?? venues(count))
      : text("change.unfavorite", "Remove {0} from favorites", name ?? venues(count))
  }

  func favored(_ isFavorite: Bool, _ name: String?, _ count: Int, undoKey: String?) -> String {
    let message =
      isFavorite
      ? text("change.didFavorite", "Added {0} to favorites", name ?? venues(count))
      : text("change.didUnfavorite", "Removed {0} from favorites", name ?? venues(count))
    return message + toUndo(undoKey)
  }

  func savedNote(_ name: String, isEmpty: Bool, undoKey: String?) -> String {
    let message =
      isEmpty
      ? text("change.didRemoveNote", "Removed note on {0}", name)
      : text("change.didNote", "Saved note on {0}", name)
    return message + toUndo(undoKey)
  }
  func noteStep(_ name: String) -> String { text("change.note", "Edit note on {0}", name) }
  func valueStep(_ value: String, _ name: String) -> String {
    text("change.value", "Edit {0} of {1}", value.lowercased(), name)
  }

  func savedValue(_ value: String, _ name: String, isEmpty: Bool, undoKey: String?) -> String {
    let value = value.lowercased()
    let message =
      isEmpty
      ? text("change.didRemoveValue", "Removed {0} of {1}", value, name)
      : text("change.didValue", "Saved {0} of {1}", value, name)
    return message + toUndo(undoKey)
  }

  var ratingKind: String { text("value.rating", "a number from 0 to 10") }
  var websiteKind: String { text("value.website", "a web address, such as https://boba.example") }

  /// What can be typed as the value of a column, and whether an empty text removes it.
  func valueHint(of column: VenueColumn, isRemovable: Bool) -> String {
    let kind: String? =
      switch column {
      case .rating: ratingKind
      case .price: priceKind
      default: nil
      }
    let removes = isRemovable ? text("value.removes", "leave empty to clear") : nil
    return [kind, removes].compactMap(\.self).joined(separator: text("value.separator", "; "))
      .capitalizedFirst
  }

  var noteIsUnchanged: String { text("note.unchanged", "Note unchanged") }

  /// An error with the path of the file that keeps the typed text.
  func textKept(_ reason: String, at path: String) -> String {
    text("note.textKept", "{0}; your text is in {1}", reason, path)
  }

  /// Why the editor changed nothing; `display` shortens paths.
  func editorFailed(_ error: EditorError, _ display: (String) -> String) -> String {
    switch error {
    case .noFile(let reason): return text("note.noFile", "no file for the editor: {0}", reason)
    case .notStarted(let editor):
      return text(
        "note.noEditor", "cannot start the editor {0}: set EDITOR to the one you use", editor)
    case .ended(let editor, let code, let path):
      let reason = text("note.editorFailed", "{0} ended with code {1}", editor, String(code))
      return path.map { textKept(reason, at: display($0)) }
        ?? text("note.stays", "{0}, note unchanged", reason)
    case .fileIsGone(let editor):
      return text(
        "note.stays", "{0}, note unchanged",
        text("note.fileIsGone", "the editor {0} left no file", editor))
    case .tooLong(let limit, let path):
      return textKept(
        text("note.tooLong", "the note is longer than {0} bytes", format.count(limit)),
        at: display(path))
    case .unreadable(let path):
      return textKept(
        text("note.unreadable", "what the editor wrote is not text"),
        at: display(path))
    }
  }

  func deleteStep(_ name: String?, _ count: Int) -> String {
    text("change.delete", "Delete {0}", name ?? venues(count))
  }

  func deleted(_ name: String?, _ count: Int, undoKey: String?) -> String {
    text("change.didDelete", "Deleted {0}", name ?? venues(count)) + toUndo(undoKey)
  }

  func toUndo(_ key: String?) -> String {
    key.map { text("change.toUndo", ", {0} to undo", $0) } ?? ""
  }

  func undone(_ step: String, redoKey: String?) -> String {
    text("change.didUndo", "Undid: {0}", step)
      + (redoKey.map { text("change.toRedo", ", {0} to redo", $0) } ?? "")
  }

  func redone(_ step: String) -> String { text("change.didRedo", "Redid: {0}", step) }

  /// The local time of a change, with its day unless that is today.
  func time(of date: Date, now: Date, in calendar: Calendar = .current) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute].map { $0 ?? 0 }
    let (day, time) = (
      String(format: "%04d-%02d-%02d", numbers[0], numbers[1], numbers[2]),
      String(format: "%02d:%02d", numbers[3], numbers[4])
    )
    return calendar.isDate(date, inSameDayAs: now) ? time : "\(day) \(time)"
  }

  /// The name of a change that is undone or redone together with others.
  func change(_ step: String, andMore count: Int) -> String {
    count == 0 ? step : text("change.andMore", "{0} and {1} more", step, String(count))
  }

  var undoHistory: String { text("change.history", "Undo history") }
  var nothingToUndo: String { text("change.nothingToUndo", "Nothing to undo") }
  var nothingToRedo: String { text("change.nothingToRedo", "Nothing to redo") }
  var noViewToUndo: String { text("change.noViewToUndo", "No view change to undo") }
  var noViewToRedo: String { text("change.noViewToRedo", "No view change to redo") }

  func nothingToUndo(butView step: String, key: String) -> String {
    text("change.onlyView", "Nothing to undo; {0} to undo view change: {1}", key, step)
  }

  var stillChanging: String { text("change.inProgress", "Change in progress") }
}

// MARK: - Confirmations

extension Strings {
  /// The confirmation of a permanent change.
  func cannotBeUndone(_ why: String) -> Confirmation {
    Confirmation(
      title: text("confirm.permanent", "This cannot be undone"), text: why,
      no: text("confirm.cancel", "No, cancel"), yes: text("confirm.continue", "Yes, continue"))
  }

  func deletesMany(_ count: Int, undoKey: String?) -> Confirmation {
    Confirmation(
      title: text("confirm.delete", "Delete {0}?", venues(count)),
      text: undoKey.map { text("confirm.deleteUndo", "{0} brings them back.", $0) } ?? "",
      no: text("confirm.cancel", "No, cancel"), yes: text("confirm.deleteThem", "Yes, delete"))
  }

  func undoesMuch(_ step: UndoStep) -> Confirmation {
    undoes(text("confirm.undo", "Undo a large change?"), withCount(step))
  }

  /// The confirmation of undoing a change that was made before this session, at a time such as "14:03".
  func undoesEarlier(_ step: UndoStep, _ time: String) -> Confirmation {
    undoes(
      text("confirm.undoEarlier", "Undo a change from before this session?"),
      text("confirm.changedAt", "{0}, made at {1}", withCount(step), time))
  }

  /// The confirmation of undoing a change of another program.
  func undoesOther(_ step: UndoStep, _ time: String) -> Confirmation {
    undoes(
      text("confirm.undoOther", "Undo a change of another program?"),
      text("confirm.changedAt", "{0}, made at {1}", withCount(step), time))
  }

  private func undoes(_ title: String, _ change: String) -> Confirmation {
    Confirmation(
      title: title, text: change, no: text("confirm.cancel", "No, cancel"),
      yes: text("confirm.undoIt", "Yes, undo"))
  }

  /// The name of a change and the number of its venues.
  private func withCount(_ step: UndoStep) -> String {
    step.name.contains(venues(step.count))
      ? step.name : text("confirm.undoneStep", "{0} ({1})", step.name, venues(step.count))
  }

  func replacesNote(_ note: String) -> Confirmation {
    replaces(
      text("confirm.note", "Replace the note?"),
      text("confirm.noteChanged", "Another program changed it to “{0}”.", note))
  }

  /// The confirmation of replacing a value, such as that of `Rating`, that another program has changed.
  func replacesValue(_ title: String, _ value: String) -> Confirmation {
    replaces(
      text("confirm.value", "Replace the value?"),
      text("confirm.valueChanged", "{0}: another program changed it to “{1}”.", title, value))
  }

  private func replaces(_ title: String, _ change: String) -> Confirmation {
    Confirmation(
      title: title, text: change, no: text("confirm.cancel", "No, cancel"),
      yes: text("confirm.replace", "Yes, replace"))
  }

  func replacesFilter(_ name: String) -> Confirmation {
    Confirmation(
      title: text("confirm.filter", "Replace the saved filter?"),
      text: text(
        "confirm.filterExists", "There is a filter “{0}”. Replacing cannot be undone.", name),
      no: text("confirm.cancel", "No, cancel"), yes: text("confirm.replace", "Yes, replace"))
  }

  var overwritesTooMuch: String {
    text("confirm.importTooLarge", "This import is too large to undo. Continue anyway?")
  }
  var changesTooMuch: String {
    text("confirm.changeTooLarge", "This change is too large to undo. Continue anyway?")
  }

  /// The confirmation to quit during an import or export.
  var quitAnyway: Confirmation {
    Confirmation(
      title: text("confirm.quit", "Quit?"),
      text: text(
        "confirm.quitWhileBusy",
        "Imports or exports are still running. Quitting cancels them and discards partial results."
      ),
      no: text("confirm.stay", "No, stay"), yes: text("confirm.quitAnyway", "Yes, quit"))
  }
}

// MARK: - Disabled keys

extension Strings {
  /// Why an action is disabled, and the key that resolves it, if any.
  func explanation(of reason: DisabledReason, remedy key: String?) -> String {
    switch reason {
    case .listIsEmpty: text("disabled.listIsEmpty", "The list is empty")
    case .listIsLoading: text("disabled.listIsLoading", "The list is still loading")
    case .nothingIsFiltered: text("disabled.nothingIsFiltered", "No filter to clear")
    case .nothingToLeave:
      text("disabled.nothingToLeave", "Nothing to go back to")
        + (key.map { text("disabled.toQuit", "; {0} to quit", $0) } ?? "")
    case .filterStays:
      text("disabled.filterStays", "The filter is still active")
        + (key.map { text("disabled.toClear", "; {0} to clear", $0) } ?? "")
    case .noLastFilter: text("disabled.noLastFilter", "No previous filter to restore")
    case .noSections:
      text("disabled.noSections", "The list has no sections")
        + (key.map { text("disabled.toGroup", "; {0} to group", $0) } ?? "")
    case .noFiles: text("disabled.noFiles", "Files are not available here")
    case .isFirst: text("disabled.isFirst", "This is the first venue")
    case .isLast: text("disabled.isLast", "This is the last venue")
    case .venueIsGone: isGone
    case .isTooNarrow:
      text("disabled.isTooNarrow", "Needs a terminal of at least {0} columns", "\(Placement.wide)")
    case .venueHasNoLocation: text("disabled.noLocation", "This venue has no location")
    case .noLocation: text("disabled.noOwnLocation", "Your location is not set")
    case .nothingToChoose: text("disabled.nothingToChoose", "Nothing to choose")
    case .onlySimilar:
      text("disabled.onlySimilar", "No venue has all of these words; Down chooses a similar one")
    case .nothingToComplete: text("disabled.nothingToComplete", "Nothing to complete")
    case .tooManyStops:
      text("disabled.tooManyStops", "A crawl has at most {0} stops", format.count(Crawl.limit))
        + (key.map { text("disabled.toSelect", "; {0} to select some", $0) } ?? "")
    case .noBins:
      text(
        "disabled.noBins",
        "Only groups of numbers have bins")
        + (key.map { text("disabled.toGroup", "; {0} to group", $0) } ?? "")
    case .isSmallest: text("disabled.isSmallest", "This is the smallest value")
    case .isLargest: text("disabled.isLargest", "This is the largest value")
    case .noCrossTable:
      text("disabled.noCrossTable", "There is no second grouping")
        + (key.map { text("disabled.toCross", "; {0} to choose one", $0) } ?? "")
    case .noColumnThere: text("disabled.noColumnThere", "There is no column on that side")
    case .helpIsOpen: text("disabled.helpIsOpen", "Help is already open")
    case .confirmationIsOpen: text("disabled.confirmationIsOpen", "Answer the question first")
    }
  }
}
