/// Finds what somebody meant who wrote a name that does not exist.
///
///     NearestName.nearest(to: "stats.tipcount", in: ["name", "stats.tipCount"])  // "stats.tipCount"
public enum NearestName {
  private static let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])

  /// The nearest candidate, the first one of several that are as near; nil when none is near.
  ///
  /// The last component of a key path may stand for the whole, and a beginning of at least three
  /// characters for the word.
  public static func nearest(to name: String, in candidates: [String]) -> String? {
    let written = Word(name, folding)
    let rated = candidates.compactMap { candidate in
      written.rating(of: Word(candidate, folding)).map { (candidate: candidate, rating: $0) }
    }
    return rated.min { $0.rating < $1.rating }?.candidate
  }

  private struct Word {
    let whole: [UInt32]
    let last: [UInt32]

    init(_ name: String, _ folding: TextFolding) {
      whole = String(decoding: folding.fold(name), as: UTF8.self).unicodeScalars.map(\.value)
      last = Array(whole.split(separator: 0x2E).last ?? [])
    }

    /// How far the candidate is, smaller is nearer; nil when it is too far.
    func rating(of candidate: Word) -> Int? {
      let ratings = [
        Self.distance(whole, candidate.whole).map { 4 * $0 },
        Self.distance(last, candidate.last).map { 4 * $0 + (whole == last ? 2 : 6) },
        Self.isBeginning(whole, of: candidate.whole) || Self.isBeginning(last, of: candidate.last)
          ? 7 : nil,
      ]
      return ratings.compactMap(\.self).min()
    }

    /// The distance of words of which at least two thirds are right.
    private static func distance(_ word: [UInt32], _ other: [UInt32]) -> Int? {
      guard abs(word.count - other.count) <= word.count / 3 else { return nil }
      let distance = EditDistance.between(word, other)
      return distance <= word.count / 3 ? distance : nil
    }

    private static func isBeginning(_ word: [UInt32], of other: [UInt32]) -> Bool {
      word.count >= 3 && other.starts(with: word)
    }
  }
}
