import Foundation
import Testing

@testable import FetchKit

struct TypedPredicateTests {
  @Test(arguments: TypedPredicateSQL.all)
  func `a typical predicate becomes SQL as written by hand`(_ one: TypedPredicateSQL)
    throws
  {
    let predicate = try FetchPredicate(one.predicate)
    let sql = try PredicateCompiler(entity: Shop.entity).filter(predicate).sql
    #expect(sql == one.sql)
  }

  @Test func `captured values become bindings`() throws {
    let names: Set = ["a"]
    let price: Int? = 3
    let day = Date(timeIntervalSince1970: 86_400)
    let code = UUID()
    let kind = Shop.Kind.cake
    let predicate = #Predicate<Shop> {
      names.contains($0.name) && $0.price == price && $0.opened == day && $0.code == code
        && $0.kind == kind && $0.isOpen
    }
    let sql = try PredicateCompiler(entity: Shop.entity).filter(FetchPredicate(predicate))
    #expect(
      sql.bindings == [
        "a", 3, .date(day), .string(code.uuidString), "cake", true,
      ])
  }

  @Test func `an unwrapped nil, an index out of range and a division by zero are nil`() throws {
    let shop = Shop()
    let unwrapped = try FetchPredicate(#Predicate<Shop> { $0.price! > 3 })
    let outOfRange = try FetchPredicate(#Predicate<Shop> { $0.words[3] == "a" })
    let divided = try FetchPredicate(#Predicate<Shop> { 1 / $0.floors == 0 })
    #expect(try !unwrapped.evaluate(with: shop))
    #expect(try !outOfRange.evaluate(with: shop))
    #expect(try !divided.evaluate(with: shop))
  }

  @Test func `strings are compared by code point`() throws {
    var shop = Shop()
    shop.name = "e\u{301}"
    let predicate = #Predicate<Shop> { $0.name == "\u{E9}" }
    #expect(try predicate.evaluate(shop))
    #expect(try !FetchPredicate(predicate).evaluate(with: shop))
  }

  @Test func `an error names what cannot be translated`() {
    let prices = ["a": 1]
    let tip = Shop.Tip()
    #expect(
      message(#Predicate { $0.memo == "a" })
        == #"Equal: needs a value, found \Shop.memo, which the entity does not declare"#)
    #expect(
      message(#Predicate { $0.name.count > 3 })
        == #"KeyPath: a store cannot count characters; use utf16.count"#)
    let casting = Predicate<Shop> { shop in
      PredicateExpressions.TypeCheck<_, String>(
        PredicateExpressions.build_KeyPath(root: shop, keyPath: \.phone))
    }
    #expect(message(casting) == "TypeCheck: not supported in a fetch")
    #expect(
      message(#Predicate { prices[$0.name] == 1 })
        == "DictionaryKeySubscript: not supported in a fetch")
    #expect(
      message(#Predicate { $0.kind < $0.kind })
        == "Comparison: a store cannot order values of type Kind")
    #expect(
      message(#Predicate { $0.words == ["a"] }) == "Equal: needs a value, found a list")
    #expect(
      message(#Predicate { $0.words.starts(with: ["a"]) })
        == "SequenceStartsWith: a fetch cannot compare the start of a list")
    #expect(
      message(#Predicate { $0.tips.contains(tip) })
        == "SequenceContains: needs a value, found Tip")
  }

  private func message(_ predicate: Predicate<Shop>) -> String {
    do {
      return "no error: \(try FetchPredicate(predicate))"
    } catch {
      return "\(error)"
    }
  }
}

/// A predicate and its condition in SQL.
struct TypedPredicateSQL: Sendable, CustomTestStringConvertible {
  let predicate: Predicate<Shop>
  let sql: String

  init(_ predicate: Predicate<Shop>, _ sql: String) {
    self.predicate = predicate
    self.sql = sql
  }

  var testDescription: String { sql }

  static var all: [TypedPredicateSQL] { values + optionals + texts + lists }

  private static var values: [TypedPredicateSQL] {
    [
      TypedPredicateSQL(#Predicate { $0.floors > 20 }, "floors > ?"),
      TypedPredicateSQL(#Predicate { $0.isOpen && !$0.isOpen }, "is_open = ? AND is_open = ?"),
      TypedPredicateSQL(
        #Predicate { $0.floors / 2 == $0.counts.visits % 3 },
        "(floors / ?) IS fetchkit_call(?, visits, ?)"),
      TypedPredicateSQL(
        #Predicate { ($0.isOpen ? $0.floors : 0) > 1 },
        "CASE WHEN is_open = ? THEN floors ELSE ? END > ?"),
      TypedPredicateSQL(
        #Predicate { $0.isOpen == ($0.floors > 1) },
        "is_open = CASE WHEN floors > ? THEN ? ELSE ? END"),
    ]
  }

  private static var optionals: [TypedPredicateSQL] {
    [
      TypedPredicateSQL(#Predicate { ($0.place.distance ?? 999_999) < 500 }, "distance < ?"),
      TypedPredicateSQL(
        #Predicate { ($0.counts.tips ?? 1) < 5 }, "tip_count IS NULL OR tip_count < ?"),
      TypedPredicateSQL(
        #Predicate { $0.isVerified == true || $0.isVerified != true },
        "is_verified = ? OR is_verified IS NOT ?"),
      TypedPredicateSQL(
        #Predicate { $0.isVerified ?? true }, "is_verified IS NULL OR is_verified = ?"),
      TypedPredicateSQL(
        #Predicate { $0.phone == nil && $0.price != nil }, "phone IS NULL AND price IS NOT NULL"),
      TypedPredicateSQL(
        #Predicate { $0.price == 3 && $0.price != 3 }, "price = ? AND price IS NOT ?"),
      TypedPredicateSQL(
        #Predicate { $0.price.flatMap { $0 * 2 > 6 } ?? true }, "(price * ?) > ? OR price IS NULL"),
    ]
  }

  private static var texts: [TypedPredicateSQL] {
    [
      TypedPredicateSQL(#Predicate { $0.phone?.contains("x") ?? false }, "instr(phone, ?) > 0"),
      TypedPredicateSQL(
        #Predicate { $0.phone?.starts(with: "x") ?? true },
        "fetchkit_match(phone, ?, ?) OR phone IS NULL"),
      TypedPredicateSQL(
        #Predicate { $0.name.localizedStandardContains("tea") }, "fetchkit_match(name, ?, ?)"),
      TypedPredicateSQL(
        #Predicate { $0.name.contains($0.kind.rawValue) },
        "kind = ? OR fetchkit_match(name, kind, ?)"),
    ]
  }

  private static var lists: [TypedPredicateSQL] {
    let names = ["a", "b"]
    return [
      TypedPredicateSQL(#Predicate { names.contains($0.name) }, "name IN (?, ?)"),
      TypedPredicateSQL(#Predicate { (1...5).contains($0.floors) }, "(floors BETWEEN ? AND ?)"),
      TypedPredicateSQL(
        #Predicate { $0.tips.count > 2 },
        "(SELECT COUNT(*) FROM shop_tip AS e1 WHERE e1.owner = shop.pk) > ?"),
      TypedPredicateSQL(
        #Predicate { $0.tips.contains { ($0.likes ?? 0) > 3 } },
        "EXISTS (SELECT 1 FROM shop_tip AS e1 WHERE e1.owner = shop.pk AND e1.likes > ?)"),
      TypedPredicateSQL(
        #Predicate { $0.tips.contains { $0.text == "a" && $0.likes == nil } },
        """
        (SELECT COUNT(*) FROM shop_tip AS e1 \
        WHERE e1.owner = shop.pk AND (e1.text = ? AND e1.likes IS NULL)) > ?
        """),
      TypedPredicateSQL(
        #Predicate { $0.tips.first?.text == "a" },
        """
        (SELECT e1.text FROM shop_tip AS e1 \
        WHERE e1.owner = shop.pk ORDER BY e1.position LIMIT 1) = ?
        """),
      TypedPredicateSQL(
        #Predicate { $0.words.first == "a" },
        """
        (SELECT e1.value FROM shop_word AS e1 \
        WHERE e1.owner = shop.pk ORDER BY e1.position LIMIT 1) = ?
        """),
      TypedPredicateSQL(
        #Predicate { $0.words.contains("a") },
        "EXISTS (SELECT 1 FROM shop_word AS e1 WHERE e1.owner = shop.pk AND e1.value = ?)"),
    ]
  }
}
