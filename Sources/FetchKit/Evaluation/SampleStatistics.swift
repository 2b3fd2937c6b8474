/// Statistics of some numbers that depend on all of them, the same in memory, in SQL and in cached columns.
package enum SampleStatistics {
  /// The value of a function of numbers in any order, with the percentile if it takes one; nil without numbers,
  /// and for NaN.
  package static func value(
    _ function: ExpressionFunction, _ percentile: Double?, of numbers: [Double]
  ) -> Double? {
    guard !numbers.isEmpty else { return nil }
    let value: Double? =
      switch function {
      case .median: median(numbers.sorted())
      case .percentile: percentile.flatMap { self.percentile($0, numbers.sorted()) }
      case .standardDeviation: standardDeviation(numbers)
      default: nil
      }
    return value.flatMap { $0.isNaN ? nil : $0 }
  }

  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    guard sorted.count.isMultiple(of: 2) else { return sorted[middle] }
    let sum = sorted[middle - 1] + sorted[middle]
    return sum.isFinite ? sum / 2 : sorted[middle - 1] / 2 + sorted[middle] / 2
  }

  /// Interpolates between the two nearest numbers; nil for a percentile that is not between 0 and 100.
  private static func percentile(_ percentile: Double, _ sorted: [Double]) -> Double? {
    guard (0...100).contains(percentile) else { return nil }
    let place = percentile * Double(sorted.count - 1)
    let lower = Int(place / 100)
    let rest = place - Double(lower) * 100
    guard rest > 0, lower + 1 < sorted.count else { return sorted[lower] }
    let sum = sorted[lower] * (100 - rest) + sorted[lower + 1] * rest
    return sum.isFinite
      ? sum / 100 : sorted[lower] + (sorted[lower + 1] - sorted[lower]) / 100 * rest
  }

  /// The population standard deviation.
  private static func standardDeviation(_ numbers: [Double]) -> Double {
    var sum = CompensatedSum()
    for number in numbers { sum.add(number) }
    let mean = sum.value / Double(numbers.count)
    var squares = CompensatedSum()
    for number in numbers { squares.add((number - mean) * (number - mean)) }
    return (squares.value / Double(numbers.count)).squareRoot()
  }
}

/// A sum that keeps what rounding loses, so that it hardly depends on the order of the numbers (Neumaier).
private struct CompensatedSum {
  private var sum = 0.0
  private var lost = 0.0

  mutating func add(_ number: Double) {
    let next = sum + number
    lost += abs(sum) >= abs(number) ? (sum - next) + number : (number - next) + sum
    sum = next
  }

  var value: Double { lost.isFinite ? sum + lost : sum }
}
