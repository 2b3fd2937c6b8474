import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// Imports and exports that take their time.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct FileJobTests {
  private let files = FakeFiles()

  /// A finder in which the import of a slow file has begun.
  private func importing(
    _ size: Size = .usual, _ language: Language = .english
  ) async throws -> AppHarness {
    let app = try await AppHarness(
      size,
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language),
      files: files)
    await app.press("I")
    await app.type("data/slow.json")
    await app.pressMeanwhile("enter")
    await app.until(shows: language == .russian ? "1\u{A0}200" : "1,200")
    return app
  }

  /// A finder in which an export that takes its time has begun.
  private func exporting() async throws -> AppHarness {
    let app = try await AppHarness(files: files)
    await app.press("E", "enter", "ctrl-u")
    await app.type("out/slow.json")
    await app.pressMeanwhile("enter")
    await app.until(shows: "E exporting slow.json 33%")
    return app
  }

  @Test func `the list works while an import runs in the background`() async throws {
    let app = try await importing()
    await app.pressMeanwhile("enter", "j", "j")
    await app.until(shows: "3/30")
    try Dump.expect(app.screen, is: "import-away-80x24")
    await app.pressMeanwhile("I")
    #expect(app.lines.contains { $0.contains("0.5 of 2.0 MB") })
    await app.pressMeanwhile("q", "enter")
    #expect(app.lines.last?.hasSuffix("importing slow.json 25%") == true)
    #expect(app.lines.last?.contains("I importing") == false)
    files.release()
    await app.press("esc")
    #expect(app.message == "slow.json: 1 new venue · ! for details")
    #expect(app.lines[0].contains("31 venues"))
    await app.press("!", "enter")
    #expect(app.lines.contains { $0.contains("╭─ Message log ─") })
    #expect(app.lines.contains { $0.contains("│  1 new venue ") })
    await app.press("esc", "esc", "I")
    #expect(app.lines.contains { $0.contains("Import from file or folder") })
  }

  @Test func `a canceled import is in the message log`() async throws {
    let app = try await importing()
    await app.press("esc", "esc", "!", "enter")
    #expect(
      app.lines.contains { $0.contains("│  Import canceled; nothing was changed ") })
  }

  @Test(arguments: [Size.usual, .small], Language.all)
  func `the progress and the confirmation of an import`(
    size: Size, language: Language
  ) async throws {
    let app = try await importing(size, language)
    let name = "\(language.code)-\(size.columns)x\(size.rows)"
    try Dump.expect(app.screen, is: "import-\(name)")
    await app.pressMeanwhile("enter", "q")
    try Dump.expect(app.screen, is: "quit-\(name)")
    await app.pressMeanwhile("enter", "q", "y")
    app.driver.press("enter")
    #expect(await app.finder.leave() == .quit)
    #expect(try await app.store.count(FetchRequest<Venue>()) == 30)
  }

  @Test func `the report of an import names the key that undoes it`() async throws {
    let app = try await AppHarness(files: files)
    await app.press("I")
    await app.type("data/new.json")
    await app.press("enter")
    #expect(app.lines[0].contains("31 venues"))
    #expect(app.lines.last == " esc back  u undo  ? help  : more")
    await app.press("u")
    #expect(app.message == "Undid: Import data/new.json, ctrl-r to redo")
    #expect(app.lines[0].contains("30 "))
  }

  @Test(arguments: ["j", "down", "G"])
  func `a key that moves closes the report of an import and moves in the list`(key: String)
    async throws
  {
    let app = try await AppHarness(files: files)
    await app.press("I")
    await app.type("data/new.json")
    await app.press("enter", key)
    #expect(!app.lines.contains { $0.contains("1 new venue") })
    #expect(app.lines.contains { $0.hasSuffix(key == "G" ? " 31/31" : " 2/31") })
  }

  @Test func `an action of the list closes the report of an import`() async throws {
    let app = try await AppHarness(files: files)
    await app.press("I")
    await app.type("data/new.json")
    await app.press("enter", "f")
    #expect(app.lines[0].contains("31 of 31 venues match"))
    #expect(!app.lines.contains { $0.contains("1 new venue") })
  }

  @Test func `a key without an action leaves the report of an import open`() async throws {
    let app = try await AppHarness(files: files)
    await app.press("I")
    await app.type("data/new.json")
    await app.press("enter", "ß")
    #expect(app.lines.contains { $0.contains("1 new venue") })
    #expect(app.message == "ß does nothing here; ? lists the keys")
  }

  @Test func `u in the report of an import that changed nothing undoes no earlier change`()
    async throws
  {
    let app = try await AppHarness(files: files)
    await app.press("*", "I")
    await app.type("data/broken.json")
    await app.press("enter", "u")
    #expect(app.message == "Nothing to undo")
  }

  @Test func `all files of a folder are undone together, and those that failed are counted`()
    async throws
  {
    let app = try await AppHarness(files: files)
    await app.press("I")
    await app.type("data")
    await app.press("enter")
    #expect(app.lines[0].contains("32 venues"))
    await app.press("u")
    #expect(app.message == "Undid: Import data/new.json and 1 more, ctrl-r to redo")
    #expect(app.lines[0].contains("30 "))
    await app.press("!")
    #expect(app.lines.contains { $0.contains("data: 2 new venues · 1 file failed") })
  }

  @Test func `an earlier import of the same file is not undone with the last one`() async throws {
    let app = try await AppHarness(files: files)
    try await app.store.write("Import data/new.json") { work in
      var venue = Venue()
      (venue.id, venue.name) = ("earlier", "Earlier Leaf")
      work.insert(venue)
    }
    await app.press("I")
    await app.type("data/new.json")
    await app.press("enter", "u")
    #expect(app.message == "Undid: Import data/new.json, ctrl-r to redo")
    #expect(app.lines[0].contains("31 venues"))
  }

  @Test func `an import that cannot be undone needs a confirmation`() async throws {
    let app = try await AppHarness(store: .seeded(undoLimits: UndoLimits(bytes: 20)), files: files)
    try await app.store.addOldLeaf(id: "n1")
    await app.press("I")
    await app.type("data/new.json")
    await app.press("enter")
    try Dump.expect(app.screen, is: "consent-80x24")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("│  too large to undo; ") })
    #expect(try app.store.venue(named: "Old Leaf").id == "n1")
    await app.press("enter", "I")
    await app.type("data/new.json")
    await app.press("enter", "y", "enter")
    #expect(app.lines.contains { $0.contains("│  1 updated ") })
    #expect(app.lines.last == " esc back  ? help  : more")
    #expect(try app.store.venue(named: "New Leaf").id == "n1")
  }

  @Test func `an import in the background waits for its confirmation`() async throws {
    let app = try await AppHarness(store: .seeded(undoLimits: UndoLimits(bytes: 20)), files: files)
    try await app.store.addOldLeaf(id: "n3")
    await app.press("I")
    await app.type("data/slow.json")
    await app.pressMeanwhile("enter")
    await app.until(shows: "1,200 rows")
    await app.pressMeanwhile("enter")
    files.release()
    await app.press("/")
    await app.type("yes")
    #expect(app.lines.last?.contains("import waits for confirmation") == true)
    await app.press("esc", "I", "down", "enter", "enter")
    #expect(try app.store.venue(named: "Slow Leaf").id == "n3")
    #expect(app.lines.last?.contains("import") == false)
  }

  @Test func `after the confirmation the speed is that of the second run`() async throws {
    let app = try await AppHarness(store: .seeded(undoLimits: UndoLimits(bytes: 20)), files: files)
    try await app.store.addOldLeaf(id: "n3")
    await app.press("I")
    await app.type("data/slow.json")
    await app.pressMeanwhile("enter")
    await app.until(shows: "1,200 rows")
    app.passMeanwhile(.seconds(99))
    await app.end()
    files.hold()
    await app.pressMeanwhile("y", "enter")
    await app.until(shows: "1,200 rows")
    app.passMeanwhile(.seconds(1))
    #expect(app.lines.contains { $0.contains("│  1,200 rows, 1,200 per second ") })
    await app.end()
  }

  @Test func `a change that is too large to undo needs a confirmation`() async throws {
    let app = try await AppHarness(store: .seeded(undoLimits: UndoLimits(bytes: 20)))
    await app.press("a", "D", "esc")
    #expect(app.lines[0].contains("30 venues"))
    await app.press("D", "n")
    #expect(app.lines[0].contains("30 venues"))
    await app.press("D", "y", "enter")
    #expect(app.lines[0].contains("0 venues"))
    #expect(app.message == "Deleted 30 venues")
    #expect(try await app.store.history().first?.isRestorable == false)
  }

  @Test func `a long export shows its progress, and Esc cancels it`() async throws {
    let app = try await exporting()
    app.passMeanwhile(.milliseconds(200))
    #expect(!app.lines.contains { $0.contains("10 of 30 venues") })
    app.passMeanwhile(.milliseconds(200))
    try Dump.expect(app.screen, is: "export-slow-80x24")
    await app.press("esc")
    #expect(app.message == "Export canceled; nothing was written")
    #expect(!app.lines.contains { $0.contains("exporting slow") })
    #expect(files.names(in: "out/slow.json") == nil)
  }

  @Test func `an export continues in the background and reports its end`() async throws {
    let app = try await exporting()
    app.passMeanwhile(.milliseconds(400))
    await app.pressMeanwhile("enter", "j")
    #expect(!app.lines.contains { $0.contains("10 of 30 venues") })
    await app.pressMeanwhile("E")
    #expect(app.lines.contains { $0.contains("10 of 30 venues") })
    files.release()
    await app.press("down")
    #expect(app.message == "Exported 30 venues to ~/tea/out/slow.json")
    #expect(files.names(in: "out/slow.json")?.count == 30)
  }

  @Test func `no progress box opens over another screen`() async throws {
    let app = try await exporting()
    await app.pressMeanwhile("m")
    app.passMeanwhile(.milliseconds(400))
    #expect(!app.lines.contains { $0.contains("10 of 30 venues") })
    files.release()
    await app.press("esc")
  }
}
