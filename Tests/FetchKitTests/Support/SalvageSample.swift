import Foundation
import GRDB

@testable import FetchKit

/// A store with long and short rows and to-many elements, of which damaged copies are made.
final class SalvageSample {
  static let entity = EntityDescription(
    name: "Place",
    attributes: [
      AttributeDescription("id", .string, isOptional: false),
      AttributeDescription("name", .string, isOptional: false, hasNaturalOrder: true),
      AttributeDescription("note", .string), AttributeDescription("phone", .string),
      AttributeDescription("isFavorite", .boolean, isOptional: false, defaultValue: .bool(false)),
      AttributeDescription("rating", .double), AttributeDescription("visits", .integer),
      AttributeDescription("seen", .date), AttributeDescription("city", .string),
      AttributeDescription("folded", .string, derivation: .foldedTexts(of: ["name", "city"])),
    ],
    toMany: [
      ToManyDescription("tags", table: "place_tag", of: .string),
      ToManyDescription(
        "tips", table: "place_tip",
        attributes: [
          AttributeDescription("text", .string), AttributeDescription("agrees", .integer),
        ]),
    ],
    identifier: "id", indexes: [["rating", "name"]])
  static let model = ManagedObjectModel(entities: [entity])

  /// A place.
  struct Row: Equatable {
    let attributes: [FetchValue?]
    let tags: [FetchValue]
    let tips: [FetchValue]

    init(_ object: FetchValue) {
      attributes = SalvageSample.entity.attributes.map { object.value(forKeyPath: $0.keyPath) }
      (tags, tips) = (Self.list("tags", object), Self.list("tips", object))
    }

    private static func list(_ key: String, _ object: FetchValue) -> [FetchValue] {
      if case .list(let elements) = object.value(forKeyPath: key) { elements } else { [] }
    }

    /// Whether it is another place, perhaps with fewer values and elements.
    func isPart(of whole: Row) -> Bool {
      zip(attributes, whole.attributes).allSatisfy(Self.isPart)
        && tags.allSatisfy(whole.tags.contains) && tips.allSatisfy(whole.tips.contains)
    }

    /// Whether a value is the same one, a lost one, or derived from fewer values.
    private static func isPart(_ value: FetchValue?, of whole: FetchValue?) -> Bool {
      if case .string(let text) = value, case .string(let all) = whole {
        return all.hasPrefix(text)
      }
      return value == whole || [nil, .null, .bool(false)].contains(value)
    }
  }

  /// Each place by its identifier.
  let rows: [String: Row]
  private let folder = NSTemporaryDirectory() + UUID().uuidString
  private var copies = 0

  init(places: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try FetchStore(path: folder + "/sound", model: Self.model, connections: .one)
    try store.write("Fill") { transaction in
      for number in 0..<places { transaction.insert(Self.place(number), into: Self.entity) }
      transaction.setMetadata("kept", forKey: "filters")
    }
    // Deleted rows stay on their pages, and must not come back.
    try store.perform(
      BatchDeleteRequest(entity: Self.entity, where: FetchPredicate(format: "visits == 3")))
    try store.database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    rows = try Self.rows(of: store)
    try FileManager.default.copyItem(atPath: folder + "/sound", toPath: folder + "/checkpointed")
    try store.database.writeWithoutTransaction { database in
      try database.execute(sql: "UPDATE place SET note = note WHERE visits = 5")
    }
    // With the log of the last change, as a program that was killed leaves it.
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder + "/sound" + suffix, toPath: folder + "/logged" + suffix)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func place(_ number: Int) -> FetchValue {
    let tips = (0..<(number % 4)).map { tip -> FetchValue in
      .object([
        "text": .string("Tip \(tip) of \(number): go early"), "agrees": .integer(Int64(tip)),
      ])
    }
    return .object([
      "id": .string("place-\(number)"), "name": .string("Tea House \(number)"),
      "note": number % 50 == 7
        ? .string(String(repeating: "long note \(number) ", count: 600))
        : number % 5 == 0 ? .string("note \(number)") : .null,
      "phone": number % 3 == 0 ? .string("+1 212 \(number)") : .null,
      "isFavorite": .bool(number % 9 == 0),
      "rating": number % 2 == 0 ? .double(Double(number % 100) / 10) : .null,
      "visits": .integer(Int64(number % 20)), "city": .string("City \(number % 7)"),
      "seen": .date(Date(timeIntervalSince1970: Double(number) * 1000)),
      "tags": .list((0..<(number % 3)).map { .string("tag \($0)") }), "tips": .list(tips),
    ])
  }

  /// Whether a row has a note on overflow pages, whose swap cannot be detected.
  static func isLong(_ id: String) -> Bool { Int(id.dropFirst(6)).map { $0 % 50 == 7 } ?? false }

  private static func rows(of store: FetchStore) throws -> [String: Row] {
    let objects = try store.fetch(FetchRequest<FetchValue>(entity: entity))
    return Dictionary(
      uniqueKeysWithValues: objects.map { object in
        (object.value(forKeyPath: "id")?.stringValue ?? "", Row(object))
      })
  }

  /// The path of a copy with its database damaged; `hasLog` for one with a write-ahead log.
  func damaged(
    hasLog: Bool, log damageLog: (inout Data) -> Void = { _ in }, _ damage: (inout Data) -> Void
  ) throws -> String {
    copies += 1
    let path = "\(folder)/\(copies)"
    let source = folder + (hasLog ? "/logged" : "/checkpointed")
    try copy(source, to: path, damage)
    if hasLog { try copy(source + "-wal", to: path + "-wal", damageLog) }
    return path
  }

  private func copy(_ source: String, to path: String, _ damage: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(filePath: source))
    damage(&bytes)
    try bytes.write(to: URL(filePath: path))
  }

  /// The rows of a salvaged store, which has to be sound; none when nothing could be read.
  func salvage(_ path: String) throws -> [String: Row] {
    do {
      _ = try FetchStore.salvage(at: path, model: Self.model)
    } catch let error as StoreError where error.code == .corrupt {
      return [:]
    }
    let store = try FetchStore(path: path, model: Self.model, connections: .one)
    let problems = try store.problems()
    guard problems.isEmpty else {
      throw StoreError(.corrupt, "test.problems", "\(problems.joined(separator: ", "))")
    }
    return try Self.rows(of: store)
  }
}
