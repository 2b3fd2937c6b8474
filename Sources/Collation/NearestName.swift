/// Suggests the existing name closest to a misspelled one.
///
///     NearestName.nearest(to: "stats.tipcount", in: ["name", "stats.tipCount"])  // "stats.tipCount"
package enum NearestName {
  private static let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])

  /// Returns the nearest candidate, the first of several equally near ones; nil when none is near enough.
  ///
  /// The last component of a key path may stand for the whole path, and a prefix of at least three
  /// characters for the name.
  package static func nearest(to name: String, in candidates: [String]) -> String? {
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
      whole = folding.folded(name).unicodeScalars.map(\.value)
      last = Array(whole.split(separator: 0x2E).last ?? [])
    }

    /// Returns the distance of a candidate, smaller is nearer; nil when it is too far.
    func rating(of candidate: Word) -> Int? {
      let ratings = [
        Self.distance(whole, candidate.whole).map { 4 * $0 },
        Self.distance(last, candidate.last).map { 4 * $0 + (whole == last ? 2 : 6) },
        Self.isPrefix(whole, of: candidate.whole) || Self.isPrefix(last, of: candidate.last)
          ? 7 : nil,
      ]
      return ratings.compactMap(\.self).min()
    }

    /// Returns the edit distance; nil when it exceeds a third of the word's length.
    private static func distance(_ word: [UInt32], _ other: [UInt32]) -> Int? {
      guard abs(word.count - other.count) <= word.count / 3 else { return nil }
      let distance = EditDistance.between(word, other)
      return distance <= word.count / 3 ? distance : nil
    }

    private static func isPrefix(_ word: [UInt32], of other: [UInt32]) -> Bool {
      word.count >= 3 && other.starts(with: word)
    }
  }
}

package enum EditDistance {
  /// Returns the least number of insertions, deletions, substitutions and swaps of adjacent scalars.
  ///
  /// No scalar is edited twice ("optimal string alignment"). With `ofPrefix`, the distance is that of the nearest prefix
  /// of `right`. Any distance over the limit is `limit + 1`.
  package static func between(
    _ left: [UInt32], _ right: [UInt32], ofPrefix: Bool = false, limit: Int = .max - 1
  ) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      if current.min() ?? 0 > limit { return limit + 1 }
      (beforeLast, last) = (last, current)
    }
    return min(limit + 1, ofPrefix ? last.min() ?? last[right.count] : last[right.count])
  }
}
