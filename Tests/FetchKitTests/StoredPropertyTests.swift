import Foundation
import GRDB
import Testing

@testable import FetchKit

/// Properties of all kinds, through memory and through key paths.
private struct Sample: FetchableEntity, Hashable {
  enum Grade: String, AttributeValue { case good, bad }

  struct Inner: Hashable, Sendable {
    var text = "inner"
    var number: Int?
  }

  var objectID: ObjectID?
  var text = "text"
  var optionalText: String? = "default"
  var int = 1
  var optionalInt: Int?
  var int64: Int64 = 2
  var optionalInt64: Int64?
  var double = 0.5
  var optionalDouble: Double?
  var flag = false
  var optionalFlag: Bool?
  var date = Date(timeIntervalSince1970: 0)
  var optionalDate: Date?
  var data = Data()
  var optionalData: Data?
  var grade = Grade.bad
  var optionalGrade: Grade?
  var inner = Inner()
  var observed = 3 { didSet { sets += 1 } }
  var sets = 0
  var doubled: Int {
    get { int * 2 }
    set { int = newValue / 2 }
  }

  static let entity = EntityDescription(
    Sample.self, name: "Sample",
    properties: [
      .attribute("text", \.text), .attribute("optionalText", \.optionalText),
      .attribute("int", \.int), .attribute("optionalInt", \.optionalInt),
      .attribute("int64", \.int64), .attribute("optionalInt64", \.optionalInt64),
      .attribute("double", \.double), .attribute("optionalDouble", \.optionalDouble),
      .attribute("flag", \.flag), .attribute("optionalFlag", \.optionalFlag),
      .attribute("date", \.date), .attribute("optionalDate", \.optionalDate),
      .attribute("data", \.data), .attribute("optionalData", \.optionalData),
      .attribute("grade", \.grade), .attribute("optionalGrade", \.optionalGrade),
      .attribute("inner.text", \.inner.text), .attribute("inner.number", \.inner.number),
      .attribute("observed", \.observed),
    ])
}

struct StoredPropertyTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Sample.entity]))
  }

  private static let full: Sample = {
    var sample = Sample()
    sample.text = "a text that is longer than fifteen bytes, with an ümlaut and a \0"
    sample.optionalText = ""
    sample.int = .min
    sample.optionalInt = .max
    sample.int64 = .max
    sample.optionalInt64 = -1
    sample.double = -0.0
    sample.optionalDouble = .infinity
    sample.flag = true
    sample.optionalFlag = false
    sample.date = Date(timeIntervalSince1970: 1_700_000_000.25)
    sample.optionalDate = Date(timeIntervalSince1970: -1)
    sample.data = Data([0, 255, 7])
    sample.optionalData = Data()
    sample.grade = .good
    sample.optionalGrade = .bad
    sample.inner = Sample.Inner(text: "deep", number: 4)
    sample.observed = 9
    return sample
  }()

  private static let empty: Sample = {
    var sample = Sample()
    sample.optionalText = nil
    return sample
  }()

  @Test func `values of every type are read as they were written`() throws {
    var samples = [Self.full, Self.empty]
    for index in samples.indices {
      try store.write("Insert") { samples[index].objectID = $0.insert(samples[index]) }
    }
    var found = try store.fetch(FetchRequest<Sample>())
    #expect(found.map(\.sets) == [1, 1])
    for index in found.indices { found[index].sets = samples[index].sets }
    #expect(found == samples)
    #expect(
      try store.fetch(FetchRequest<FetchValue>(entity: Sample.entity)) == samples.map(\.wholeValue))
    let id = samples[0].objectID
    samples[0] = Self.empty
    samples[0].objectID = id
    try store.write("Clear") { [samples] in $0.update(samples[0]) }
    found = try store.fetch(FetchRequest<Sample>())
    for index in found.indices { found[index].sets = samples[index].sets }
    #expect(found == samples)
  }

  @Test func `only stored properties of known types are accessed in memory`() {
    #expect(StoredProperty(\Sample.inner.number) != nil)
    #expect(StoredProperty(\Sample.optionalDate) != nil)
    #expect(StoredProperty(\Sample.observed) == nil)
    #expect(StoredProperty(\Sample.doubled) == nil)
    #expect(StoredProperty(\Sample.grade) == nil)
  }

  @Test func `a cell of another type leaves the default`() throws {
    try store.write("Insert") { _ = $0.insert(Self.full) }
    try store.database.write {
      try $0.execute(
        sql: "UPDATE sample SET text = x'00', int = 'one', double = 'half', flag = 2, date = 7")
    }
    let sample = try #require(try store.fetch(FetchRequest<Sample>()).first)
    #expect(sample.text == "text")
    #expect(sample.int == 1)
    #expect(sample.double == 0.5)
    #expect(sample.flag)
    #expect(sample.date == Date(timeIntervalSinceReferenceDate: 7))
  }

  @Test func `a fetch inside of the same fetch has a statement of its own`() throws {
    try store.write("Insert") { work in for _ in 0..<3 { work.insert(Self.empty) } }
    let request = FetchRequest<Sample>()
    try store.database.read { database in
      let reader = try store.reader(of: request, database)
      var samples: [Sample] = []
      let outer = try SQLiteStatement(
        database, sql: "SELECT pk FROM sample ORDER BY pk", isReused: true)
      #expect(try outer.step())
      let inner = try SQLiteStatement(
        database, sql: "SELECT pk FROM sample ORDER BY pk", isReused: true)
      while try inner.step() {}
      #expect(try outer.step())
      #expect(outer.integer(0) == 2)
      outer.reset()
      #expect(try store.objects(request, database).count == 3)
      #expect(try reader.read(into: &samples))
      #expect(samples.count == 3)
    }
  }

  @Test func `a store without a history drops the earlier one with the first change`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("store").path
    let model = ManagedObjectModel(entities: [Sample.entity])
    let before = try FetchStore(path: path, model: model)
    try before.write("Insert") { _ = $0.insert(Self.full) }
    #expect(try before.history().map(\.name) == ["Insert"])
    try before.close()
    let store = try FetchStore(path: path, model: model, undoLimits: .disabled)
    #expect(try store.history().count == 1)
    try store.write("Insert more") { _ = $0.insert(Self.full) }
    try store.perform(BatchUpdateRequest(entity: Sample.entity, set: ["int": .constant(5)]))
    let first = try #require(try store.objectIDs(FetchRequest<Sample>()).first)
    try store.write("Delete") { $0.delete(first) }
    #expect(try store.history().isEmpty)
    #expect(try store.undo() == nil)
    #expect(try store.fetch(FetchRequest<Sample>()).map(\.int) == [5])
    try store.close()
  }

  @Test func `rows that a change inserts are undone as ranges`() throws {
    try store.write("Insert") { work in
      for number in 0..<10 {
        var sample = Self.empty
        sample.int = number
        let id = work.insert(sample)
        sample.objectID = id
        sample.int = -number
        if number.isMultiple(of: 3) { work.update(sample) }
        if number.isMultiple(of: 4) { work.delete(id) }
      }
    }
    let numbers = [1, 2, -3, 5, -6, 7, -9]
    #expect(try store.fetch(FetchRequest<Sample>()).map(\.int) == numbers)
    let ranges = try store.database.read {
      try Row.fetchAll($0, sql: "SELECT first, last FROM fetchkit_undo_range").map(\.description)
    }
    #expect(ranges == ["[first:1 last:10]"])
    #expect(try store.undo()?.count == 10)
    #expect(try store.count(FetchRequest<Sample>()) == 0)
    try store.redo()
    #expect(try store.fetch(FetchRequest<Sample>()).map(\.int) == numbers)
  }
}
