import Foundation
import Synchronization
import Testing

@testable import FetchKit

@Suite struct RowStreamTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Self.entity]))
    try store.write("Fill") { transaction in
      for index in 0..<3 {
        transaction.insert(
          .object([
            "name": .string("n\(index)"), "seen": .date(Date(timeIntervalSince1970: 5)),
            "good": .bool(index == 1), "size": index == 2 ? .null : .double(0.5),
            "words": .list((0..<index).map { .string("w\($0)") }),
            "marks": .list([.object(["text": "a", "weight": 1]), .object(["weight": 2])]),
          ]), into: Self.entity)
      }
    }
  }

  private static let entity = EntityDescription(
    name: "Thing",
    attributes: [
      AttributeDescription("name", .string), AttributeDescription("seen", .date),
      AttributeDescription("good", .boolean), AttributeDescription("size", .double),
    ],
    toMany: [
      ToManyDescription("words", table: "thing_word", of: .string),
      ToManyDescription(
        "marks", table: "thing_mark",
        attributes: [
          AttributeDescription("text", .string), AttributeDescription("weight", .integer),
        ]),
    ])

  private func rows(_ keyPaths: String..., limit: Int = 9) throws -> [[String]] {
    var rows: [[String]] = []
    try store.forEachRow(FetchRequest<FetchValue>(entity: Self.entity), of: keyPaths) { row in
      rows.append(row.map(Self.text))
      return rows.count < limit
    }
    return rows
  }

  private static func text(_ cell: RowCell) -> String {
    switch cell {
    case .null: "nil"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .date(let seconds): "date \(seconds)"
    case .text(let text): String(decoding: text, as: UTF8.self)
    case .data(let data): "\(data.count) bytes"
    case .list(let elements): "[\(elements.map(text).joined(separator: " "))]"
    }
  }

  @Test func `cells come in the order of the key paths, with their types`() throws {
    #expect(
      try rows("size", "name", "good", "seen") == [
        ["0.5", "n0", "false", "date 5.0"], ["0.5", "n1", "true", "date 5.0"],
        ["nil", "n2", "false", "date 5.0"],
      ])
  }

  @Test func `a to-many is a list of one of its attributes`() throws {
    #expect(
      try rows("words", "marks.weight", "marks.text", "none.such") == [
        ["[]", "[1 2]", "[a nil]", "nil"], ["[w0]", "[1 2]", "[a nil]", "nil"],
        ["[w0 w1]", "[1 2]", "[a nil]", "nil"],
      ])
  }

  @Test func `the reader may stop`() throws {
    #expect(try rows("name", limit: 1) == [["n0"]])
    #expect(try rows("name") == [["n0"], ["n1"], ["n2"]])
  }

  @Test func `rows are handed over elsewhere, until their task is cancelled`() async throws {
    let request = FetchRequest<FetchValue>(entity: Self.entity)
    let names = Mutex<[String]>([])
    try await store.forEachRow(request, of: ["name"]) { row in
      names.withLock { $0 += row.map(Self.text) }
      return true
    }
    #expect(names.withLock(\.self) == ["n0", "n1", "n2"])
    let store = store
    let count = Atomic(0)
    let handle = Mutex<Task<Void, any Error>?>(nil)
    let task = Task {
      try await store.forEachRow(request, of: ["name"]) { _ in
        count.add(1, ordering: .relaxed)
        while handle.withLock({ $0?.cancel() }) == nil {}
        return true
      }
    }
    handle.withLock { $0 = task }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(count.load(ordering: .relaxed) == 1)
  }
}
