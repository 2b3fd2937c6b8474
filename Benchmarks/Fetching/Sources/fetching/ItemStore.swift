import FetchKit
import Foundation

/// An article in a section of a shop.
struct Item: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var section = ""
  var price = 0.0
  var stock = 0

  static let entity = EntityDescription(
    Item.self, name: "Item",
    properties: [
      .attribute("name", \.name, hasNaturalOrder: true), .attribute("section", \.section),
      .attribute("price", \.price), .attribute("stock", \.stock),
    ])
}

/// A random number generator with a seed.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// A store in a temporary file, filled from a fixed seed.
struct ItemStore {
  let store: FetchStore
  private let folder: URL

  init(rows: Int) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fetching-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try FetchStore(
      path: folder.appendingPathComponent("store").path,
      model: ManagedObjectModel(entities: [Item.entity]))
    var random = SeededRandom(seed: 1)
    for start in stride(from: 0, to: rows, by: 100_000) {
      try store.write("Fill") { work in
        for _ in start..<min(rows, start + 100_000) { work.insert(Self.item(&random)) }
      }
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  static func item(_ random: inout SeededRandom) -> Item {
    Item(
      name: "Item \(Int.random(in: 0..<10_000_000, using: &random))",
      section: "Section \(Int.random(in: 0..<20, using: &random))",
      price: Double(Int.random(in: 100..<100_000, using: &random)) / 100,
      stock: Int.random(in: 0..<1000, using: &random))
  }
}
