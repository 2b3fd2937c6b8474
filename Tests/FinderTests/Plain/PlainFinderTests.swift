import FetchKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct PlainFinderTests {
  private func finder(
    _ store: FetchStore, settings: FinderSettings = FinderSettings(origin: .asImported(Origin.seed))
  ) -> PlainFinder {
    PlainFinder(store: store, settings: settings)
  }

  /// The questions, lines and answers of a conversation.
  private func conversation(_ finder: PlainFinder, _ lines: [String]) async -> String {
    var text = await finder.greeting()
    for line in lines {
      text.append(finder.question + line)
      guard let answer = await finder.answer(line) else { break }
      text += answer
    }
    return text.map { $0 + "\n" }.joined()
  }

  /// The answers to lines.
  private func answers(_ finder: PlainFinder, _ lines: [String]) async -> String {
    var text = await finder.greeting()
    for line in lines { text += await finder.answer(line) ?? [] }
    return text.joined(separator: "\n")
  }

  @Test func `a session that finds the nearest cheap venue with a deal`() async throws {
    let finder = finder(try .seeded())
    let lines = [
      "filter", "1", "5", "list", "2", "favorite", "next", "sort", "1", "more", "stats",
      "search kung fu", "clear", "category Bubble Tea*", "city Flushing", "city", "rating x",
      "rating 8,5", "rating", "within 1500", "where name CONTAINS", "where stats.tipCount > 20",
      "1", "note less ice", "undo", "delete", "undo", "undo", "redo", "help", "quit",
    ]
    try Dump.expect(await conversation(finder, lines), is: "line-by-line")
  }

  @Test(arguments: [
    ("within 1.2 km", "Filter: within 1.2 kilometers."),
    ("within 15 min", "Filter: within 1.2 kilometers."),
    ("within 600", "Filter: within 600 meters."),
    ("within far", "Enter a distance, such as 500 m, 1.5 km or 15 min."),
    ("price $$", "Filter: price 2 of 4."),
    ("price 1, $$$", "Filter: price 1 of 4, price 3 of 4."),
    ("price cheap", "Enter one or more prices from 1 to 4."),
    ("where tips > 5", "Filter: stats.tipCount > 5."),
    ("city Nowhere", "No venues match: Nowhere."), ("list all", "Type list without other words."),
    ("sort rating", "Sort: rating, highest first, then name."),
    ("sort tips", "Sort: tips, highest first, then name."),
    ("sort Name (A-Z)", "Sort: name"), ("sort -name", "Sort: name, Z to A."),
    ("sort nonsense", "There is no sort order nonsense. Type sort for a list."),
    ("help filter", "filter: List the filters; then a number turns one on or off."),
    ("help nonsense", "Unknown command nonsense."),
    ("filtr", "Unknown command filtr, did you mean filter?"),
  ])
  func `commands of the filter take what the filter screen takes`(
    line: String, filter: String
  ) async throws {
    let finder = finder(try .seeded())
    let lines = await finder.answer(line)?.joined(separator: " ") ?? ""
    #expect(lines.contains(filter))
  }

  @Test func `a search that matches nothing finds similar words`() async throws {
    let finder = finder(try .seeded())
    let found = await answers(finder, ["search smocha"])
    #expect(found.contains("Filter: similar to smocha."))
    #expect(found.contains("1. Smoocha,"))
    #expect(await answers(finder, ["search smoocha"]).contains("Filter: containing smoocha."))
    #expect(await answers(finder, ["search xyzzy"]).contains("No venues match: containing xyzzy."))
  }

  @Test func `a condition with variables asks for their values and keeps the other filters`()
    async throws
  {
    let finder = finder(try .seeded())
    let text = await answers(finder, ["price 1", "sort tips", "where tips >= $MIN"])
    #expect(text.contains("Enter a value for MIN"))
    #expect(await finder.answer("clear")?.first == "“clear” does not fit.")
    let filled = await finder.answer("18")?.joined(separator: "\n") ?? ""
    #expect(filled.contains("Filter: price 1 of 4, tips 18 or more."))
    #expect(filled.contains("Sort: tips, highest first"))
    #expect(await finder.answer("where $MIN = 1")?.first?.hasPrefix("error: ") == true)
  }

  @Test func `the list of filters has the rating that is set`() async throws {
    let finder = finder(try .seeded())
    #expect(await answers(finder, ["filter"]).contains("rating 7 or more, off"))
    #expect(await answers(finder, ["rating 8", "filter"]).contains("rating 8 or more, on"))
  }

  @Test func `a filter that was applied with values is saved with its variables`() async throws {
    let store = try FetchStore.seeded()
    let finder = finder(store)
    _ = await answers(finder, ["where tips >= $MIN", "18", "price 1", "save busy"])
    _ = await answers(finder, ["saved busy", "30", "save busier", "clear", "where tips >= 5"])
    _ = await finder.answer("save fixed")
    let saved = try SavedFilter.all(in: store).map { "\($0.name): \($0.predicate)" }
    #expect(
      saved == [
        "busier: priceInfo.tier IN {1} AND stats.tipCount >= $MIN",
        "busy: priceInfo.tier IN {1} AND stats.tipCount >= $MIN", "fixed: stats.tipCount >= 5",
      ])
  }

  @Test func `filters can be saved, listed, applied with variables, and deleted`() async throws {
    let store = try FetchStore.seeded()
    try SavedFilter(
      name: "near and busy",
      predicate: try FetchPredicate(
        format: "location.distance < $METERS AND stats.tipCount > $TIPS"),
      sort: ["-stats.tipCount"]
    ).save(in: store)
    let lines = [
      "saved", "list", "filter", "1", "5", "sort", "2", "save", "save cheap deals",
      "save cheap deals", "clear", "saved cheap deals", "saved none", "saved", "3", "2", "x", "",
      "saved", "2", "3000", "20", "saved", "forget", "forget 2", "forget none",
      "forget cheap deals", "saved",
    ]
    try Dump.expect(await conversation(finder(store), lines), is: "line-by-line-saved")
    #expect(try SavedFilter.all(in: store).isEmpty)
  }

  private func save(_ name: String, _ format: String, in store: FetchStore) throws {
    try SavedFilter(name: name, predicate: try FetchPredicate(format: format), sort: [])
      .save(in: store)
  }

  @Test(arguments: Language.all)
  func `when a value is expected, help describes it and quit quits`(language: Language) async throws
  {
    let store = try FetchStore.seeded()
    try save("near", "location.distance < $FAR", in: store)
    try save("named", "name BEGINSWITH $START OR location.city IN $TOWNS", in: store)
    let settings = FinderSettings(origin: .asImported(Origin.seed), language: language)
    let lines = [
      "saved", "2", "help", "?", "600", "saved named", "help", "B", "HELP", "New York,Queens",
      "saved near", "1 km", "", "saved near", "q",
    ]
    try Dump.expect(
      await conversation(finder(store, settings: settings), lines),
      is: "line-by-line-values-\(language.code)")
  }

  @Test func `quoted text is a value even if it is a command`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.name = "quit"
    try await store.write("Rename") { [venue] in $0.update(venue) }
    try save("named", "name == $NAME", in: store)
    let finder = finder(store)
    _ = await finder.answer("saved named")
    #expect(await finder.answer("'quit'")?.first?.hasPrefix("1 of 30 venues") == true)
    _ = await finder.answer("saved named")
    #expect(await finder.answer("QUIT") == nil)
  }

  @Test func `a saved filter is applied by number unless that is a name`() async throws {
    let store = try FetchStore.seeded()
    try save("cheap", "priceInfo.tier IN {1}", in: store)
    try save("dear", "priceInfo.tier IN {3}", in: store)
    let finder = finder(store)
    #expect(await finder.answer("saved 2")?[1] == "Filter: price 3 of 4.")
    #expect(await finder.answer("saved 3") == ["There is no saved filter 3."])
    try save("2", "priceInfo.tier IN {2}", in: store)
    _ = await finder.answer("saved")
    #expect(await finder.answer("saved 2")?[1] == "Filter: price 2 of 4.")
    #expect(await finder.answer("saved 1")?[1] == "Filter: price 2 of 4.")
    #expect(await finder.answer("saved 3")?[1] == "Filter: price 3 of 4.")
  }

  @Test func `a saved filter is deleted by number, also after another command`() async throws {
    let store = try FetchStore.seeded()
    try save("cheap", "priceInfo.tier IN {1}", in: store)
    try save("dear", "priceInfo.tier IN {3}", in: store)
    let finder = finder(store)
    _ = await finder.answer("saved 1")
    #expect(await finder.answer("forget 1") == ["Deleted cheap."])
    #expect(await finder.answer("forget 2") == ["There is no saved filter 2."])
    #expect(await finder.answer("forget 1") == ["Deleted dear."])
  }

  @Test func `the open filter cannot be saved in plain mode either`() async throws {
    let store = try FetchStore.seeded()
    var settings = FinderSettings(origin: .asImported(Origin.seed))
    settings.choices.open = try .now(in: store)
    let answer = await finder(store, settings: settings).answer("save open")
    #expect(answer == ["A filter by opening hours cannot be saved."])
    #expect(try SavedFilter.all(in: store).isEmpty)
  }

  @Test func `distances are measured from a street, from coordinates, and from the start again`()
    async throws
  {
    let finder = finder(try .seeded())
    let street = await finder.answer("near canal st") ?? []
    #expect(street[0] == "Showing distances from Chatime 日出茶太, 240A Canal St (at Centre).")
    #expect(street.contains { $0.hasPrefix("1. Chatime 日出茶太, price 2 of 4, 0 meters") })
    let numbers = await finder.answer("near 40.7593, -73.9847") ?? []
    #expect(numbers[0] == "Showing distances from 40.7593, -73.9847.")
    #expect(numbers.contains { $0.hasPrefix("1. Boi Noodles, ") })
    let nowhere = await finder.answer("near zzz") ?? []
    #expect(
      nowhere == [
        "None of your venues has this name or street. Other streets are not known; try coordinates, such as 40.7593, -73.9847."
      ])
    #expect(
      await finder.answer("near 91, 0")
        == ["Latitudes go from -90 to 90, longitudes from -180 to 180."])
    let start = await finder.answer("near") ?? []
    #expect(start.contains("1. Boi Noodles, price 1 of 4, 567 meters southwest, 1 deal."))
  }

  @Test func `plain mode prints words instead of symbols`() async throws {
    let finder = finder(try .seeded())
    let text = await answers(
      finder,
      [
        "1", "*", "note less ice", "undo", "redo", "filter", "1", "8", "list", "sort", "help",
        "stats", "save cheap", "saved", "1", "forget cheap", "saved",
      ])
    let letters = text.unicodeScalars.filter {
      !$0.properties.isAlphabetic && !$0.properties.isASCIIHexDigit
    }
    let allowed: Set<Unicode.Scalar> = [
      " ", "\n", ".", ",", ":", ";", "(", ")", "-", "&", "'", "/", "’", ">",
    ]
    #expect(Set(letters).subtracting(allowed).isEmpty)
  }

  @Test(arguments: [
    ("", PlainInput.command(.more, "")), ("12", .number(12)), ("LIST", .command(.list, "")),
    ("q", .command(.quit, "")), ("search milk  tea", .command(.search, "milk  tea")),
    ("/ tea", .command(.search, "tea")), ("search", .command(.search, "")),
    ("favorite", .command(.favorite, "")),
    ("where name == 'A b'", .command(.where, "name == 'A b'")),
    ("-3", .number(-3)),
  ])
  func `lines are parsed as commands`(line: String, input: PlainInput) {
    #expect(PlainInput(line, Strings()) == input)
  }

  @Test(arguments: ["nonsense", "1 2", "99999999999999999999"])
  func `an unknown command is reported`(line: String) async throws {
    #expect(PlainInput(line, Strings()) == nil)
    let answer = await finder(try .seeded()).answer(line)
    #expect(answer == ["Unknown command \(line). Type help for a list of commands."])
  }

  @Test(arguments: [
    ["0"], ["31"], ["-1"], ["filter", "99"], ["sort", "99"], ["next", "previous"],
    ["-9223372036854775808"], ["9223372036854775807"], ["filter", "-9223372036854775808"],
    ["sort", "-9223372036854775808"],
  ])
  func `a number that was not listed is refused`(lines: [String]) async throws {
    let finder = finder(try .seeded())
    _ = await finder.greeting()
    var answer: [String]?
    for line in lines { answer = await finder.answer(line) }
    #expect(answer?.count == 1)
    #expect(answer?.first?.hasPrefix("There is no number ") == true)
  }

  @Test(arguments: ["saved", "forget"])
  func `a saved filter with the least number is refused`(command: String) async throws {
    let store = try FetchStore.seeded()
    try save("cheap", "priceInfo.tier IN {1}", in: store)
    let finder = finder(store)
    _ = await finder.answer("saved")
    #expect(
      await finder.answer("\(command) -9223372036854775808") == [
        "There is no saved filter -9223372036854775808."
      ])
    #expect(await finder.answer("-9223372036854775808")?.count == 1)
  }

  @Test func `tips past 64 bits have a sum`() async throws {
    let store = try FetchStore.seeded()
    try await store.perform(
      BatchUpdateRequest(
        entity: Venue.entity, set: ["stats.tipCount": .constant(.integer(.max))]))
    #expect(await finder(store).answer("stats")?.last == "2.77e+20 tips.")
  }

  @Test func `changes go to the current venue wherever the list moves it`() async throws {
    let store = try FetchStore.seeded()
    let finder = finder(store)
    func favorites() throws -> [String] {
      var request = FetchRequest<Venue>()
      request.predicate = try FetchPredicate(format: "favorite == 1")
      request.sortDescriptors = [FetchSortDescriptor("location.distance")]
      return try store.fetch(request).map(\.name)
    }
    for line in ["1", "favorite", "2", "favorite", "filter", "8", "list"] {
      _ = await finder.answer(line)
    }
    #expect(try favorites() == ["Boi Noodles", "CoCo Fresh Tea & Juice"])
    #expect(await finder.answer("1")?.first?.hasPrefix("1. Boi Noodles, ") == true)
    #expect(await finder.answer("favorite") == ["Removed Boi Noodles from favorites."])
    #expect(await finder.answer("note gone") == ["Saved note on Boi Noodles, undo to undo."])
    #expect(try store.venue(named: "Boi Noodles").note == "gone")
    #expect(await finder.answer("favorite") == ["Added Boi Noodles to favorites."])
    #expect(await finder.answer("delete")?.first == "Deleted Boi Noodles, undo to undo.")
    #expect(try favorites() == ["CoCo Fresh Tea & Juice"])
  }

  @Test func `a change of a venue that another program deleted is refused`() async throws {
    let store = try FetchStore.seeded()
    let finder = finder(store)
    _ = await finder.answer("1")
    let id = try #require(try store.venue(named: "Boi Noodles").objectID)
    try await store.write("Delete") { $0.delete(id) }
    for line in ["favorite", "note x", "delete"] {
      #expect(await finder.answer(line) == ["This venue no longer exists."])
    }
    #expect(try await store.count(FetchRequest<Venue>()) == 29)
  }

  @Test func `a number means the venue that was listed under it`() async throws {
    let store = try FetchStore.seeded()
    let finder = finder(store)
    func name(_ line: String) async -> Substring? {
      await finder.answer(line)?.first?.split(separator: ",").first
    }
    _ = await finder.answer("list")
    let id = try #require(try store.venue(named: "Boi Noodles").objectID)
    try await store.write("Delete") { $0.delete(id) }
    #expect(await name("2") == "2. CoCo Fresh Tea & Juice")
    #expect(await name("previous") == "This venue no longer exists.")
    #expect(await name("favorite") == "Choose a venue by number first.")
    #expect(await name("next") == "2. CoCo Fresh Tea & Juice")
    let question = try #require(await finder.answer("undo"))
    #expect(question[0].hasPrefix("Undo a change of another program? Delete (1 venue), made at "))
    #expect(question.last == "Type undo again to confirm.")
    #expect(await finder.answer("undo") == ["Undid: Delete."])
    #expect(await name("1") == "1. Boi Noodles")
    #expect(await name("2") == "2. CoCo Fresh Tea & Juice")
  }

  @Test func `undo asks before it reaches past the session, and forgets the question`() async throws
  {
    let store = try FetchStore.seeded()
    let finder = finder(store)
    func undo() async -> String? { await finder.answer("undo")?.last }
    _ = await finder.answer("1")
    _ = await finder.answer("note tea")
    #expect(await undo() == "Undid: Edit note on Boi Noodles.")
    #expect(
      await finder.answer("undo")?.first?
        .hasPrefix("Undo a change from before this session? Import seed (30 venues), made at ")
        == true)
    for line in ["list", "1"] {
      _ = await finder.answer(line)
      #expect(await undo() == "Type undo again to confirm.")
    }
    #expect(try await store.count(FetchRequest<Venue>()) == 30)
    #expect(await undo() == "Undid: Import seed.")
    #expect(try await store.count(FetchRequest<Venue>()) == 0)
  }

  @Test func `text is stored as it was typed`() async throws {
    let store = try FetchStore.seeded()
    let finder = finder(store)
    _ = await finder.answer("1")
    _ = await finder.answer("note ที่นี่ 👨‍👩‍👧 e\u{301}\u{1B}[2J")
    #expect(try store.venue(named: "Boi Noodles").note == "ที่นี่ 👨‍👩‍👧 e\u{301}[2J")
  }

  @Test func `the filter names closed venues`() async throws {
    var settings = FinderSettings(origin: .asImported(Origin.seed))
    settings.choices.includesClosed = true
    let answer = await finder(try .seeded(), settings: settings).answer("list")
    #expect(answer?[1] == "Filter: including closed.")
  }

  @Test func `a filter without matches says how to clear it`() async throws {
    let finder = finder(try .seeded())
    _ = await finder.answer("filter")
    _ = await finder.answer("4")
    #expect(
      await finder.answer("list") == [
        "No venues match: price 4 of 4.", "Type clear to show all venues.",
      ])
    #expect(await finder.answer("clear")?.first?.hasPrefix("30 venues, 12 deals") == true)
  }

  @Test func `an empty store says how to import`() async throws {
    #expect(
      await finder(try .empty()).answer("list")
        == ["No venues yet.", "Import some with boba import FILE."])
  }

  @Test func `control characters in input and names do not reach the terminal`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.name = "Bell\u{7}\u{1B}[2J"
    try await store.write("Rename") { [venue] in $0.update(venue) }
    let finder = finder(store)
    let text = await answers(finder, ["1", "\u{1B}[2J", "favorite"])
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test(arguments: Language.all)
  func `a session in each language`(language: Language) async throws {
    let finder = finder(
      try .seeded(),
      settings: FinderSettings(origin: .asImported(Origin.seed), language: language))
    let search = PlainCommand.search.names(in: finder.strings).last ?? ""
    let lines = [
      "\(search) boi", "1", "filter", "1", "list", "stats", "sort", "where name CONTANS 'x'",
      "where stats.tips > 3", "help", "nonsense",
    ]
    try Dump.expect(await conversation(finder, lines), is: "line-by-line-\(language.code)")
  }

  @Test(arguments: Language.all)
  func `no name has two commands`(language: Language) {
    let strings = Strings(language)
    let names = PlainCommand.allCases.flatMap { Set($0.names(in: strings)) }
    #expect(names.count == Set(names).count)
    #expect(names.allSatisfy { PlainInput($0, strings) != nil && Int($0) == nil })
  }

  @Test func `a distance can be typed in feet`() async throws {
    let finder = finder(
      try .seeded(),
      settings: FinderSettings(origin: .asImported(Origin.seed), units: .imperial))
    let answer = await finder.answer("within 2000")
    #expect(
      answer == [
        "1 of 30 venues, 1 deal, 28 tips, average 0.4 miles.", "Filter: within 2,000 feet.",
        "Sort: distance, then name.",
        "1. Boi Noodles, price 1 of 4, 0.4 miles southwest, 1 deal.",
      ])
  }
}
