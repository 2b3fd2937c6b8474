import Foundation
import Testing

@testable import FetchKit

/// The parser takes any bytes: it reads them or says what is wrong, and what it reads it prints so that it reads the same.
@Suite struct ParserFuzzTests {
  /// `FETCHKIT_FUZZ_BYTES=10000000` for a long run.
  private static let byteCount =
    ProcessInfo.processInfo.environment["FETCHKIT_FUZZ_BYTES"].flatMap(Int.init) ?? 60_000

  private static let seeds = [
    "name CONTAINS[cd] 'tea' AND stats.tipCount > 20 OR NOT (a == nil)", "ANY b.c IN {1, 2.5, 'x'}",
    "SUBQUERY(tips, $t, $t.likes > 3 && $t.text != \"\").@count >= 2", "a BETWEEN {0x1F, 1e3}",
    "TERNARY(a == 1, b[FIRST], c[2]) ** 2 - -1 <= sum:(1, 2)",
    "FUNCTION(SELF, 'valueForKeyPath:', 'a b') == %@",
    "'\\u00e9\\x41\\101\\n' LIKE $x := #in.#size", "%K =< %d or TRUEPREDICATE",
    "CAST(a, 'NSDate') < now()",
    "a UNION {b} MINUS c INTERSECT d CONTAINS 5 & 3 | 2 ^ 1",
  ]

  private static let pieces =
    [
      " ", "(", ")", "{", "}", "[", "]", ",", "'", "\"", "\\", "%", "@", "$", "#", ".", ":", ":=",
      "-", "**",
      "==", "<", "!", "AND", "OR", "NOT", "ANY", "IN", "BETWEEN", "SUBQUERY(", "TERNARY(",
      "FUNCTION(", "CAST(",
      "nil", "1", "1e", "0x", "a", "é", "\u{0}", "\u{301}", "🧋", "%@", "%K", "SELF", "FIRST",
      "UTI-EQUALS",
    ]

  @Test func `random and mutated formats are read or refused`() {
    var random = TextRandom(seed: 11)
    var bytes = 0
    while bytes < Self.byteCount {
      let format = Bool.random(using: &random) ? pieces(&random) : mutant(&random)
      bytes += format.utf8.count
      let text = check(format)
      #expect(text == nil)
      if text != nil { return }
    }
  }

  /// What is wrong; nil when all is well.
  private func check(_ format: String) -> String? {
    let arguments: [any PredicateArgument] = ["x", 5, "a.b", 1.5]
    for count in 0...min(4, format.utf8.count { $0 == UInt8(ascii: "%") }) {
      guard
        let read = try? FetchPredicate(format: format, arguments: Array(arguments.prefix(count)))
      else {
        continue
      }
      let printed = read.predicateFormat
      guard let again = try? FetchPredicate(format: printed) else {
        return "\(format) -> \(printed)"
      }
      guard again == read, again.predicateFormat == printed else { return "\(format) -> \(again)" }
      _ = try? read.evaluate(with: Value.object(["a": 1]))
      _ = try? PredicateCompiler(entity: Book.entity).filter(read)
    }
    return nil
  }

  private func pieces(_ random: inout TextRandom) -> String {
    (0..<Int.random(in: 0...24, using: &random)).map { _ in
      Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
    }.joined(separator: Bool.random(using: &random) ? " " : "")
  }

  /// A format with some bytes changed, taken out, doubled or put in from elsewhere.
  private func mutant(_ random: inout TextRandom) -> String {
    var bytes = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)].utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(10), at: 0)
      case 3: bytes.removeSubrange(place..<min(place + 6, bytes.count))
      default:
        let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
        bytes.insert(contentsOf: piece.utf8, at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
