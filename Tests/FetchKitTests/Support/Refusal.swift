import FetchKit
import Testing

/// Returns the predicate error that a body throws; records an issue for anything else.
func refusal<Result>(_ body: () throws -> Result) -> FetchPredicateError? {
  do {
    _ = try body()
    Issue.record("nothing was refused")
  } catch let error as FetchPredicateError {
    return error
  } catch {
    Issue.record("\(error) is no predicate error")
  }
  return nil
}
