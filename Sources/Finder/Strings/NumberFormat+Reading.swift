import Foundation
import Venues

nonisolated extension NumberFormat {
  /// The number that a text begins with and the rest, such as 1.5 and "km"; nil without one.
  ///
  /// Both decimal signs are read; a comma before three digits at the end separates thousands.
  func number(at text: String) -> (number: Double, rest: String)? {
    let text = text.filter { !$0.isWhitespace && String($0) != grouping || $0 == "," }
    let digits = String(text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," })
    let plain = digits.replacing(/,(?=[0-9]{3}(?![0-9]))/, with: point == "," ? "." : "")
    guard let number = Double(plain.replacing(",", with: ".")), number.isFinite else { return nil }
    return (number, String(text.dropFirst(digits.count)).lowercased())
  }

  /// The meters of a length such as "500", "800 ft", "1.5 km" or, on foot, "15 min"; without a unit, in short units.
  ///
  /// nil for other text.
  func meters(of text: String) -> Double? {
    guard let (number, unit) = number(at: text) else { return nil }
    return factor(unit).map { number * $0 }
  }

  /// The spellings of minutes on foot.
  private static let minutes = ["min", "minute", "minutes", "мин", "минут", "分", "分钟"]

  /// Whether the last unit of a text is minutes.
  func endsInMinutes(_ text: String) -> Bool {
    let end = text.suffix(from: text.lastIndex(where: \.isNumber) ?? text.startIndex)
    return Self.minutes.contains(end.filter(\.isLetter).lowercased())
  }

  private func factor(_ unit: String) -> Double? {
    if unit == shortUnit.filter({ !$0.isWhitespace }) { return units.short }
    if unit == longUnit.filter({ !$0.isWhitespace }) { return units.long }
    switch unit {
    case "": return units.short
    case "m", "meter", "meters", "metre", "metres": return LengthUnits.metric.short
    case "km", "kilometer", "kilometers", "kilometre", "kilometres": return LengthUnits.metric.long
    case "ft", "foot", "feet": return LengthUnits.imperial.short
    case "mi", "mile", "miles": return LengthUnits.imperial.long
    default: return Self.minutes.contains(unit) ? FilterChoices.walkingSpeed : nil
    }
  }
}
