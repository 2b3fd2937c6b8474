import FetchKit
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

@MainActor
@Suite struct FileStoryTests {
  @Test func `a path is completed and imported`() async throws {
    let trial = try await Trial()
    await trial.press("I")
    await trial.type("d")
    await trial.press("tab")
    try Dump.expect(trial.screen, is: "import-path-80x24")
    await trial.type("n")
    await trial.press("tab", "enter")
    #expect(trial.lines.contains { $0.contains("1 new venue") })
    #expect(trial.lines.contains { $0.contains(" 31 venues") })
    await trial.press("esc")
    #expect(trial.lines[0].hasSuffix("31 venues · distances as imported"))
  }

  @Test func `Tab completes what was typed before, however fast`() async throws {
    let trial = try await Trial()
    await trial.press("I")
    trial.driver.type("no")
    await trial.press("tab")
    #expect(trial.lines.contains { $0.contains("│ notes.txt") })
  }

  @Test func `a file can be chosen from the list`() async throws {
    let trial = try await Trial()
    await trial.press("I", "down", "enter", "down", "down", "enter")
    #expect(trial.lines.contains { $0.contains("1 new venue") })
  }

  @Test func `an error in a file is reported with its position`() async throws {
    let trial = try await Trial()
    await trial.press("I")
    await trial.type("data/broken.json")
    await trial.press("enter")
    try Dump.expect(trial.screen, is: "import-failed-80x24")
    await trial.press("enter")
    #expect(trial.lines[0].contains("30 venues"))
  }

  @Test func `warnings and recreated venues are reported`() async throws {
    let trial = try await Trial()
    for line in ["1 new venue", "restored 1 deleted venue"] {
      await trial.press("I")
      await trial.type("odd.json")
      await trial.press("enter")
      #expect(trial.lines.contains { $0.contains("│ \(line) ") })
      #expect(
        trial.lines.contains {
          $0.contains("│ warning at 1:40: rating: not a valid number")
        })
      await trial.press("enter")
      let id = try #require(try trial.store.venue(named: "Odd Leaf").objectID)
      try await trial.store.write("Delete") { $0.delete(id) }
    }
  }

  @Test func `an import shows its progress, and Esc cancels it`() async throws {
    let trial = try await Trial()
    await trial.press("I")
    await trial.type("data/slow.json")
    await trial.pressMeanwhile("enter")
    await trial.until(shows: "1,200 rows")
    #expect(trial.lines.contains { $0.contains("0.5 of 2.0 MB") })
    await trial.press("esc")
    #expect(trial.lines.contains { $0.contains("Import canceled; nothing was changed") })
    await trial.press("esc")
    #expect(trial.lines[0].contains("30 venues"))
  }

  @Test func `the visible venues can be exported`() async throws {
    let files = FakeFiles()
    let trial = try await Trial(files: files)
    await trial.press("/")
    await trial.type("kung")
    await trial.press("enter", "E")
    try Dump.expect(trial.screen, is: "export-80x24")
    await trial.press("j", "enter", "enter")
    #expect(trial.lines.last == " Exported 4 venues to ~/tea/venues.csv")
    #expect(files.names(in: "venues.csv")?.count == 4)
    await trial.press("E", "j", "enter", "enter")
    #expect(trial.lines.contains { $0.contains("File exists. Press Enter to overwrite.") })
    await trial.press("enter")
    #expect(trial.lines.last == " Exported 4 venues to ~/tea/venues.csv")
  }

  @Test func `selected venues are exported in list order`() async throws {
    let files = FakeFiles()
    let trial = try await Trial(files: files)
    await trial.press("space", "j", "space", "E", "enter", "enter", "enter")
    #expect(trial.lines.last == " Exported 2 venues to ~/tea/venues.json")
    #expect(files.names(in: "venues.json") == ["Boi Noodles", "Smoocha"])
  }

  @Test(arguments: [
    (ImportFailure.Reason.emptyFolder("x"), "文件夹 x 中没有店铺数据", "в папке x нет данных о заведениях"),
    (.emptyFile, "文件为空", "файл пуст"),
    (.other("x"), "意外错误：x", "непредвиденная ошибка: x"),
  ])
  func `a file error is in the user's language`(
    reason: ImportFailure.Reason, chinese: String, russian: String
  ) {
    let failure = ImportFailure(reason)
    #expect(Strings(.chinese).problem(failure) == chinese)
    #expect(Strings(.russian).problem(failure) == russian)
    #expect(Strings().problem(failure) == failure.message)
  }

  @Test(arguments: [
    (64, "Exported 30 venues to ~/tea/a/long/way/down/to/venues.json"),
    (58, "Exported 30 venues to ~/tea/a/long/way/down/to/venues.json"),
    (57, "Exported 30 venues to ~/tea/a/long/way/down/…/venues.json"),
    (41, "Exported 30 venues to ~/tea/…/venues.json"),
    (35, "Exported 30 venues to …/venues.json"), (34, "Exported 30 venues to venues.json"),
    (10, "Exported 30 venues to venues.json"),
  ])
  func `a long path is shortened in the middle`(columns: Int, text: String) {
    let path = "~/tea/a/long/way/down/to/venues.json"
    let message = Message(text: Strings().written(30, to: path), path: path)
    #expect(message.text(columns: columns, ellipsis: "…") == text)
  }

  @Test func `without file access import is disabled`() async throws {
    let trial = try await Trial(files: nil)
    let before = trial.lines.dropLast()
    for key in ["I", "E"] {
      await trial.press(key)
      #expect(trial.lines.dropLast() == before)
      #expect(trial.lines.last == " Files are not available here")
    }
  }
}
