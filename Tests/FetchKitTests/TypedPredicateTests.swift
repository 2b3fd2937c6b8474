import Foundation
import Testing

@testable import FetchKit

struct TypedPredicateTests {
  private func whereClause(_ predicate: Predicate<Shop>) throws -> String {
    let fragment = try PredicateCompiler(entity: Shop.entity).filter(FetchPredicate(predicate))
    return fragment.sql
  }

  @Test func `typical predicates become the SQL that a person would write`() throws {
    let names = ["a", "b"]
    let price: Int? = 3
    #expect(try whereClause(#Predicate { $0.floors > 20 }) == #"x"#)
    #expect(try whereClause(#Predicate { ($0.place.distance ?? 999_999) < 500 }) == #"x"#)
    #expect(try whereClause(#Predicate { ($0.counts.tips ?? 99) < 5 }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.isOpen && !$0.isOpen }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.isVerified == true || $0.isVerified != true }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.phone == nil && $0.price != nil }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.price == price && $0.price != price }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.phone?.contains("x") ?? false }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.phone?.starts(with: "x") ?? true }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.name.localizedStandardContains("tea") }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.name.contains($0.kind.rawValue) }) == #"x"#)
    #expect(try whereClause(#Predicate { names.contains($0.name) }) == #"x"#)
    #expect(try whereClause(#Predicate { (1...5).contains($0.floors) }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.floors / 2 == $0.counts.visits % 3 }) == #"x"#)
    #expect(try whereClause(#Predicate { ($0.isOpen ? $0.floors : 0) > 1 }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.tips.count > 2 }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.tips.contains { ($0.likes ?? 0) > 3 } }) == #"x"#)
    #expect(
      try whereClause(#Predicate { $0.tips.contains { $0.text == "a" && $0.likes == nil } })
        == #"x"#)
    #expect(try whereClause(#Predicate { $0.tips.first?.text == "a" }) == #"x"#)
    #expect(try whereClause(#Predicate { $0.words.contains("a") }) == #"x"#)
  }
}
