import ColumnCache
import FetchKit
import Foundation
import Resources
import VenueImport
import Venues

/// Opens the store that the options name.
struct StoreAccess {
  /// The path given by hand; nil for the default store.
  let path: String?

  static let model = ManagedObjectModel(entities: [Venue.entity])
  static let seedKey = "seed"
  /// Set while all distances of the store are measured from one place, to `LAT,LNG`.
  private static let originKey = "origin"

  /// The store for everything but an import: the default one is made and filled when it is missing.
  func open(_ connections: StoreConnections = .one) throws -> Store {
    let location = path ?? PathTable().store
    let isDefault = path == nil && !PathTable.isStoreNamed()
    guard isDefault || FileManager.default.fileExists(atPath: location) else {
      throw Failure(
        .noInput, "there is no store at \(location): boba import FILE --store \(location) makes one"
      )
    }
    // The folder of the default store has few other files: looking through it costs nothing.
    if isDefault { PrivateFolder.removeAbandoned(beside: location) }
    let store = try openFile(location, connections)
    if isDefault, !store.isReadOnly { try fill(store) }
    return store
  }

  /// What an import that changes venues keeps with the store: distances of other files were measured from
  /// an unknown place.
  static let metadataAfterImports: [String: String?] = [originKey: nil]

  /// What marks a store that an import created: the bundled venues do not come into it.
  static let metadataOfImports = [seedKey: "no"]

  /// The path of the store to import into; its folder is created.
  ///
  /// A dry run creates nothing: a missing store is one in memory.
  func pathForImport(isDryRun: Bool) throws -> String {
    let location = path ?? PathTable().store
    let exists = FileManager.default.fileExists(atPath: location)
    if !exists, isDryRun { return ":memory:" }
    if exists {
      try TriggerTrust().check(openFile(location))
    } else {
      try prepareFolder(of: location)
    }
    return location
  }

  /// Creates an empty store where an import was to create one and failed.
  func createAfterImport() throws {
    let location = path ?? PathTable().store
    let store = NewStore(path: location, model: Self.model, metadata: Self.metadataOfImports)
    try store?.create()
  }

  private func openFile(_ location: String, _ connections: StoreConnections = .one) throws -> Store
  {
    try prepareFolder(of: location)
    do {
      let store = try Store(path: location, model: Self.model, connections: connections)
      store.accelerator = ColumnAccelerator()
      return store
    } catch let error as StoreError {
      let sentence = ErrorText.sentence(error)
      let isOfStore = sentence.hasPrefix(location + " ")
      let reason = isOfStore ? "it" + sentence.dropFirst(location.count) : sentence
      throw Failure(Failure.Code(error.code), "cannot open the store \(location): \(reason)")
    }
  }

  private func prepareFolder(of location: String) throws {
    var isFolder = ObjCBool(false)
    if FileManager.default.fileExists(atPath: location, isDirectory: &isFolder), isFolder.boolValue
    {
      throw Failure(.noInput, "\(location) is a folder, not a store")
    }
    try makeFolder(URL(filePath: location).deletingLastPathComponent().path)
  }

  /// Makes a folder and those above it, for this user alone, as XDG asks.
  private func makeFolder(_ path: String) throws {
    guard !path.isEmpty, !FileManager.default.fileExists(atPath: path) else { return }
    try makeFolder(URL(filePath: path).deletingLastPathComponent().path)
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    let reason = SystemError.reason(errno)
    throw Failure(.cannotCreate, "cannot create the folder \(path): \(reason)")
  }

  /// Imports the bundled venues, once in the life of a file.
  private func fill(_ store: Store) throws {
    guard try store.metadata(forKey: Self.seedKey) == nil else { return }
    guard (try? TriggerTrust().check(store)) != nil else { return }
    let origin = "\(Origin.seed.latitude),\(Origin.seed.longitude)"
    let options = ImportOptions(onceKey: Self.seedKey, metadata: [Self.originKey: origin])
    let report = VenueImporter(store: store, options: options)
      .run(.bytes(SeedFile.bytes, name: "the bundled venues"))
    if let error = report.error {
      throw Failure(
        ErrorText.code(error), "cannot fill the store \(store.path): \(error.message)")
    }
  }

  /// Where distances are measured from: the place given, or what is known of the imported ones.
  func origin(of store: Store, near place: Coordinate?) throws -> Origin {
    if let place { return .place(place) }
    let known = try store.metadata(forKey: Self.originKey).flatMap(Place.init(argument:))
    return .asImported(known?.coordinate)
  }
}
