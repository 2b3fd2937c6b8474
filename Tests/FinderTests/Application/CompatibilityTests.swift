import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

/// Files of earlier versions still work.
@MainActor
@Suite struct CompatibilityTests {
  /// The actions of the first version, by their names in the config file.
  private nonisolated static let names = [
    "up", "down", "page-up", "page-down", "half-page-up", "half-page-down", "first", "last",
    "open", "filter", "search", "sort", "clear", "clear-search", "favorite", "choose", "pick",
    "apply", "cancel", "narrow", "widen", "keep-search", "restore-search", "back", "next",
    "previous", "map", "close", "zoom-in", "zoom-out", "pan-left", "pan-right", "pan-up",
    "pan-down", "show-all", "centre-venue", "centre-you", "shade", "open-venue", "theme",
    "help", "redraw", "suspend", "quit", "quit-at-once", "mark", "mark-range", "mark-all",
    "end-marks", "note", "delete", "undo", "redo", "history", "undo-view", "redo-view", "copy",
    "copy-json", "sections", "columns", "bars", "detail", "next-section", "previous-section",
    "jump", "remove", "forget", "narrower", "wider", "move-up", "move-down", "complete",
    "apply-anyway", "last-filter", "numbers", "open-group", "choose-grouping", "next-grouping",
    "previous-grouping", "reverse", "leave-group", "palette", "messages", "place", "here",
    "mouse", "link", "run", "explain", "saved-filters", "save-filter", "import", "export",
    "accept", "give-up", "stop", "put-away", "yes", "no",
  ]

  @Test(arguments: names)
  func `every action name of the first version can be bound to a key`(name: String) throws {
    let key = try #require(KeyPress("F9"))
    var keymap = Keymap.standard
    try keymap.bind(name, to: ["F9"])
    try keymap.check(name)
    let action = try #require(Action(name: name))
    #expect(keymap.keys(for: action).contains(key))
  }

  @Test func `every earlier name is the alias of an action`() {
    #expect(Set(Action.renamed.keys).isDisjoint(with: Action.allCases.map(\.rawValue)))
    #expect(Action.allCases.allSatisfy { $0.binding.binding == $0.binding })
  }

  @Test func `rebinding an action keeps the keys of actions that share its default`() throws {
    var keymap = Keymap.standard
    try keymap.bind("keep-search", to: ["tab"])
    #expect(keymap.keys(for: .keepSearch) == [KeyPress(.enter), KeyPress(.tab)])
    #expect(keymap.keys(for: .accept) == keymap.keys(for: .keepSearch))
    try keymap.bind("apply", to: [])
    #expect(keymap.keys(for: .apply) == [KeyPress(.enter), KeyPress(.tab)])
  }

  /// The state that the first version saved for a store.
  private static let state = """
    {"choices":{"categories":["Tea*"],"cities":["New York"],"condition":"stats.tipCount > 2",
    "includesClosed":true,"isOpen":false,"minimumRating":7.5,"prices":[1,2],"radius":750,
    "search":"tea","toggles":["deals","walking"]},"columns":{"hasBars":true,
    "hidden":["note","address"],"order":["name","distance","price"],"widths":["name",30]},
    "latitude":40.7,"line":2,"longitude":-74,"map":{"isDense":true,"scale":1e-07,"x":0.3,"y":0.4},
    "placeName":"Home","row":5,"sectioning":"city","showsDetail":false,"sorts":["-rating","name"],
    "theme":"dark","usesMouse":false}
    """

  @Test func `a state of the first version is restored`() throws {
    let state = try #require(FinderState(Data(Self.state.utf8)))
    let choices = state.choices.choices
    #expect(choices.prices == [.cheap, .moderate])
    #expect(choices.toggles == [.deals, .walking])
    #expect(choices.condition?.predicateFormat == "stats.tipCount > 2")
    #expect((choices.radius, choices.minimumRating) == (750, 7.5))
    #expect((choices.categories, choices.cities) == (["Tea*"], ["New York"]))
    #expect((choices.search, choices.includesClosed) == ("tea", true))
    #expect(state.columns.order.prefix(3) == [.name, .distance, .price])
    #expect(state.columns.widths == [.name: 30] && state.columns.hasBars)
    #expect(state.coordinate == Coordinate(latitude: 40.7, longitude: -74))
    #expect(state.position?.id.rowID == 5 && state.position?.line == 2)
    #expect(state.map?.shade == .density && state.map?.focus != .all)
    #expect((state.placeName, state.sectioning) == ("Home", .city))
    #expect((state.sorts, state.theme) == (["-rating", "name"], "dark"))
    #expect((state.usesMouse, state.showsDetail) == (false, false))
  }

  @Test func `filters that the first version saved are listed`() async throws {
    let store = try FetchStore.seeded()
    let filters = #"[{"name":"near","predicate":"location.distance < $METERS","sort":["-rating"]}]"#
    try await store.write("Save") { $0.setMetadata(filters, forKey: "filters") }
    let saved = try SavedFilter.all(in: store)
    #expect(saved.map(\.name) == ["near"] && saved.first?.variables == ["METERS"])
    #expect(saved.first?.sort == ["-rating"])
  }
}
