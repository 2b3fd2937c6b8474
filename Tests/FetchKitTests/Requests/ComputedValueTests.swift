import FetchKit
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
