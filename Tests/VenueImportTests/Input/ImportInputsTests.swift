import FetchKit
import Foundation
import Synchronization
import Testing
import Venues

@testable import VenueImport

/// Inputs that are files, in a folder of their own.
final class ImportInputsTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/boba-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/sub.json", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func make(_ name: String, _ text: String = "[]") throws -> String {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    return "\(folder)/\(name)"
  }

  @Test func `a folder lists its venue files by name`() throws {
    let names = ["b.JSON", "a.csv.gz", "sub.json/c.ndjson", "d.geojson", "g.gz"]
    for name in names + ["e.txt", "f.json.bak", "h.tar.gz"] { _ = try make(name) }
    let expected = ["a.csv.gz", "b.JSON", "d.geojson", "g.gz", "sub.json/c.ndjson"]
    let files = expected.map { ImportSource.file("\(folder)/\($0)") }
    #expect(try ImportInputs.find([folder]) == files)
    #expect(try ImportInputs.find([folder + "/"]) == files)
    #expect(
      try ImportInputs.find(["-", "\(folder)/b.JSON", "/nowhere"])
        == [.standardInput, .file("\(folder)/b.JSON"), .file("/nowhere")])
  }

  @Test func `hidden files and folders are left out`() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/.cache", withIntermediateDirectories: false)
    for name in ["._a.json", ".b.ndjson", ".cache/c.json", "d.json"] { _ = try make(name) }
    #expect(try ImportInputs.find([folder]) == [.file("\(folder)/d.json")])
    #expect(try ImportInputs.find([folder + "/.cache"]) == [.file("\(folder)/.cache/c.json")])
  }

  @Test func `pipes in folders are left out`() throws {
    let file = try make("a.json")
    #expect(mkfifo("\(folder)/b.json", 0o600) == 0)
    symlink("nowhere", "\(folder)/c.json")
    #expect(try ImportInputs.find([folder]) == [.file(file), .file("\(folder)/c.json")])
  }

  @Test func `a folder without venue data cannot be opened`() {
    #expect(
      throws: ImportFailure(.emptyFolder(folder))
    ) {
      try ImportInputs.find([folder])
    }
  }

  @Test func `a file is read with progress`() throws {
    let venues = (0..<5000).map { #"{"id":"\#($0)","name":"Venue \#($0)"}"# }
    let text = "[" + venues.joined(separator: ",\n") + "]"
    let path = try make("v.json", text)
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    let seen = Mutex<[ImportProgress]>([])
    let report = VenueImporter(store: store).run(.file(path)) { progress in
      seen.withLock { $0.append(progress) }
      return true
    }
    #expect(report.error == nil)
    #expect(report.counts.inserted == 5000)
    #expect(report.counts.bytes == text.utf8.count)
    let states = seen.withLock { $0 }
    #expect(states.count > 1)
    #expect(states.allSatisfy { $0.totalBytes == text.utf8.count })
    #expect(states.map(\.bytes) == states.map(\.bytes).sorted())
    #expect(try store.count(FetchRequest<Venue>()) == 5000)
  }
}
