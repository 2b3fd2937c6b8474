internal import CColumns
internal import FetchKit

/// The count, sum, minimum and maximum of the numbers of some rows in a column.
struct NumberSummary {
  private let areIntegers: Bool
  private let compensates: Int32 = StoreSnapshot.compensatesSums ? 1 : 0
  private var count = 0
  private var integerSum: Int64 = 0
  private var total = ccolumns_total()
  /// Whether `total` is known.
  private var isAddedUp = true
  private var minimum = Double.infinity
  private var maximum = -Double.infinity

  init(_ column: Column) { areIntegers = column.kind == .integers }

  init(_ column: Column, _ rows: Bitmap) {
    self.init(column)
    if let doubles = column.numbers.doubles {
      doubles.withUnsafeBufferPointer { numbers in rows.forEach { add(numbers[$0]) } }
    } else {
      addPacked(column.numbers, rows)
    }
  }

  private mutating func addPacked(_ numbers: NumberColumn, _ rows: Bitmap) {
    let summary = numbers.packed.summary(rows)
    count = Int(summary.count)
    guard count > 0 else { return }
    isAddedUp = false
    integerSum = numbers.sum(summary.sum, count: count)
    (minimum, maximum) = (numbers.value(summary.least), numbers.value(summary.greatest))
  }

  /// Adds up the numbers of the rows of the summary, which sums and averages need, once.
  mutating func addUp(_ column: Column, _ rows: Bitmap) {
    guard !isAddedUp else { return }
    total.sum = column.numbers.total(rows, scaled: integerSum)
    isAddedUp = true
  }

  /// Adds a number, NaN for none.
  @inline(__always)
  mutating func add(_ number: Double) {
    if number.isNaN { return }
    count &+= 1
    ccolumns_add(&total, number, compensates)
    if areIntegers { integerSum &+= Int64(number) }
    minimum = Swift.min(minimum, number)
    maximum = Swift.max(maximum, number)
  }

  private var sum: Double { total.sum + total.error }

  var isEmpty: Bool { count == 0 }

  /// The result of an aggregate function; null without numbers.
  func value(_ function: ExpressionFunction) -> FetchValue {
    guard count > 0 else { return .null }
    switch function {
    case .sum: return areIntegers ? .integer(integerSum) : .double(sum)
    case .average: return .double(sum / Double(count))
    case .min: return value(minimum)
    case .max: return value(maximum)
    default: return .null
    }
  }

  private func value(_ number: Double) -> FetchValue {
    areIntegers ? .integer(Int64(number)) : .double(number)
  }
}
