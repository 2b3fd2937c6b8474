extension RandomAccessCollection {
  /// Returns the first index whose element satisfies a predicate that is false for all elements before it and true for
  /// all after it; `endIndex` when none does.
  ///
  /// ```swift
  /// let lowerBound = sorted.partitioningIndex { $0 >= value }
  /// ```
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  package func partitioningIndex(
    where belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Index {
    var (low, size) = (startIndex, count)
    while size > 0 {
      let half = size / 2
      let middle = index(low, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        size = half
      } else {
        low = index(after: middle)
        size -= half + 1
      }
    }
    return low
  }
}
