import FetchKit
import Foundation
import Testing

/// A predicate with its source text.
struct TypedPredicateCase: Sendable, CustomTestStringConvertible {
  let name: String
  let predicate: Predicate<Shop>
  /// Whether the predicate must match some rows and not others.
  let isTelling: Bool

  init(_ name: String, _ predicate: Predicate<Shop>, isTelling: Bool = true) {
    self.name = name
    self.predicate = predicate
    self.isTelling = isTelling
  }

  var testDescription: String { name }
}

enum TypedPredicateCases {
  static var all: [TypedPredicateCase] {
    conditions + optionals + flatMaps + numbers + lists + texts + elements + twoLevels
  }

  private static var conditions: [TypedPredicateCase] {
    [
      TypedPredicateCase(
        #"$0.isOpen"#,
        #Predicate { $0.isOpen }),
      TypedPredicateCase(
        #"!$0.isOpen"#,
        #Predicate { !$0.isOpen }),
      TypedPredicateCase(
        #"$0.isOpen && !$0.isOpen || $0.floors > 2"#,
        #Predicate { $0.isOpen && !$0.isOpen || $0.floors > 2 }),
      TypedPredicateCase(
        #"!($0.isOpen && $0.floors > 2)"#,
        #Predicate { !($0.isOpen && $0.floors > 2) }),
      TypedPredicateCase(
        #"$0.isOpen == true"#,
        #Predicate { $0.isOpen == true }),
      TypedPredicateCase(
        #"$0.isOpen != true"#,
        #Predicate { $0.isOpen != true }),
      TypedPredicateCase(
        #"$0.isOpen == ($0.floors > 1)"#,
        #Predicate { $0.isOpen == ($0.floors > 1) }),
      TypedPredicateCase(
        #"($0.floors > 1) == ($0.price == nil)"#,
        #Predicate { ($0.floors > 1) == ($0.price == nil) }),
      TypedPredicateCase(
        #"$0.isVerified == true"#,
        #Predicate { $0.isVerified == true }),
      TypedPredicateCase(
        #"$0.isVerified != true"#,
        #Predicate { $0.isVerified != true }),
      TypedPredicateCase(
        #"$0.isVerified == false"#,
        #Predicate { $0.isVerified == false }),
      TypedPredicateCase(
        #"$0.isVerified == nil"#,
        #Predicate { $0.isVerified == nil }),
      TypedPredicateCase(
        #"!($0.isVerified == true)"#,
        #Predicate { !($0.isVerified == true) }),
      TypedPredicateCase(
        #"$0.isVerified ?? false"#,
        #Predicate { $0.isVerified ?? false }),
      TypedPredicateCase(
        #"$0.isVerified ?? true"#,
        #Predicate { $0.isVerified ?? true }),
      TypedPredicateCase(
        #"!($0.isVerified ?? true)"#,
        #Predicate { !($0.isVerified ?? true) }),
      TypedPredicateCase(
        #"($0.isVerified ?? true) == false"#,
        #Predicate { ($0.isVerified ?? true) == false }),
      TypedPredicateCase(
        #"($0.isVerified ?? $0.isOpen) && $0.floors != 0"#,
        #Predicate { ($0.isVerified ?? $0.isOpen) && $0.floors != 0 }),
    ]
  }

  // The operator `!` is what is tested.
  // swift-format-ignore: NeverForceUnwrap
  private static var optionals: [TypedPredicateCase] {
    let noNumber: Int? = nil
    let someNumber: Int? = 3
    return [
      TypedPredicateCase(
        #"$0.price == 3"#,
        #Predicate { $0.price == 3 }),
      TypedPredicateCase(
        #"$0.price != 3"#,
        #Predicate { $0.price != 3 }),
      TypedPredicateCase(
        #"!($0.price == 3)"#,
        #Predicate { !($0.price == 3) }),
      TypedPredicateCase(
        #"$0.price == nil"#,
        #Predicate { $0.price == nil }),
      TypedPredicateCase(
        #"$0.price != nil"#,
        #Predicate { $0.price != nil }),
      TypedPredicateCase(
        #"$0.price == noNumber"#,
        #Predicate { $0.price == noNumber }),
      TypedPredicateCase(
        #"$0.price == someNumber"#,
        #Predicate { $0.price == someNumber }),
      TypedPredicateCase(
        #"$0.price != someNumber"#,
        #Predicate { $0.price != someNumber }),
      TypedPredicateCase(
        #"$0.price == $0.counts.tips"#,
        #Predicate { $0.price == $0.counts.tips }),
      TypedPredicateCase(
        #"$0.price != $0.counts.tips"#,
        #Predicate { $0.price != $0.counts.tips }),
      TypedPredicateCase(
        #"$0.counts.tips == nil && $0.price != nil"#,
        #Predicate { $0.counts.tips == nil && $0.price != nil }),
      TypedPredicateCase(
        #"($0.price ?? 0) > 1"#,
        #Predicate { ($0.price ?? 0) > 1 }),
      TypedPredicateCase(
        #"($0.price ?? 9) > 1"#,
        #Predicate { ($0.price ?? 9) > 1 }),
      TypedPredicateCase(
        #"!(($0.price ?? 9) > 1)"#,
        #Predicate { !(($0.price ?? 9) > 1) }),
      TypedPredicateCase(
        #"($0.price ?? 0) == 0"#,
        #Predicate { ($0.price ?? 0) == 0 }),
      TypedPredicateCase(
        #"($0.price ?? 0) != 0"#,
        #Predicate { ($0.price ?? 0) != 0 }),
      TypedPredicateCase(
        #"($0.price ?? 1) != 0"#,
        #Predicate { ($0.price ?? 1) != 0 }),
      TypedPredicateCase(
        #"($0.price ?? 9) <= 3"#,
        #Predicate { ($0.price ?? 9) <= 3 }),
      TypedPredicateCase(
        #"3 < ($0.price ?? 9)"#,
        #Predicate { 3 < ($0.price ?? 9) }),
      TypedPredicateCase(
        #"0 >= ($0.price ?? 9)"#,
        #Predicate { 0 >= ($0.price ?? 9) }),
      TypedPredicateCase(
        #"($0.price ?? $0.floors) > 1"#,
        #Predicate { ($0.price ?? $0.floors) > 1 }),
      TypedPredicateCase(
        #"($0.price ?? 0) > ($0.counts.tips ?? 10)"#,
        #Predicate { ($0.price ?? 0) > ($0.counts.tips ?? 10) }),
      TypedPredicateCase(
        #"($0.price ?? 0) + 1 > $0.floors"#,
        #Predicate { ($0.price ?? 0) + 1 > $0.floors }),
      TypedPredicateCase(
        #"($0.place.distance ?? 999_999) < 500"#,
        #Predicate { ($0.place.distance ?? 999_999) < 500 }),
      TypedPredicateCase(
        #"$0.price != nil && $0.price! != 3"#,
        #Predicate { $0.price != nil && $0.price! != 3 }),
      TypedPredicateCase(
        #"$0.price == nil || $0.price! > 1"#,
        #Predicate { $0.price == nil || $0.price! > 1 }),
    ]
  }

  private static var flatMaps: [TypedPredicateCase] {
    let someNumber: Int? = 3
    return [
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 2 } ?? false"#,
        #Predicate { $0.price.flatMap { $0 > 2 } ?? false }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 2 } ?? true"#,
        #Predicate { $0.price.flatMap { $0 > 2 } ?? true }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 2 } == true"#,
        #Predicate { $0.price.flatMap { $0 > 2 } == true }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 2 } != true"#,
        #Predicate { $0.price.flatMap { $0 > 2 } != true }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 2 } == false"#,
        #Predicate { $0.price.flatMap { $0 > 2 } == false }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 2 } == nil"#,
        #Predicate { $0.price.flatMap { $0 > 2 } == nil }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 2 } == $0.isVerified"#,
        #Predicate { $0.price.flatMap { $0 > 2 } == $0.isVerified }),
      TypedPredicateCase(
        #"$0.price.flatMap { !($0 > 2) } ?? false"#,
        #Predicate { $0.price.flatMap { !($0 > 2) } ?? false }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 != 2 } ?? false"#,
        #Predicate { $0.price.flatMap { $0 != 2 } ?? false }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 + 1 } == 3"#,
        #Predicate { $0.price.flatMap { $0 + 1 } == 3 }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 + 1 } == nil"#,
        #Predicate { $0.price.flatMap { $0 + 1 } == nil }),
      TypedPredicateCase(
        #"($0.price.flatMap { $0 * 2 } ?? 5) > 4"#,
        #Predicate { ($0.price.flatMap { $0 * 2 } ?? 5) > 4 }),
      TypedPredicateCase(
        #"$0.price.flatMap { $0 > 1 ? 1 : 2 } == nil"#,
        #Predicate { $0.price.flatMap { $0 > 1 ? 1 : 2 } == nil }),
      TypedPredicateCase(
        #"$0.price.flatMap { _ in 5 } == nil"#,
        #Predicate { $0.price.flatMap { _ in 5 } == nil }),
      TypedPredicateCase(
        #"$0.price.flatMap { _ in true } ?? false"#,
        #Predicate { $0.price.flatMap { _ in true } ?? false }),
      TypedPredicateCase(
        #"$0.phone?.contains("a") ?? false"#,
        #Predicate { $0.phone?.contains("a") ?? false }),
      TypedPredicateCase(
        #"$0.phone?.contains("a") == true"#,
        #Predicate { $0.phone?.contains("a") == true }),
      TypedPredicateCase(
        #"!($0.phone?.contains("a") ?? false)"#,
        #Predicate { !($0.phone?.contains("a") ?? false) }),
      TypedPredicateCase(
        #"$0.phone?.isEmpty ?? true"#,
        #Predicate { $0.phone?.isEmpty ?? true }),
      TypedPredicateCase(
        #"$0.phone?.isEmpty == false"#,
        #Predicate { $0.phone?.isEmpty == false }),
      TypedPredicateCase(
        #"$0.phone?.utf16.count == 2"#,
        #Predicate { $0.phone?.utf16.count == 2 }),
      TypedPredicateCase(
        #"$0.place.city?.starts(with: "a") ?? false"#,
        #Predicate { $0.place.city?.starts(with: "a") ?? false }),
      TypedPredicateCase(
        #"if let city = shop.place.city { city == "a" } else { false }"#,
        #Predicate { shop in if let city = shop.place.city { city == "a" } else { false } }),
      TypedPredicateCase(
        #"if let city = shop.place.city { city == "a" || shop.isOpen } else { shop.isOpen }"#,
        #Predicate { shop in
          if let city = shop.place.city { city == "a" || shop.isOpen } else { shop.isOpen }
        }),
      TypedPredicateCase(
        #"if let price = shop.price, let tips = shop.counts.tips { price < tips } else { true }"#,
        #Predicate { shop in
          if let price = shop.price, let tips = shop.counts.tips { price < tips } else { true }
        }),
      TypedPredicateCase(
        #"$0.formerKind?.rawValue == "tea""#,
        #Predicate { $0.formerKind?.rawValue == "tea" }),
      TypedPredicateCase(
        #"($0.isVerified.flatMap { !$0 } ?? false) && $0.floors != 1"#,
        #Predicate { ($0.isVerified.flatMap { !$0 } ?? false) && $0.floors != 1 }),
      TypedPredicateCase(
        #"someNumber.flatMap { $0 == 3 } ?? false"#,
        #Predicate { _ in someNumber.flatMap { $0 == 3 } ?? false }, isTelling: false),
    ]
  }

  private static var numbers: [TypedPredicateCase] {
    let day = Date(timeIntervalSince1970: 86_400)
    let code = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let tea = Shop.Kind.tea
    return [
      TypedPredicateCase(
        #"$0.floors > 2"#,
        #Predicate { $0.floors > 2 }),
      TypedPredicateCase(
        #"$0.floors >= 2"#,
        #Predicate { $0.floors >= 2 }),
      TypedPredicateCase(
        #"$0.floors < 2"#,
        #Predicate { $0.floors < 2 }),
      TypedPredicateCase(
        #"$0.floors <= 2"#,
        #Predicate { $0.floors <= 2 }),
      TypedPredicateCase(
        #"2 < $0.floors"#,
        #Predicate { 2 < $0.floors }),
      TypedPredicateCase(
        #"$0.floors / 2 == 1"#,
        #Predicate { $0.floors / 2 == 1 }),
      TypedPredicateCase(
        #"$0.floors / 2 == -1"#,
        #Predicate { $0.floors / 2 == -1 }),
      TypedPredicateCase(
        #"$0.floors % 3 == 1"#,
        #Predicate { $0.floors % 3 == 1 }),
      TypedPredicateCase(
        #"$0.floors % 3 == -1"#,
        #Predicate { $0.floors % 3 == -1 }),
      TypedPredicateCase(
        #"-$0.floors > 2"#,
        #Predicate { -$0.floors > 2 }),
      TypedPredicateCase(
        #"$0.floors - $0.counts.visits * 2 < 0"#,
        #Predicate { $0.floors - $0.counts.visits * 2 < 0 }),
      TypedPredicateCase(
        #"($0.floors + 1) * 2 > $0.counts.visits"#,
        #Predicate { ($0.floors + 1) * 2 > $0.counts.visits }),
      TypedPredicateCase(
        #"($0.rating ?? 0) / 2 > 1"#,
        #Predicate { ($0.rating ?? 0) / 2 > 1 }),
      TypedPredicateCase(
        #"($0.rating ?? 0) * 1.5 == 3"#,
        #Predicate { ($0.rating ?? 0) * 1.5 == 3 }),
      TypedPredicateCase(
        #"$0.rating == 2.5"#,
        #Predicate { $0.rating == 2.5 }),
      TypedPredicateCase(
        #"($0.isOpen ? 1 : 2) == $0.counts.visits"#,
        #Predicate { ($0.isOpen ? 1 : 2) == $0.counts.visits }),
      TypedPredicateCase(
        #"$0.isOpen ? $0.floors > 1 : $0.counts.visits > 1"#,
        #Predicate { $0.isOpen ? $0.floors > 1 : $0.counts.visits > 1 }),
      TypedPredicateCase(
        #"($0.isOpen ? $0.price : nil) == nil"#,
        #Predicate { ($0.isOpen ? $0.price : nil) == nil }),
      TypedPredicateCase(
        #"($0.floors > 1 ? $0.name : $0.words.max() ?? "x") == "a""#,
        #Predicate { ($0.floors > 1 ? $0.name : $0.words.max() ?? "x") == "a" }),
      TypedPredicateCase(
        #"$0.opened == day"#,
        #Predicate { $0.opened == day }),
      TypedPredicateCase(
        #"($0.opened ?? day) > day"#,
        #Predicate { ($0.opened ?? day) > day }),
      TypedPredicateCase(
        #"$0.code == code"#,
        #Predicate { $0.code == code }),
      TypedPredicateCase(
        #"$0.kind == tea"#,
        #Predicate { $0.kind == tea }),
      TypedPredicateCase(
        #"$0.kind != tea"#,
        #Predicate { $0.kind != tea }),
      TypedPredicateCase(
        #"$0.formerKind == tea"#,
        #Predicate { $0.formerKind == tea }),
      TypedPredicateCase(
        #"$0.formerKind != tea"#,
        #Predicate { $0.formerKind != tea }),
      TypedPredicateCase(
        #"$0.kind.rawValue == "cake""#,
        #Predicate { $0.kind.rawValue == "cake" }),
      TypedPredicateCase(
        #"$0.code.uuidString.contains("3")"#,
        #Predicate { $0.code.uuidString.contains("3") }),
    ]
  }

  private static var lists: [TypedPredicateCase] {
    let day = Date(timeIntervalSince1970: 86_400)
    let days = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 86_400)
    let numbers = [1, 2, 5]
    let numberSet: Set = [1, 2, 5]
    let optionalNumbers: [Int?] = [1, nil]
    let kinds: [Shop.Kind] = [.tea, .cake]
    let names: Set = ["a", "b", ""]
    let range = 1...3
    let halfOpen = 1..<3
    let from = 2...
    let through = ...2
    let upTo = ..<2.5
    return [
      TypedPredicateCase(
        #"[1, 2, 3].contains($0.floors)"#,
        #Predicate { [1, 2, 3].contains($0.floors) }),
      TypedPredicateCase(
        #"numbers.contains($0.floors)"#,
        #Predicate { numbers.contains($0.floors) }),
      TypedPredicateCase(
        #"numberSet.contains($0.floors)"#,
        #Predicate { numberSet.contains($0.floors) }),
      TypedPredicateCase(
        #"optionalNumbers.contains($0.price)"#,
        #Predicate { optionalNumbers.contains($0.price) }),
      TypedPredicateCase(
        #"[].contains($0.floors)"#,
        #Predicate { [].contains($0.floors) }, isTelling: false),
      TypedPredicateCase(
        #"kinds.contains($0.kind)"#,
        #Predicate { kinds.contains($0.kind) }),
      TypedPredicateCase(
        #"!kinds.contains($0.kind)"#,
        #Predicate { !kinds.contains($0.kind) }),
      TypedPredicateCase(
        #"names.contains($0.name)"#,
        #Predicate { names.contains($0.name) }),
      TypedPredicateCase(
        #"names.contains($0.phone ?? "a")"#,
        #Predicate { names.contains($0.phone ?? "a") }),
      TypedPredicateCase(
        #"(1...3).contains($0.floors)"#,
        #Predicate { (1...3).contains($0.floors) }),
      TypedPredicateCase(
        #"(1..<3).contains($0.floors)"#,
        #Predicate { (1..<3).contains($0.floors) }),
      TypedPredicateCase(
        #"(0...$0.counts.visits).contains($0.floors)"#,
        #Predicate { (0...$0.counts.visits).contains($0.floors) }),
      TypedPredicateCase(
        #"range.contains($0.floors)"#,
        #Predicate { range.contains($0.floors) }),
      TypedPredicateCase(
        #"halfOpen.contains($0.floors)"#,
        #Predicate { halfOpen.contains($0.floors) }),
      TypedPredicateCase(
        #"from.contains($0.floors)"#,
        #Predicate { from.contains($0.floors) }),
      TypedPredicateCase(
        #"through.contains($0.floors)"#,
        #Predicate { through.contains($0.floors) }),
      TypedPredicateCase(
        #"upTo.contains($0.rating ?? 9)"#,
        #Predicate { upTo.contains($0.rating ?? 9) }),
      TypedPredicateCase(
        #"days.contains($0.opened ?? day)"#,
        #Predicate { days.contains($0.opened ?? day) }),
      TypedPredicateCase(
        #"numbers.contains { $0 == 3 }"#,
        #Predicate { _ in numbers.contains { $0 == 3 } }, isTelling: false),
      TypedPredicateCase(
        #"(numbers.max() ?? 0) > $0.floors"#,
        #Predicate { (numbers.max() ?? 0) > $0.floors }),
    ]
  }

  private static var texts: [TypedPredicateCase] {
    let same = ComparisonResult.orderedSame
    let ascending = ComparisonResult.orderedAscending
    let other = reference
    return [
      TypedPredicateCase(
        #"$0.name == "a""#,
        #Predicate { $0.name == "a" }),
      TypedPredicateCase(
        #"$0.name != "a""#,
        #Predicate { $0.name != "a" }),
      TypedPredicateCase(
        #"$0.name < "b""#,
        #Predicate { $0.name < "b" }),
      TypedPredicateCase(
        #"$0.name.contains("a")"#,
        #Predicate { $0.name.contains("a") }),
      TypedPredicateCase(
        #"$0.name.contains("")"#,
        #Predicate { $0.name.contains("") }, isTelling: false),
      TypedPredicateCase(
        #"!$0.name.contains("a")"#,
        #Predicate { !$0.name.contains("a") }),
      TypedPredicateCase(
        #"$0.name.contains($0.phone ?? "b")"#,
        #Predicate { $0.name.contains($0.phone ?? "b") }),
      TypedPredicateCase(
        #""abx".contains($0.name)"#,
        #Predicate { "abx".contains($0.name) }),
      TypedPredicateCase(
        #"$0.name.starts(with: "a")"#,
        #Predicate { $0.name.starts(with: "a") }),
      TypedPredicateCase(
        #"$0.name.starts(with: "")"#,
        #Predicate { $0.name.starts(with: "") }, isTelling: false),
      TypedPredicateCase(
        #"$0.name.starts(with: $0.place.city ?? "x")"#,
        #Predicate { $0.name.starts(with: $0.place.city ?? "x") }),
      TypedPredicateCase(
        #"$0.name.isEmpty"#,
        #Predicate { $0.name.isEmpty }),
      TypedPredicateCase(
        #"!$0.name.isEmpty"#,
        #Predicate { !$0.name.isEmpty }),
      TypedPredicateCase(
        #"$0.name.utf16.count > 1"#,
        #Predicate { $0.name.utf16.count > 1 }),
      TypedPredicateCase(
        #"$0.name.utf16.isEmpty"#,
        #Predicate { $0.name.utf16.isEmpty }),
      TypedPredicateCase(
        #"$0.name.contains(/a.x/)"#,
        #Predicate { $0.name.contains(/a.x/) }),
      TypedPredicateCase(
        #"$0.name.contains(/^a|x/)"#,
        #Predicate { $0.name.contains(/^a|x/) }),
      TypedPredicateCase(
        #"$0.name.contains(/(?i)ab/)"#,
        #Predicate { $0.name.contains(/(?i)ab/) }),
      TypedPredicateCase(
        #"$0.name.localizedStandardContains("E")"#,
        #Predicate { $0.name.localizedStandardContains("E") }),
      TypedPredicateCase(
        #"$0.name.localizedStandardContains("")"#,
        #Predicate { $0.name.localizedStandardContains("") }, isTelling: false),
      TypedPredicateCase(
        #"$0.name.caseInsensitiveCompare("a") == same"#,
        #Predicate { $0.name.caseInsensitiveCompare("a") == same }),
      TypedPredicateCase(
        #"$0.name.caseInsensitiveCompare("AB") == ascending"#,
        #Predicate { $0.name.caseInsensitiveCompare("AB") == ascending }),
      TypedPredicateCase(
        #"$0.phone?.caseInsensitiveCompare("A") == same"#,
        #Predicate { $0.phone?.caseInsensitiveCompare("A") == same }),
      TypedPredicateCase(
        #"$0.phone?.localizedStandardContains("é") ?? false"#,
        #Predicate { $0.phone?.localizedStandardContains("é") ?? false }),
      TypedPredicateCase(
        #"other.name == $0.name"#,
        #Predicate { other.name == $0.name }),
      TypedPredicateCase(
        #"$0.rating == other.rating"#,
        #Predicate { $0.rating == other.rating }),
      TypedPredicateCase(
        #"$0.name == other.tips[0].text"#,
        #Predicate { $0.name == other.tips[0].text }),
    ]
  }

  private static var elements: [TypedPredicateCase] {
    let numbers = [1, 2, 5]
    return [
      TypedPredicateCase(
        #"$0.tips.isEmpty"#,
        #Predicate { $0.tips.isEmpty }),
      TypedPredicateCase(
        #"!$0.tips.isEmpty"#,
        #Predicate { !$0.tips.isEmpty }),
      TypedPredicateCase(
        #"$0.tips.count > 1"#,
        #Predicate { $0.tips.count > 1 }),
      TypedPredicateCase(
        #"$0.tips.contains { ($0.likes ?? 0) > 3 }"#,
        #Predicate { $0.tips.contains { ($0.likes ?? 0) > 3 } }),
      TypedPredicateCase(
        #"$0.tips.contains { $0.likes == nil }"#,
        #Predicate { $0.tips.contains { $0.likes == nil } }),
      TypedPredicateCase(
        #"$0.tips.contains { $0.likes != 2 }"#,
        #Predicate { $0.tips.contains { $0.likes != 2 } }),
      TypedPredicateCase(
        #"!$0.tips.contains { ($0.likes ?? 9) > 3 }"#,
        #Predicate { !$0.tips.contains { ($0.likes ?? 9) > 3 } }),
      TypedPredicateCase(
        #"$0.tips.contains { $0.text == "a" && $0.likes != nil }"#,
        #Predicate { $0.tips.contains { $0.text == "a" && $0.likes != nil } }),
      TypedPredicateCase(
        #"$0.tips.allSatisfy { $0.text.contains("a") }"#,
        #Predicate { $0.tips.allSatisfy { $0.text.contains("a") } }),
      TypedPredicateCase(
        #"$0.tips.allSatisfy { $0.likes == nil || $0.text == "a" }"#,
        #Predicate { $0.tips.allSatisfy { $0.likes == nil || $0.text == "a" } }),
      TypedPredicateCase(
        #"$0.tips.allSatisfy { ($0.likes ?? 0) > 1 }"#,
        #Predicate { $0.tips.allSatisfy { ($0.likes ?? 0) > 1 } }),
      TypedPredicateCase(
        #"$0.tips.contains { _ in true }"#,
        #Predicate { $0.tips.contains { _ in true } }),
      TypedPredicateCase(
        #"$0.tips.allSatisfy { _ in false }"#,
        #Predicate { $0.tips.allSatisfy { _ in false } }),
      TypedPredicateCase(
        #"$0.tips.filter { $0.likes != nil }.count == 2"#,
        #Predicate { $0.tips.filter { $0.likes != nil }.count == 2 }),
      TypedPredicateCase(
        #"$0.tips.filter { $0.likes != nil }.isEmpty"#,
        #Predicate { $0.tips.filter { $0.likes != nil }.isEmpty }),
      TypedPredicateCase(
        #"$0.tips.filter { $0.likes != nil }.contains { $0.text.isEmpty }"#,
        #Predicate { $0.tips.filter { $0.likes != nil }.contains { $0.text.isEmpty } }),
      TypedPredicateCase(
        #"$0.tips.filter { ($0.likes ?? 0) > 1 }.allSatisfy { $0.text == "a" }"#,
        #Predicate { $0.tips.filter { ($0.likes ?? 0) > 1 }.allSatisfy { $0.text == "a" } }),
      TypedPredicateCase(
        #"$0.tips.filter { $0.likes != nil }.first?.text == "a""#,
        #Predicate { $0.tips.filter { $0.likes != nil }.first?.text == "a" }),
      TypedPredicateCase(
        #"$0.tips.first?.likes == 2"#,
        #Predicate { $0.tips.first?.likes == 2 }),
      TypedPredicateCase(
        #"$0.tips.first?.likes == nil"#,
        #Predicate { $0.tips.first?.likes == nil }),
      TypedPredicateCase(
        #"$0.tips.first?.text == nil"#,
        #Predicate { $0.tips.first?.text == nil }),
      TypedPredicateCase(
        #"$0.tips.last?.text == "a""#,
        #Predicate { $0.tips.last?.text == "a" }),
      TypedPredicateCase(
        #"($0.tips.last?.likes ?? 5) > 3"#,
        #Predicate { ($0.tips.last?.likes ?? 5) > 3 }),
      TypedPredicateCase(
        #"$0.tips.first?.author?.contains("a") ?? false"#,
        #Predicate { $0.tips.first?.author?.contains("a") ?? false }),
      TypedPredicateCase(
        #"($0.tips.first?.likes).flatMap { $0 > 1 } ?? true"#,
        #Predicate { ($0.tips.first?.likes).flatMap { $0 > 1 } ?? true }),
      TypedPredicateCase(
        #"$0.tips.count > 1 && $0.tips[1].text == "a""#,
        #Predicate { $0.tips.count > 1 && $0.tips[1].text == "a" }),
      TypedPredicateCase(
        #"$0.words.contains("a")"#,
        #Predicate { $0.words.contains("a") }),
      TypedPredicateCase(
        #"$0.words.contains($0.name)"#,
        #Predicate { $0.words.contains($0.name) }),
      TypedPredicateCase(
        #"$0.words.contains { $0 == "a" }"#,
        #Predicate { $0.words.contains { $0 == "a" } }),
      TypedPredicateCase(
        #"$0.words.contains { $0.contains("b") }"#,
        #Predicate { $0.words.contains { $0.contains("b") } }),
      TypedPredicateCase(
        #"$0.words.allSatisfy { $0 < "b" }"#,
        #Predicate { $0.words.allSatisfy { $0 < "b" } }),
      TypedPredicateCase(
        #"$0.words.isEmpty"#,
        #Predicate { $0.words.isEmpty }),
      TypedPredicateCase(
        #"$0.words.first == "a""#,
        #Predicate { $0.words.first == "a" }),
      TypedPredicateCase(
        #"$0.words.last == nil"#,
        #Predicate { $0.words.last == nil }),
      TypedPredicateCase(
        #"$0.words.max() == "a""#,
        #Predicate { $0.words.max() == "a" }),
      TypedPredicateCase(
        #"$0.words.min() == nil"#,
        #Predicate { $0.words.min() == nil }),
      TypedPredicateCase(
        #"$0.scores.max() ?? 0 > 2"#,
        #Predicate { $0.scores.max() ?? 0 > 2 }),
      TypedPredicateCase(
        #"$0.scores.filter { $0 > 1 }.max() == 3"#,
        #Predicate { $0.scores.filter { $0 > 1 }.max() == 3 }),
      TypedPredicateCase(
        #"$0.scores.filter { $0 > 1 }.contains(2)"#,
        #Predicate { $0.scores.filter { $0 > 1 }.contains(2) }),
      TypedPredicateCase(
        #"$0.scores.contains { (1...2).contains($0) }"#,
        #Predicate { $0.scores.contains { (1...2).contains($0) } }),
      TypedPredicateCase(
        #"$0.scores.contains { numbers.contains($0) }"#,
        #Predicate { $0.scores.contains { numbers.contains($0) } }),
    ]
  }

  private static var twoLevels: [TypedPredicateCase] {
    let numbers = [1, 2, 5]
    return [
      TypedPredicateCase(
        #"{ shop in shop.tips.contains { $0.text == shop.name } }"#,
        #Predicate { shop in shop.tips.contains { $0.text == shop.name } }),
      TypedPredicateCase(
        #"{ shop in shop.tips.contains { ($0.likes ?? 0) > shop.floors } }"#,
        #Predicate { shop in shop.tips.contains { ($0.likes ?? 0) > shop.floors } }),
      TypedPredicateCase(
        #"{ shop in shop.tips.allSatisfy { $0.likes == shop.price } }"#,
        #Predicate { shop in shop.tips.allSatisfy { $0.likes == shop.price } }),
      TypedPredicateCase(
        #"{ shop in shop.tips.contains { tip in shop.words.contains { $0 == tip.text } } }"#,
        #Predicate { shop in shop.tips.contains { tip in shop.words.contains { $0 == tip.text } } }),
      TypedPredicateCase(
        #"{ shop in shop.words.contains { word in shop.tips.filter { $0.text == word }.count > 0 } }"#,
        #Predicate { shop in
          shop.words.contains { word in shop.tips.filter { $0.text == word }.count > 0 }
        }),
      TypedPredicateCase(
        #"{ shop in shop.price.flatMap { price in shop.scores.contains { $0 > price } } ?? false }"#,
        #Predicate { shop in
          shop.price.flatMap { price in shop.scores.contains { $0 > price } } ?? false
        }),
      TypedPredicateCase(
        #"{ shop in shop.price.flatMap { price in shop.counts.tips.flatMap { $0 > price } } ?? false }"#,
        #Predicate { shop in
          shop.price.flatMap { price in shop.counts.tips.flatMap { $0 > price } } ?? false
        }),
      TypedPredicateCase(
        #"{ shop in numbers.contains { $0 == shop.floors } }"#,
        #Predicate { shop in numbers.contains { $0 == shop.floors } }),
      TypedPredicateCase(
        #"{ shop in numbers.allSatisfy { $0 != shop.floors } }"#,
        #Predicate { shop in numbers.allSatisfy { $0 != shop.floors } }),
      TypedPredicateCase(
        #"{ shop in shop.tips.contains { tip in tip.author.flatMap { $0.contains(shop.name) } ?? false } }"#,
        #Predicate { shop in
          shop.tips.contains { tip in tip.author.flatMap { $0.contains(shop.name) } ?? false }
        }),
    ]
  }

  private static var reference: Shop {
    var shop = Shop()
    shop.name = "a"
    shop.rating = 2.5
    shop.tips = [Shop.Tip()]
    return shop
  }
}
