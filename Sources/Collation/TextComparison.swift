internal import Foundation

/// Comparisons of two texts; use `TextMatcher` to compare many texts with one pattern.
package enum TextComparison {
  package static func equals(_ left: TextBytes, _ right: TextBytes, _ options: TextOptions) -> Bool
  {
    let folding = TextFolding(options)
    return folding.withFolded(left) { left in
      folding.withFolded(right) { BytePattern(bytes: left).equals($0) }
    }
  }

  /// Returns -1, 0 or 1: the order of the folded texts by code points, or with `[l]` the natural order.
  ///
  /// It is 0 exactly when the texts are equal under the same options.
  package static func compare(_ left: TextBytes, _ right: TextBytes, _ options: TextOptions) -> Int
  {
    if options.isSuperset(of: .localeAware), !options.contains(.normalized) {
      let order = NaturalOrder.compareIgnoringTies(left, right)
      if order != 0 { return order }
    }
    let lowering = options.contains(.caseInsensitive) && !options.contains(.normalized)
    if let order = compareASCII(left, right, lowering: lowering) { return order }
    let folding = TextFolding(options)
    return folding.withFolded(left) { left in
      folding.withFolded(right) { left.compare(to: $0) }
    }
  }

  /// Returns the order when an ASCII prefix decides it, else nil.
  private static func compareASCII(_ left: TextBytes, _ right: TextBytes, lowering: Bool) -> Int? {
    let common = min(left.count, right.count)
    for index in 0..<common {
      let (one, other) = (left[index], right[index])
      guard one | other < 0x80 else { return nil }
      guard one != other else { continue }
      let first = lowering ? one.lowercasedASCII : one
      let second = lowering ? other.lowercasedASCII : other
      if first != second { return first < second ? -1 : 1 }
    }
    if left.count == right.count { return 0 }
    let longer = left.count > common ? left : right
    guard longer[common] < 0x80 else { return nil }
    return left.count < right.count ? -1 : 1
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// -1, 0 or 1: the order of the bytes, which is that of the code points of valid UTF-8.
  package func compare(to other: Self) -> Int {
    if let left = baseAddress, let right = other.baseAddress {
      let order = memcmp(left, right, Swift.min(count, other.count))
      if order != 0 { return order < 0 ? -1 : 1 }
    }
    return count == other.count ? 0 : count < other.count ? -1 : 1
  }
}

extension TextComparison {
  package static func equals(_ left: String, _ right: String, _ options: TextOptions) -> Bool {
    left.withTextBytes { left in right.withTextBytes { equals(left, $0, options) } }
  }

  /// -1, 0 or 1, as for bytes.
  package static func compare(_ left: String, _ right: String, _ options: TextOptions) -> Int {
    left.withTextBytes { left in right.withTextBytes { compare(left, $0, options) } }
  }
}

/// The options of a text comparison, written in brackets after an operator as in `CONTAINS[cd]`.
public struct TextOptions: OptionSet, Hashable, Sendable {
  /// The options as bits: 1 is `c`, 2 is `d`, 4 is `l`, 8 is `n`.
  public let rawValue: UInt8

  /// Creates options from their bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `[c]`: ignores case by full Unicode case folding ("ß" equals "SS").
  public static let caseInsensitive = TextOptions(rawValue: 1)

  /// `[d]`: ignores the diacritics of Latin, Greek and Cyrillic letters.
  public static let diacriticInsensitive = TextOptions(rawValue: 2)

  /// `[l]`: `<` and `>` use the natural order ("Boba 2" before "Boba 10"), the same in every locale.
  ///
  /// Equality, `CONTAINS` and the other operators do not change with it.
  public static let localeAware = TextOptions(rawValue: 4)

  /// `[n]`: the texts are already normalized, so all other options are ignored.
  public static let normalized = TextOptions(rawValue: 8)
}
