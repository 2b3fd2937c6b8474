import FetchKit
import Foundation
import TestSupport

/// The entities of the fuzzer: an attribute of each type, with and without values, each kind of to-many, and
/// relationships of each kind.
enum FuzzModel {
  static let entity: EntityDescription = EntityDescription(
    name: "Thing",
    attributes: [
      AttributeDescription("i", .integer), AttributeDescription("j", .integer),
      AttributeDescription("d", .double), AttributeDescription("e", .double, isOptional: false),
      AttributeDescription("b", .boolean), AttributeDescription("s", .string),
      AttributeDescription("t", .string, isOptional: false), AttributeDescription("at", .date),
      AttributeDescription("raw", .data), AttributeDescription("place.latitude", .double),
      AttributeDescription("place.longitude", .double), AttributeDescription("place.city", .string),
    ],
    toMany: [
      ToManyDescription("words", table: "word", of: .string),
      ToManyDescription("numbers", table: "number", of: .integer),
      ToManyDescription(
        "reviews", table: "review",
        attributes: [
          AttributeDescription("stars", .integer), AttributeDescription("score", .double),
          AttributeDescription("text", .string), AttributeDescription("on", .date),
        ]),
    ],
    relationships: [
      .toOne("maker", to: maker, inverse: "things"), .toMany("peers", to: entity, table: "peer"),
      .toMany("idols", to: maker, inverse: "fans"),
    ])

  static let maker: EntityDescription = EntityDescription(
    name: "Maker",
    attributes: [
      AttributeDescription("rank", .integer), AttributeDescription("score", .double),
      AttributeDescription("name", .string), AttributeDescription("born", .date),
    ],
    relationships: [
      .toMany("things", to: entity, inverse: "maker"),
      .toMany("fans", to: entity, table: "fan", inverse: "idols"),
    ])

  /// The relationships that random predicates follow.
  static let prefetching = [
    "maker.things.maker", "maker.fans", "peers.maker", "peers.idols", "idols.things", "idols.fans",
  ]

  /// The number of makers.
  static let makers: Int64 = 6

  static let integers: [FetchValue] = [
    0, 1, 2, 3, -1, 10, 255, .integer(.max), .integer(.min), .integer(.min + 1),
    .integer(1 << 53 + 1), .integer(-(1 << 53) - 1),
  ]

  static let doubles: [FetchValue] = [
    0.0, -0.0, 0.5, 1.0, 1.5, 2.0, -2.25, 0.1, 1e300, -1e300, .double(.leastNonzeroMagnitude),
    9007199254740992.0,
    9007199254740994.0, 9223372036854775808.0, -9223372036854775808.0, 3.0000000000000004,
  ]

  static let strings: [FetchValue] = [
    "", "a", "A", "ab", "AB", "é", "e\u{301}", "É", "ß", "SS", "a\0b", "a\0", "10", "9", "1.5",
    "🍵", "a*b", "%", "_", "x'y", "\"", "İ", "ı", "ｱ", "boba 2", "Boba 10", "\\", "a\nb",
  ]

  static let dates: [FetchValue] =
    [
      0, 1, -1, 978_307_200, 1_000_000_000.25, 4_102_444_800, -62_135_596_800, 1_700_000_000.123456,
    ].map { .date(Date(timeIntervalSince1970: $0)) }
    + [700_000_000.1, (700_000_000.1).nextUp].map {
      .date(Date(timeIntervalSinceReferenceDate: $0))
    }

  static let blobs: [FetchValue] = [Data(), Data([0]), Data([0, 1]), Data("a".utf8)].map(
    FetchValue.data)

  static let booleans: [FetchValue] = [true, false]
}

extension FuzzModel {
  /// A store with random rows.
  static func store(rows count: Int, _ random: inout SeededRandom) throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [entity, maker]))
    let rows = (0..<count).map { _ in row(&random) }
    try store.write("Insert things") { transaction in
      for _ in 0..<makers { transaction.insert(makerRow(&random), into: maker) }
      let ids = rows.map { transaction.insert($0, into: entity) }
      for (id, row) in zip(ids, rows) {
        guard case .object(var members) = row else { continue }
        members["maker"] = optional((1...makers).map { related("Maker", $0) }, &random)
        members["peers"] = distinct(ids.map { FetchValue($0) }, &random)
        members["idols"] = distinct((1...makers).map { related("Maker", $0) }, &random)
        transaction.update(id, to: .object(members), of: entity)
      }
    }
    return store
  }

  static func related(_ entity: String, _ row: Int64) -> FetchValue {
    FetchValue(ObjectID(entityName: entity, rowID: row))
  }

  private static func makerRow(_ random: inout SeededRandom) -> FetchValue {
    .object([
      "rank": optional(integers, &random), "score": optional(doubles, &random),
      "name": optional(strings, &random), "born": optional(dates, &random),
    ])
  }

  private static func distinct(_ values: [FetchValue], _ random: inout SeededRandom) -> FetchValue {
    .list(Array(values.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))))
  }

  private static func row(_ random: inout SeededRandom) -> FetchValue {
    .object([
      "i": optional(integers, &random), "j": optional(integers, &random),
      "d": optional(doubles, &random), "e": one(doubles, &random),
      "b": optional(booleans, &random), "s": optional(strings, &random),
      "t": one(strings, &random), "at": optional(dates, &random), "raw": optional(blobs, &random),
      "place": .object([
        "latitude": optional(doubles.filter { abs($0.doubleValue ?? 0) < 90 }, &random),
        "longitude": optional(doubles.filter { abs($0.doubleValue ?? 0) < 180 }, &random),
        "city": optional(strings, &random),
      ]),
      "words": list(&random) { optional(strings, &$0) },
      "numbers": list(&random) { optional(integers, &$0) },
      "reviews": list(&random) { random in
        .object([
          "stars": optional(integers, &random), "score": optional(doubles, &random),
          "text": optional(strings, &random), "on": optional(dates, &random),
        ])
      },
    ])
  }

  private static func list(
    _ random: inout SeededRandom, _ element: (inout SeededRandom) -> FetchValue
  )
    -> FetchValue
  {
    .list((0..<Int.random(in: 0...3, using: &random)).map { _ in element(&random) })
  }

  static func one(_ values: [FetchValue], _ random: inout SeededRandom) -> FetchValue {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private static func optional(_ values: [FetchValue], _ random: inout SeededRandom) -> FetchValue {
    Int.random(in: 0..<4, using: &random) == 0 ? .null : one(values, &random)
  }
}
