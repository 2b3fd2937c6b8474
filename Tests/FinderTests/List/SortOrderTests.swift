import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// Sort orders and texts that first-time users expect.
@MainActor
@Suite struct SortOrderTests {
  @Test func `sorting on the first row shows the new first row`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("s", "8")
    #expect(app.cursorLine?.contains("Kung Fu Tea 功夫茶") == true)
    #expect(app.lines[22].hasSuffix(" 1/30"))
    await app.press("s", "5")
    #expect(app.cursorLine?.contains("Boba Life NYC") == true)
    #expect(app.lines[22].hasSuffix(" 1/30"))
  }

  @Test func `sorting in the filter screen shows the new first row, too`() async throws {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: 11) + ["space", "enter"])
    #expect(app.lines[1].hasSuffix(" price ▲  then name ▲"))
    #expect(app.cursorLine?.contains("Boba Life NYC") == true)
  }

  @Test func `sorting further down keeps the cursor on its venue`() async throws {
    let app = try await AppHarness()
    await app.press("j", "s", "8")
    #expect(app.cursorLine?.contains("CoCo Fresh Tea & Juice") == true)
    #expect(app.lines[22].hasSuffix(" 2/30"))
    #expect(app.message == "Press g to go to the first row")
    await app.press("g")
    #expect(app.lines.last?.hasPrefix(" f filter ") == true)
    await app.press("s", "7")
    #expect(app.lines.last?.hasPrefix(" f filter ") == true)
  }

  @Test func `without room for all sort keys the line has the first one`() async throws {
    let app = try await AppHarness(.small)
    await app.press("s", "5", "s", "space", "j", "space", "enter")
    #expect(app.lines[1].hasSuffix(" rating ▲"), "\(app.lines[1])")
    #expect(app.lines[2].contains("Rating"))
  }

  @Test func `canceling a sort keeps the venue on its line`()
    async throws
  {
    let app = try await AppHarness()
    let before = app.lines
    await app.press("f", "j", "j", "j", "j", "j", "j", "j", "j", "j", "space")
    await app.press("esc")
    #expect(app.message == "Discarded the filter; Z brings it back")
    #expect(app.lines.dropLast() == before.dropLast())
  }

  @Test(arguments: Language.all)
  func `the palette finds an action by its label and its name`(language: Language)
    async throws
  {
    let settings = FinderSettings(
      origin: .asImported(Origin.seed), reducesMotion: true, language: language)
    let strings = Strings(language)
    let app = try await AppHarness(settings: settings)
    for action in [Action.importFile, .exportFile, .undo, .redo, .explain, .map, .savedFilters] {
      for word in [action.rawValue, strings.hint(for: action)] {
        await app.press(":")
        await app.post(.paste(word))
        let found = app.lines.contains { $0.contains(strings.title(of: action)) }
        #expect(found, "\(action) by \(word)")
        await app.press("esc")
      }
    }
  }

  @Test func `the message about a favorite names it and the undo key`() async throws {
    let app = try await AppHarness()
    await app.press("*")
    #expect(app.message == "Added Boi Noodles to favorites, u to undo")
    await app.press("*")
    #expect(app.message == "Removed Boi Noodles from favorites, u to undo")
    await app.press("u")
    #expect(
      app.message
        == "Undid: Remove Boi Noodles from favorites, ctrl-r to redo")
    await app.press("space", "space", "*")
    #expect(app.message == "Added 2 venues to favorites, u to undo")
  }

  @Test(arguments: [
    (["b", "enter"], " $ "), (["b", "S", "2", "enter"], " neighborhood: Unknown "),
    (["b", "S", "3", "enter"], " New York "), (["b", "tab", "tab", "enter"], " New York "),
    (["b", "S", "4", "enter"], " Bubble Tea Shop "), (["b", "S", "5", "enter"], " name: B "),
    (["b", "S", "6", "enter"], " distance 500 m to 1 km "),
    (["b", "S", "7", "enter"], " rating: Unknown "), (["b", "S", "8", "enter"], " tips 1 to 4 "),
    (["b", "shift-tab", "enter"], " chain: Unknown "),
  ])
  func `an opened group is named in the title`(keys: [String], title: String) async throws {
    let app = try await AppHarness()
    await app.press(keys)
    #expect(app.lines[1].hasPrefix(title), "\(app.lines[1])")
  }

  @Test func `an opened group is listed after the condition`() async throws {
    let app = try await AppHarness()
    await app.press("f", "G", "enter")
    await app.type("stats.tipCount > 40")
    await app.press("enter", "ctrl-s", "b", "S", "3", "enter")
    #expect(app.lines[1].hasPrefix(" tips is greater than 40, and city is "))
  }

  @Test func `an empty list says how a condition can ignore case`() async throws {
    let app = try await AppHarness()
    await app.press("f", "G", "enter")
    await app.type("name CONTAINS 'tea spot'")
    await app.press("enter", "ctrl-s")
    #expect(app.lines.joined().contains(" CONTAINS[c] ignores case "))
    await app.press("f", "G", "enter", "ctrl-u")
    await app.type("name CONTAINS[c] 'tea spot' OR priceInfo.priceCategory = '$$$$'")
    await app.press("enter", "ctrl-s")
    #expect(app.lines.joined().contains("No venues match"))
    #expect(!app.lines.joined().contains("ignores case"))
  }

  @Test func `typing replaces the proposed text`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("40.7179, -74.0002")
    await app.press("enter")
    #expect(app.lines[0].hasSuffix("from 40.7179, -74.0002"))
    await app.press("@", "backspace")
    #expect(!app.lines.contains { $0.contains("│  40.7179") })
    await app.press("esc", "@", "left", "backspace")
    await app.type("5")
    await app.press("enter")
    #expect(app.lines[0].hasSuffix("from 40.7179, -74.0052"))
    await app.press("E", "enter")
    await app.type("mine")
    await app.press("enter")
    #expect(app.message == "Exported 30 venues to ~/tea/mine.json")
  }

  @Test func `typing finds a sort order`() async throws {
    let app = try await AppHarness()
    await app.press("s")
    await app.type("rating")
    await app.press("enter")
    #expect(app.lines[1].hasSuffix(" rating ▼  then name ▲"), "\(app.lines[1])")
  }

  @Test func `with several sort keys, digits choose further ones`() async throws {
    let app = try await AppHarness()
    await app.press("s", "space", "6")
    #expect(app.lines.contains { $0.contains("╭─ Sort by") })
    await app.press("enter")
    #expect(app.lines[1].hasSuffix(" distance ▼  then tips ▼  then name ▲"), "\(app.lines[1])")
  }

  @Test func `the hint of Space is missing where it has no effect`() async throws {
    let app = try await AppHarness()
    await app.press("s", "1", "s")
    #expect(app.lines.last == " esc cancel  ⏎ sort  x remove  ? help  : more")
    await app.press("esc", "f", "end")
    func isOnName() -> Bool { app.lines.contains { $0.hasPrefix("▌ 1st Name (A-Z)") } }
    for _ in 0..<30 where !isOnName() { await app.press("up") }
    #expect(isOnName())
    #expect(app.lines.last?.contains("space") == false)
    await app.press("down")
    #expect(app.lines.last?.contains("space make 1st") == true)
  }

  @Test func `rows of the order before are muted while the new one takes long`() async throws {
    let app = try await AppHarness()
    func styles() -> Set<Style> {
      let cells = (0..<app.screen.size.columns).map { app.screen[$0, 5] }
      return Set(cells.filter { $0.text != " " }.map(\.style))
    }
    let usual = styles()
    #expect(usual.count > 1)
    await app.press("s")
    await app.pressMeanwhile("6")
    #expect(styles() == usual)
    app.passMeanwhile(.milliseconds(500))
    #expect(styles().map(\.foreground) == [app.finder.context.theme.muted.foreground])
    await app.settle()
    #expect(app.lines[1].hasSuffix("tips ▼  then name ▲"))
    #expect(styles() == usual)
  }

  @Test func `every menu has hints for its keys`() async throws {
    let app = try await AppHarness()
    await app.press("C")
    #expect(
      app.lines.last
        == " esc cancel  space choose  > wider  K move up  J move down  ⏎ accept  ? help")
    await app.press("esc", "s")
    #expect(
      app.lines.last == " esc cancel  ⏎ reverse  x remove  ? help  : more"
    )
    await app.press("down")
    #expect(app.lines.last == " esc cancel  ⏎ sort  space make 1st  ? help  : more")
    await app.press("esc", "S")
    #expect(app.lines.last == " esc cancel  ⏎ accept  ? help  : more")
    await app.press("esc", "w")
    await app.type("mine")
    await app.press("enter", "F")
    #expect(app.lines.last == " esc cancel  ⏎ open  x delete  ? help  : more")
  }
}
