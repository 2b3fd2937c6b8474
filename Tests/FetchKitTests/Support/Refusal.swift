import FetchKit
import Testing

/// The error with which predicates are refused; an issue when nothing or something else is thrown.
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
