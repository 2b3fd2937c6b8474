import Foundation
import TerminalKit

/// Numbers and measures as a language writes them.
struct Figures: Hashable, Sendable {
  /// What stands between thousands.
  let grouping: String
  /// What stands before the tenths.
  let point: String
  var units = LengthUnits.metric
  /// What stands behind a number of short units, and of long ones.
  var unitNames = UnitNames(short: " m", long: " km")

  /// What stands behind lengths, with a blank where there is one.
  struct UnitNames: Hashable, Sendable {
    let short: String
    let long: String
  }

  /// A whole number, such as "2,783".
  func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits.prefix(end).suffix(3))
    }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: grouping)
  }

  /// A number with one digit behind the point, such as "7.9"; what is too great to have one is written as it is.
  func tenths(_ number: Double) -> String {
    guard number.magnitude < 1e15 else { return String(number) }
    let tenths = Int((number.magnitude * 10).rounded())
    return (number < 0 ? "-" : "") + count(tenths / 10) + point + String(tenths % 10)
  }

  /// A part of 1, such as "12.5%".
  func percent(_ part: Double) -> String { "\(tenths(part * 100))%" }

  /// A part of 1 without tenths, such as "12%".
  func wholePercent(_ part: Double) -> String { "\(Int(part * 100))%" }

  /// A place on the globe, such as "40.7593, -73.9847".
  func coordinate(latitude: Double, longitude: Double) -> String {
    "\(degrees(latitude)), \(degrees(longitude))"
  }

  private func degrees(_ value: Double) -> String {
    String(format: "%.4f", value)
  }
}

// MARK: - Lengths

extension Figures {
  /// A length as a number of short or of long units.
  enum Length: Hashable {
    case short(Int)
    case long(Int)
    /// A part of long units, to the tenth.
    case part(Double)
  }

  /// A distance in meters: "567 m" below a thousand, "1.4 km" below a hundred, then "1,234 km".
  func distance(_ meters: Double) -> String { length(meters).map(text) ?? "" }

  /// A distance in meters in its parts; nil for what is no distance.
  func length(_ meters: Double) -> Length? {
    guard meters.isFinite, meters.magnitude < 1e12 else { return nil }
    let short = (meters / units.short).rounded()
    if short < 1000 { return .short(Int(short)) }
    let long = meters / units.long
    return long < 99.95 ? .part(long) : .long(Int(long.rounded()))
  }

  /// A walking radius, which is written in full: "500 m", "1.5 km".
  func radius(_ meters: Double) -> String { radiusLength(meters).map(text) ?? "" }

  /// A walking radius in its parts; nil for what is no distance.
  func radiusLength(_ meters: Double) -> Length? {
    let long = meters / units.long
    if (1..<1e9).contains(long), abs(long - long.rounded()) < 1e-9 {
      return .long(Int(long.rounded()))
    }
    let isShort = meters.magnitude < 1e12 && long < 1
    return isShort ? .short(Int((meters / units.short).rounded())) : length(meters)
  }

  /// The columns of the widest distance on earth.
  var distanceWidth: Int { TextWidth.displayWidth(of: distance(9_999 * units.long)) }

  /// A length with its unit.
  func text(_ length: Length) -> String {
    switch length {
    case .short(let number): count(number) + unitNames.short
    case .long(let number): count(number) + unitNames.long
    case .part(let number): tenths(number) + unitNames.long
    }
  }
}
