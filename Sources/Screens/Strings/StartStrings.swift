/// The words for the beginning and the end.
protocol StartStrings {
  /// What is said where letters narrow a list of lines.
  var typeToFind: String { get }
}

extension English {
  var typeToFind: String { "type to find" }
}
