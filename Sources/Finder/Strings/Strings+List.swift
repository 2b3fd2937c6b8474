import FetchKit
import TerminalKit
import Venues

// MARK: - The list

extension Strings {
  var appName: String { "Bubble Tea Finder" }
  var allVenues: String { text("list.allVenues", "All venues") }
  var noMatch: String { text("list.noMatch", "No venues match") }
  var noVenues: String { text("list.noVenues", "No venues yet") }
  /// How to import from a shell.
  var importSome: String { text("list.importFromShell", "Import some with boba import FILE") }
  var distances: String { text("list.distances", "distances") }
  var nothingFound: String { text("list.nothingFound", "No matches") }
  var similarWords: String { text("list.similarWords", "similar words") }
  var bestFirst: String { text("list.bestFirst", "similar words, best matches first") }
  var noExactMatch: String {
    text("list.noExactMatch", "no exact match: similar words, best matches first")
  }
  var exactWords: String { text("list.exactWords", "exact words") }
  var bestMatch: String { text("list.bestMatch", "best match") }
  func similar(to words: String) -> String { text("list.similarTo", "similar to {0}", words) }
  var typeToFind: String { text("list.typeToFind", "type to search") }
  var typeOrNumber: String { text("list.typeOrNumber", "type, or press a number") }

  func venues(_ count: Int) -> String {
    text("list.venues", count, one: "{0} venue", other: "{0} venues")
  }

  func venues(_ count: Int, of total: Int) -> String {
    text(
      "list.venuesOf", total, one: "{1} of {0} venue", other: "{1} of {0} venues",
      format.count(count))
  }

  func deals(_ sum: Double) -> String {
    text("list.deals", sum, one: "{0} deal", other: "{0} deals")
  }

  func tips(_ sum: Double) -> String { text("list.tips", sum, one: "{0} tip", other: "{0} tips") }

  func averageDistance(_ meters: Double) -> String { average(format.distance(meters)) }
  func average(_ value: String) -> String { text("list.average", "average {0}", value) }

  func closedHidden(_ count: Int) -> String {
    text("list.closedHidden", "{0} closed hidden", format.count(count))
  }

  func cursorStays(firstKey: String) -> String {
    text("list.cursorStays", "Press {0} to go to the first row", firstKey)
  }

  /// The message after a text was discarded, which was typed in a field of the filter or elsewhere.
  func discardedText(in field: String? = nil, recallKey: String?) -> String {
    guard let recallKey else { return text("draft.discarded", "Discarded the text") }
    if let field {
      return text(
        "draft.recallField", "Discarded the text; to get it back, edit {0} again and press {1}",
        field, recallKey)
    }
    return text(
      "draft.recall", "Discarded the text; to get it back, open this again and press {0}",
      recallKey)
  }

  /// The message after the changes in the filter screen were discarded.
  func discardedFilter(recallKey: String?) -> String {
    guard let recallKey else { return text("draft.filter", "Discarded the filter") }
    return text("draft.recallFilter", "Discarded the filter; {0} brings it back", recallKey)
  }

  func deselected(_ count: Int, undoKey: String?) -> String {
    text(
      "list.deselected", count, one: "Deselected {0} venue that is not in the list",
      other: "Deselected {0} venues that are not in the list") + toUndo(undoKey)
  }

  func selected(_ count: Int) -> String {
    text("list.selected", "{0} selected", format.count(count))
  }

  /// The origin of distances, by name or coordinates.
  func origin(_ origin: Origin, named name: String?) -> String {
    (name ?? origin.coordinate.map(format.coordinate)).map { text("list.from", "from {0}", $0) }
      ?? text("list.distancesAsImported", "distances as imported")
  }

  func noLocation(_ key: String) -> String {
    text("list.noLocation", "no distances, {0} sets your location", key)
  }

  func imports(_ key: String) -> String { text("list.import", "Press {0} to import", key) }

  func findsAddresses(_ key: String) -> String {
    text("list.findAddress", "Press {0} to measure distances from an address", key)
  }

  func clearsTheFilter(_ key: String) -> String {
    text("list.clearFilter", "Press {0} to clear the filter", key)
  }

  func findsConditions(_ key: String) -> String {
    text("list.findCondition", "Press {0} to enter a condition in the filter", key)
  }

  func endsTheSearch(_ key: String) -> String {
    text("list.cancelSearch", "Press {0} to cancel the search", key)
  }

  func bringsBack(_ key: String, _ filter: String) -> String {
    text("list.restoreFilter", "Press {0} to restore: {1}", key, filter)
  }

  /// The note after a start with the filter of the last session, and the key that clears it.
  func notRestored(_ condition: String) -> String {
    text("list.notRestored", "Cannot restore the condition: {0}", condition)
  }
  /// The parts of a note, from the longest form to the shortest.
  func restored(clearKey: String?) -> [[String]] {
    let clear = clearKey.map { [text("list.toClear", "{0} to clear", $0)] } ?? []
    return [
      text("list.restored", "restored from last session"), text("list.restoredShort", "restored"),
    ].map { [$0] + clear }
  }

  var welcome: String {
    text("welcome.what", "Find a venue: filter, sort, search, or open the map.")
  }
  /// The first keys in two lines, each with what it is for.
  var welcomeKeys: [[(Action, String)]] {
    [
      [
        (.filter, text("welcome.filter", "filter by price or distance")),
        (.location, text("welcome.location", "set your location")),
        (.search, text("welcome.search", "search")), (.map, hint(for: .map)),
      ],
      [
        (.crawl, text("welcome.crawl", "plan a crawl through venues")),
        (.statistics, text("welcome.statistics", "compare groups")),
        (.sort, hint(for: .sort)), (.help, hint(for: .help)),
      ],
    ]
  }
}

// MARK: - Sections, columns and menus

extension Strings {
  var sections: String { text("list.sections", "Sections") }
  var noSections: String { text("list.noSections", "None") }
  var columns: String { text("list.columns", "Columns") }
  var noRoom: String { text("list.noRoom", "no room") }
  var goTo: String { text("list.goTo", "Go to") }
  var palette: String { text("menu.actions", "Actions") }
  var messages: String { text("menu.messages", "Message log") }
  var noMessages: String { text("menu.noMessages", "No messages") }
  var help: String { text("menu.help", "Help") }

  func goToRow(_ row: Int) -> String { text("list.goToRow", "Go to row {0}", format.count(row)) }

  /// What the key that clears the filter does in the menu of columns.
  var resetsColumns: String { text("columns.reset", "Reset columns") }

  func title(of sectioning: VenueSectioning) -> String {
    switch sectioning {
    case .price: title(of: VenueColumn.price)
    case .neighborhood: title(of: VenueColumn.neighborhood)
    case .city: title(of: VenueColumn.city)
    case .category: text("by.category", "Main category")
    case .letter: text("by.letter", "First letter")
    case .rating: title(of: VenueColumn.rating)
    case .tips: text("by.tips", "Tips")
    case .checkins: text("by.checkins", "Check-ins")
    case .distance: title(of: VenueColumn.distance)
    case .visitors: text("by.visitors", "Visitors")
    case .deals: text("by.deals", "Deals")
    case .favorite: text("by.favorite", "Favorites")
    case .state: text("by.state", "State")
    case .postalCode: title(of: VenueColumn.postalCode)
    case .country: text("by.country", "Country")
    case .chain: text("by.chain", "Chain")
    }
  }

  func title(of section: VenueSection) -> String {
    switch section {
    case .price(let level): level == .unknown ? unknownPrice : level.text
    case .text(let text): text
    case .signs: "0-9"
    case .script(let script): title(of: script)
    case .distance(let from, nil): text("section.farther", "{0} or more", format.radius(from))
    case .distance(0, let to?): text("section.nearer", "Less than {0}", format.radius(to))
    case .distance(let from, let to?):
      text("section.distances", "{0} to {1}", format.radius(from), format.radius(to))
    case .number(let from, nil): text("section.atLeast", "{0} or more", number(from))
    case .number(0, let to?): text("section.lessThan", "Less than {0}", number(to))
    case .number(let from, let to?):
      text("section.range", "{0} to {1}", number(from), number(to))
    case .deals(let count): deals(Double(count))
    case .favorites(true): text("section.favorites", "Favorites")
    case .favorites(false): text("section.others", "Other venues")
    case .missing: text("section.unknown", "Unknown")
    }
  }

  /// The title of a group; whole numbers are named by the first and the last one.
  func title(ofGroup name: String, in grouping: VenueGrouping) -> String {
    let section = grouping.section(named: name)
    guard grouping.sectioning.hasWholeNumbers, case .number(let from, let end?) = section else {
      return title(of: section)
    }
    let last = end - 1
    return from < last
      ? text("section.range", "{0} to {1}", number(from), number(last)) : number(from)
  }

  private func title(of script: NameScript) -> String {
    switch script {
    case .latin: text("section.latin", "Other Latin letters")
    case .greek: text("section.greek", "Greek")
    case .cyrillic: text("section.cyrillic", "Cyrillic")
    case .armenian: text("section.armenian", "Armenian")
    case .hebrew: text("section.hebrew", "Hebrew")
    case .arabic: text("section.arabic", "Arabic")
    case .indic: text("section.indic", "Indic")
    case .southeastAsian: text("section.southeastAsian", "Southeast Asian")
    case .symbols: text("section.symbols", "Symbols")
    case .kana: text("section.kana", "Kana")
    case .han: text("section.han", "Han")
    case .hangul: text("section.hangul", "Hangul")
    case .other: text("section.other", "Other characters")
    }
  }

  /// A number with at most two decimals.
  func number(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return format.count(whole) }
    let hundredths = (value * 100).rounded()
    return hundredths.truncatingRemainder(dividingBy: 10) == 0
      ? format.tenths(value) : format.hundredths(value)
  }

  /// The attribute that sections group by, as its column names it.
  func source(of sectioning: VenueSectioning) -> String {
    sectioning == .category
      ? text("section.mainCategory", "main category")
      : VenueColumn(sortKeyPath: sectioning.source) == nil
        ? title(of: sectioning).lowercased() : sortKey(sectioning.source)
  }

  func title(of column: VenueColumn) -> String {
    text("column.\(column.rawValue)", column.english)
  }

  /// A sort key as its column names it, or its key path.
  func sortKey(_ keyPath: String) -> String {
    VenueColumn(sortKeyPath: keyPath).map { title(of: $0).lowercased() } ?? keyPath
  }

  /// A part of the view, for messages about view changes.
  func name(of part: ViewPart) -> String {
    switch part {
    case .place: text("view.location", "location")
    case .search: text("view.search", "search")
    case .filter: text("view.filter", "filter")
    case .order: text("view.sort", "sort")
    case .sections: text("view.sections", "sections")
    case .columns: text("view.columns", "columns")
    case .selection: text("view.selection", "selection")
    }
  }
}

// MARK: - Terminal and store

extension Strings {
  /// The languages other than English need Unicode.
  func notInASCII(_ language: Language) -> String {
    let name = Translation(language)?.name ?? language.code
    return "Showing English: \(name) needs Unicode"
  }

  func tooSmall(_ found: Size, required: Size, quitKey: String?) -> [String] {
    let lines = [
      text("terminal.tooSmall", "Terminal too small"),
      text("terminal.needs", "needs {0}×{1}", "\(required.columns)", "\(required.rows)"),
      text("terminal.has", "has {0}×{1}", "\(found.columns)", "\(found.rows)"),
    ]
    return lines + [quitKey].compactMap(\.self).map { text("terminal.quits", "{0} quits", $0) }
  }

  func colors(_ theme: String) -> String { text("terminal.theme", "Theme: {0}", theme) }
  func opened(_ address: String) -> String { text("terminal.opened", "Opened {0}", address) }
  /// The message after copying venues, of which a terminal may take only the first ones.
  func copied(_ count: Int, _ route: Clipboard.Route, exportKey: String?) -> String {
    guard case .terminal(_, let lines?) = route else { return copied(venues(count), route) }
    return text(
      "terminal.copiedPart", "Copied {0}; {1} to export all", venues(lines, of: count),
      exportKey ?? "")
  }

  /// The message after copying something, such as "3 venues".
  func copied(_ subject: String, _ route: Clipboard.Route) -> String {
    switch route {
    case .program(let name): text("terminal.copiedWith", "Copied {0} with {1}", subject, name)
    case .terminal(_, _?):
      text(
        "terminal.copiedBeginning", "Copied only the beginning of {0}: too long for the terminal",
        subject)
    case .terminal(nil, nil): text("terminal.copied", "Copied {0} through the terminal", subject)
    case .terminal(let multiplexer?, nil):
      text("terminal.copiedThrough", "Copied {0} through {1}", subject, multiplexer.rawValue)
    }
  }

  func mouse(isOn: Bool) -> String {
    isOn
      ? text("terminal.mouseOn", "Mouse on; hold Shift to select text")
      : text("terminal.mouseOff", "Mouse off; the terminal selects text")
  }

  var readOnly: String { text("status.readOnly", "The store is read-only") }
  func unbound(_ key: String, help: String?) -> String {
    help.map { text("status.unboundKey", "{0} does nothing here; {1} lists the keys", key, $0) }
      ?? text("status.unboundKeyInField", "{0} does nothing here", key)
  }
  func noFieldToPaste(searchKey key: String?) -> String {
    text("status.noFieldToPaste", "No text field to paste into")
      + (key.map { text("status.toSearch", "; {0} to search", $0) } ?? "")
  }
  func invalidSettings(_ count: Int) -> String {
    text(
      "status.invalidSettings", count, one: "{0} problem in the config file",
      other: "{0} problems in the config file")
  }
  var storeIsGone: String {
    text("status.storeMissing", "The store file is missing; changes are disabled")
  }
  var storeWasReplaced: String {
    text("status.storeReplaced", "Another program replaced the store; opened the new one")
  }
}

extension VenueColumn {
  /// The title of the attribute, or a more common word.
  fileprivate var english: String {
    switch self {
    case .price: "Price"
    case .website: "Website"
    case .votes: "Votes"
    case .photos: "Photos"
    case .createdAt: "Created"
    case .refreshedAt: "Updated"
    default: field.title
    }
  }
}

extension VenueSectioning {
  /// Whether it groups by a number of things.
  fileprivate var hasWholeNumbers: Bool { [.tips, .checkins, .visitors].contains(self) }
}
