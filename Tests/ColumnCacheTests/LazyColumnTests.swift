import Foundation
import GRDB
import Synchronization
import Testing
import TestSupport

@testable import ColumnCache
@testable import FetchKit
@testable import FetchKitTests

/// Programs that run a few requests and read only the columns that these need from the file get the answers of SQLite.
struct LazyColumnTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("fetchkit-\(UUID().uuidString)").path
  private var path: String { folder + "/kiosks.sqlite" }

  private static let configuration = AcceleratorConfiguration(
    Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order, keepsFile: true, isLazy: true)

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func end() { try? FileManager.default.removeItem(atPath: folder) }

  private func open() throws -> FetchStore {
    try FetchStore(
      path: path, model: ManagedObjectModel(entities: [Kiosk.entity]), connections: .one)
  }

  /// A store whose file answers unless there is an obstacle, as a new program would open it.
  private func openLazily(
    minimumCount: Int = 0
  ) throws -> (store: FetchStore, obstacle: ColumnAccelerator.UnavailableReason?) {
    let store = try open()
    let columns = ColumnAccelerator()
    store.accelerator = columns
    return (
      store, try columns.openFile(Self.configuration, of: store, minimumCount: minimumCount)
    )
  }

  private func add(_ count: Int, to store: FetchStore, _ random: inout SeededRandom) throws {
    let kiosks = (0..<count).map { Kiosk.random($0, &random) }
    try store.write("Add") { work in for kiosk in kiosks { work.insert(kiosk) } }
  }

  /// A store of 200 objects whose file was written by an earlier program.
  private func openWithFile() throws -> (FetchStore, ColumnAccelerator) {
    var random = SeededRandom(seed: 3)
    try add(200, to: open(), &random)
    _ = try openLazily()
    let (store, _) = try openLazily()
    let columns = try #require(store.accelerator as? ColumnAccelerator)
    return (store, columns)
  }

  /// Few changes, which are read from the change log, or an import, which is logged as a whole.
  private func edit(_ store: FetchStore, _ round: Int, _ random: inout SeededRandom) throws {
    try add(Int.random(in: 0..<20, using: &random), to: store, &random)
    let ids = try store.objectIDs(FetchKit.FetchRequest<Kiosk>())
    try store.write("Delete") { work in
      for id in ids where Int.random(in: 0..<40, using: &random) == 0 { work.delete(id) }
    }
    try store.perform(
      BatchUpdateRequest(
        entity: Kiosk.entity, set: ["town": .constant(.string("New \(round)"))],
        where: FetchPredicate(format: "depth > %@", Int.random(in: 60_000...70_000, using: &random))
      ))
  }

  @Test(arguments: 1...2)
  func `a thousand random requests have the same results with and without the file`(
    seed: UInt64
  ) throws {
    defer { end() }
    var random = SeededRandom(seed: seed)
    let plain = try open()
    try add(150, to: plain, &random)
    var answered = 0
    for round in 0..<20 {
      if round.isMultiple(of: 3) { try edit(plain, round, &random) }
      if round.isMultiple(of: 7) {
        try plain.database.write { try ChangeLog.mark(Kiosk.entity, $0) }
      }
      let (cached, obstacle) = try openLazily()
      #expect(obstacle == nil)
      for _ in 0..<25 {
        let request = try Self.request(&random)
        #expect(try cached.count(request) == plain.count(request))
        #expect(try rows(request, cached) == rows(request, plain), "\(request.query)")
        let groups = try Self.groups(request, &random)
        #expect(try cached.dictionaries(groups) == plain.dictionaries(groups), "\(groups.query)")
        if try cached.withSnapshot({ try $0.acceleratedPage(request.query) }) != nil {
          answered += 1
        }
      }
    }
    #expect(answered > 125, "columns give many of the pages")
  }

  private func rows(_ request: FetchKit.FetchRequest<Kiosk>, _ store: FetchStore) throws -> [String]
  {
    var rows: [String] = []
    try store.forEachRow(request, of: ["code", "name", "town", "weight"]) { row in
      rows.append("\(row.map(\.value))")
      return true
    }
    return rows
  }

  private static func request(_ random: inout SeededRandom) throws -> FetchKit.FetchRequest<Kiosk> {
    var request = try AcceleratorAgreementTests.request(&random)
    if Bool.random(using: &random) { request.sortDescriptors.removeAll { $0.keyPath == "name" } }
    request.fetchLimit = [1, 5, 20, 1000].randomElement(using: &random) ?? 1
    request.fetchOffset = [0, 0, 7, 400].randomElement(using: &random) ?? 0
    return request
  }

  /// The groups of a request, sorted by some of their values.
  private static func groups(
    _ request: FetchKit.FetchRequest<Kiosk>, _ random: inout SeededRandom
  ) throws -> FetchKit.FetchRequest<Kiosk> {
    var groups = try AcceleratorAgreementTests.dictionaries(request, &random)
    guard let key = groups.propertiesToGroupBy.first else { return groups }
    let nils: [FetchSortDescriptor.NilPlacement] = [.first, .last, .lowest]
    groups.sortDescriptors = ["count", key].shuffled(using: &random).map {
      FetchSortDescriptor(
        $0, ascending: Bool.random(using: &random),
        nils: nils.randomElement(using: &random) ?? .last
      )
    }
    if !groups.sortDescriptors.contains(where: { $0.keyPath == key }) { return groups }
    groups.fetchLimit = [0, 0, 2].randomElement(using: &random) ?? 0
    return groups
  }

  @Test func `only the columns that a request needs are read`() throws {
    defer { end() }
    let (store, columns) = try openWithFile()
    func loaded() -> Int { columns.state.withLock { $0.table?.columns.count ?? -1 } }
    #expect(loaded() == 0)
    var request = FetchKit.FetchRequest<Kiosk>()
    request.predicate = try FetchPredicate(format: "visits > 10 AND town = 'Pirna'")
    let count = try store.count(request)
    #expect(loaded() == 2)
    #expect(try open().count(request) == count)
  }

  @Test func `the nearest objects are found with the coordinates of the file`() throws {
    defer { end() }
    let (store, columns) = try openWithFile()
    var request = FetchKit.FetchRequest<Kiosk>()
    request.sortDescriptors = [FetchSortDescriptor("distance", nils: .last)] + Kiosk.order
    request.fetchLimit = 10
    let page = try #require(try store.withSnapshot { try $0.acceleratedPage(request.query) })
    #expect(try page == open().objectIDs(request).map(\.rowID))
    let sources = try ["latitude", "longitude", "distance"].map {
      try #require(ColumnSource($0, of: Kiosk.entity))
    }
    let (loaded, isInFile) = columns.state.withLock { state in
      (
        state.table?.columns.keys.sorted(),
        sources.map { state.openFile?.reader.hasSection(ColumnTable.section($0.id)) }
      )
    }
    #expect(loaded == sources.map(\.id).sorted())
    #expect(isInFile == [true, true, false])
  }

  @Test func `a file that lacks many changes is written again`() throws {
    defer { end() }
    var random = SeededRandom(seed: 3)
    let plain = try open()
    try add(200, to: plain, &random)
    _ = try openLazily()
    try plain.database.write { database in
      for _ in 0...10 { try database.execute(sql: "UPDATE kiosk SET visits = visits + 1") }
    }
    _ = try openLazily()
    let (store, obstacle) = try openLazily()
    #expect(obstacle == nil)
    let columns = try #require(store.accelerator as? ColumnAccelerator)
    let sequences = try columns.state.withLock { state in
      guard var file = state.openFile?.reader else { return [] as [Int64?] }
      return [state.table?.sequence, state.openFile?.sequence]
        + (try [ColumnFile.orderSection, ColumnFile.identifierOrderSection].map {
          try ColumnFile.order($0, &file)?.sequence
        })
    }
    #expect(sequences == Array(repeating: try store.withSnapshot { try $0.sequence }, count: 4))
    var request = FetchKit.FetchRequest<Kiosk>()
    request.predicate = try FetchPredicate(format: "visits > 10")
    #expect(try store.count(request) == plain.count(request))
  }

  @Test(arguments: [false, true])
  func `a program that reads all columns reads unpacked numbers when a request needs them`(
    isDamaged: Bool
  ) throws {
    defer { end() }
    var random = SeededRandom(seed: 3)
    try add(200, to: open(), &random)
    _ = try openLazily()
    let cached = CachedStore(
      try open(), Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order, keepsFile: true)
    try cached.load()
    func loaded() -> Int { cached.columns.state.withLock { $0.table?.columns.count ?? -1 } }
    let unpacked = ["offset", "latitude", "distance"]
    #expect(loaded() == Kiosk.cachedKeyPaths.count - unpacked.count)
    try edit(open(), 1, &random)
    if isDamaged {
      try Data(repeating: 0, count: 60_000).write(to: URL(filePath: path + "-columns"))
    }
    var request = FetchKit.FetchRequest<Kiosk>()
    let formats = [
      "visits > 1000", "offset > 0.5 AND visits > 1000", "offset = nil", "distance < 50000",
    ]
    for format in formats {
      request.predicate = try FetchPredicate(format: format)
      #expect(try cached.count(request) == open().count(request))
      try edit(open(), 2, &random)
    }
    #expect(loaded() == Kiosk.cachedKeyPaths.count)
  }

  @Test func `whole numbers beyond 32 bits are an obstacle`() throws {
    defer { end() }
    try open().write("Add") { $0.insert(Kiosk(code: "a", visits: 1 << 31)) }
    #expect(try openLazily().obstacle == .unsupportedValue)
  }

  @Test func `a small store has no file`() throws {
    defer { end() }
    var random = SeededRandom(seed: 3)
    try add(20, to: open(), &random)
    #expect(try openLazily(minimumCount: 21).obstacle == .fewRows)
    #expect(!FileManager.default.fileExists(atPath: path + "-columns"))
    #expect(try openLazily(minimumCount: 20).obstacle == nil)
    #expect(FileManager.default.fileExists(atPath: path + "-columns"))
  }

  @Test func `a file that is damaged or truncated while it is in use gives no wrong answer`() throws
  {
    defer { end() }
    var random = SeededRandom(seed: 6)
    let plain = try open()
    try add(2000, to: plain, &random)
    _ = try openLazily()
    let file = URL(filePath: path + "-columns")
    let whole = try Data(contentsOf: file)
    for round in 0..<60 {
      let (store, obstacle) = try openLazily(minimumCount: 1 << 20)
      #expect(obstacle == nil)
      var data = whole
      if round.isMultiple(of: 4) {
        data = data.prefix(Int.random(in: 0..<data.count, using: &random))
      } else {
        for _ in 0..<1000 {
          data[Int.random(in: 0..<data.count, using: &random)] ^= UInt8(
            1 << Int.random(in: 0..<8, using: &random))
        }
      }
      // In place, as no program does.
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: data)
      for _ in 0..<4 {
        let request = try Self.request(&random)
        #expect(try store.count(request) == plain.count(request))
        #expect(try rows(request, store) == rows(request, plain))
      }
      try handle.truncate(atOffset: 0)
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: whole)
      try handle.close()
    }
  }
}

extension RowCell {
  fileprivate var value: String {
    switch self {
    case .text(let text): String(decoding: text, as: UTF8.self)
    case .null, .bool, .integer, .double, .date, .data, .list: "\(self)"
    }
  }
}
