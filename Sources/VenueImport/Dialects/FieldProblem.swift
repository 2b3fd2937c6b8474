/// A field that was read as missing because its value makes no sense.
struct FieldProblem: Hashable {
  /// The field as the dialect spells it, such as `stats.tipCount`.
  let field: String
  /// What is wrong, without the value, so that the same problem of many rows is told once.
  let message: String
  /// Where the value begins, in bytes from the start of the place.
  let offset: Int

  /// The problem in one line.
  var words: String { "\(field): \(message)" }
}
