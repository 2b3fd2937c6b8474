import FetchKit
import Foundation
import Testing

/// Computed attributes whose type is not that of their expression: objects and SQL have the same values.
@Suite struct ComputedValueTests {
  private struct Part: FetchableEntity {
    var objectID: ObjectID?
    var size: Double?
    var count = 0
    var whole: Int?
    var step = 7
    var ratio = 0.0
    var isLarge: Bool?
    var label = "none"
    var parent: ObjectReference<Part>?

    init() {}

    init(_ size: Double?, count: Int = 3, parent: ObjectReference<Part>? = nil) {
      self.size = size
      self.count = count
      self.parent = parent
    }

    private static let doubled = FetchExpression.function(
      .multiply, [.keyPath("size"), .constant(2)])

    static let entity = EntityDescription(
      Part.self, name: "Part",
      properties: [
        .attribute("size", \.size), .attribute("count", \.count),
        .computed("whole", \.whole, as: doubled), .computed("step", \.step, as: doubled),
        .computed("ratio", \.ratio, as: .keyPath("count")),
        .computed("isLarge", \.isLarge, as: doubled),
        .computed("label", \.label, as: doubled), .toOne("parent", \.parent),
      ])
  }

  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Part.entity]))
    try store.write("Insert") { transaction in
      let first: ObjectReference<Part> = transaction.insert(Part(1))
      for size in [1.25, -0.75, 3, 0, nil] { transaction.insert(Part(size, parent: first)) }
    }
  }

  @Test func `objects have the values of the type`() throws {
    let parts = try store.fetch(FetchRequest<Part>())
    #expect(parts.map(\.whole) == [2, 2, -1, 6, 0, nil])
    #expect(parts.map(\.step) == [2, 2, -1, 6, 0, 7])
    #expect(parts.map(\.isLarge) == [true, true, true, true, false, nil])
    #expect(parts.map(\.label) == ["2", "2.5", "-1.5", "6", "0", "none"])
  }

  @Test(arguments: [
    "whole == 2", "whole == 2.5", "whole > 2", "whole IN {2, -1}", "whole == nil", "whole != 2",
    "modulus:by:(whole, 2) == 0", "whole / 4 == 0", "step == 7", "step == nil", "step > 2",
    "ratio / 2 == 1.5", "ratio == 3", "isLarge == YES", "isLarge == NO", "isLarge == 2",
    "label == '2.5'", "label BEGINSWITH '2'", "label == 'none'",
  ])
  func `predicates are the same in memory and in SQL`(format: String) throws {
    var request = FetchRequest<Part>()
    let all = try store.fetch(request)
    let predicate = try FetchPredicate(format: format)
    request.predicate = predicate
    #expect(
      try store.fetch(request).map(\.objectID)
        == all.filter { try predicate.evaluate(with: $0) }.map(\.objectID))
  }

  /// A part whose computed integers may be too large.
  private struct Stock: FetchableEntity {
    var objectID: ObjectID?
    var count = 0
    var size = 1.0
    var area: Int?
    var next = 7
    var volume: Int?

    init() {}

    init(_ count: Int, _ size: Double) { (self.count, self.size) = (count, size) }

    static let entity = EntityDescription(
      Stock.self, name: "Stock",
      properties: [
        .attribute("count", \.count), .attribute("size", \.size),
        .computed(
          "area", \.area, as: .function(.multiply, [.keyPath("count"), .keyPath("count")])),
        .computed("next", \.next, as: .function(.add, [.keyPath("count"), .constant(1)])),
        .computed("volume", \.volume, as: .function(.multiply, [.keyPath("size"), .constant(2)])),
      ])
  }

  @Test(arguments: [
    "", "area == nil", "area != nil", "area > 5", "area < 5", "area >= -5", "area BETWEEN {0, 10}",
    "area IN {4, 9}", "area + 1 > 0", "next == 7", "next > 0", "next < 0", "next == 3",
    "volume > 0",
    "volume < 0", "volume == nil",
  ])
  func `an integer that does not fit in 64 bits is missing, in objects and in SQL`(
    format: String
  ) throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Stock.entity]))
    try store.write("Insert") { transaction in
      for (count, size) in [(2, 1.5), (4_000_000_000, 1e300), (.max, -1e19), (-.max, 0)] {
        transaction.insert(Stock(count, size))
      }
    }
    var request = FetchRequest<Stock>()
    let all = try store.fetch(request)
    #expect(all.map(\.area) == [4, nil, nil, nil])
    #expect(all.map(\.next) == [3, 4_000_000_001, 7, -.max + 1])
    #expect(all.map(\.volume) == [3, nil, nil, 0])
    guard !format.isEmpty else { return }
    let predicate = try FetchPredicate(format: format)
    request.predicate = predicate
    #expect(
      try store.fetch(request).map(\.count)
        == all.filter { try predicate.evaluate(with: $0) }.map(\.count))
  }

  /// A part whose computed integers are narrower than those that they are computed from.
  private struct Gauge: FetchableEntity {
    var objectID: ObjectID?
    var level = 0
    var weight = 0.0
    var grams: Int?
    var small: Int8?
    var byte: UInt8 = 9
    var medium: Int16 = 7
    var large: Int32?
    var parent: ObjectReference<Gauge>?

    init() {}

    init(_ level: Int, _ parent: ObjectReference<Gauge>?) {
      (self.level, self.parent) = (level, parent)
      weight = level == .max ? 1e300 : 0.5
    }

    static let entity = EntityDescription(
      Gauge.self, name: "Gauge",
      properties: [
        .attribute("level", \.level), .attribute("weight", \.weight),
        .computed("grams", \.grams, as: .keyPath("weight")),
        .computed("small", \.small, as: .keyPath("level")),
        .computed("byte", \.byte, as: .keyPath("level")),
        .computed(
          "medium", \.medium, as: .function(.multiply, [.keyPath("level"), .constant(2.5)])),
        .computed(
          "large", \.large, as: .function(.multiply, [.keyPath("level"), .keyPath("level")])),
        .toOne("parent", \.parent),
      ])
  }

  @Test(arguments: [
    "", "grams == nil", "grams != 0", "small == nil", "small > 100", "small != 300", "byte == 9",
    "byte > 127", "byte == 44",
    "medium == 7",
    "medium < 0", "large == nil", "large > 0", "small + 1 > 0", "parent.byte == 9",
    "parent.small == nil",
    "small IN {5, 127}", "byte BETWEEN {0, 9}",
  ])
  func `an integer that does not fit in its narrow type is missing, in objects and in SQL`(
    format: String
  )
    throws
  {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Gauge.entity]))
    try store.write("Insert") { transaction in
      var parent: ObjectReference<Gauge>?
      for level in [5, -5, 127, 128, 300, 20_000, .max] {
        parent = transaction.insert(Gauge(level, parent))
      }
    }
    var request = FetchRequest<Gauge>()
    request.relationshipKeyPathsForPrefetching = ["parent"]
    let all = try store.fetch(request)
    #expect(all.map(\.grams) == [0, 0, 0, 0, 0, 0, nil])
    #expect(all.map(\.small) == [5, -5, 127, nil, nil, nil, nil])
    #expect(all.map(\.byte) == [5, 9, 127, 128, 9, 9, 9])
    #expect(all.map(\.medium) == [12, -12, 317, 320, 750, 7, 7])
    #expect(all.map(\.large) == [25, 25, 16129, 16384, 90_000, 400_000_000, nil])
    request.sortDescriptors = [FetchSortDescriptor(\Gauge.byte), FetchSortDescriptor(\Gauge.level)]
    #expect(try store.fetch(request).map(\.byte) == [5, 9, 9, 9, 9, 127, 128])
    guard !format.isEmpty else { return }
    let predicate = try FetchPredicate(format: format)
    request = FetchRequest(where: predicate)
    #expect(
      try store.fetch(request).map(\.level)
        == all.filter { try predicate.evaluate(with: $0) }.map(\.level))
  }

  // MARK: - Types

  private static func entity(_ type: AttributeType, _ format: String) throws -> EntityDescription {
    let sources = AttributeType.allCases.map { AttributeDescription("\($0.rawValue)Source", $0) }
    return EntityDescription(
      name: "Item",
      attributes: sources + [
        AttributeDescription("value", type, computed: try FetchExpression(format: format))
      ])
  }

  @Test(
    arguments: [
      (.string, "integerSource + 1", "3"), (.string, "doubleSource", "2.5"),
      (.date, "integerSource", .date(Date(timeIntervalSinceReferenceDate: 2))),
      (.date, "CAST(doubleSource, 'NSDate')", .date(Date(timeIntervalSinceReferenceDate: 2.5))),
      (.double, "CAST(dateSource, 'NSNumber')", 5.0), (.integer, "booleanSource", 1),
      (.data, "dataSource", .data(Data([1]))),
      (.integer, "nil", nil),
    ] as [(AttributeType, String, FetchValue)])
  func `values of other types are converted`(type: AttributeType, format: String, value: FetchValue)
    throws
  {
    let entity = try Self.entity(type, format)
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [entity]))
    try store.write("Insert") {
      _ = $0.insert(
        .object([
          "integerSource": 2, "doubleSource": 2.5, "booleanSource": true,
          "dateSource": .date(Date(timeIntervalSinceReferenceDate: 5)),
          "dataSource": .data(Data([1])),
        ]), into: entity)
    }
    var request = FetchRequest<FetchValue>(entity: entity)
    #expect(try store.fetch(request).map { $0.value(forKeyPath: "value") } == [value])
    request.predicate = .comparison(.keyPath("value"), .equal, .constant(value))
    #expect(try store.count(request) == 1)
  }

  @Test(
    arguments: [
      (.integer, "stringSource", "has the type integer, and its expression gives a string"),
      (.date, "stringSource", "has the type date, and its expression gives a string"),
      (.string, "dataSource", "has the type string, and its expression gives data"),
      (.string, "dateSource", "has the type string, and its expression gives a date"),
      (.data, "doubleSource", "has the type data, and its expression gives a number"),
      (.integer, "SELF", "has the type integer, and its expression gives an object"),
      (
        .integer, "stringsource",
        "cannot be computed: unknown key 'stringsource' in Item, did you mean 'stringSource'?"
      ),
      (.integer, "$x", "cannot be computed: the variable $x has no value"),
      (
        .integer, "{1, 2}",
        "cannot be computed: a list works only with IN, BETWEEN, ANY and ALL in a store"
      ),
    ] as [(AttributeType, String, String)])
  func `an expression of a type that does not fit is refused`(
    type: AttributeType, format: String, reason: String
  ) throws {
    let model = ManagedObjectModel(entities: [try Self.entity(type, format)])
    let failure = StoreFailure(
      .invalidModel, "the attribute 'value' of the entity 'Item' \(reason)")
    #expect(StoreFailure { try model.validate() } == failure)
    #expect(StoreFailure { try FetchStore(path: ":memory:", model: model) } == failure)
  }

  // MARK: - Relationships and groups

  @Test func `a missing object has no default value`() throws {
    var request = FetchRequest<Part>()
    request.predicate = try FetchPredicate(format: "parent.step == nil")
    #expect(try store.count(request) == 1)
    request.predicate = try FetchPredicate(format: "parent.step == 2")
    #expect(try store.count(request) == 5)
  }

  @Test func `equal values are one group`() throws {
    var request = FetchRequest<FetchValue>(entity: Part.entity)
    request.propertiesToFetch = ["whole", .expression(.rowCount(name: "n"))]
    request.propertiesToGroupBy = ["whole"]
    request.sortDescriptors = [FetchSortDescriptor("whole")]
    #expect(
      try store.dictionaries(request) == [
        ["n": 1], ["whole": -1, "n": 1], ["whole": 0, "n": 1], ["whole": 2, "n": 2],
        ["whole": 6, "n": 1],
      ])
  }

  @Test func `numbers are read as the text that a column declares`() throws {
    var request = FetchRequest<FetchValue>(entity: Part.entity)
    request.propertiesToFetch = ["size", "count"].map {
      .expression(
        ExpressionDescription(name: $0, function: .max, keyPath: $0, resultType: .string))
    }
    #expect(try store.dictionaries(request) == [["size": "3", "count": "3"]])
  }
}
