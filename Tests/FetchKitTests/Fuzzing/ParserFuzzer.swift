import TestSupport

@testable import FetchKit

/// Feeds the parser any bytes: it reads them or says what is wrong, and what it reads it prints so that it reads
/// the same; both engines then take it or refuse it.
struct ParserFuzzer {
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

  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Tries formats with a total number of bytes; returns the first failure, nil if there is none.
  mutating func firstComplaint(bytes limit: Int) -> String? {
    var bytes = 0
    while bytes < limit {
      let format = Bool.random(using: &random) ? pieces(&random) : mutant(&random)
      bytes += format.utf8.count
      if let complaint = complaint(about: format) { return complaint }
    }
    return nil
  }

  /// The error; nil for none.
  private func complaint(about format: String) -> String? {
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
      _ = try? read.evaluate(with: FetchValue.object(["a": 1]))
      _ = try? PredicateCompiler(entity: Book.entity).filter(read)
    }
    return nil
  }

  private func pieces(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 0...24, using: &random)).map { _ in
      Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
    }.joined(separator: Bool.random(using: &random) ? " " : "")
  }

  /// A format with some bytes changed, taken out, doubled or put in from elsewhere.
  private func mutant(_ random: inout SeededRandom) -> String {
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
