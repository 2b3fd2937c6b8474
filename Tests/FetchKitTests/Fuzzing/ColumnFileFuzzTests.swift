import Foundation
import GRDB
import Testing

@testable import FetchKit

/// Files of columns that somebody forged: damage with the right checksum is refused, or gives wrong values, but
/// never reads or writes beyond what there is.
@MainActor
struct ColumnFileFuzzTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("fetchkit-\(UUID().uuidString)").path
  private var path: String { folder + "/books.sqlite" }
  private var file: URL { URL(filePath: path + "-columns") }
  /// More of them find more: `FETCHKIT_FUZZ=20000`.
  private let rounds =
    ProcessInfo.processInfo.environment["FETCHKIT_FUZZ"].flatMap { Int($0) } ?? 400

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func open() throws -> Store {
    try Store(path: path, model: ManagedObjectModel(entities: [Book.entity, Kiosk.entity]))
  }

  private func holding(_ entity: EntityDescription, _ keyPaths: [String]) throws -> Store {
    let store = try open()
    store.columns.hold(keyPaths, of: entity, file: ColumnFile(entity, of: store))
    return store
  }

  private func end() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `forged columns are refused, or answer without harm`() async throws {
    defer { end() }
    var random = SeededRandom(seed: 3)
    let books = (0..<2000).map { HeldColumnTests.book($0, &random) }
    try await open().write("Buy") { work in for book in books { work.insert(book) } }
    let store = try holding(Book.entity, HeldColumnTests.keyPaths)
    try store.readColumns()
    // The words of some rows are not in blocks.
    try await store.write("Buy") { work in for book in books.prefix(50) { work.insert(book) } }
    try store.readColumns()
    try await store.columns.file([], store, ofAtLeast: 0)
    let requests = try HeldColumnTests.predicates.filter { $0.utf8.count < 30 }.flatMap {
      HeldColumnTests().requests(try FetchPredicate(format: $0))
    }
    let accepted = try fuzz(&random, Book.entity, HeldColumnTests.keyPaths) { store, random in
      for request in requests.shuffled(using: &random).prefix(8) {
        _ = try store.heldNumber(request.query)
        _ = try store.heldDictionaries(request.query)
        _ = try store.heldNumbers(request.query, of: ["price", "year"])?.forEach { _, _ in }
      }
      try store.write("Buy") { work in for book in books.suffix(3) { work.insert(book) } }
      try store.readColumns()
    }
    #expect(accepted > rounds / 100)
  }

  @Test func `a forged order is refused, or gives a list without harm`() async throws {
    defer { end() }
    var random = SeededRandom(seed: 4)
    let kiosks = (0..<1500).map { Kiosk.random($0, &random) }
    try await open().write("Open") { work in for kiosk in kiosks { work.insert(kiosk) } }
    let store = try holding(Kiosk.entity, Kiosk.heldKeyPaths)
    try store.readColumns()
    try store.prepareOrder(Kiosk.order)
    var turned = Kiosk.order
    turned[0].ascending = false
    try store.prepareOrder(turned)
    try await store.columns.file(Kiosk.order, store, ofAtLeast: 0)
    let accepted = try fuzz(&random, Kiosk.entity, Kiosk.heldKeyPaths) { store, random in
      try store.prepareOrder(Kiosk.order)
      for keys in Kiosk.keys.shuffled(using: &random).prefix(6) {
        var request = FetchRequest<Kiosk>()
        request.predicate = try FetchPredicate(format: "rating > 3 OR rating = nil")
        request.sortDescriptors = keys + Kiosk.order
        _ = try store.heldList(ListFetch(query: request.query, sectionNameKeyPath: nil))
      }
    }
    #expect(accepted > rounds / 100)
  }

  /// Forges the file again and again, and asks questions of a store that takes it; gives how many it took.
  private func fuzz(
    _ random: inout SeededRandom, _ entity: EntityDescription, _ keyPaths: [String],
    _ ask: (Store, inout SeededRandom) throws -> Void
  ) throws -> Int {
    let whole = try Data(contentsOf: file)
    let sources = keyPaths.compactMap { ColumnSource($0, of: entity) }
    let store = try open()
    let columns = ColumnFile(entity, of: store)
    func check(_ data: Data) throws -> ColumnReader.Damage? {
      try data.write(to: file)
      do {
        _ = try store.database.read { try columns.read(sources, $0) }
        return nil
      } catch let damage as ColumnReader.Damage {
        return damage
      }
    }
    #expect(try check(whole) == nil)
    var accepted = 0
    for _ in 0..<rounds {
      var data = Self.forged(whole, &random)
      guard data != whole, let damage = try check(data) else {
        #expect(data == whole, "damage with a checksum that is not right was taken")
        continue
      }
      guard let checksum = damage.checksum else { continue }
      withUnsafeBytes(of: checksum) { data.replaceSubrange((data.count - 8)..., with: $0) }
      guard try check(data) == nil else { continue }
      accepted += 1
      if accepted <= rounds / 10 { try ask(try holding(entity, keyPaths), &random) }
    }
    return accepted
  }

  /// A copy with a few bytes, numbers or lengths that are others.
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
