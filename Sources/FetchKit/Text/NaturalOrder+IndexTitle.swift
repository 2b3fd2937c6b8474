extension NaturalOrder {
  /// The first character of a section's name as one capital, marks kept; "" for an empty name.
  static func indexTitle(of name: String) -> String {
    guard let first = name.first else { return "" }
    return first.uppercased().first.map { String($0) } ?? ""
  }
}
