import ColumnCache
import FetchKit
import Foundation
import Resources
import VenueImport
import Venues

/// Opens the store that the options name.
struct StoreAccess {
  /// The value of `--store`; nil for the default store.
  let path: String?

  static let model = ManagedObjectModel(entities: [Venue.entity])
  static let seedKey = "seed"

  private var location: String {
    let path = path ?? PathTable().store
    // SQLite would read it as a URI.
    return path.hasPrefix("file:") ? "./" + path : path
  }

  /// Opens the store; creates and fills the default one if it is missing.
  func open(_ connections: StoreConnections = .one) throws -> FetchStore {
    let isDefault = path == nil && !PathTable.isStoreNamed
    guard isDefault || FileManager.default.fileExists(atPath: location) else {
      throw Failure(
        .noInput, "no store at \(location): create it with `boba import FILE --store \(location)`")
    }
    // The folder of the default store has few other files, so that the search is cheap.
    if isDefault { PrivateFolder.removeAbandoned(beside: location) }
    let store = try openFile(connections)
    if isDefault, !store.isReadOnly { try fill(store) }
    return store
  }

  /// Opens the store for a command that changes it.
  func openToWrite() throws -> FetchStore {
    let store = try open()
    try TriggerTrust().check(store)
    return store
  }

  /// The metadata of a store that an import created: it is never filled with the bundled venues.
  static let metadataOfImports = [seedKey: "no"]

  /// Prepares an import and returns the path of the store.
  func pathForImport() throws -> String {
    guard location != ":memory:" else {
      throw Failure.usage(
        "cannot import into :memory:, because the venues would be lost; name a file with --store")
    }
    if FileManager.default.fileExists(atPath: location) {
      try TriggerTrust().check(openFile())
    } else {
      try prepareFolder()
    }
    return location
  }

  /// The store of a dry run; nil for that of a single file, which the store itself rolls back if it can be written.
  func dryRunStore(isSingle: Bool) throws -> DryRunStore? {
    guard FileManager.default.fileExists(atPath: location) else { return DryRunStore() }
    let store = try openFile()
    try TriggerTrust().check(store)
    return isSingle && !store.isReadOnly ? nil : try DryRunStore(copying: store)
  }

  /// Creates an empty store if an import should have created one and failed.
  func createAfterImport() throws {
    let store = NewStore(path: location, model: Self.model, metadata: Self.metadataOfImports)
    try store?.create()
  }

  private func openFile(_ connections: StoreConnections = .one) throws -> FetchStore {
    try prepareFolder()
    do {
      let store = try DelayLine("opening the store; one of an earlier version is updated first")
        .shown { try FetchStore(path: location, model: Self.model, connections: connections) }
      store.accelerator = ColumnAccelerator()
      return store
    } catch let error as StoreError {
      let sentence = ErrorText.sentence(error)
      let opening = "cannot open \(location): "
      let reason =
        sentence.hasPrefix(location + " ")
        ? "it" + sentence.dropFirst(location.count)
        : sentence.hasPrefix(opening) ? String(sentence.dropFirst(opening.count)) : sentence
      throw Failure(Failure.Code(error.code), "cannot open the store \(location): \(reason)")
    }
  }

  /// Creates the folder of the store.
  func prepareFolder() throws {
    if ImportInputs.isFolder(location) {
      throw Failure(.noInput, "cannot open the store \(location): it is a folder")
    }
    try PrivateFiles.createFolder(URL(filePath: location).deletingLastPathComponent().path)
  }

  /// Imports the bundled venues, once per file, unless anything was stored in it before.
  private func fill(_ store: FetchStore) throws {
    guard try store.metadata(forKey: Self.seedKey) == nil,
      try store.count(FetchRequest<Venue>()) == 0, try store.history().isEmpty
    else { return }
    guard (try? TriggerTrust().check(store)) != nil else { return }
    let origin = "\(Origin.seed.latitude),\(Origin.seed.longitude)"
    let options = ImportOptions(
      rows: RowImportOptions(onceKey: Self.seedKey, metadata: [Origin.metadataKey: origin]))
    let report = VenueImporter(store: store, options: options)
      .run(.bytes(SeedFile.bytes, name: "the bundled venues"))
    if let error = report.error {
      throw Failure(
        ErrorText.code(error), "cannot fill the store \(store.path): \(error.message)")
    }
  }

  /// The origin of distances: the given place, or that of the imported distances if it is known.
  func origin(of store: FetchStore, near place: Coordinate?) throws -> Origin {
    if let place { return .place(place) }
    return Origin(metadata: try store.metadata(forKey: Origin.metadataKey))
  }
}

/// A store that files are imported into to see what would change: a copy of another one, which is deleted with the value,
/// or one in memory.
final class DryRunStore {
  let path: String
  private let folder: PrivateFolder?

  init() { (path, folder) = (":memory:", nil) }

  init(copying store: FetchStore) throws {
    let folder = try PrivateFolder(beside: NSTemporaryDirectory() + "store")
    path = folder.path(of: "store.sqlite")
    try store.backup(to: path)
    self.folder = folder
  }
}
