/// A part of the explanation of a list.
enum ExplainPart: Hashable, CaseIterable {
  case words
  case predicate
  case sql
  case values
  case plan
  case result
}
