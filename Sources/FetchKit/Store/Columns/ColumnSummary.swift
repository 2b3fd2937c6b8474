/// The sum, the least and the greatest of some numbers of a column.
struct ColumnSummary {
  private let isWhole: Bool
  private(set) var count = 0
  private var whole: Int64 = 0
  private var sum = 0.0
  private var least = Double.infinity
  private var greatest = -Double.infinity

  /// Of no numbers.
  init(_ column: HeldColumn) { isWhole = column.kind == .integers }

  /// Of the numbers of some rows.
  init(_ column: HeldColumn, _ rows: RowBits) {
    self.init(column)
    if isWhole {
      column.integers.withUnsafeBufferPointer { numbers in addIntegers(numbers, rows) }
    } else {
      column.doubles.withUnsafeBufferPointer { numbers in
        rows.forEach { add(numbers[$0]) }
      }
    }
  }

  private mutating func addIntegers(_ numbers: UnsafeBufferPointer<Int32>, _ rows: RowBits) {
    var (count, whole) = (0, Int64(0))
    var (least, greatest) = (Int32.max, HeldColumn.missing)
    rows.forEach { row in
      let number = numbers[row]
      let isThere = number != HeldColumn.missing
      count &+= isThere ? 1 : 0
      whole &+= isThere ? Int64(number) : 0
      least = Swift.min(least, isThere ? number : .max)
      greatest = Swift.max(greatest, number)
    }
    (self.count, self.whole, sum) = (count, whole, Double(whole))
    (self.least, self.greatest) = (Double(least), Double(greatest))
  }

  /// Adds the number of a row.
  mutating func add(_ row: Int, _ column: HeldColumn) {
    guard isWhole else { return add(column.doubles[row]) }
    let number = column.integers[row]
    guard number != HeldColumn.missing else { return }
    whole &+= Int64(number)
    add(Double(number))
  }

  @inline(__always)
  private mutating func add(_ number: Double) {
    if number.isNaN { return }
    count &+= 1
    sum += number
    least = Swift.min(least, number)
    greatest = Swift.max(greatest, number)
  }

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
