internal import CColumns

/// The sum, the least and the greatest of the numbers that some rows have in a column.
struct ColumnSummary {
  private let isWhole: Bool
  private var count = 0
  /// The sum of whole numbers.
  private var whole: Int64 = 0
  private var sum = 0.0
  private var least = Double.infinity
  private var greatest = -Double.infinity

  /// Of no numbers.
  init(_ column: HeldColumn) { isWhole = column.kind == .integers }

  /// Of the numbers of some rows.
  init(_ column: HeldColumn, _ rows: RowBits) {
    self.init(column)
    if let doubles = column.numbers.doubles {
      doubles.withUnsafeBufferPointer { numbers in rows.forEach { add(numbers[$0]) } }
    } else {
      addPacked(column.numbers, rows)
    }
  }

  private mutating func addPacked(_ numbers: HeldNumbers, _ rows: RowBits) {
    let summary = numbers.packed.summary(rows)
    count = Int(summary.count)
    guard count > 0 else { return }
    whole = numbers.sum(summary.sum, count: count)
    sum = numbers.fraction(whole)
    (least, greatest) = (numbers.value(summary.least), numbers.value(summary.greatest))
  }

  /// Adds a number, unless it is none.
  @inline(__always)
  mutating func add(_ number: Double) {
    if number.isNaN { return }
    count &+= 1
    sum += number
    if isWhole { whole &+= Int64(number) }
    least = Swift.min(least, number)
    greatest = Swift.max(greatest, number)
  }

  /// Whether no row has a number.
  var isEmpty: Bool { count == 0 }

  /// What a function gives for the numbers; null without any.
  func value(_ function: ExpressionFunction) -> Value {
    guard count > 0 else { return .null }
    switch function {
    case .sum: return isWhole ? .integer(whole) : .double(sum)
    case .average: return .double(sum / Double(count))
    case .min: return number(least)
    case .max: return number(greatest)
    default: return .null
    }
  }

  private func number(_ number: Double) -> Value {
    isWhole ? .integer(Int64(number)) : .double(number)
  }
}
