import Testing

/// Expects a program to have exactly this result; a failure shows both.
func expect(
  _ actual: Outcome, is expected: Outcome, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(actual == expected, sourceLocation: sourceLocation)
}
