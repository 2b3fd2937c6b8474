/// What other parts say in English, in one's own language.
protocol PhraseStrings {
  /// A sentence of FetchKit, of an import or of the system; what is not known stays English.
  func phrase(_ english: String) -> String
}

extension PhraseStrings {
  /// A sentence in this language, or behind other words when it is told in English only.
  func phrase(_ english: String, behind words: String) -> String {
    let own = phrase(english)
    return own == english ? words + english : own
  }
}

extension English {
  func phrase(_ english: String) -> String { english }
}

extension Chinese {
  private static let phrases = Phrases(\.chinese)

  func phrase(_ english: String) -> String { Self.phrases.text(english) }
}

extension Russian {
  private static let phrases = Phrases(\.russian)

  func phrase(_ english: String) -> String { Self.phrases.text(english) }
}
