public import Foundation

extension FetchPredicate {
  /// Translates a predicate of Foundation, so that it can be fetched with.
  ///
  /// ```swift
  /// try FetchPredicate(#Predicate<Venue> { ($0.location.distance ?? 999_999) < 500 })
  /// // WHERE distance < ?
  /// ```
  ///
  /// It chooses the same objects as Foundation does in memory, with these exceptions: texts are
  /// compared by their code points (Swift takes "é" in one and in two code points for equal), regular
  /// expressions are those of MATCHES, and where Swift traps the value is nil (a division by zero, an index
  /// behind the end, `!` on nil) or a double (an overflow).
  ///
  /// Throws a `TypedQueryError` for what only works in memory: casts, dictionaries, properties that the
  /// entity does not declare, the number of characters of a text.
  public init<Root: DescribedValue>(_ predicate: Predicate<Root>) throws(TypedQueryError) {
    let row = Term.object(ObjectTerm(origin: .row, path: nil))
    let context = TermContext().binding(predicate.variable, to: row)
    self = try context.term(of: predicate.expression).condition(for: "Predicate")
  }
}
