/// A sentence that parts without languages say in English, and what it is in the others; "{}" stands for
/// what differs from time to time.
nonisolated struct Phrase: Sendable {
  let english: String
  let chinese: String
  let russian: String

  init(_ english: String, _ chinese: String, _ russian: String) {
    self.english = english
    self.chinese = chinese
    self.russian = russian
  }

  static let all = conditions + stores + imports
}
