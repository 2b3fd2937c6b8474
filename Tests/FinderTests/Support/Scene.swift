import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// A screen of the finder, and the way to it.
struct Scene: CustomTestStringConvertible, Sendable {
  let name: String
  /// Keys; what begins with `=` is typed.
  let steps: [String]
  /// Keys that are pressed while a file is read or written; what begins with `?` is waited for on the
  /// screen, what begins with `+` are milliseconds that pass. nil when no file takes its time.
  let meanwhile: [String]?
  /// Whether nothing but the smallest changes can be undone.
  let isForGood: Bool

  init(
    _ name: String, _ steps: String..., meanwhile: [String]? = nil, isForGood: Bool = false
  ) {
    self.name = name
    self.steps = steps
    self.meanwhile = meanwhile
    self.isForGood = isForGood
  }

  var testDescription: String { name }

  /// Every screen, menu, prompt and message.
  static let all = [
    Scene("list"),
    Scene("list-marked", "*", "space", "space", "B"),
    Scene("list-sections", "S", "j", "enter", "j"),
    Scene("list-moved", "j", "j", "j", "j"),
    Scene("list-without", "i"),
    Scene("list-search", "/", "=kung"),
    Scene("list-group", "b", "tab", "tab", "j", "enter"),
    Scene("list-nothing", "/", "=zzz", "enter"),
    Scene("sections", "S"),
    Scene("jump", "S", "j", "j", "j", "j", "j", "enter", "'"),
    Scene("sort", "s", "j", "j", "j", "space"),
    Scene("columns", "C", "j", ">", ">"),
    Scene("filter", "f", "space", "j", "j", "j", "j", "space"),
    Scene("filter-more", "f", "G", "k", "k", "k", "k", "k", "space"),
    Scene("filter-condition", "f", "G", "enter", "=stats.tipCount > 40 AND ra"),
    Scene("filter-problem", "f", "G", "enter", "=stats.tipCount >> 40", "enter"),
    Scene("detail", "enter"),
    Scene("detail-next", "enter", "n", "*"),
    Scene("map", "m"),
    Scene("map-closer", "m", "+", "+", "n"),
    Scene("map-number", "m", "v"),
    Scene("numbers", "b"),
    Scene("numbers-category", "b", "tab", "tab", "s", "r"),
    Scene("palette", ":"),
    Scene("palette-found", ":", "=import"),
    Scene("palette-row", ":", "=12"),
    Scene("messages", "*", "y", "u", "!"),
    Scene("help", "?"),
    Scene("help-map", "m", "?"),
    Scene("help-found", "?", "=filter"),
    Scene("explain", "f", "space", "enter", "."),
    Scene("saved", "F"),
    Scene("saved-variable", "F", "j", "enter", "=far", "enter"),
    Scene("save", "w"),
    Scene("place", "@"),
    Scene("place-street", "@", "=canal st", "down"),
    Scene("place-problem", "@", "=Nowhere Lane", "enter"),
    Scene("note", "e"),
    Scene("history", "*", "j", "*", "u", "U"),
    Scene("import", "I"),
    Scene("import-done", "I", "=data/new.json", "enter"),
    Scene("import-failed", "I", "=data/broken.json", "enter"),
    Scene("export", "E"),
    Scene("export-marked", "space", "E"),
    Scene("export-path", "E", "enter"),
    Scene("export-done", "E", "enter", "enter"),
    Scene("deleted", "D"),
    Scene("job-import", "I", "=data/slow.json", meanwhile: ["enter", "?25%", "+2000"]),
    Scene(
      "job-import-away", "I", "=data/slow.json",
      meanwhile: ["enter", "?25%", "enter", "j", "?2/30"]),
    Scene(
      "job-export", "E", "enter", "ctrl-u", "=data/slow.json",
      meanwhile: ["enter", "?33%", "+3000"]),
    Scene("job-quit", "I", "=data/slow.json", meanwhile: ["enter", "?25%", "enter", "q"]),
    Scene("consent-import", "I", "=data/new.json", "enter", isForGood: true),
    Scene("consent-change", "a", "D", "j", isForGood: true),
  ]
}

/// A terminal and a user, whom a screen has to suit.
struct Setting {
  let size: Size
  let language: Language
  /// nil for ASCII without colors.
  let theme: ThemeName?

  var name: String {
    "\(size.columns)x\(size.rows)-\(language.code)-\(theme?.rawValue ?? "ascii")"
  }

  private static let sizes = [
    Size.small, .usual, Size(columns: 132, rows: 43), Size.large,
  ]

  /// Four settings with all sizes, languages and looks among them, others for each screen.
  static func some(for scene: Scene) -> [Setting] {
    let turn = scene.name.unicodeScalars.reduce(0) { $0 + Int($1.value) }
    let looks: [ThemeName?] = [.light, .dark, .mono, nil]
    return sizes.enumerated().map { index, size in
      let look = (index + turn) % looks.count
      // In ASCII all words are English.
      guard let theme = looks[look] else {
        return Setting(size: size, language: .english, theme: nil)
      }
      let language = Language.all[(look + turn / 4) % Language.all.count]
      return Setting(size: size, language: language, theme: theme)
    }
  }
}

extension Trial {
  /// A finder in a setting, with its first venue told at length and some filters saved.
  static func showing(_ scene: Scene, in setting: Setting) async throws -> Trial {
    let trial = try await Trial(
      setting.size, store: scene.isForGood ? .forGood() : .telling(),
      settings: FinderSettings(
        origin: .asImported(Origin.seed), theme: setting.theme ?? .auto, reducesMotion: true,
        language: setting.language),
      capabilities: setting.theme == nil
        ? Capabilities(colors: .none, isUnicode: false) : Capabilities(),
      files: FakeFiles(hasSlow: scene.meanwhile != nil))
    for step in scene.steps {
      if step.hasPrefix("="), step != "=" {
        await trial.post(.paste(String(step.dropFirst())))
      } else {
        await trial.press(step)
      }
    }
    // The detail beside the list comes when the cursor has stood still.
    if scene.meanwhile == nil { await trial.pass(DetailScreen.pause) }
    for step in scene.meanwhile ?? [] { await trial.goOn(step) }
    return trial
  }

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

extension Store {
  /// A store whose first venue is told at length, with some filters saved.
  fileprivate static func telling() async throws -> Store {
    let store = try Store.seeded()
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
  fileprivate static func forGood() async throws -> Store {
    let store = try Store.seeded(undoLimits: UndoLimits(bytes: 20))
    try await store.addOldLeaf(id: "n1")
    return store
  }

  /// Adds a venue that an import may change.
  func addOldLeaf(id: String) async throws {
    var venue = Venue()
    (venue.id, venue.name) = (id, "Old Leaf")
    try await write("Add") { [venue] in $0.insert(venue) }
  }

  /// Gives the nearest venue all that can be known of one.
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
