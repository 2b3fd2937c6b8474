import FetchKit

/// The words for what is wrong with a condition.
protocol FaultStrings {
  /// What was found and what was expected.
  func fault(_ fault: ErrorMessage) -> String
  /// What is wrong behind so many characters.
  func fault(_ fault: ErrorMessage, behind characters: Int) -> String
}

extension English {
  func fault(_ fault: ErrorMessage) -> String { fault.description }

  func fault(_ fault: ErrorMessage, behind characters: Int) -> String {
    "at character \(figures.count(characters + 1)): \(fault)"
  }
}
