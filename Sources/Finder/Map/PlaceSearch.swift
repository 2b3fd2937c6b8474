import FetchKit
import Venues

/// A search for a location among the names and streets of the stored venues.
struct PlaceSearch {
  /// The venues that were found, the best first.
  struct Result {
    var venues: [Venue] = []
    /// Whether they have all the words; if not, they are only similar.
    var isExact = true
  }

  private let words: [String]
  private let entity: EntityDescription

  /// The number of candidates that are ranked.
  private static let candidates = 500

  init(_ text: String, in entity: EntityDescription) {
    words = StreetWord.words(text)
    self.entity = entity
  }

  /// Finds venues with all words, or else similar ones.
  func run(in store: FetchStore, limit: Int) async throws -> Result {
    let exact = try await store.fetch(request(.all(words.map { anyOf(StreetWord.forms(of: $0)) })))
    if !exact.isEmpty { return Result(venues: Array(ranked(exact).prefix(limit))) }
    let starts = words.filter { !StreetWord.isKind($0) }.flatMap { word in
      Set([
        word, String(word.prefix(max(3, word.count - 3))),
        String(word.suffix(max(3, word.count - 2))),
      ])
    }
    guard !starts.isEmpty else { return Result(isExact: false) }
    // There may be more candidates than are ranked; those on the street are always among them.
    let onStreet = try await store.fetch(
      request(.all(streetWords.map { anyOf(StreetWord.forms(of: $0)) })))
    let known = Set(onStreet.map(\.objectID))
    let others = try await store.fetch(request(anyOf(starts))).filter {
      !known.contains($0.objectID)
    }
    return Result(
      venues: Array(similar(onStreet + others).prefix(limit)), isExact: false)
  }

  /// The name of a venue's location.
  static func name(of venue: Venue) -> String {
    [venue.name, venue.location.street].compactMap(\.self).joined(separator: ", ")
  }

  private func request(_ predicate: FetchPredicate) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = .all([predicate, FilterChoices().predicate, Self.hasPlace])
    request.sortDescriptors = [SortChoice].standard.descriptors
    request.fetchLimit = Self.candidates
    return request
  }

  private func anyOf(_ texts: [String]) -> FetchPredicate {
    .any(
      texts.map { .comparison(.keyPath("searchText"), .contains, .constant(.string($0))) })
  }

  /// The venue has a location.
  private static let hasPlace = FetchPredicate.all(
    ["location.latitude", "location.longitude"].map {
      .comparison(.keyPath($0), .notEqual, .constant(.null))
    })
}

// MARK: - Ranking

extension PlaceSearch {
  /// Addresses that begin with the words first, then those that have them, then names; nearest first among equals.
  private func ranked(_ venues: [Venue]) -> [Venue] {
    venues.enumerated().sorted { one, other in
      (rank(one.element), one.offset) < (rank(other.element), other.offset)
    }.map(\.element)
  }

  private func rank(_ venue: Venue) -> Int {
    let wanted = words.map(StreetWord.standard)
    let address = StreetWord.words(venue.location.address ?? "").map(StreetWord.standard)
    if address.starts(with: wanted) { return 0 }
    let name = StreetWord.words(venue.name).map(StreetWord.standard)
    if name.starts(with: wanted) { return 1 }
    let cross = StreetWord.words(venue.location.crossStreet ?? "").map(StreetWord.standard)
    if wanted.allSatisfy((address + cross).contains) { return 2 }
    return wanted.allSatisfy(name.contains) ? 3 : 4
  }

  /// The venues with any of the words: those on the street by how near their number is, then those with most words.
  private func similar(_ venues: [Venue]) -> [Venue] {
    let found = venues.enumerated().map { offset, venue in
      let gap = numberGap(of: venue) ?? .max
      return (venue: venue, gap: gap, score: similarity(of: venue), offset: offset)
    }
    return found.filter { $0.score > 0 }
      .sorted { ($0.gap, -$0.score, $0.offset) < ($1.gap, -$1.score, $1.offset) }
      .map(\.venue)
  }

  /// The words without numbers.
  private var streetWords: [String] {
    words.dropFirst(StreetWord.houseNumber(words) == nil ? 0 : 1)
      .filter { !$0.allSatisfy(\.isNumber) }
  }

  /// The difference between the house numbers of the words and of a venue on their street, 0 if the words have none; nil
  /// on other streets.
  private func numberGap(of venue: Venue) -> Int? {
    let address = StreetWord.words(venue.location.address ?? "")
    let city = StreetWord.words(venue.location.city ?? "")
    let own = Set((address + city).map(StreetWord.standard))
    guard !address.isEmpty, !streetWords.isEmpty,
      streetWords.allSatisfy({ match(of: $0, in: own) > 0 })
    else { return nil }
    guard let number = StreetWord.houseNumber(words) else { return 0 }
    return StreetWord.houseNumber(address).map { abs($0 - number) } ?? .max - 1
  }

  /// The number of words that the venue has, similar ones in part; 0 without any of them in its name or street.
  private func similarity(of venue: Venue) -> Double {
    let location = venue.location
    let texts = [
      venue.name, location.address ?? "", location.crossStreet ?? "", location.city ?? "",
    ]
    let own = Set(texts.flatMap(StreetWord.words).map(StreetWord.standard))
    return words.filter { !StreetWord.isKind($0) }.reduce(0) { $0 + match(of: $1, in: own) }
  }

  /// 1 if a word is among those of a venue, less if a similar one is, else 0.
  private func match(of word: String, in own: Set<String>) -> Double {
    let word = StreetWord.standard(word)
    if own.contains(word) { return 1 }
    let mayDiffer = !StreetWord.isKind(word) && !word.allSatisfy(\.isNumber)
    return mayDiffer && NearestName.nearest(to: word, in: Array(own)) != nil ? 0.75 : 0
  }
}

/// The words of streets, which have several spellings.
enum StreetWord {
  /// Abbreviations with their words.
  private static let kinds: [(short: String, long: String)] = [
    ("st", "street"), ("ave", "avenue"), ("rd", "road"), ("blvd", "boulevard"), ("dr", "drive"),
    ("ln", "lane"), ("pl", "place"), ("sq", "square"), ("hwy", "highway"), ("pkwy", "parkway"),
    ("ct", "court"), ("ter", "terrace"), ("expy", "expressway"),
  ]

  private static let others: [(short: String, long: String)] = [
    ("n", "north"), ("s", "south"), ("e", "east"), ("w", "west"), ("1st", "first"),
    ("2nd", "second"), ("3rd", "third"), ("4th", "fourth"), ("5th", "fifth"), ("6th", "sixth"),
    ("7th", "seventh"), ("8th", "eighth"), ("9th", "ninth"), ("10th", "tenth"),
    ("11th", "eleventh"), ("12th", "twelfth"),
  ]

  private static let short = Dictionary(
    uniqueKeysWithValues: (kinds + others).map { ($0.long, $0.short) } + [("av", "ave")])
  private static let long = Dictionary(
    uniqueKeysWithValues: (kinds + others).map { ($0.short, $0.long) })

  /// The folded words of a text without punctuation.
  static func words(_ text: String) -> [String] {
    text.foldedForSearch.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// The abbreviation of a word that has one.
  static func standard(_ word: String) -> String { short[word] ?? word }

  /// All spellings of a word.
  static func forms(of word: String) -> [String] {
    let standard = standard(word)
    return Array(Set([word, standard, long[standard] ?? word]))
  }

  /// Whether it is a kind of street, such as "avenue".
  static func isKind(_ word: String) -> Bool {
    kinds.contains { $0.short == standard(word) }
  }

  /// The number that an address begins with, such as 240 of "240a canal st".
  static func houseNumber(_ words: [String]) -> Int? {
    guard let first = words.first, first.drop(while: \.isNumber).count <= 1 else { return nil }
    return Int(first.prefix { $0.isASCII && $0.isNumber })
  }
}
