import Foundation
import Testing

@testable import BooksExample
@testable import FetchKit
@testable import RelationshipsExample
@testable import WorkersExample

/// The examples do what their tutorials promise, and the tutorials show their actual code.
@MainActor
struct ExampleTests {
  @Test func `the books print what the tutorial promises`() throws {
    var lines: [String] = []
    try Books.run { lines.append($0) }
    let tutorial = try Tutorial("Books")
    #expect(lines == tutorial.blocks("text").flatMap(\.self))
  }

  @Test func `the workers print what the tutorial promises`() throws {
    var lines: [String] = []
    try Workers.run { lines.append($0) }
    let tutorial = try Tutorial("Workers")
    #expect(lines == tutorial.blocks("text").flatMap(\.self))
  }

  @Test func `the program of the README does what it says`() throws {
    let folder = "Sources/FetchKit"
    let readme = try Tutorial("README", in: folder)
    let program = try Tutorial.code(of: "Library").trimmingCharacters(in: .newlines)
    #expect(readme.blocks("swift").map { $0.joined(separator: "\n") }.contains(program))
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "LibraryExample")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: printed, as: UTF8.self) == "Dune 9.99\nbooks: 0\n")
  }

  @Test func `the relationships print what the tutorial promises`() throws {
    var lines: [String] = []
    try Relationships.run { lines.append($0) }
    let tutorial = try Tutorial("Relationships")
    #expect(lines == tutorial.blocks("text").flatMap(\.self))
    let sql = try FetchStatement(Relationships.expensive.query, entity: Author.entity).objects()
    #expect(tutorial.sql == [sql.sql])
  }

  @Test(arguments: ["Books", "Relationships", "Workers"])
  func `the code of a tutorial is that of its example`(name: String) throws {
    let code = try Tutorial.code(of: name)
    let blocks = try Tutorial(name).blocks("swift")
    #expect(!blocks.isEmpty)
    for block in blocks {
      let text = block.joined(separator: "\n")
      #expect(code.contains(text))
    }
  }

  @Test func `the SQL of a tutorial is what the requests become`() throws {
    let books = try FetchStatement(BookList.request.query, entity: BooksExample.Book.entity).rows(
      sectionedBy: nil
    ).sql
    let ofBooks = try Tutorial("Books").sql
    #expect(ofBooks == [books])
    let workers = try FetchStatement(WorkerList.request.query, entity: Worker.entity)
      .rows(sectionedBy: "sex").sql
    let ofWorkers = try Tutorial("Workers").sql
    #expect(ofWorkers == [workers])
  }

  @Test func `the SQL of the requests is what they become`() throws {
    var request = FetchRequest<BooksExample.Book>()
    request.predicate = try FetchPredicate(
      format: "price < %f AND title CONTAINS[c] %@", 10.0, "u")
    request.sortDescriptors = [FetchSortDescriptor(\BooksExample.Book.price, ascending: false)]
    request.fetchLimit = 20
    let objects = FetchStatement(request.query, entity: BooksExample.Book.entity)
    let sum = ExpressionDescription(
      name: "total", function: .sum, keyPath: \BooksExample.Book.price)
    var totals = FetchRequest<BooksExample.Book>()
    totals.propertiesToFetch = ["title", .expression(sum), .expression(.rowCount(name: "copies"))]
    totals.propertiesToGroupBy = ["title"]
    totals.havingPredicate = try FetchPredicate(format: "copies > 1")
    let raise = try FetchExpression(format: "price * 1.1")
    let statements = BatchStatement(entity: BooksExample.Book.entity)
    let update = try statements.update(
      ["price": raise], where: statements.condition(FetchPredicate(format: "price > 10")))
    let found = try Tutorial("Requests").blocks("sql").flatMap(\.self)
    let expected = [
      try objects.objects().sql, try objects.objectIDs().sql, try objects.count().sql,
      try FetchStatement(totals.query, entity: BooksExample.Book.entity).dictionaries().0.sql,
      update.sql.sql,
    ]
    #expect(found == expected)
  }
}
