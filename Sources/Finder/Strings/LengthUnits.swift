import Foundation

/// What lengths are told in.
public nonisolated enum LengthUnits: String, Hashable, Sendable, CaseIterable {
  /// Meters and kilometers.
  case metric
  /// Feet and miles.
  case imperial

  /// How many meters the unit of short lengths has.
  var short: Double {
    switch self {
    case .metric: 1
    case .imperial: 0.3048
    }
  }

  /// How many meters the unit of long lengths has.
  var long: Double {
    switch self {
    case .metric: 1000
    case .imperial: 1609.344
    }
  }

  /// The largest 1, 2 or 5 times a power of ten of a unit that is not longer than so many meters.
  func round(notAbove meters: Double) -> Double {
    let unit = meters < long ? short : long
    let power = pow(10, log10(meters / unit).rounded(.down))
    return unit * power * ([5, 2].first { $0 * power * unit <= meters } ?? 1)
  }
}
