internal import Collation
internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The SQL functions of generated statements, which run the code that evaluates predicates in memory.
///
/// The schema of a file cannot call them.
enum SQLFunctions {
  static func register(on database: Database) throws {
    guard let connection = database.sqliteConnection else { return }
    try add("fetchkit_match", 3, to: connection) { Arguments($0, $1, $2, given: 2).map(match) }
    try add("fetchkit_equals", 3, to: connection) { Arguments($0, $1, $2).map(equals) }
    try add("fetchkit_order", 3, to: connection) { Arguments($0, $1, $2, given: 2).map(order) }
    try add("fetchkit_fold", 2, to: connection) { Arguments($0, $1, $2, given: 1).map(fold) }
    try add("fetchkit_lines", -1, to: connection) { Arguments($0, $1, $2).map(lines) }
    try add("fetchkit_natural", 1, to: connection) { Arguments($0, $1, $2, given: 1).map(natural) }
    try add("fetchkit_bits", 1, to: connection) { Arguments($0, $1, $2, given: 1).map(bits) }
    try add("fetchkit_distance", 4, to: connection) {
      Arguments($0, $1, $2, given: 4).map(distance)
    }
    try add("fetchkit_integer", 2, to: connection) { Arguments($0, $1, $2, given: 1).map(integer) }
    try add("fetchkit_whole", -1, to: connection) { Arguments($0, $1, $2, given: 1).map(whole) }
    try add("fetchkit_call", -1, to: connection, isPure: false) {
      Arguments($0, $1, $2, given: 1).map(call)
    }
    try addAggregate("fetchkit_sum", 1, to: connection, sumStep, sumFinal)
    try addAggregate("fetchkit_total", 1, to: connection, sumStep, totalFinal)
    try addAggregate("fetchkit_average", 1, to: connection, sumStep, averageFinal)
    try addAggregate("fetchkit_median", 1, to: connection, step) { finish($0, .median) }
    try addAggregate("fetchkit_stddev", 1, to: connection, step) { finish($0, .standardDeviation) }
    try addAggregate("fetchkit_percentile", 2, to: connection, step) { finish($0, .percentile) }
  }

  private typealias Implementation =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static func add(
    _ name: String, _ count: Int32, to connection: OpaquePointer, isPure: Bool = true,
    _ implementation: Implementation
  ) throws {
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY | (isPure ? SQLITE_DETERMINISTIC : 0)
    try check(
      name,
      sqlite3_create_function_v2(
        connection, name, count, flags, nil, implementation, nil, nil, nil))
  }

  private static func addAggregate(
    _ name: String, _ count: Int32, to connection: OpaquePointer, _ step: Implementation,
    _ final: @convention(c) (OpaquePointer?) -> Void
  ) throws {
    try check(
      name,
      sqlite3_create_function_v2(
        connection, name, count, SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC, nil, nil,
        step, final, nil))
  }

  private static func check(_ name: String, _ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw StoreError(.failed, "store.function", "cannot register the function \(name)")
    }
  }
}

// MARK: - Arguments and results

private struct Arguments {
  let context: OpaquePointer
  let count: Int
  private let values: UnsafeMutablePointer<OpaquePointer?>

  /// Fails when one of the first arguments, which have to be `given`, is NULL: so is the result then.
  @inline(__always)
  init?(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
    given: Int = 0
  ) {
    guard let context, let values, count >= given else { return nil }
    self.context = context
    self.count = Int(count)
    self.values = values
    for index in 0..<given where isNull(index) { return nil }
  }

  func isNull(_ index: Int) -> Bool { sqlite3_value_type(values[index]) == SQLITE_NULL }
  func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }
  func double(_ index: Int) -> Double { sqlite3_value_double(values[index]) }

  func bytes(_ index: Int) -> TextBytes {
    let start = sqlite3_value_text(values[index])
    return TextBytes(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }

  func string(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  func value(_ index: Int) -> FetchValue {
    switch sqlite3_value_type(values[index]) {
    case SQLITE_INTEGER: .integer(integer(index))
    case SQLITE_FLOAT: .double(double(index))
    case SQLITE_TEXT: .string(string(index))
    default: .null
    }
  }

  func options(_ index: Int) -> TextOptions {
    TextOptions(rawValue: UInt8(truncatingIfNeeded: integer(index)))
  }

  func give(_ flag: Bool) { sqlite3_result_int(context, flag ? 1 : 0) }
  func give(_ message: String) { sqlite3_result_error(context, message, -1) }

  /// Makes the statement fail as a usage error, see `StoreError.Code(resultCode:)`.
  func refuse(_ message: ErrorMessage) {
    give(message.json ?? message.description)
    sqlite3_result_error_code(context, StoreError.Code.refusal)
  }

  func give(_ bytes: TextBytes) {
    guard !bytes.isEmpty else {
      // A null pointer would give NULL; the empty text needs a place.
      sqlite3_result_text(context, "", 0, nil)
      return
    }
    bytes.withMemoryRebound(to: CChar.self) { text in
      sqlite3_result_text64(
        context, text.baseAddress, UInt64(text.count),
        unsafeBitCast(-1, to: sqlite3_destructor_type.self), UInt8(SQLITE_UTF8))
    }
  }

  func give(_ value: FetchValue) {
    switch value {
    case .null, .list, .object, .data: sqlite3_result_null(context)
    case .bool(let flag): give(flag)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .double(let number): sqlite3_result_double(context, number)
    case .date(let date): sqlite3_result_double(context, date.timeIntervalSinceReferenceDate)
    case .string(let text): text.withTextBytes(give)
    }
  }
}

// MARK: - Texts

private func match(_ arguments: Arguments) {
  do {
    if let kept = sqlite3_get_auxdata(arguments.context, 1) {
      let prepared = Unmanaged<PreparedSearch>.fromOpaque(kept).takeUnretainedValue()
      return arguments.give(try prepared.matches(arguments.bytes(0)))
    }
    guard let search = TextSearch(code: arguments.integer(2)) else { return }
    let prepared = try PreparedSearch(search, arguments.string(1))
    arguments.give(try prepared.matches(arguments.bytes(0)))
    sqlite3_set_auxdata(arguments.context, 1, Unmanaged.passRetained(prepared).toOpaque()) { kept in
      if let kept { Unmanaged<PreparedSearch>.fromOpaque(kept).release() }
    }
  } catch {
    arguments.refuse(error.errorMessage)
  }
}

private func equals(_ arguments: Arguments) {
  if arguments.isNull(0) || arguments.isNull(1) {
    return arguments.give(arguments.isNull(0) && arguments.isNull(1))
  }
  arguments.give(
    TextComparison.equals(arguments.bytes(0), arguments.bytes(1), arguments.options(2)))
}

private func order(_ arguments: Arguments) {
  let order = TextComparison.compare(arguments.bytes(0), arguments.bytes(1), arguments.options(2))
  arguments.give(.integer(Int64(order)))
}

private func fold(_ arguments: Arguments) {
  TextFolding(arguments.options(1)).withFolded(arguments.bytes(0)) { arguments.give($0) }
}

/// Joins texts with newlines; NULL when all are NULL.
private func lines(_ arguments: Arguments) {
  let texts = (0..<arguments.count).filter { !arguments.isNull($0) }.map(arguments.string)
  if !texts.isEmpty { arguments.give(.string(texts.joined(separator: "\n"))) }
}

private func natural(_ arguments: Arguments) {
  NaturalOrder.withKey(of: arguments.bytes(0)) { arguments.give($0) }
}

// MARK: - Numbers

private func distance(_ arguments: Arguments) {
  let start = Coordinate(latitude: arguments.double(0), longitude: arguments.double(1))
  let end = Coordinate(latitude: arguments.double(2), longitude: arguments.double(3))
  arguments.give(Arithmetic.number(start.distance(to: end)))
}

private func call(_ arguments: Arguments) {
  guard let function = ExpressionFunction(rawValue: arguments.string(0)) else { return }
  let operands = (1..<arguments.count).map(arguments.value)
  do {
    let list = function.operands(operands)
    arguments.give(try FunctionEvaluator.value(of: function, list))
  } catch {
    arguments.give(error.message)
  }
}

extension ExpressionFunction {
  /// The operands of a call from SQLite, which has neither lists nor dates.
  fileprivate func operands(_ values: [FetchValue]) -> [FetchValue] {
    if takesDate {
      return values.map { value in
        value.doubleValue.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
      }
    }
    if self == .percentile, let place = values.last { return [.list(values.dropLast()), place] }
    return isCollectionFunction ? [.list(values)] : values
  }
}

/// The bits of a double as an integer, because SQLite's text form may differ in the last one.
private func bits(_ arguments: Arguments) {
  arguments.give(.integer(Int64(bitPattern: arguments.double(0).bitPattern)))
}

/// A number that an integer attribute can store; fails for fractions, and for doubles that may be rounded.
private func integer(_ arguments: Arguments) {
  let value = arguments.value(0)
  if case .double(let number) = value {
    guard let integer = Int64(exactly: number), integer.magnitude <= 1 << 53 else {
      return arguments.refuse(
        ErrorMessage(
          "store.notInteger",
          "'\(arguments.string(1))' has the type integer, which cannot hold \(String(number))"))
    }
    return arguments.give(.integer(integer))
  }
  arguments.give(value)
}

/// A number without its fraction; NULL if it does not fit in 64 bits, where a cast would give the nearest integer, or
/// between the two bounds that may follow.
private func whole(_ arguments: Arguments) {
  let number = arguments.value(0).read(as: .integer)
  let isBounded = arguments.count == 3
  switch number {
  case .double: arguments.give(.null)
  case .integer(let integer)
  where isBounded && !(arguments.integer(1)...arguments.integer(2)).contains(integer):
    arguments.give(.null)
  default: arguments.give(number)
  }
}

/// A sum in memory that SQLite zeroes: an integer until it overflows, then a double; NULL without values.
private struct RunningSum {
  var integer: Int64
  var double: Double
  var isDouble: Bool
  /// The sum of the values as doubles, for their mean.
  var mean: Double
  var count: Int64
}

private func sumStep(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let arguments = Arguments(context, count, values, given: 1),
    let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<RunningSum>.size))
  else { return }
  let sum = memory.assumingMemoryBound(to: RunningSum.self)
  sum.pointee.count += 1
  sum.pointee.mean += arguments.double(0)
  guard !sum.pointee.isDouble, case .integer(let number) = arguments.value(0) else {
    sum.pointee.becomeDouble()
    sum.pointee.double += arguments.double(0)
    return
  }
  let (total, overflow) = sum.pointee.integer.addingReportingOverflow(number)
  if overflow {
    sum.pointee.becomeDouble()
    sum.pointee.double += Double(number)
  } else {
    sum.pointee.integer = total
  }
}

extension RunningSum {
  mutating func becomeDouble() {
    guard !isDouble else { return }
    isDouble = true
    double = Double(integer)
  }
}

private func sumFinal(_ context: OpaquePointer?) {
  guard let context, let memory = sqlite3_aggregate_context(context, 0) else { return }
  let sum = memory.assumingMemoryBound(to: RunningSum.self).pointee
  guard sum.count > 0 else { return }
  if sum.isDouble {
    sqlite3_result_double(context, sum.double)
  } else {
    sqlite3_result_int64(context, sum.integer)
  }
}

private func totalFinal(_ context: OpaquePointer?) {
  guard let context else { return }
  guard sqlite3_aggregate_context(context, 0) != nil else {
    return sqlite3_result_int64(context, 0)
  }
  sumFinal(context)
}

private func averageFinal(_ context: OpaquePointer?) {
  guard let context, let memory = sqlite3_aggregate_context(context, 0) else { return }
  let sum = memory.assumingMemoryBound(to: RunningSum.self).pointee
  guard sum.count > 0 else { return }
  sqlite3_result_double(context, sum.mean / Double(sum.count))
}

// MARK: - Samples

/// The numbers of a group, and the percentile that is searched for, of the aggregate functions that need all numbers.
private final class Sample {
  var numbers: [Double] = []
  var percentile: Double?
}

private func step(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let context, let values, sqlite3_value_type(values[0]) != SQLITE_NULL,
    let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeRawPointer?>.size))
  else { return }
  let slot = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  let pointer = slot.pointee ?? Unmanaged.passRetained(Sample()).toOpaque()
  slot.pointee = pointer
  let sample = Unmanaged<Sample>.fromOpaque(pointer).takeUnretainedValue()
  sample.numbers.append(sqlite3_value_double(values[0]))
  if count > 1, sqlite3_value_type(values[1]) != SQLITE_NULL {
    sample.percentile = sqlite3_value_double(values[1])
  }
}

/// Gives the result of a group and releases its numbers; SQLite calls it for interrupted statements, too.
private func finish(_ context: OpaquePointer?, _ function: ExpressionFunction) {
  guard let context, let memory = sqlite3_aggregate_context(context, 0),
    let pointer = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
  else { return }
  let sample = Unmanaged<Sample>.fromOpaque(pointer).takeRetainedValue()
  guard
    let value = SampleStatistics.value(function, sample.percentile, of: sample.numbers)
  else { return }
  sqlite3_result_double(context, value)
}
