import Foundation
import Synchronization
import Testing
import TestSupport

@testable import ColumnCache
@testable import FetchKit
@testable import FetchKitTests

/// Runs the same random requests, with edits in between, on two equal stores: one has an accelerator.
struct AcceleratorAgreementTests {
  private static func stores(_ entity: EntityDescription) throws -> (
    plain: FetchStore, cached: FetchStore
  ) {
    let model = ManagedObjectModel(entities: [entity])
    let cached = try FetchStore(path: ":memory:", model: model)
    cached.accelerator = ColumnAccelerator()
    return (try FetchStore(path: ":memory:", model: model), cached)
  }

  @Test(arguments: 1...4)
  func `random requests of a changing store have the same results`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let stores = try Self.stores(Kiosk.entity)
    let configuration = AcceleratorConfiguration(
      Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order)
    let accelerator = try #require(stores.cached.accelerator)
    accelerator.configure(configuration, of: stores.cached)
    var answered = 0
    for round in 0..<12 {
      try edit(stores, round, &random)
      if round == 2 { try await accelerator.prepare(stores.cached, progress: nil) }
      for _ in 0..<12 where try runRequests(stores, accelerator, &random) { answered += 1 }
    }
    #expect(answered > 50, "the accelerator answers most requests itself")
  }

  /// Compares the count, the list and the groups of a random request; returns whether the accelerator answered.
  private func runRequests(
    _ stores: (plain: FetchStore, cached: FetchStore), _ accelerator: any QueryAccelerator,
    _ random: inout SeededRandom
  ) throws -> Bool {
    var request = try Self.request(&random)
    if Int.random(in: 0..<8, using: &random) == 0 {
      let third = try stores.plain.objectIDs(FetchRequest<Kiosk>()).filter { $0.rowID % 3 == 0 }
      let isOfThem = try FetchPredicate(format: "SELF IN %@", third)
      request.predicate = .all([request.predicate, isOfThem].compactMap(\.self))
    }
    #expect(try stores.cached.count(request) == stores.plain.count(request))
    #expect(
      try stores.cached.listedIDs(request) == stores.plain.listedIDs(request),
      "\(request.query.predicate as Any) \(request.sortDescriptors)")
    let groups = try Self.dictionaries(request, &random)
    let expected = try stores.plain.dictionaries(groups)
    #expect(try stores.cached.dictionaries(groups) == expected, "\(groups.query)")
    return try stores.cached.withSnapshot { try accelerator.dictionaries(groups.query, $0) } != nil
  }

  /// Inserts, updates and deletes objects, the same in both stores.
  private func edit(
    _ stores: (plain: FetchStore, cached: FetchStore), _ round: Int, _ random: inout SeededRandom
  ) throws {
    let kiosks = (0..<60).map { Kiosk.random(round * 60 + $0, &random) }
    let deleted = try stores.plain.objectIDs(FetchRequest<Kiosk>())
      .filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
    let town = ["Pirna", "Élan", "New town"].randomElement(using: &random) ?? ""
    let rating = Double(Int.random(in: 0...100, using: &random)) / 10
    let change = BatchUpdateRequest(
      entity: Kiosk.entity, set: ["town": .constant(.string(town)), "rating": .constant(2.125)],
      where: try FetchPredicate(format: "rating > %@ AND visits > 100000", rating))
    for store in [stores.plain, stores.cached] {
      try store.write("Edit") { work in
        for kiosk in kiosks { work.insert(kiosk) }
        for id in deleted { work.delete(id) }
      }
      try store.perform(change)
    }
  }

  static func request(_ random: inout SeededRandom) throws -> FetchRequest<Kiosk> {
    var request = FetchRequest<Kiosk>()
    request.predicate = try predicate(depth: 2, &random)
    request.sortDescriptors = (Kiosk.keys.randomElement(using: &random) ?? []) + Kiosk.order
    if Int.random(in: 0..<8, using: &random) == 0 { request.fetchLimit = 10 }
    return request
  }

  private static let comparisons = [
    "rating > 3", "rating = nil", "rating IN {1.5, 2.125, nil}", "offset < 0", "visits >= 1000",
    "visits != nil", "depth < -20", "town = 'Pirna'", "town ==[cd] 'elan'", "town BEGINSWITH 'P'",
    "town != nil", "name CONTAINS 'ea'", "street LIKE 'Weg*'", "weight > 1", "depth < visits",
    "distance < 50000", "distance = nil", "rating > 10", "town = 'Nowhere'", "ANY teas = 'Oolong'",
    "ANY teas ==[cd] 'elan'",
    "ALL teas BEGINSWITH 'O'", "NONE teas = ''", "teas.@count = 0", "ANY teas IN {'matcha', ''}",
  ]

  private static func predicate(depth: Int, _ random: inout SeededRandom) throws -> FetchPredicate {
    switch depth == 0 ? 0 : Int.random(in: 0..<5, using: &random) {
    case 1: .not(try predicate(depth: depth - 1, &random))
    case 2: .and(try (0..<3).map { _ in try predicate(depth: depth - 1, &random) })
    case 3: .or(try (0..<2).map { _ in try predicate(depth: depth - 1, &random) })
    default:
      try FetchPredicate(format: comparisons.randomElement(using: &random) ?? "TRUEPREDICATE")
    }
  }

  /// A count and some aggregates, of all objects of a request or by groups.
  static func dictionaries(
    _ request: FetchRequest<Kiosk>, _ random: inout SeededRandom
  ) throws -> FetchRequest<Kiosk> {
    var groups = FetchRequest<Kiosk>()
    groups.predicate = request.predicate
    let keyPaths = Array(
      ["town", "depth", "visits", "teas"].shuffled(using: &random)
        .prefix(Int.random(in: 0...2, using: &random)))
    let functions: [ExpressionFunction] = [.min, .max, .sum, .average, .median, .countDistinct]
    let aggregates = functions.shuffled(using: &random).prefix(2).flatMap { function in
      ["visits", "depth", "rating", "offset", "distance"].map {
        FetchProperty.expression(
          ExpressionDescription(name: "\(function) \($0)", function: function, keyPath: $0))
      }
    }
    groups.propertiesToGroupBy = keyPaths
    if let key = keyPaths.first, Bool.random(using: &random) {
      groups.havingPredicate = .and([
        try FetchPredicate(format: "count > 1"),
        .comparison(.keyPath(key), .notEqual, .constant(.integer(2))),
      ])
    }
    groups.propertiesToFetch =
      keyPaths.map { .attribute($0) } + [.expression(.rowCount(name: "count"))] + aggregates
    return groups
  }

  @Test func `random predicates of all kinds match the same objects`() throws {
    var random = SeededRandom(seed: 8)
    let plain = try FuzzModel.store(rows: 60, &random)
    random = SeededRandom(seed: 8)
    let cached = try FuzzModel.store(rows: 60, &random)
    let accelerator = ColumnAccelerator()
    cached.accelerator = accelerator
    accelerator.configure(
      AcceleratorConfiguration(
        FuzzModel.entity,
        ["d", "e", "b", "s", "t", "at", "place.city", "words", "reviews.text"]), of: cached)
    var predicates = RandomPredicate(seed: 9)
    for _ in 0..<1500 {
      var request = FetchRequest<FetchValue>(entity: FuzzModel.entity)
      request.predicate = predicates.next()
      let expected = try? plain.count(request)
      let found = try? cached.count(request)
      #expect(found == expected, "\(request.predicate as Any)")
    }
  }

  @Test func `preparation reports progress and loads everything`() async throws {
    let stores = try Self.stores(Album.entity)
    try await stores.cached.write("Add") { work in
      for number in 0..<70_000 { work.insert(Album("A", code: "\(number)")) }
    }
    let accelerator = try #require(stores.cached.accelerator)
    accelerator.configure(
      AcceleratorConfiguration(Album.entity, ["price", "title"]), of: stores.cached)
    let reports = Reports()
    try await accelerator.prepare(stores.cached) { reports.add($0) }
    #expect(reports.all == [FetchProgress(completed: 65_536, total: 70_001)])
  }
}

/// Collects reports from another thread.
private final class Reports: Sendable {
  private let reports = Mutex<[FetchProgress]>([])
  var all: [FetchProgress] { reports.withLock(\.self) }
  func add(_ progress: FetchProgress) { reports.withLock { $0.append(progress) } }
}
