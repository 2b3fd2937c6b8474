import Foundation
import Testing

/// What the compiler says to delegates of a results controller.
@Suite struct DelegateTypeTests {
  @Test func `a delegate's method for the ID of an object compiles`() throws {
    #expect(try Self.compilerErrors(method: "didChange object: ObjectID") == [])
  }

  @Test(arguments: ["didChange object: Book", "didChange anObject: Any"])
  func `a delegate's method that would never be called does not compile`(method: String) throws {
    #expect(
      try Self.compilerErrors(method: method) == [
        "type 'BookList' does not conform to protocol 'FetchedResultsControllerDelegate'"
      ])
  }

  /// Checks a program that has a delegate with one method for changed objects, without building it.
  private static func compilerErrors(method: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "BookList.swift")
    try program(method: method).write(to: file, atomically: true, encoding: .utf8)
    let output = try run("swiftc", ["-typecheck", file.path] + moduleOptions())
    return output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^\S.*: error: (.*)/#).map { String($0.1) }
    }
  }

  private static func program(method: String) -> String {
    """
    import FetchKit
    import Foundation

    struct Book: FetchableEntity {
      var objectID: ObjectID?
      var title = ""
      static let entity = EntityDescription(
        Book.self, name: "Book", properties: [.attribute("title", \\.title)])
    }

    final class BookList: FetchedResultsControllerDelegate {
      func controllerDidChangeContent(_ controller: FetchedResultsController<Book>) {}
      func controller(
        _ controller: FetchedResultsController<Book>, \(method),
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
      ) {}
    }
    """
  }

  /// The options that find the modules of this build.
  private static func moduleOptions() throws -> [String] {
    let build = Bundle.main.bundleURL
    let sqlite = "checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"
    let maps =
      try FileManager.default.contentsOfDirectory(at: build, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "build" }
      .map { $0.appending(path: "module.modulemap") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
      + [build.appending(path: "../../\(sqlite)").standardizedFileURL]
    return ["-swift-version", "6", "-I", build.appending(path: "Modules").path]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }
}
