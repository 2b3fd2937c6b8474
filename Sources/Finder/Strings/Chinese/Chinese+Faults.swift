import FetchKit

extension Chinese {
  func fault(_ fault: ErrorMessage, behind characters: Int) -> String {
    "第 \(figures.count(characters + 1)) 个字符：\(self.fault(fault))"
  }

  func fault(_ fault: ErrorMessage) -> String { phrase(fault.description) }
}
