/// How many single mistakes of typing lie between two words.
enum EditDistance {
  /// The least number of scalars put in, left out, replaced or swapped with a neighbor.
  ///
  /// No scalar is changed twice ("optimal string alignment").
  static func between(_ left: [UInt32], _ right: [UInt32]) -> Int {
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
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
