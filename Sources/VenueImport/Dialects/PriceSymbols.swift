/// Prices written as a currency symbol, once for each level.
enum PriceSymbols {
  /// How often one symbol is repeated, 1 to 4; nil when the text is anything else.
  static func count(_ text: TextSlice) -> Int? {
    let scalars = text.trimmed.string.unicodeScalars
    guard let symbol = scalars.first, symbol.properties.generalCategory == .currencySymbol,
      scalars.count <= 4, scalars.allSatisfy({ $0 == symbol })
    else { return nil }
    return scalars.count
  }
}
