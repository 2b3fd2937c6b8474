/// A place in the sources that breaks the import table.
struct Violation: Equatable, CustomStringConvertible {
  /// From the root of the package.
  let file: String
  /// 1-based.
  let line: Int
  let reason: String

  var description: String { "\(file):\(line): \(reason)" }
}
