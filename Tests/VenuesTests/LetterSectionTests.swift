import FetchKit
import Testing
import Venues

@Suite struct LetterSectionTests {
  @Test func `names of other scripts have groups of their own`() throws {
    let names = [
      "7 Leaves", "{tea}", "Alley", "Zen", "zzz", "Éclair", "Ørsted", "Ελλάδα", "Чай", "ЁЖ",
      "עברית",
      "شاي", "चाय", "ชา", "★ Tea", "お茶", "ティー", "茶", "차", "🧋",
    ]
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    try store.write("Insert") { transaction in
      for name in names {
        var venue = Venue()
        (venue.id, venue.name) = (name, name)
        _ = transaction.insert(venue)
      }
    }
    let entity = VenueSectioning.letter.entity(Venue.entity)
    let expected: [VenueSection] = [
      .signs, .script(.latin), .text("A"), .text("Z"), .text("Z"), .text("E"), .text("O"),
      .script(.greek), .script(.cyrillic), .script(.cyrillic), .script(.hebrew), .script(.arabic),
      .script(.indic), .script(.southeastAsian), .script(.symbols), .script(.kana), .script(.kana),
      .script(.han), .script(.hangul), .script(.other),
    ]
    for (name, section) in zip(names, expected) {
      var request = FetchRequest<Venue>(entity: entity)
      request.predicate = .comparison(.keyPath("name"), .equal, .constant(.string(name)))
      request.propertiesToFetch = [.attribute(VenueSectioning.keyPath)]
      let row = try #require(try store.dictionaries(request).first)
      let group = try #require(row[VenueSectioning.keyPath]?.integerValue).description
      #expect(VenueSectioning.letter.section(named: group) == section, "\(name)")
      var venue = Venue()
      venue.name = name
      let predicate = VenueSectioning.letter.predicate(ofSection: group)
      #expect(try predicate.evaluate(with: venue), "\(name)")
      #expect(VenueSectioning.letter.name(ofSection: predicate) == group)
    }
  }
}
