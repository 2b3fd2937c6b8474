import FetchKit
import Foundation
import TerminalKit

/// Numbers and lengths in the notation of a language.
nonisolated struct NumberFormat: Hashable, Sendable {
  /// The separator of thousands.
  let grouping: String
  /// The decimal separator.
  let point: String
  let units: LengthUnits
  /// The suffixes of numbers of short and long units, with a space where there is one.
  let shortUnit: String
  let longUnit: String
  /// The suffix of minutes on foot.
  var minuteUnit = " min"

  /// A whole number, such as "2,783".
  func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.unicodeScalars.enumerated() {
      if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text += grouping }
      text.unicodeScalars.append(digit)
    }
    return text
  }

  /// A whole number that may be too large to be exact, such as "1.84e+19".
  func count(_ number: Double) -> String {
    number.magnitude < 1e15 ? count(Int(number.rounded())) : scientific(number)
  }

  private func scientific(_ number: Double) -> String {
    String(format: "%.3g", number).replacing(".", with: point)
  }

  /// A number with one decimal, such as "7.9"; very large ones in scientific notation.
  func tenths(_ number: Double) -> String {
    guard number.magnitude < 1e15 else { return scientific(number) }
    let tenths = Int((number.magnitude * 10).rounded())
    return (number < 0 ? "-" : "") + count(tenths / 10) + point + String(tenths % 10)
  }

  /// A number with at most four decimals, such as "40.7593".
  func decimal(_ number: Double) -> String {
    guard number.magnitude < 1e15 else { return scientific(number) }
    return String((number * 10_000).rounded() / 10_000).replacing(/\.0$/, with: "")
      .replacing(".", with: point)
  }

  /// A number with two decimals, such as "7.25".
  func hundredths(_ number: Double) -> String {
    String(format: "%.2f", number).replacing(".", with: point)
  }

  /// A fraction as a percentage, such as "12.5%".
  func percent(_ part: Double) -> String { "\(tenths(part * 100))%" }

  /// A fraction as a whole percentage, such as "12%".
  func wholePercent(_ part: Double) -> String { "\(Int(part * 100))%" }

  /// Coordinates in degrees, such as "40.7593, -73.9847".
  func coordinate(_ place: Coordinate) -> String {
    String(format: "%.4f, %.4f", place.latitude, place.longitude)
  }
}

// MARK: - Lengths

nonisolated extension NumberFormat {
  /// A length in short or long units.
  enum Length: Hashable {
    case short(Int)
    case long(Int)
    /// Long units with one decimal.
    case part(Double)
  }

  /// A distance in meters: "567 m" below a thousand, "1.4 km" below a hundred, then "1,234 km".
  func distance(_ meters: Double) -> String {
    length(meters).map(text) ?? scientific(meters / units.long) + longUnit
  }

  /// A distance in meters, rounded to a unit; nil when it is not finite or too large.
  func length(_ meters: Double) -> Length? {
    guard meters.isFinite, meters.magnitude < 1e12 else { return nil }
    let short = (meters / units.short).rounded()
    if short < 1000 { return .short(Int(short)) }
    let long = meters / units.long
    return long < 99.95 ? .part(long) : .long(Int(long.rounded()))
  }

  /// A limit of distances, such as a walking radius, with as few decimals as it has: "500 m", "1.5 km", "1.25 km".
  func radius(_ meters: Double) -> String {
    guard let length = radiusLength(meters) else { return distance(meters) }
    guard case .part(let number) = length, !isWhole(number * 10), isWhole(number * 100) else {
      return text(length)
    }
    return hundredths(number) + longUnit
  }

  private func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < 1e-6 }

  /// A walking radius, rounded to a unit; nil when it is not finite or too large.
  func radiusLength(_ meters: Double) -> Length? {
    let long = meters / units.long
    if (1..<1e9).contains(long), abs(long - long.rounded()) < 1e-9 {
      return .long(Int(long.rounded()))
    }
    let hasTenths = meters / units.short >= 999.5 && abs(long * 10 - (long * 10).rounded()) < 1e-9
    let isShort = meters.magnitude < 1e12 && long < 1 && !hasTenths
    return isShort ? .short(Int((meters / units.short).rounded())) : length(meters)
  }

  /// The display width of the longest distance on Earth.
  var distanceWidth: Int { TextWidth.displayWidth(of: distance(9_999 * units.long)) }

  /// A length with its unit.
  func text(_ length: Length) -> String {
    switch length {
    case .short(let number): count(number) + shortUnit
    case .long(let number): count(number) + longUnit
    case .part(let number): tenths(number) + longUnit
    }
  }
}

// MARK: - Units

/// Units of length.
public nonisolated enum LengthUnits: String, Hashable, Sendable, CaseIterable {
  /// Meters and kilometers.
  case metric
  /// Feet and miles.
  case imperial

  /// The meters of the unit of short lengths.
  var short: Double { self == .metric ? 1 : 0.3048 }

  /// The meters of the unit of long lengths.
  var long: Double { self == .metric ? 1000 : 1609.344 }

  /// A distance in English, as the finder shows it: "567 m", "1.4 km".
  public func text(ofMeters meters: Double) -> String {
    NumberFormat(
      grouping: ",", point: ".", units: self, shortUnit: self == .metric ? " m" : " ft",
      longUnit: self == .metric ? " km" : " mi"
    ).distance(meters)
  }

  /// Lengths of at most `meters` and at least a third of it, the roundest first: those of 1, 2 or 5 times a power of ten
  /// units, then others in whole short units.
  func roundLengths(notAbove meters: Double) -> [Double] {
    let unit = meters < long ? short : long
    let power = pow(10, log10(meters / unit).rounded(.down)) * unit
    let others = [4, 3, 2.5, 1.5, 0.4].map { $0 * power }.filter { length in
      abs(length / short - (length / short).rounded()) < 1e-6
    }
    return ([5, 2, 1, 0.5].map { $0 * power } + others)
      .filter { meters / 3 <= $0 && $0 <= meters }
  }
}
