import Foundation

/// Numbers and measures as a language writes them.
struct Figures: Hashable, Sendable {
  /// What stands between thousands.
  let grouping: String
  /// What stands before the tenths.
  let point: String

  /// A whole number, such as "2,783".
  func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits.prefix(end).suffix(3))
    }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: grouping)
  }

  /// A number with one digit behind the point, such as "7.9".
  func tenths(_ number: Double) -> String {
    let tenths = Int((number.magnitude * 10).rounded())
    return (number < 0 ? "-" : "") + count(tenths / 10) + point + String(tenths % 10)
  }

  /// A distance in metres: "567 m" below a kilometre, "1.4 km" below a hundred, then "1,234 km".
  func distance(_ metres: Double) -> String {
    guard metres.isFinite, metres.magnitude < 1e12 else { return "" }
    if metres.rounded() < 1000 { return "\(count(Int(metres.rounded()))) m" }
    if metres < 99_950 { return "\(tenths(metres / 1000)) km" }
    return "\(count(Int((metres / 1000).rounded()))) km"
  }

  /// A walking radius, which is written in full: "500 m", "1.5 km".
  func radius(_ metres: Double) -> String {
    let isWhole = metres >= 1000 && metres.truncatingRemainder(dividingBy: 1000) == 0
    return isWhole ? "\(count(Int(metres / 1000))) km" : distance(metres)
  }

  /// A part of 1, such as "12.5%".
  func percent(_ part: Double) -> String { "\(tenths(part * 100))%" }

  /// A place on the globe, such as "40.7593, -73.9847".
  func coordinate(latitude: Double, longitude: Double) -> String {
    "\(degrees(latitude)), \(degrees(longitude))"
  }

  private func degrees(_ value: Double) -> String {
    String(format: "%.4f", value)
  }
}
