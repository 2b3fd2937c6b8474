extension String {
  /// Calls `body` with the UTF-8 of the text.
  func withTextBytes<Result>(_ body: (TextBytes) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body($0) }
  }
}

/// Calls `body` with memory for some bytes, on the stack when there are few.
func withTemporaryBytes<Result>(
  _ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
) -> Result {
  // A size known to the compiler is reserved without a call of the runtime.
  if count <= 1024 {
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024, body)
  }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count, body)
}
