public import FetchKit

/// A price level as a choice of the filter.
public enum PriceLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// The price is unknown.
  case unknown = 0
  case cheap = 1
  case moderate = 2
  case expensive = 3
  case veryExpensive = 4

  /// `$` to `$$$$`.
  public static let known: [PriceLevel] = [.cheap, .moderate, .expensive, .veryExpensive]

  /// `$` to `$$$$`, or `none`.
  public var text: String {
    self == .unknown ? "none" : String(repeating: "$", count: rawValue)
  }

  /// The level of `$$`, `2` or `none`; nil for other text.
  public init?(text: String) {
    guard
      let level = Self.allCases.first(where: { $0.text == text || String($0.rawValue) == text }),
      text != "0"
    else { return nil }
    self = level
  }

  /// The predicate of this level.
  public var predicate: FetchPredicate {
    .comparison(
      .keyPath("priceInfo.tier"), .equal,
      .constant(self == .unknown ? .null : .integer(Int64(rawValue))))
  }

  /// The predicate of several levels.
  static func predicate(anyOf levels: Set<PriceLevel>) -> FetchPredicate {
    let tiers = levels.sorted().map {
      $0 == .unknown ? FetchValue.null : .integer(Int64($0.rawValue))
    }
    return .comparison(.keyPath("priceInfo.tier"), .in, .constant(.list(tiers)))
  }

  public static func < (left: PriceLevel, right: PriceLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
