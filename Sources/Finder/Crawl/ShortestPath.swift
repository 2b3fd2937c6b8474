/// The shortest path through some points, which need not return to its start.
///
/// Exact for up to twelve points (Held and Karp, 1962); for more, local search with 2-opt and Or-opt moves from the
/// nearest neighbor path, repeated after random changes.
nonisolated struct ShortestPath {
  private let count: Int
  /// The distances between points, row by row; the last row has those from the start.
  private let distances: [Double]

  /// The largest number of points for which the order is exact.
  static let exact = 12
  private static let longestSegment = 3

  /// Creates a problem of `count` points; `fromStart` is zero for all of them if the path may start anywhere.
  init(count: Int, distance: (Int, Int) -> Double, fromStart: (Int) -> Double) {
    self.count = count
    distances =
      (0..<count).flatMap { row in (0..<count).map { distance(row, $0) } }
      + (0..<count).map(fromStart)
  }

  /// The points in the order of the path; `rounds` is the number of random changes to try.
  func order(rounds: Int = 300) -> [Int] {
    count <= Self.exact ? exactOrder() : searchedOrder(rounds: rounds)
  }

  /// The length of a path from the start.
  func length(of path: [Int]) -> Double {
    var (length, last) = (0.0, count)
    for point in path {
      length += distance(last, point)
      last = point
    }
    return length
  }

  private func distance(_ from: Int, _ to: Int) -> Double { distances[from * count + to] }
}

// MARK: - Exact

nonisolated extension ShortestPath {
  private func exactOrder() -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    let sets = 1 << count
    var lengths = [Double](repeating: .infinity, count: sets * count)
    var before = [Int](repeating: -1, count: sets * count)
    for point in 0..<count { lengths[(1 << point) * count + point] = distance(count, point) }
    for set in 1..<sets {
      for last in 0..<count where lengths[set * count + last] < .infinity {
        for next in 0..<count where set & 1 << next == 0 {
          let length = lengths[set * count + last] + distance(last, next)
          let index = (set | 1 << next) * count + next
          if length < lengths[index] { (lengths[index], before[index]) = (length, last) }
        }
      }
    }
    return path(through: sets - 1, lengths, before)
  }

  private func path(through all: Int, _ lengths: [Double], _ before: [Int]) -> [Int] {
    var set = all
    var last = (0..<count).min { lengths[set * count + $0] < lengths[set * count + $1] } ?? 0
    var path = [last]
    while case let previous = before[set * count + last], previous >= 0 {
      set &= ~(1 << last)
      last = previous
      path.append(last)
    }
    return path.reversed()
  }
}

// MARK: - Local search

nonisolated extension ShortestPath {
  private func searchedOrder(rounds: Int) -> [Int] {
    var best = improved(nearestNeighbors())
    var shortest = length(of: best)
    var random: UInt64 = 1
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(limit))
    }
    for _ in 0..<rounds where !Task.isCancelled {
      let cuts = [below(count), below(count), below(count)].sorted()
      let parts = [
        best[..<cuts[0]], best[cuts[1]..<cuts[2]], best[cuts[0]..<cuts[1]], best[cuts[2]...],
      ]
      let next = improved(Array(parts.joined()))
      let length = length(of: next)
      if length < shortest { (best, shortest) = (next, length) }
    }
    return best
  }

  private func nearestNeighbors() -> [Int] {
    var rest = Set(0..<count)
    var path: [Int] = []
    var last = count
    while let next = rest.min(by: { (distance(last, $0), $0) < (distance(last, $1), $1) }) {
      rest.remove(next)
      path.append(next)
      last = next
    }
    return path
  }

  /// The path after all moves that shorten it.
  private func improved(_ path: [Int]) -> [Int] {
    var path = path
    while reverseSegment(of: &path) || moveSegment(of: &path) {}
    return path
  }

  /// Reverses a segment if that shortens the path (2-opt).
  private func reverseSegment(of path: inout [Int]) -> Bool {
    for first in 0..<(count - 1) {
      let before = first == 0 ? count : path[first - 1]
      for last in (first + 1)..<count {
        var change = distance(before, path[last]) - distance(before, path[first])
        if last + 1 < count {
          change += distance(path[first], path[last + 1]) - distance(path[last], path[last + 1])
        }
        if change < -1e-9 {
          path[first...last].reverse()
          return true
        }
      }
    }
    return false
  }

  /// Moves a short segment to another place if that shortens the path (Or-opt).
  private func moveSegment(of path: inout [Int]) -> Bool {
    let old = length(of: path)
    for size in 1...Self.longestSegment {
      for first in 0...(count - size) {
        let gain = removalGain(path, first, size)
        guard gain > 1e-9 else { continue }
        var rest = path
        let segment = Array(rest[first..<(first + size)])
        rest.removeSubrange(first..<(first + size))
        for place in 0...rest.count where place != first {
          for part in [segment, segment.reversed()]
          where insertionCost(rest, place, part) < gain - 1e-9 {
            var next = rest
            next.insert(contentsOf: part, at: place)
            guard length(of: next) < old - 1e-9 else { continue }
            path = next
            return true
          }
        }
      }
    }
    return false
  }

  /// How much shorter the path is without a segment.
  private func removalGain(_ path: [Int], _ first: Int, _ size: Int) -> Double {
    let before = first == 0 ? count : path[first - 1]
    let end = first + size
    let into = distance(before, path[first])
    guard end < count else { return into }
    return into + distance(path[end - 1], path[end]) - distance(before, path[end])
  }

  /// How much longer the path is with a segment at a place.
  private func insertionCost(_ path: [Int], _ place: Int, _ segment: [Int]) -> Double {
    let before = place == 0 ? count : path[place - 1]
    let into = distance(before, segment[0])
    guard place < path.count else { return into }
    return into + distance(segment[segment.count - 1], path[place]) - distance(before, path[place])
  }
}
