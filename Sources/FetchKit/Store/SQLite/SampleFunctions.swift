internal import GRDBSQLite

/// The aggregate functions of SQL that need all numbers of a group: median, percentile and standard deviation.
enum SampleFunctions {
  /// Passes each function to `add`, with its name and the number of its arguments.
  static func register(
    _ add: (
      _ name: String, _ count: Int32, _ step: SQLFunctions.Implementation,
      _ final: @convention(c) (OpaquePointer?) -> Void
    ) throws -> Void
  ) throws {
    try add("fetchkit_median", 1, step) { finish($0, .median) }
    try add("fetchkit_stddev", 1, step) { finish($0, .standardDeviation) }
    try add("fetchkit_percentile", 2, step) { finish($0, .percentile) }
  }
}

/// The numbers of a group, and the percentile that is searched for.
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
