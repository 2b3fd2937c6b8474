import JSONStream
import Venues

/// The price of a venue, which three generations of files write in three ways.
struct Price {
  /// The level, 1 to 4.
  var tier: Int64?
  /// The currency, unless it is the dollar, in which prices are shown anyway.
  var currency: TextSlice?
}

extension Price {
  /// The price in one value: an object, a level, or a repeated currency symbol.
  init(_ price: JSONValue, _ values: inout ValueReader) {
    if price.kind == .object, price[.wrappedNumber] == nil {
      self.init(tier: price[.tier], in: price[.currency], &values)
    } else if price.text.flatMap(Self.symbolCount) != nil {
      self.init(tier: nil, in: price, &values)
    } else {
      self.init(tier: Self.tier(price, "price", &values))
    }
  }

  /// The price of a level and a currency.
  ///
  /// A currency that is one symbol repeated twice to four times is the level, whatever `tier` says;
  /// then `tier`, then a bare number; a single symbol alone means the lowest level.
  init(tier: JSONValue?, in currency: JSONValue?, _ values: inout ValueReader) {
    let currency = values.prose(currency, "price.currency")?.trimmed
    if let currency, currency.start[0] != UInt8(ascii: "$") { self.currency = currency }
    let symbols = currency.flatMap(Self.symbolCount)
    if let symbols, symbols > 1 {
      self.tier = symbols
    } else {
      self.tier = Self.tier(tier, "price.tier", &values) ?? symbols
    }
  }

  /// 1 to 4; 0 is how some files say that they do not know.
  private static func tier(
    _ value: JSONValue?, _ field: String, _ values: inout ValueReader
  ) -> Int64? {
    guard let value, let number = values.integer(value, field), number != 0 else { return nil }
    if VenueField.tier.allows(Double(number)) { return number }
    values.report(field, .notBetween(1, 4), value)
    return nil
  }

  /// How often one currency symbol is repeated, 1 to 4; nil for other text.
  private static func symbolCount(_ text: TextSlice) -> Int64? {
    let text = text.trimmed
    if text.count > 0, text.start[0] < 0x80 {
      // The dollar is the only currency symbol of ASCII.
      let isPrice = text.count <= 4 && text.bytes.allSatisfy { $0 == UInt8(ascii: "$") }
      return isPrice ? Int64(text.count) : nil
    }
    let scalars = text.string.unicodeScalars
    guard let symbol = scalars.first, symbol.properties.generalCategory == .currencySymbol,
      scalars.count <= 4, scalars.allSatisfy({ $0 == symbol })
    else { return nil }
    return Int64(scalars.count)
  }
}

extension VenueRecord {
  /// Copies the known parts of a price.
  mutating func set(_ price: Price) {
    if let tier = price.tier { self[.tier] = tier }
    if let currency = price.currency { self[.currency] = currency }
  }
}
