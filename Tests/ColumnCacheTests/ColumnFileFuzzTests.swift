import Foundation
import Testing
import TestSupport

@testable import ColumnCache
@testable import FetchKit
@testable import FetchKitTests

/// Reads forged column files: damage with a valid checksum is refused or gives wrong values, but never reads or
/// writes out of bounds.
struct ColumnFileFuzzTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("fetchkit-\(UUID().uuidString)").path
  private var path: String { folder + "/books.sqlite" }
  private var file: URL { URL(filePath: path + "-columns") }
  /// More of them find more: `FETCHKIT_FUZZ=20000`.
  private let rounds =
    ProcessInfo.processInfo.environment["FETCHKIT_FUZZ"].flatMap { Int($0) } ?? 200

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func open() throws -> FetchStore {
    try FetchStore(path: path, model: ManagedObjectModel(entities: [Book.entity, Kiosk.entity]))
  }

  private func cached(
    _ entity: EntityDescription, _ keyPaths: [String], order: [FetchSortDescriptor] = []
  ) throws -> CachedStore {
    CachedStore(try open(), entity, keyPaths, order: order, keepsFile: true)
  }

  private func end() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `forged columns are refused, or answer within bounds`() async throws {
    defer { end() }
    var random = SeededRandom(seed: 3)
    let books = (0..<2000).map { ColumnAnswerTests.book($0, &random) }
    try await open().write("Buy") { work in for book in books { work.insert(book) } }
    let cached = try self.cached(Book.entity, ColumnAnswerTests.keyPaths)
    try cached.load()
    // The words of changed rows are not in blocks.
    try await cached.store.write("Buy") { work in for book in books.prefix(50) { work.insert(book) }
    }
    try cached.load()
    try await cached.columns.writeFile(of: cached.store, minimumCount: 0)
    let requests = try ColumnAnswerTests.predicates.filter { $0.utf8.count < 30 }.flatMap {
      ColumnAnswerTests().requests(try FetchPredicate(format: $0))
    }
    let accepted = try fuzz(&random, Book.entity, ColumnAnswerTests.keyPaths) { cached, random in
      for request in requests.shuffled(using: &random).prefix(8) {
        _ = try cached.count(request)
        _ = try cached.dictionaries(request)
        _ = try cached.readNumbers(request, ["price", "year"])
      }
      try cached.store.write("Buy") { work in for book in books.suffix(3) { work.insert(book) } }
      try cached.load()
    }
    #expect(accepted > rounds / 100)
  }

  @Test func `a forged order is refused, or gives a list within bounds`() async throws {
    defer { end() }
    var random = SeededRandom(seed: 4)
    let kiosks = (0..<1500).map { Kiosk.random($0, &random) }
    try await open().write("Open") { work in for kiosk in kiosks { work.insert(kiosk) } }
    var reversed = Kiosk.order
    reversed[0].ascending = false
    let cached = try self.cached(Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order)
    try cached.load()
    try cached.prepareOrder()
    cached.configure(Kiosk.entity, Kiosk.cachedKeyPaths, order: reversed, keepsFile: true)
    try cached.prepareOrder()
    cached.configure(Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order, keepsFile: true)
    try await cached.columns.writeFile(of: cached.store, minimumCount: 0)
    let accepted = try fuzz(&random, Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order) {
      cached, random in
      try cached.prepareOrder()
      for keys in Kiosk.keys.shuffled(using: &random).prefix(6) {
        var request = FetchRequest<Kiosk>()
        request.predicate = try FetchPredicate(format: "rating > 3 OR rating = nil")
        request.sortDescriptors = keys + Kiosk.order
        _ = try cached.orderedIDs(request)
      }
    }
    #expect(accepted > rounds / 100)
  }

  @Test func `a file with a damaged section is written again`() async throws {
    defer { end() }
    var random = SeededRandom(seed: 8)
    let kiosks = (0..<1500).map { Kiosk.random($0, &random) }
    try await open().write("Open") { work in for kiosk in kiosks { work.insert(kiosk) } }
    func keep() async throws {
      let cached = try self.cached(Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order)
      try cached.store.withSnapshot { snapshot in
        try cached.columns.load(snapshot)
        try cached.columns.prepareOrder(snapshot)
        try cached.columns.readFiledColumns(snapshot)
      }
      try await cached.columns.writeFile(of: cached.store, minimumCount: 0)
    }
    try await keep()
    let store = try open()
    let columns = ColumnFile(Kiosk.entity, of: store)
    // Doubles and the order by the identifier are read, and noticed to be damaged, when a request needs them.
    let sources = Kiosk.cachedKeyPaths.compactMap { ColumnSource($0, of: Kiosk.entity) }
      .filter { $0.kind != .doubles }
    for _ in 0..<30 {
      var data = try Data(contentsOf: file)
      data[Int.random(in: 0..<data.count, using: &random)] ^= 0x55
      try data.write(to: file)
      try await keep()
      try store.withSnapshot { snapshot in
        var file = try columns.open(snapshot)
        try Self.readAll(sources, &file)
      }
    }
  }

  /// Reads all sections but the order by the identifier.
  private static func readAll(_ sources: [ColumnSource], _ file: inout ColumnFileReader) throws {
    let table = try ColumnTable(from: &file)
    for source in sources where file.hasSection(ColumnTable.section(source.id)) {
      _ = try ColumnTable.column(source, from: &file, size: table.size)
    }
    _ = try ColumnFile.order(ColumnFile.orderSection, &file)
    _ = try ColumnFile.ranks(&file)
  }

  /// Forges the file repeatedly and runs requests on a store that accepts it; returns the number of accepted files.
  private func fuzz(
    _ random: inout SeededRandom, _ entity: EntityDescription, _ keyPaths: [String],
    order: [FetchSortDescriptor] = [], _ ask: (CachedStore, inout SeededRandom) throws -> Void
  ) throws -> Int {
    let whole = try Data(contentsOf: file)
    let sources = keyPaths.compactMap { ColumnSource($0, of: entity) }
    let store = try open()
    let columns = ColumnFile(entity, of: store)
    func check(_ data: Data) throws -> ColumnFileReader.Damage? {
      try data.write(to: file)
      do {
        try store.withSnapshot { snapshot in
          var file = try columns.open(snapshot)
          try Self.readAll(sources, &file)
          _ = try ColumnFile.order(ColumnFile.identifierOrderSection, &file)
        }
        return nil
      } catch let damage as ColumnFileReader.Damage {
        return damage
      }
    }
    #expect(try check(whole) == nil)
    var accepted = 0
    for _ in 0..<rounds {
      var data = Self.forged(whole, &random)
      guard data != whole, var damage = try check(data) else {
        #expect(data == whole, "damage with a checksum that is not right was taken")
        continue
      }
      // The checksums of sections are part of the table, which has one, too.
      while let (checksum, offset) = damage.checksum {
        withUnsafeBytes(of: checksum) { data.replaceSubrange(offset..<offset + 8, with: $0) }
        guard let next = try check(data) else { break }
        damage = next
      }
      guard try check(data) == nil else { continue }
      accepted += 1
      if accepted <= rounds / 10 {
        try ask(try self.cached(entity, keyPaths, order: order), &random)
      }
    }
    return accepted
  }

  /// A copy with a few different bytes, numbers or lengths.
  private static func forged(_ whole: Data, _ random: inout SeededRandom) -> Data {
    var data = whole
    let numbers: [UInt64] = [
      0, 1, 2, 63, 64, 65, 127, 255, 256, 1499, 1500, 1501, 1999, 2000, 2001, 2050, 65_535, 65_536,
      1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, 1 << 63, .max,
    ]
    for _ in 0...Int.random(in: 0..<2, using: &random) {
      let place = Self.place(in: data, &random)
      let number = numbers.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<5, using: &random) {
      case 0: data[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      case 1: data[place] = .random(in: 0...255, using: &random)
      case 2: replace(UInt32(truncatingIfNeeded: number), at: place, in: &data)
      case 3: replace(number, at: place, in: &data)
      default:
        let end = min(data.count - 8, place + Int.random(in: 1...16, using: &random))
        data.replaceSubrange(
          place..<max(place, end),
          with: Data(repeating: 0xFF, count: Int.random(in: 0...16, using: &random)))
      }
    }
    return data
  }

  private static func replace(_ number: some FixedWidthInteger, at place: Int, in data: inout Data)
  {
    withUnsafeBytes(of: number) { bytes in
      let end = min(data.count - 8, place + bytes.count)
      if end > place { data.replaceSubrange(place..<end, with: bytes.prefix(end - place)) }
    }
  }

  /// Any place, or one where a small number may be a length.
  private static func place(in data: Data, _ random: inout SeededRandom) -> Int {
    let range = 0..<(data.count - 16)
    guard Bool.random(using: &random) else { return .random(in: range, using: &random) }
    for _ in 0..<20_000 {
      let place = Int.random(in: range, using: &random)
      let isSmall = data[place] != 0 && data[(place + 3)..<(place + 8)].allSatisfy { $0 == 0 }
      if isSmall, place == 0 || data[place - 1] != 0 { return place }
    }
    return .random(in: range, using: &random)
  }
}
