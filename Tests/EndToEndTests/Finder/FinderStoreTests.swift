import Foundation
import Testing

/// Commands on venues in the finder.
@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct FinderStoreTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `an import can be undone`() async throws {
    try sandbox.write(
      #"[{"id":"n1","name":"New Leaf","location":{"lat":40.7593,"lng":-73.9847}}]"#, to: "new.json")
    let finder = try await FinderSession(sandbox)
    try await finder.press("I", until: "new.json")
    try await finder.terminal.paste("new.json")
    try await finder.press("Enter", until: "1 new venue")
    try await finder.press("Escape", until: "31 venues · 12 deals")
    try await finder.press("/", until: "esc cancel")
    try await finder.terminal.paste("new leaf")
    try await finder.until("what is new") { $0 == ["New Leaf"] }
    try await finder.press("Enter", "u", until: "Undid: Import new.json")
    try await finder.press("Escape", until: "30 venues · 12 deals")
  }

  @Test func `a note or a filter is refused at once in a store that cannot be written`()
    async throws
  {
    _ = try await sandbox.run("count")
    let asNobody = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : ""
    // Nobody may be unable to reach the program where it was built.
    _ = try await sandbox.shell(
      """
      cp "$(command -v boba)" boba && chmod 755 . data boba
      chmod 555 data/boba; chmod 444 data/boba/venues.sqlite
      """)
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("\(asNobody) ./boba --store data/boba/venues.sqlite")
    try await terminal.until(shows: "12 deals")
    for keys in [["e"], ["w"], ["f", "w"]] {
      for key in keys { try await terminal.press(key) }
      try await terminal.until(shows: "The store is read-only")
      try await terminal.press("?")
      try await terminal.until("the help") { !$0.shows("The store is read-only") }
      try await terminal.press("Escape")
      try await terminal.until("no help") { !$0.shows("Help") }
    }
    _ = try await sandbox.shell("chmod 755 data/boba")
  }

  @Test func `an export has the visible venues in their order`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", "j", "j", "j", "j", "Space", until: "6 of 30 venues match")
    try await finder.press("Enter", "s", "8", until: "check-ins ▼")
    try await finder.press("E", "j", "j", "Enter", until: "venues.csv")
    try await finder.press("Enter", until: "Exported 6 venues to ~/venues.csv")
    let expected = try await sandbox.run("export", "--deals", "--sort=-checkins", "--format=csv")
    #expect(String(decoding: try sandbox.read("venues.csv"), as: UTF8.self) == expected.stdout)
    // An existing file is not overwritten without confirmation.
    try await finder.press("E", "j", "j", "Enter", until: "venues.csv")
    try await finder.press("Enter", until: "File exists. Press Enter to overwrite.")
  }

  @Test func `paths may start with ~, and an unwritable one is reported`() async throws {
    let finder = try await FinderSession(sandbox)
    try sandbox.makeFolder("sub")
    try sandbox.write(#"[{"id": "n1", "name": "New Leaf"}]"#, to: "sub/new.json")
    try await finder.press("I", until: "Import from file or folder")
    try await finder.terminal.paste("~/sub/n")
    try await finder.press("Tab", "Enter", until: "1 new venue")
    try await finder.press("Escape", until: "f filter")
    try await finder.press("E", "Enter", until: "Save json as")
    try await finder.terminal.paste("~/sub/out.json")
    try await finder.press("Enter", until: "Exported 31 venues to ~/sub/out.json")
    try await finder.press("E", "Enter", until: "Save json as")
    try await finder.terminal.paste("/nowhere/out.json")
    try await finder.press("Enter", until: "No folder /nowhere/")
    try await finder.press("Escape", until: "Discarded the text")
    try await finder.press("E", "Enter", until: "Save json as")
    try await finder.terminal.paste("/proc/out.json")
    try await finder.press("Enter", until: "error: cannot write /proc/out.json")
  }

  @Test func `a saved filter asks for its variables`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", "Space", "w", until: "Save filter as")
    try await finder.terminal.paste("cheap ones")
    try await finder.press("Enter", until: "Saved as cheap ones")
    try await finder.press("Escape", until: "30 venues · 12 deals")
    _ = try await sandbox.run("filters", "save", "near", "--where", "location.distance < $METERS")
    let saved = try await finder.press("F", until: "Saved filters")
    #expect(saved.rows(with: "near").first?.contains("location.distance < $METERS") == true)
    try await finder.press("j", "Enter", until: "Maximum distance ($METERS)")
    try await finder.terminal.paste("1500")
    try await finder.press("Enter", until: "within 1.5 km")
    try await finder.until("what is near") { $0.count == 4 }
    try await finder.press("F", "Enter", until: "27 of 30 venues · 12 deals")
  }

  @Test func `the open filter appears if hours are known`() async throws {
    try sandbox.write(
      """
      [{"id": "o1", "name": "Always Open", "hours": {"isOpen": true, "timeframes": []}},
       {"id": "o2", "name": "Never Open", "hours": {"isOpen": false}}]
      """, to: "hours.json")
    let finder = try await FinderSession(sandbox)
    #expect(try await !finder.press("f", "G", until: "Condition").shows("Open now"))
    try await finder.press("Escape", until: "30 venues · 12 deals")
    _ = try await sandbox.run("import", "hours.json")
    try await finder.terminal.until(shows: "32 venues · 12 deals")
    try await finder.press("f", until: "[ ] Open now")
    for _ in 1...8 { try await finder.terminal.press("j") }
    try await finder.press("Space", until: "1 of 32 venues match")
    try await finder.press("Enter", until: " open now")
    try await finder.until("what is open") { $0 == ["Always Open"] }
  }

  @Test func `statistics open and leave a group`() async throws {
    let finder = try await FinderSession(sandbox)
    // The first command ends the welcome.
    try await finder.press("?", until: "Help")
    try await finder.press("Escape", "j", "j", until: "3/30")
    let before = try await finder.terminal.screen
    let numbers = try await finder.press("b", until: "3 groups ")
    #expect(numbers.rows.first { $0.contains("90.0%") }?.hasPrefix(" ▌ $ ") == true)
    try await finder.press("Tab", "Tab", until: "Statistics · City")
    try await finder.press("Enter", until: "28 of 30 venues · 12 deals")
    try await finder.terminal.until(shows: " New York  ")
    try await finder.press("Escape", until: "Statistics · City")
    try await finder.press("Escape", until: "30 venues · 12 deals")
    try await finder.terminal.until("the list as before") { $0 == before }
  }

  @Test func `the next session restores the view`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("C", "j", "j", "j", "Space", until: "[ ] Rating")
    try await finder.press("Enter", until: "q quit")
    try await finder.press("S", "j", "j", "j", "Enter", until: "New York  28 venues")
    try await finder.press("f", "j", "j", "j", "j", "Space", until: "6 of 30 venues match")
    try await finder.press("Enter", "g", until: "1/6")
    try await finder.press("j", "*", until: "to favorites")
    try await finder.press("H", until: "Showing distances from Smoocha")
    try await finder.terminal.until("the new distances") {
      $0.rows(with: "★ Smoocha").first?.contains(" 0 m ") == true
    }
    try await finder.press("j", "j", until: "3/6")
    let before = try await finder.terminal.until("the totals") { $0.shows("average 2.2 km") }
    // The window is closed, not the finder.
    try? await finder.terminal.close()
    for _ in 1...200 where !sandbox.exists("state/boba/finder.json") {
      _ = try await sandbox.run("paths")
    }
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("boba")
    let after = try await terminal.until("the list as before") {
      $0.rows.dropFirst(2) == before.rows.dropFirst(2)
    }
    #expect(after.rows[0] == before.rows[0])
    #expect(after.rows[1].hasPrefix(" offering a deal · restored from last session · c to clear "))
    #expect(!after.shows("Rating"))
    #expect(after.rows(with: "★ Smoocha").count == 1)
  }

  @Test func `the view of a store that an earlier version opened through a link is restored`()
    async throws
  {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", "j", "j", "j", "j", "Space", until: "6 of 30 venues match")
    try await finder.press("Enter", until: "q quit")
    try? await finder.terminal.close()
    for _ in 1...200 where !sandbox.exists("state/boba/finder.json") {
      _ = try await sandbox.run("paths")
    }
    _ = try await sandbox.shell(
      """
      ln -s data/boba/venues.sqlite link.sqlite
      sed -i 's#/data/boba/venues.sqlite"#/link.sqlite"#' state/boba/finder.json
      """)
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("boba --store link.sqlite")
    let screen = try await terminal.until(shows: "restored from last session")
    #expect(screen.rows[1].hasPrefix(" offering a deal "))
  }
}
