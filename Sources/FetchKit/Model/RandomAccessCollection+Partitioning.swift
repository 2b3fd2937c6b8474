extension RandomAccessCollection {
  /// The first index whose element matches a predicate, in a collection where every element after a match
  /// matches, too; `endIndex` when none does.
  ///
  /// Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where isMatch: (Element) throws -> Bool) rethrows -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try isMatch(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
