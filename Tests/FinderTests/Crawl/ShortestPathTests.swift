import Foundation
import Testing

@testable import Finder

@Suite struct ShortestPathTests {
  private func problem(
    _ points: [(x: Double, y: Double)], start: (x: Double, y: Double)?
  ) -> ShortestPath {
    func distance(_ one: (x: Double, y: Double), _ other: (x: Double, y: Double)) -> Double {
      hypot(one.x - other.x, one.y - other.y)
    }
    return ShortestPath(count: points.count) {
      distance(points[$0], points[$1])
    } fromStart: { index in
      start.map { distance($0, points[index]) } ?? 0
    }
  }

  private func randomPoints(_ count: Int, seed: UInt64) -> [(x: Double, y: Double)] {
    var state = seed
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / 1000
    }
    return (0..<count).map { _ in (next(), next()) }
  }

  private func permutations(_ items: [Int]) -> [[Int]] {
    guard items.count > 1 else { return [items] }
    return items.indices.flatMap { index in
      var rest = items
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  @Test(arguments: 0...7, [true, false])
  func `few stops have the shortest of all orders`(count: Int, hasStart: Bool) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let points = randomPoints(count, seed: seed)
      let problem = problem(points, start: hasStart ? (0, 0) : nil)
      let order = problem.order()
      #expect(order.sorted() == Array(0..<count))
      let best = permutations(Array(0..<count)).map(problem.length).min() ?? 0
      #expect(abs(problem.length(of: order) - best) < 1e-6)
    }
  }

  /// The shortest path through a grid goes along its rows.
  @Test(arguments: [(5, 0.0), (7, 0.05), (10, 0.05)])
  func `many stops have a path at most 5 % too long`(side: Int, tolerance: Double) {
    let points = (0..<(side * side)).map { index in
      let mixed = (index * 37) % (side * side)
      return (x: Double(mixed % side), y: Double(mixed / side))
    }
    let problem = problem(points, start: (-1, 0))
    let order = problem.order(rounds: 20)
    #expect(order.sorted() == Array(0..<(side * side)))
    #expect(problem.length(of: order) <= Double(side * side) * (1 + tolerance) + 1e-6)
  }

  @Test func `the path may end anywhere and starts at the given point`() {
    let points: [(x: Double, y: Double)] = (1...30).map { (Double($0), 0) }
    #expect(problem(points, start: (0, 0)).order() == Array(0..<30))
  }
}
