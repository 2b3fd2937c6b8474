import FetchKit

extension Russian {
  func fault(_ fault: ErrorMessage, behind characters: Int) -> String {
    "знак \(figures.count(characters + 1)): \(self.fault(fault))"
  }

  func fault(_ fault: ErrorMessage) -> String { phrase(fault.description) }
}
