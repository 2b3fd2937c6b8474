import FetchKit
import Foundation
import Testing

/// Texts with combining characters mean the same in memory and in SQL: what their code points say.
struct CodePointTests {
  private static let names = ["cafe\u{301}", "caf\u{E9}", "CAFE\u{301}", "CAF\u{C9}", "cafe"]

  @Test(
    arguments: [
      ("name CONTAINS 'cafe'", [0, 4]), ("name CONTAINS[c] 'CAFE'", [0, 2, 4]),
      ("name CONTAINS[c] 'f\u{C9}'", [1, 3]), ("name CONTAINS[c] 'E\u{301}'", [0, 2]),
      ("name CONTAINS[c] '\u{301}'", [0, 2]), ("name CONTAINS[cd] 'F\u{C9}'", [0, 1, 2, 3, 4]),
      ("name BEGINSWITH[c] 'CAFE'", [0, 2, 4]), ("name ENDSWITH[c] 'e'", [4]),
      ("name LIKE[c] 'CAF?'", [1, 3, 4]), ("name LIKE[c] 'CAF??'", [0, 2]),
      ("name LIKE[cd] 'CAF?'", [0, 1, 2, 3, 4]), ("name MATCHES[c] 'CAF.'", [1, 3, 4]),
      ("name ==[c] 'CAF\u{C9}'", [1, 3]), ("name ==[cd] 'CAF\u{C9}'", [0, 1, 2, 3, 4]),
      ("name IN[c] {'CAFE\u{301}'}", [0, 2]),
    ])
  func `a combining mark is a character of its own unless marks are ignored`(
    format: String, expected: [Int]
  ) throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for name in Self.names { work.insert(Worker(name, age: 0, sex: nil)) }
    }
    let predicate = try FetchPredicate(format: format)
    let workers = try store.fetch(FetchRequest<Worker>())
    let inMemory = try workers.indices.filter { try predicate.evaluate(with: workers[$0]) }
    var request = FetchRequest<Worker>()
    request.predicate = predicate
    let inStore = try store.objectIDs(request).map { Int($0.rowID) - 1 }
    #expect(inMemory == expected)
    #expect(inStore == expected)
  }
}
