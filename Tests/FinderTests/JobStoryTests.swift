import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// Imports and exports that take their time.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct JobStoryTests {
  private let files = FakeFiles()

  /// A finder in which the import of a slow file has begun.
  private func importing(
    _ size: Size = .usual, _ language: Language = .english
  ) async throws -> Trial {
    let trial = try await Trial(
      size,
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language),
      files: files)
    await trial.press("I")
    await trial.type("data/slow.json")
    await trial.pressMeanwhile("enter")
    await trial.until(shows: language == .russian ? "1\u{A0}200" : "1,200")
    return trial
  }

  /// A finder in which an export that takes its time has begun.
  private func exporting() async throws -> Trial {
    let trial = try await Trial(files: files)
    await trial.press("E", "enter", "ctrl-u")
    await trial.type("data/slow.json")
    await trial.pressMeanwhile("enter")
    await trial.until(shows: "E exporting slow.json 33%")
    return trial
  }

  @Test func `while an import goes on in its box put away the list is used`() async throws {
    let trial = try await importing()
    await trial.pressMeanwhile("enter", "j", "j")
    await trial.until(shows: "3/30")
    try Dump.expect(trial.screen, is: "import-away-80x24")
    await trial.pressMeanwhile("I")
    #expect(trial.lines.contains { $0.contains("0.5 of 2.0 MB") })
    await trial.pressMeanwhile("q", "enter")
    #expect(trial.lines.last?.hasSuffix("importing slow.json 25%") == true)
    #expect(trial.lines.last?.contains("I importing") == false)
    files.release()
    await trial.press("esc")
    #expect(trial.lines.last == " slow.json: 1 new venue · ! for details")
    #expect(trial.lines[0].contains("31 venues"))
    await trial.press("!", "enter")
    #expect(trial.lines.contains { $0.contains("┌─ Message log ─") })
    #expect(trial.lines.contains { $0.contains("│ 1 new venue ") })
    await trial.press("esc", "esc", "I")
    #expect(trial.lines.contains { $0.contains("Import from file or folder") })
  }

  @Test func `what is stopped in its box can be read among the messages`() async throws {
    let trial = try await importing()
    await trial.press("esc", "esc", "!", "enter")
    #expect(
      trial.lines.contains { $0.contains("│ Import canceled; nothing was changed ") })
  }

  @Test(arguments: [Size.usual, .small], Language.all)
  func `an import under way and the question at the end`(
    size: Size, language: Language
  ) async throws {
    let trial = try await importing(size, language)
    let name = "\(language.code)-\(size.columns)x\(size.rows)"
    try Dump.expect(trial.screen, is: "import-\(name)")
    await trial.pressMeanwhile("enter", "q")
    try Dump.expect(trial.screen, is: "quit-\(name)")
    await trial.pressMeanwhile("enter", "q", "y")
    trial.driver.press("enter")
    #expect(await trial.finder.leave() == .quit)
    #expect(try await trial.store.count(FetchRequest<Venue>()) == 30)
  }

  @Test func `an import that could not be undone asks first`() async throws {
    let trial = try await Trial(store: .seeded(undoLimits: UndoLimits(bytes: 20)), files: files)
    try await trial.store.addOldLeaf(id: "n1")
    await trial.press("I")
    await trial.type("data/new.json")
    await trial.press("enter")
    try Dump.expect(trial.screen, is: "consent-80x24")
    await trial.press("enter")
    #expect(trial.lines.contains { $0.contains("│ too large to undo; ") })
    #expect(try trial.store.venue(named: "Old Leaf").id == "n1")
    await trial.press("enter", "I")
    await trial.type("data/new.json")
    await trial.press("enter", "y", "enter")
    #expect(trial.lines.contains { $0.contains("│ 1 updated ") })
    #expect(try trial.store.venue(named: "New Leaf").id == "n1")
  }

  @Test func `an import that asks while its box is away waits for an answer`() async throws {
    let trial = try await Trial(store: .seeded(undoLimits: UndoLimits(bytes: 20)), files: files)
    try await trial.store.addOldLeaf(id: "n3")
    await trial.press("I")
    await trial.type("data/slow.json")
    await trial.pressMeanwhile("enter")
    await trial.until(shows: "1,200 rows")
    await trial.pressMeanwhile("enter")
    files.release()
    await trial.press("/")
    await trial.type("yes")
    #expect(trial.lines.last?.contains("import needs an answer") == true)
    await trial.press("esc", "I", "down", "enter", "enter")
    #expect(try trial.store.venue(named: "Slow Leaf").id == "n3")
    #expect(trial.lines.last?.contains("import") == false)
  }

  @Test func `marks that are too many to be changed back ask first`() async throws {
    let trial = try await Trial(store: .seeded(undoLimits: UndoLimits(bytes: 20)))
    await trial.press("a", "D", "esc")
    #expect(trial.lines[0].contains("30 venues"))
    await trial.press("D", "n", "enter")
    #expect(trial.lines[0].contains("30 venues"))
    await trial.press("D", "y", "enter")
    #expect(trial.lines[0].contains("0 venues"))
    #expect(trial.lines.last == " Deleted 30 venues")
    #expect(try await trial.store.history().first?.isRestorable == false)
  }

  @Test func `an export that takes its time has a box, in which Esc stops it`() async throws {
    let trial = try await exporting()
    trial.passMeanwhile(.milliseconds(200))
    #expect(!trial.lines.contains { $0.contains("10 of 30 venues") })
    trial.passMeanwhile(.milliseconds(200))
    try Dump.expect(trial.screen, is: "export-slow-80x24")
    await trial.press("esc")
    #expect(trial.lines.last == " Export canceled; nothing was written")
    #expect(!trial.lines.contains { $0.contains("exporting slow") })
    #expect(files.names(in: "data/slow.json") == nil)
  }

  @Test func `an export goes on in its box put away, and says when it is done`() async throws {
    let trial = try await exporting()
    trial.passMeanwhile(.milliseconds(400))
    await trial.pressMeanwhile("enter", "j")
    #expect(!trial.lines.contains { $0.contains("10 of 30 venues") })
    await trial.pressMeanwhile("E")
    #expect(trial.lines.contains { $0.contains("10 of 30 venues") })
    files.release()
    await trial.press("down")
    #expect(trial.lines.last == " Exported 30 venues to ~/tea/data/slow.json")
    #expect(files.names(in: "data/slow.json")?.count == 30)
  }

  @Test func `no box opens over what the user went to meanwhile`() async throws {
    let trial = try await exporting()
    await trial.pressMeanwhile("m")
    trial.passMeanwhile(.milliseconds(400))
    #expect(!trial.lines.contains { $0.contains("10 of 30 venues") })
    files.release()
    await trial.press("esc")
  }
}
