extension PlaceReader {
  /// The level of a price, which three generations of files write in three ways.
  ///
  /// A currency that is one symbol repeated twice to four times is the level, whatever `tier` says;
  /// then `tier`, then a bare number; a single symbol alone means the lowest level.
  mutating func readPrice(_ price: JSONValue?) {
    guard let price else { return }
    guard price.kind == .object else {
      record.tier = level(ofBare: price)
      return
    }
    let symbols = text(price[.currency], "price.currency").flatMap(PriceSymbols.count)
    if let symbols, symbols > 1 {
      record.tier = symbols
    } else {
      record.tier = tier(price[.tier], "price.tier") ?? symbols
    }
  }

  private mutating func level(ofBare price: JSONValue) -> Int? {
    if let text = price.text, let symbols = PriceSymbols.count(text) { return symbols }
    return tier(price, "price")
  }

  /// 1 to 4; 0 is how some files say that they do not know.
  private mutating func tier(_ value: JSONValue?, _ field: StaticString) -> Int? {
    guard let value, let number = integer(value, field), number != 0 else { return nil }
    if (1...4).contains(number) { return Int(number) }
    report(field, .notBetween(1, 4), value)
    return nil
  }
}
