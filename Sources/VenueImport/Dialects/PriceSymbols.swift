/// Prices written as a currency symbol, once for each level.
enum PriceSymbols {
  /// How often one symbol is repeated, 1 to 4; nil when the text is anything else.
  static func count(_ text: TextSlice) -> Int? {
    let text = text.trimmed
    if text.count > 0, text.start[0] < 0x80 { return asciiCount(text) }
    let scalars = text.string.unicodeScalars
    guard let symbol = scalars.first, symbol.properties.generalCategory == .currencySymbol,
      scalars.count <= 4, scalars.allSatisfy({ $0 == symbol })
    else { return nil }
    return scalars.count
  }

  /// The dollar is the only currency symbol of ASCII.
  private static func asciiCount(_ text: TextSlice) -> Int? {
    guard text.count <= 4 else { return nil }
    for index in 0..<text.count where text.start[index] != UInt8(ascii: "$") { return nil }
    return text.count
  }
}
