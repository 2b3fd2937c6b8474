/// Telephone numbers as people read them.
enum PhoneNumber {
  /// "(212) 334-3536" for the ten digits of North America; any other text as it is.
  static func text(_ number: String) -> String {
    let digits = number.filter { $0.isASCII && $0.isNumber }
    guard digits.count == 10, digits == number else { return number }
    return "(\(digits.prefix(3))) \(digits.dropFirst(3).prefix(3))-\(digits.suffix(4))"
  }
}
