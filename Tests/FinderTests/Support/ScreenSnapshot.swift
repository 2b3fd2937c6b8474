import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// A screen of the finder, the keys that lead to it, and the terminals it is drawn in.
struct ScreenSnapshot: CustomTestStringConvertible, Sendable {
  /// The store that a snapshot is played on.
  enum Stock: Sendable {
    /// The shared store, for snapshots that do not change it.
    case shared
    case own
    /// A new store with a tiny undo limit.
    case withoutUndo
  }

  let name: String
  /// Keys; text after `=` is pasted.
  let steps: [String]
  let settings: [SnapshotSetting]
  /// Keys to press while a file is read or written; text after `?` is waited for on the screen, a number
  /// after `+` is milliseconds to pass. nil when no file takes time.
  let meanwhile: [String]?
  let stock: Stock

  init(
    _ name: String, _ steps: [String] = [], in settings: [String], meanwhile: [String]? = nil,
    store stock: Stock = .shared
  ) {
    self.name = name
    self.steps = steps
    self.settings = settings.map(SnapshotSetting.init)
    self.meanwhile = meanwhile
    self.stock = stock
  }

  var testDescription: String { name }

  /// Every screen, menu, prompt and message, each in all sizes, languages and styles among them.
  static let all: [ScreenSnapshot] = [
    ScreenSnapshot(
      "list", in: ["40x10-en-light", "80x24-zh-Hans-dark", "120x40-ru-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "list-marked", ["*", "space", "space", "B"],
      in: ["40x10-zh-Hans-dark", "80x24-ru-mono", "120x40-en-ascii", "200x60-en-light"], store: .own
    ),
    ScreenSnapshot(
      "list-sections", ["S", "j", "enter", "j"],
      in: ["40x10-ru-dark", "80x24-en-mono", "120x40-en-ascii", "200x60-zh-Hans-light"]),
    ScreenSnapshot(
      "list-moved", ["j", "j", "j", "j"],
      in: ["40x10-ru-light", "80x24-en-dark", "120x40-zh-Hans-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "list-without", ["i"],
      in: ["40x10-ru-dark", "80x24-en-mono", "120x40-en-ascii", "200x60-zh-Hans-light"]),
    ScreenSnapshot(
      "list-search", ["/", "=kung"],
      in: ["40x10-en-ascii", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-ru-mono"]),
    ScreenSnapshot(
      "list-group", ["b", "tab", "tab", "j", "enter"],
      in: ["40x10-ru-mono", "80x24-en-ascii", "120x40-en-light", "200x60-zh-Hans-dark"]),
    ScreenSnapshot(
      "list-nothing", ["/", "=zzz", "enter"],
      in: ["40x10-en-light", "80x24-zh-Hans-dark", "120x40-ru-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "sections", ["S"],
      in: ["40x10-ru-light", "80x24-en-dark", "120x40-zh-Hans-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "jump", ["S", "j", "j", "j", "j", "j", "enter", "'"],
      in: ["40x10-en-light", "80x24-zh-Hans-dark", "120x40-ru-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "sort", ["s", "j", "j", "j", "space"],
      in: ["40x10-en-light", "80x24-zh-Hans-dark", "120x40-ru-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "columns", ["C", "j", ">", ">"],
      in: ["40x10-zh-Hans-dark", "80x24-ru-mono", "120x40-en-ascii", "200x60-en-light"]),
    ScreenSnapshot(
      "filter", ["f", "space", "j", "j", "j", "j", "space"],
      in: ["40x10-zh-Hans-mono", "80x24-en-ascii", "120x40-ru-light", "200x60-en-dark"]),
    ScreenSnapshot(
      "filter-more", ["f", "G", "k", "k", "k", "k", "k", "space"],
      in: ["40x10-zh-Hans-mono", "80x24-en-ascii", "120x40-ru-light", "200x60-en-dark"]),
    ScreenSnapshot(
      "filter-condition", ["f", "G", "enter", "=stats.tipCount > 40 AND ra"],
      in: ["40x10-ru-mono", "80x24-en-ascii", "120x40-en-light", "200x60-zh-Hans-dark"]),
    ScreenSnapshot(
      "filter-problem", ["f", "G", "enter", "=stats.tipCount >> 40", "enter"],
      in: ["40x10-zh-Hans-light", "80x24-ru-dark", "120x40-en-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "detail", ["enter"],
      in: ["40x10-en-ascii", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-ru-mono"]),
    ScreenSnapshot(
      "detail-next", ["enter", "n", "*"],
      in: ["40x10-en-ascii", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-ru-mono"], store: .own
    ),
    ScreenSnapshot(
      "map", ["m"],
      in: ["40x10-en-mono", "80x24-en-ascii", "120x40-zh-Hans-light", "200x60-ru-dark"]),
    ScreenSnapshot(
      "map-closer", ["m", "+", "+", "n"],
      in: ["40x10-en-ascii", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-ru-mono"]),
    ScreenSnapshot(
      "map-number", ["m", "v"],
      in: ["40x10-zh-Hans-light", "80x24-ru-dark", "120x40-en-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "numbers", ["b"],
      in: ["40x10-ru-light", "80x24-en-dark", "120x40-zh-Hans-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "numbers-category", ["b", "tab", "tab", "s", "r"],
      in: ["40x10-en-ascii", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-ru-mono"]),
    ScreenSnapshot(
      "numbers-histogram", ["b", "S", "6", ">"],
      in: ["40x10-zh-Hans-ascii", "80x24-en-dark", "120x40-en-light", "200x60-ru-mono"]),
    ScreenSnapshot(
      "numbers-cross", ["b", "S", "6", "x", "2", "right", "right"],
      in: ["40x10-en-light", "80x24-ru-dark", "120x40-zh-Hans-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "numbers-stacked", ["b", "S", "9", "x", "2", "B", "right"],
      in: ["40x10-en-dark", "80x24-ru-ascii", "120x40-zh-Hans-light", "200x60-en-mono"]),
    ScreenSnapshot(
      "numbers-aggregates", ["b", "tab", "tab", "C", "4", "s"],
      in: ["40x10-ru-mono", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-en-ascii"]),
    ScreenSnapshot(
      "palette", [":"],
      in: ["40x10-en-ascii", "80x24-zh-Hans-light", "120x40-ru-dark", "200x60-en-mono"]),
    ScreenSnapshot(
      "palette-found", [":", "=import"],
      in: ["40x10-zh-Hans-light", "80x24-ru-dark", "120x40-en-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "palette-row", [":", "=12"],
      in: ["40x10-en-light", "80x24-zh-Hans-dark", "120x40-ru-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "messages", ["*", "y", "u", "!"],
      in: ["40x10-zh-Hans-light", "80x24-ru-dark", "120x40-en-mono", "200x60-en-ascii"], store: .own
    ),
    ScreenSnapshot(
      "help", ["?"],
      in: ["40x10-ru-dark", "80x24-en-mono", "120x40-en-ascii", "200x60-zh-Hans-light"]),
    ScreenSnapshot(
      "help-map", ["m", "?"],
      in: ["40x10-ru-light", "80x24-en-dark", "120x40-zh-Hans-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "help-found", ["?", "=filter"],
      in: ["40x10-ru-mono", "80x24-en-ascii", "120x40-en-light", "200x60-zh-Hans-dark"]),
    ScreenSnapshot(
      "explain", ["f", "space", "enter", "."],
      in: ["40x10-en-dark", "80x24-zh-Hans-mono", "120x40-en-ascii", "200x60-ru-light"]),
    ScreenSnapshot(
      "saved", ["F"],
      in: ["40x10-en-ascii", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-ru-mono"]),
    ScreenSnapshot(
      "saved-variable", ["F", "j", "enter", "=far", "enter"],
      in: ["40x10-zh-Hans-mono", "80x24-en-ascii", "120x40-ru-light", "200x60-en-dark"]),
    ScreenSnapshot(
      "save", ["w"],
      in: ["40x10-en-ascii", "80x24-ru-light", "120x40-en-dark", "200x60-zh-Hans-mono"]),
    ScreenSnapshot(
      "place", ["@"],
      in: ["40x10-zh-Hans-dark", "80x24-ru-mono", "120x40-en-ascii", "200x60-en-light"]),
    ScreenSnapshot(
      "place-street", ["@", "=canal st", "down"],
      in: ["40x10-zh-Hans-dark", "80x24-ru-mono", "120x40-en-ascii", "200x60-en-light"]),
    ScreenSnapshot(
      "place-problem", ["@", "=Nowhere Lane", "enter"],
      in: ["40x10-en-ascii", "80x24-zh-Hans-light", "120x40-ru-dark", "200x60-en-mono"]),
    ScreenSnapshot(
      "note", ["e"],
      in: ["40x10-en-mono", "80x24-en-ascii", "120x40-zh-Hans-light", "200x60-ru-dark"]),
    ScreenSnapshot(
      "history", ["*", "j", "*", "u", "U"],
      in: ["40x10-en-mono", "80x24-en-ascii", "120x40-zh-Hans-light", "200x60-ru-dark"], store: .own
    ),
    ScreenSnapshot(
      "import", ["I"],
      in: ["40x10-en-ascii", "80x24-zh-Hans-light", "120x40-ru-dark", "200x60-en-mono"]),
    ScreenSnapshot(
      "import-done", ["I", "=data/new.json", "enter"],
      in: ["40x10-en-mono", "80x24-en-ascii", "120x40-zh-Hans-light", "200x60-ru-dark"], store: .own
    ),
    ScreenSnapshot(
      "import-failed", ["I", "=data/broken.json", "enter"],
      in: ["40x10-ru-dark", "80x24-en-mono", "120x40-en-ascii", "200x60-zh-Hans-light"], store: .own
    ),
    ScreenSnapshot(
      "export", ["E"],
      in: ["40x10-ru-mono", "80x24-en-ascii", "120x40-en-light", "200x60-zh-Hans-dark"]),
    ScreenSnapshot(
      "export-marked", ["space", "E"],
      in: ["40x10-en-ascii", "80x24-en-light", "120x40-zh-Hans-dark", "200x60-ru-mono"]),
    ScreenSnapshot(
      "export-path", ["E", "enter"],
      in: ["40x10-ru-light", "80x24-en-dark", "120x40-zh-Hans-mono", "200x60-en-ascii"]),
    ScreenSnapshot(
      "export-done", ["E", "enter", "enter"],
      in: ["40x10-zh-Hans-dark", "80x24-ru-mono", "120x40-en-ascii", "200x60-en-light"]),
    ScreenSnapshot(
      "deleted", ["D"],
      in: ["40x10-en-ascii", "80x24-zh-Hans-light", "120x40-ru-dark", "200x60-en-mono"], store: .own
    ),
    ScreenSnapshot(
      "job-import", ["I", "=data/slow.json"],
      in: ["40x10-en-ascii", "80x24-zh-Hans-light", "120x40-ru-dark", "200x60-en-mono"],
      meanwhile: ["enter", "?25%", "+2000"], store: .own),
    ScreenSnapshot(
      "job-import-away", ["I", "=data/slow.json"],
      in: ["40x10-en-mono", "80x24-en-ascii", "120x40-zh-Hans-light", "200x60-ru-dark"],
      meanwhile: ["enter", "?25%", "enter", "j", "?2/30"], store: .own),
    ScreenSnapshot(
      "job-export", ["E", "enter", "ctrl-u", "=out/slow.json"],
      in: ["40x10-ru-mono", "80x24-en-ascii", "120x40-en-light", "200x60-zh-Hans-dark"],
      meanwhile: ["enter", "?33%", "+3000"]),
    ScreenSnapshot(
      "job-quit", ["I", "=data/slow.json"],
      in: ["40x10-en-ascii", "80x24-zh-Hans-light", "120x40-ru-dark", "200x60-en-mono"],
      meanwhile: ["enter", "?25%", "enter", "q"], store: .own),
    ScreenSnapshot(
      "consent-import", ["I", "=data/new.json", "enter"],
      in: ["40x10-zh-Hans-mono", "80x24-en-ascii", "120x40-ru-light", "200x60-en-dark"],
      store: .withoutUndo),
    ScreenSnapshot(
      "consent-change", ["a", "D", "j"],
      in: ["40x10-ru-dark", "80x24-en-mono", "120x40-en-ascii", "200x60-zh-Hans-light"],
      store: .withoutUndo),
  ]
}

/// A terminal and its user.
struct SnapshotSetting: Sendable {
  /// Size, language and theme as in `80x24-zh-Hans-dark`; the theme `ascii` is none, without Unicode.
  let name: String
  let size: Size
  let language: Language
  /// nil for ASCII without colors.
  let theme: ThemeName?

  init(_ name: String) {
    let parts = name.split(separator: "-").map(String.init)
    let sides = (parts.first ?? "").split(separator: "x").compactMap { Int($0) }
    self.name = name
    size = Size(columns: sides.first ?? 0, rows: sides.last ?? 0)
    language =
      Language(code: parts.dropFirst().dropLast().joined(separator: "-")) ?? .english
    theme = parts.last.flatMap(ThemeName.init)
  }
}

extension AppHarness {
  /// A finder in a setting, whose first venue has all details, with some saved filters.
  static func showing(_ snapshot: ScreenSnapshot, in setting: SnapshotSetting) async throws
    -> AppHarness
  {
    let app = try await AppHarness(
      setting.size, store: store(of: snapshot),
      settings: FinderSettings(
        origin: .asImported(Origin.seed), theme: setting.theme ?? .auto, reducesMotion: true,
        language: setting.language),
      capabilities: setting.theme == nil
        ? Capabilities(colors: .none, isUnicode: false) : Capabilities(),
      files: FakeFiles(hasSlow: snapshot.meanwhile != nil))
    for step in snapshot.steps {
      if step.hasPrefix("="), step != "=" {
        await app.post(.paste(String(step.dropFirst())))
      } else {
        await app.press(step)
      }
    }
    // The detail beside the list comes when the cursor has stood still.
    if snapshot.meanwhile == nil { await app.pass(DetailScreen.pause) }
    for step in snapshot.meanwhile ?? [] { await app.goOn(step) }
    return app
  }

  private static func store(of snapshot: ScreenSnapshot) async throws -> FetchStore {
    switch snapshot.stock {
    case .shared: try await shared.value
    case .own: try await .detailed()
    case .withoutUndo: try await .withoutUndo()
    }
  }

  private static let shared = Task { try await FetchStore.detailed() }

  /// Presses a key, waits for a text or lets time pass while a file is read or written.
  private func goOn(_ step: String) async {
    let rest = String(step.dropFirst())
    if step.hasPrefix("?"), !rest.isEmpty {
      await until(shows: rest)
    } else if let milliseconds = Int(rest), step.hasPrefix("+") {
      passMeanwhile(.milliseconds(milliseconds))
    } else {
      await pressMeanwhile(step)
    }
  }
}

extension FetchStore {
  /// A store whose first venue has all details, with some saved filters.
  fileprivate static func detailed() async throws -> FetchStore {
    let store = try FetchStore.seeded()
    try await store.tellMore()
    for (name, format) in [
      ("cheap deals", "priceInfo.tier IN {1} AND specialCount > 0"),
      ("near", "location.distance < $METERS"),
    ] {
      let predicate = try FetchPredicate(format: format)
      try SavedFilter(name: name, predicate: predicate, sort: ["price"]).save(in: store)
    }
    return store
  }

  /// A store that keeps next to nothing for undoing, with a venue that an import would change.
  fileprivate static func withoutUndo() async throws -> FetchStore {
    let store = try FetchStore.seeded(undoLimits: UndoLimits(bytes: 20))
    try await store.addOldLeaf(id: "n1")
    return store
  }

  /// Adds a venue that an import may change.
  func addOldLeaf(id: String) async throws {
    var venue = Venue()
    (venue.id, venue.name) = (id, "Old Leaf")
    try await write("Add") { [venue] in $0.insert(venue) }
  }

  /// Sets all values of the nearest venue.
  func tellMore() async throws {
    var venue = try venue(named: "Boi Noodles")
    venue.rating = 8.25
    venue.ratingSignals = 120
    venue.hours = "Mon–Fri: 11:00–22:00\nSat–Sun: 12:00–23:00"
    venue.note = "Ask for less ice"
    venue.verified = true
    var tip = Tip()
    tip.text = "The taro milk tea is the best in the neighborhood, and the noodles come at once."
    tip.agreeCount = 3
    venue.tips = [tip]
    try await write("Tell more") { [venue] in $0.update(venue) }
  }
}
