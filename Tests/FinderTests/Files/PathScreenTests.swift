import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

@MainActor
@Suite struct PathScreenTests {
  @Test func `a path is completed and imported`() async throws {
    let app = try await AppHarness()
    await app.press("I")
    await app.type("d")
    await app.press("tab")
    try Dump.expect(app.screen, is: "import-path-80x24")
    await app.type("n")
    await app.press("tab", "enter")
    #expect(app.lines.contains { $0.contains("1 new venue") })
    #expect(app.lines.contains { $0.contains(" 31 venues") })
    await app.press("esc")
    #expect(app.lines[0].hasSuffix("31 venues · distances as imported"))
    await app.press("u")
    #expect(app.lines[0].hasSuffix("30 venues · from 40.7593, -73.9847"))
    await app.press("ctrl-r")
    #expect(app.lines[0].hasSuffix("31 venues · distances as imported"))
  }

  @Test func `Tab completes the text typed so far, even in one burst`() async throws {
    let app = try await AppHarness()
    await app.press("I")
    app.driver.type("no")
    await app.press("tab")
    #expect(app.lines.contains { $0.contains("│  notes.txt") })
  }

  @Test func `Tab completes the common prefix and then goes through the names`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    for name in ["tea-1.json", "tea-2.json", "tea-3.json"] {
      _ = try await files.export(
        FetchRequest<Venue>(), of: app.store, as: "json", to: name, progress: { _ in })
    }
    await app.press("I")
    await app.type("t")
    let steps = [
      ("tab", "tea-"), ("tab", "tea-1.json"), ("tab", "tea-2.json"), ("tab", "tea-3.json"),
      ("tab", "tea-1.json"), ("shift-tab", "tea-3.json"), ("shift-tab", "tea-2.json"),
    ]
    for (key, text) in steps {
      await app.press(key)
      #expect(app.lines.contains { $0.contains("│  \(text) ") }, "after \(key)")
      for name in ["tea-1.json", "tea-2.json", "tea-3.json"] {
        #expect(app.lines.contains { $0.contains(" \(name) ") }, "after \(key)")
      }
    }
    #expect(app.lines.contains { $0.contains("│▌ tea-2.json ") })
    await app.press("backspace")
    #expect(app.lines.contains { $0.contains("│  tea-2.jso ") })
    #expect(app.lines.contains { $0.contains("│  tea-2.json ") })
    #expect(!app.lines.contains { $0.contains("tea-1.json") })
    await app.press("tab", "enter")
    #expect(app.lines.contains { $0.contains("Import tea-2.json") })
  }

  @Test func `Down goes on from the path that Tab inserted`() async throws {
    let app = try await AppHarness()
    await app.press("I", "tab")
    #expect(app.lines.contains { $0.contains("│▌ data/ ") })
    await app.press("down")
    #expect(app.lines.contains { $0.contains("│▌ notes.txt ") })
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Import notes.txt") })
  }

  @Test func `a file can be chosen from the list`() async throws {
    let app = try await AppHarness()
    await app.press("I", "down", "enter", "down", "down", "enter")
    #expect(app.lines.contains { $0.contains("1 new venue") })
  }

  @Test func `an error in a file is reported with its position`() async throws {
    let app = try await AppHarness()
    await app.press("I")
    await app.type("data/broken.json")
    await app.press("enter")
    try Dump.expect(app.screen, is: "import-failed-80x24")
    await app.press("enter")
    #expect(app.lines[0].contains("30 venues"))
  }

  @Test func `the report of an import is as high as its lines`() async throws {
    let app = try await AppHarness()
    await app.press("I")
    await app.type("data/new.json")
    await app.press("enter")
    let top = try #require(app.lines.firstIndex { $0.contains("╭─ Import data/new.json") })
    #expect(app.lines[top + 1].contains("│  1 new venue "))
    #expect(app.lines[top + 2].contains(" s "))
    #expect(app.lines[top + 3].contains("╰──"))
  }

  @Test func `warnings and recreated venues are reported`() async throws {
    let app = try await AppHarness()
    for line in ["1 new venue", "restored 1 deleted venue"] {
      await app.press("I")
      await app.type("odd.json")
      await app.press("enter")
      #expect(app.lines.contains { $0.contains("│  \(line) ") })
      #expect(
        app.lines.contains {
          $0.contains("│  warning at 1:40: rating: not a valid number")
        })
      await app.press("enter")
      let id = try #require(try app.store.venue(named: "Odd Leaf").objectID)
      try await app.store.write("Delete") { $0.delete(id) }
    }
  }

  @Test func `an import shows its progress, and Esc cancels it`() async throws {
    let app = try await AppHarness()
    await app.press("I")
    await app.type("data/slow.json")
    await app.pressMeanwhile("enter")
    await app.until(shows: "1,200 rows")
    #expect(app.lines.contains { $0.contains("0.5 of 2.0 MB") })
    await app.press("esc")
    #expect(app.lines.contains { $0.contains("Import canceled; nothing was changed") })
    await app.press("esc")
    #expect(app.lines[0].contains("30 venues"))
  }

  @Test func `letters type a format although the first one moves the cursor`() async throws {
    let app = try await AppHarness(files: FakeFiles())
    await app.press("E")
    await app.type("json")
    #expect(app.lines.contains { $0.contains("│  json ") })
    await app.press("enter", "enter")
    #expect(app.message == "Exported 30 venues to ~/tea/venues.json")
  }

  @Test func `a typed format that there is not is shown in full`() async throws {
    let app = try await AppHarness(files: FakeFiles())
    await app.press("E")
    await app.type("gpx")
    #expect(app.lines.contains { $0.contains("│  gpx ") })
    #expect(app.lines.contains { $0.contains("│  No matches ") })
    await app.press("esc", "E", "j", "k")
    await app.type("csv")
    #expect(app.lines.contains { $0.contains("│  csv ") })
    #expect(app.lines.contains { $0.contains("│▌ csv ") })
  }

  @Test func `the visible venues can be exported`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    await app.press("/")
    await app.type("kung")
    await app.press("enter", "E")
    try Dump.expect(app.screen, is: "export-80x24")
    await app.press("j", "enter", "enter")
    #expect(app.message == "Exported 4 venues to ~/tea/venues.csv")
    #expect(files.names(in: "venues.csv")?.count == 4)
    await app.press("E", "j", "enter", "enter")
    #expect(app.lines.contains { $0.contains("File exists. Press Enter to overwrite.") })
    #expect(app.lines.last?.hasPrefix(" esc cancel  ⏎ overwrite ") == true)
    await app.press("enter")
    #expect(app.message == "Exported 4 venues to ~/tea/venues.csv")
  }

  @Test func `a name with the extension of another format has to be confirmed`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    await app.press("E")
    await app.type("cs")
    await app.press("enter", "ctrl-u")
    await app.type("tea.json")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("The format is csv, not json") })
    #expect(app.lines.last == " esc cancel  ⏎ save anyway")
    #expect(files.names(in: "tea.json") == nil)
    await app.press("enter")
    #expect(app.message == "Exported 30 venues to ~/tea/tea.json")
    await app.press("E", "2", "ctrl-u")
    await app.type("tea.json")
    await app.press("enter", "enter")
    #expect(app.lines.contains { $0.contains("File exists. Press Enter to overwrite.") })
    await app.press("enter")
    #expect(app.message == "Exported 30 venues to ~/tea/tea.json")
  }

  @Test func `a missing file to import keeps the prompt open`() async throws {
    let app = try await AppHarness()
    await app.press("I")
    await app.type("data/nope.json")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("No file or folder ~/tea/data/nope.json") })
    await app.press("ctrl-u")
    await app.type("data/new.json")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("1 new venue") })
  }

  @Test(arguments: ["data/new.json ", " data/new.json", "data/new.json\n", "data/new.json\r\n\n"])
  func `blanks around a path are ignored`(path: String) async throws {
    let app = try await AppHarness()
    await app.press("I")
    await app.post(.paste(path))
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("1 new venue") })
  }

  @Test func `a name to export gets no extension after a blank`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    await app.press("E", "1", "ctrl-u")
    await app.type("x.json ")
    await app.press("enter")
    #expect(app.message == "Exported 30 venues to ~/tea/x.json")
    #expect(files.names(in: "x.json")?.count == 30)
  }

  @Test func `a file whose name ends with a blank can be replaced`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    _ = try await files.export(
      FetchRequest<Venue>(), of: app.store, as: "json", to: "x.json ", progress: { _ in })
    await app.press("E", "1", "ctrl-u")
    await app.type("x.json ")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("File exists. Press Enter to overwrite.") })
  }

  @Test func `a folder as the path of an export keeps the prompt open`() async throws {
    let app = try await AppHarness()
    await app.press("E", "1", "ctrl-u")
    await app.type("data")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("~/tea/data is a folder") })
    await app.type("/tea.json")
    await app.press("enter")
    #expect(app.message == "Exported 30 venues to ~/tea/data/tea.json")
  }

  @Test func `a missing folder keeps the prompt open`() async throws {
    let app = try await AppHarness()
    await app.press("E", "enter")
    await app.type("missing/tea.json")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("No folder missing") })
    #expect(app.lines.contains { $0.contains("missing/tea.json") })
  }

  @Test func `selected venues are exported in list order`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    await app.press("space", "j", "space", "E", "enter", "enter", "enter")
    #expect(app.message == "Exported 2 venues to ~/tea/venues.json")
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
    let message = Message(text: Strings().exported("30 venues", to: path), path: path)
    #expect(message.text(columns: columns, ellipsis: "…") == text)
  }

  @Test func `without file access import is disabled`() async throws {
    let app = try await AppHarness(files: nil)
    let before = app.lines.dropLast()
    for key in ["I", "E"] {
      await app.press(key)
      #expect(app.lines.dropLast() == before)
      #expect(app.message == "Files are not available here")
    }
  }
}
