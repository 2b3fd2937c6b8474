import FetchKit
import Foundation
import TerminalKit
import TerminalTestSupport
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct CrawlScreenTests {
  @Test func `the selected venues are visited on the shortest walk`() async throws {
    let app = try await AppHarness()
    await app.press("j", "space", "j", "space", "G", "space", "g", "space", "W")
    #expect(app.lines[0].hasPrefix(" Crawl · 4 stops "))
    #expect(app.lines[0].hasSuffix(" · shortest order"))
    #expect(app.lines[2].hasSuffix("Leg     Total"))
    #expect(app.lines[3].hasPrefix(" ▌ 1  Gong Cha                149 E. 60th Street "))
    let legs = app.lines[3...6].map { $0.split(separator: " ").suffix(4).joined(separator: " ") }
    #expect(legs[0] == "1.5 km 1.5 km")
    try Dump.expect(app.screen, is: "crawl-80x24")
    await app.press("j", "enter")
    #expect(app.lines[0].hasSuffix("/30"))
    await app.press("esc")
    #expect(app.lines[0].hasPrefix(" Crawl · 4 stops "))
    await app.press("esc")
    #expect(app.finder.context.isListAlone)
  }

  @Test func `a stop that another program deleted says so, and is not copied`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    await app.press("j", "space", "j", "space", "G", "space", "g", "space", "W")
    let id = try #require(
      app.finder.list.model.ids.first { id in
        (try? app.store.objects(with: [id], as: Venue.self).first?.name) == "Gong Cha"
      })
    try await app.store.write("Delete") { $0.delete(id) }
    await app.settle()
    await app.press("enter")
    #expect(app.message == "This venue no longer exists")
    #expect(app.lines[0].hasPrefix(" Crawl · 4 stops "))
    await app.press("y")
    #expect(app.message.hasPrefix("Copied 3 stops"))
    #expect(app.lines[0].hasPrefix(" Crawl · 3 stops "))
    await app.press("E", "3", "enter")
    #expect(app.message.hasPrefix("Exported 3 stops"))
    #expect(files.text(in: "crawl.txt")?.contains("Gong Cha") == false)
  }

  @Test func `stops are removed and moved, and legs, title and export follow`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    func stops() -> [String] { app.lines[3...].prefix { $0.hasSuffix("m") }.map(\.self) }
    await app.press("W", "enter")
    let planned = stops()
    #expect(app.lines[0].hasSuffix(" · shortest order"))
    #expect(app.lines.last?.contains(" x remove  J move ") == true)
    await app.press("J")
    #expect(app.lines[0].hasSuffix(" min walk"))
    let names = ["Boi Noodles", "CoCo Fresh Tea & Juice", "Smoocha", "Gong Cha", "Chatime 日出茶太"]
    func order() -> [String] {
      stops().compactMap { row in names.first { row.contains($0) } }
    }
    let start = planned.compactMap { row in names.first { row.contains($0) } }
    #expect(order() == [start[1], start[0]] + start[2...])
    #expect(app.lines[4].hasPrefix(" ▌ 2 "))
    await app.press("x")
    #expect(app.message == "Removed \(start[0]) from the crawl, u to undo")
    #expect(order() == Array(start[1...]))
    #expect(app.lines[0].hasPrefix(" Crawl · 4 stops "))
    await app.press("K", "E", "3", "enter")
    #expect(order() == [start[2], start[1]] + start[3...])
    let lines = try #require(files.text(in: "crawl.txt")).split(separator: "\n")
    #expect(
      lines.dropFirst().map { $0.split(separator: ",")[0] }
        == order().enumerated().map { "\($0 + 1). \($1)" })
    await app.press("K")
    #expect(app.message == "This is the first venue")
    await app.press("u", "u", "u")
    #expect(stops() == planned)
    #expect(app.lines[0].hasSuffix(" · shortest order"))
    await app.press("u")
    #expect(app.message == "Nothing to undo")
    await app.press("x", "x", "x", "x", "x")
    #expect(app.lines[0].hasPrefix(" Crawl · 0 stops "))
    await app.press("x", "y")
    #expect(app.lines[0].hasPrefix(" Crawl · 0 stops "))
  }

  @Test func `a crawl without stops has no columns, and u brings the last one back`() async throws {
    let app = try await AppHarness()
    await app.press("space", "j", "space", "W", "x", "x")
    #expect(app.lines[0].hasPrefix(" Crawl · 0 stops "))
    #expect(app.lines[1...].allSatisfy { !$0.contains("Address") && !$0.contains("Na") })
    await app.press("k")
    #expect(app.lines.last?.contains("u undo") == true)
    await app.press("u")
    #expect(app.lines[0].hasPrefix(" Crawl · 1 stop "))
  }

  @Test func `an edited crawl of the same venues opens as it was left`() async throws {
    let app = try await AppHarness()
    func stops() -> [String] { app.lines[3...].prefix { $0.hasSuffix("m") }.map(\.self) }
    await app.press("j", "space", "j", "space", "G", "space", "g", "space", "W")
    let planned = stops()
    await app.press("J", "x")
    let edited = stops()
    #expect(edited.count == 3)
    await app.press("esc", "j", "W")
    #expect(stops() == edited)
    #expect(app.message == "The crawl as you left it, u to undo")
    await app.press("u", "u")
    #expect(stops() == planned)
    await app.press("x", "esc", "k", "space", "W")
    #expect(app.lines[0].hasPrefix(" Crawl · 3 stops "))
    #expect(app.lines[0].hasSuffix(" · shortest order"))
  }

  @Test func `a stop that left the filter can be opened`() async throws {
    let app = try await AppHarness()
    await app.press("space", "space", "*", "esc", "f", "8", "enter", "W")
    var venue = try app.store.venue(named: "CoCo Fresh Tea & Juice")
    venue.favorite = false
    try await app.store.write("Unmark") { [venue] in $0.update(venue) }
    await app.settle()
    let row = try #require(app.lines.dropFirst(3).firstIndex { $0.contains("CoCo") })
    if row == 4 { await app.press("j") }
    await app.press("enter")
    #expect(app.lines[0] == " CoCo Fresh Tea & Juice")
  }

  @Test func `keys typed while a crawl is planned are for its stops`() async throws {
    let app = try await AppHarness()
    await app.press("W")
    await app.pressMeanwhile("1", "j", "enter")
    await app.settle()
    #expect(app.finder.context.stack.isOpen(app.finder.list.detail.screen))
  }

  @Test func `without a selection the first venues of the list are offered, or all of them`()
    async throws
  {
    let app = try await AppHarness()
    #expect(app.lines.last?.contains(" W crawl ") == true)
    await app.press("W")
    #expect(app.lines.contains { $0.contains("▌ Top 5 by distance ▲ ") })
    #expect(app.lines.contains { $0.contains("  All 30 venues  ") })
    await app.press("enter")
    #expect(app.lines[0].hasPrefix(" Crawl · 5 stops "))
    #expect(app.lines.last?.contains(" E export ") == true)
    let names = app.lines[3...7].joined()
    for name in ["Boi Noodles", "CoCo", "Smoocha", "Gong Cha", "Chatime"] {
      #expect(names.contains(name))
    }
    await app.press("esc", "W", "4")
    #expect(app.lines[0].hasPrefix(" Crawl · 30 stops "))
    await app.press("j", "enter")
    #expect(app.lines.last?.contains(" esc to crawl ") == true)
    await app.press("esc", "esc", "space", "space")
    #expect(app.lines.last?.contains(" W crawl ") == true)
    #expect(app.lines.last?.contains(" E export ") == true)
    #expect(app.lines.last?.contains(" esc deselect ") == true)
    await app.press("W")
    #expect(app.lines.last?.hasPrefix(" esc to list ") == true)
  }

  @Test func `the times of long walks are shown in full, and the start is on the map`()
    async throws
  {
    let app = try await AppHarness(Size(columns: 100, rows: 30))
    await app.press("W", "4", "G")
    let rows = app.lines.filter { $0.contains(" min") }.dropFirst()
    #expect(rows.count > 5)
    #expect(rows.allSatisfy { $0.contains(#/[0-9] (min|h)$/#) })
    #expect(!rows.contains { $0.contains(#/min [0-9]/#) }, "a gap between leg and total")
    #expect(rows.last?.contains(" h ") == true)
    await app.press("g")
    #expect(app.lines.contains { $0.contains(app.finder.context.symbols.you) })
  }

  @Test func `the menu of crawls leads to the sort orders and back`() async throws {
    let app = try await AppHarness()
    await app.press("W")
    #expect(app.lines.last?.contains(" s sort ") == true)
    await app.press("s")
    #expect(app.lines.contains { $0.contains("─ Sort by ─") })
    await app.press("esc")
    #expect(app.lines.contains { $0.contains("  Top 10 by distance ▲ ") })
    await app.press("s", "6")
    #expect(app.lines.contains { $0.contains("  Top 10 by tips ▼ ") })
    await app.press("2")
    #expect(app.lines[0].hasPrefix(" Crawl · 5 stops "))
    #expect(app.lines[3...7].contains { $0.contains("Boba Life NYC") })
  }

  @Test func `in another order than by distance, the first venues nearby are offered`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("s", "6", "W")
    #expect(app.lines.contains { $0.contains("─ Crawl · pick from 30 venues ─") })
    #expect(app.lines.contains { $0.contains("▌ Top 5 by tips ▼ within 500 m, 7 min ") })
    await app.press("enter")
    #expect(app.message == "No venues within 500 m")
    await app.press("W", ">", ">")
    #expect(app.lines.contains { $0.contains("▌ Top 5 by tips ▼ within 1 km, 13 min ") })
    await app.press("<")
    #expect(app.lines.contains { $0.contains("▌ Top 5 by tips ▼ within 750 m, 10 min ") })
    #expect(app.lines.last?.hasPrefix(" esc cancel  ⏎ accept  s sort  < > adjust radius ") == true)
    await app.press("enter")
    #expect(app.lines[0].hasPrefix(" Crawl · 1 stop "))
    #expect(app.message == "Only 1 venue within 750 m")
    await app.press("esc")
    await app.press("f", "j", "j", "j", "j", "j", ">", ">", ">", ">", ">", "enter", "W")
    #expect(app.lines.contains { $0.contains("▌ Top 5 by tips ▼ within 2 km, 25 min ") })
    await app.press("1")
    #expect(app.lines[0].hasPrefix(" Crawl · 5 stops "))
    #expect(app.lines[3...7].contains { $0.contains("Gong Cha") })
    #expect(!app.lines[3...7].contains { $0.contains("Kung Fu Tea") })
    await app.press("esc", "f", "6", "enter", "W")
    #expect(app.lines.contains { $0.contains("▌ Top 5 by tips ▼  ") })
  }

  @Test func `in the order of distances, the best venues nearby are offered`() async throws {
    let app = try await AppHarness()
    let venues = try await app.store.fetch(FetchRequest<Venue>())
    try await app.store.write("Rate") { transaction in
      for (index, var venue) in venues.enumerated() {
        venue.rating = Double(index % 10)
        transaction.update(venue)
      }
    }
    await app.press("W")
    #expect(app.lines.contains { $0.contains("▌ Top 5 by rating ▼ within 500 m, 7 min ") })
    #expect(app.lines.contains { $0.contains("  Top 5 by distance ▲ ") })
  }

  @Test func `of the best venues nearby that are equal, the nearest ones are offered`() async throws
  {
    let app = try await AppHarness()
    let venues = try await app.store.fetch(FetchRequest<Venue>())
    try await app.store.write("Rate") { transaction in
      for var venue in venues {
        venue.rating = 9
        transaction.update(venue)
      }
    }
    await app.press("W", ">", ">", ">", ">", ">", ">")
    #expect(app.lines.contains { $0.contains("▌ Top 5 by rating ▼ within 3 km, 38 min ") })
    await app.press("enter")
    let stops = app.lines[3...7].map {
      $0.dropFirst(6).prefix(12).trimmingCharacters(in: .whitespaces)
    }
    #expect(
      stops.sorted() == ["Boi Noodles", "Chatime 日出茶太", "CoCo Fresh T", "Gong Cha", "Smoocha"])
  }

  @Test func `a narrow terminal has the legs only, and more of the names`() async throws {
    let app = try await AppHarness(.small)
    await app.press("f", "5", "enter", "W", "2")
    #expect(app.lines[1] == "      Name                          Leg")
    #expect(app.lines[2] == " ▌ 1  Chatime 日出茶太           1.8 km")
  }

  @Test func `a wide terminal has the map beside the stops`() async throws {
    let app = try await AppHarness(Size(columns: 120, rows: 40))
    await app.press("f", "5", "enter", "W", "2")
    #expect(app.lines[0].hasPrefix(" Crawl · 6 stops "))
    try Dump.expect(app.screen, is: "crawl-120x40")
  }

  @Test func `a crawl is exported and copied`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    await app.press("space", "space", "W", "y")
    #expect(app.message == "Copied 2 stops through the terminal")
    await app.press("E", "enter", "enter")
    #expect(app.message == "Exported 2 stops to ~/tea/crawl.gpx")
    let gpx = try #require(files.text(in: "crawl.gpx"))
    #expect(gpx.contains("<name>CoCo Fresh Tea &amp; Juice</name>"))
    #expect(gpx.components(separatedBy: "<rtept ").count == 4)
    #expect(gpx.contains(#"<rtept lat="40.75925" lon="-73.98467"><name>Start</name></rtept>"#))
    await app.press("E", "j", "enter", "enter")
    let json = try #require(files.text(in: "crawl.geojson"))
    #expect(json.contains(#""type":"LineString","coordinates":[[-73.98467,40.75925],"#))
    #expect(json.contains(#""stop":1,"name":"Boi Noodles","address":"240 W 40th St.","leg":567"#))
    await app.press("E", "j", "j", "enter", "enter")
    #expect(
      files.text(in: "crawl.txt") == """
        2 stops · 1.9 km · 24 min walk · from 40.7593, -73.9847
        1. Boi Noodles, 240 W 40th St. · 567 m · 8 min
        2. CoCo Fresh Tea & Juice, 459 Lexington Ave · 1.3 km · 16 min

        """)
  }

  @Test func `more venues than a walk can have are not offered, and refused if they are selected`()
    async throws
  {
    let store = try FetchStore.empty()
    try await store.write("Insert") { transaction in
      for number in 0...100 {
        var venue = Venue()
        (venue.id, venue.name) = ("c\(number)", "Stop")
        _ = transaction.insert(venue)
      }
    }
    let app = try await AppHarness(store: store)
    await app.press("W")
    #expect(app.lines.contains { $0.contains("Top 20 by distance ▲") })
    #expect(!app.lines.contains { $0.contains("All 101 venues") })
    await app.press("esc", "a", "W")
    #expect(app.message == "A crawl has at most 100 stops; space to select some")
    await app.press("esc", ":")
    await app.type("plan")
    #expect(app.lines.contains { $0.contains("Plan a crawl through some venues") }, "\(app.lines)")
    await app.press("esc", "space", "W")
    #expect(app.lines[0].hasPrefix(" Crawl · 0 stops · 1 without a location"))
  }
}
