import FetchKit
import Foundation

/// Whether this user lets triggers run that somebody else added to a store.
///
/// In a store of one's own they run as they are; one that belongs to another user would have this user's writes
/// do whatever that user wants.
struct TriggerTrust {
  /// The state folder.
  let folder: String
  let user: UInt32

  init(folder: String = PathTable().state, user: UInt32 = geteuid()) {
    self.folder = folder
    self.user = user
  }

  /// Throws unless all triggers of a store that is about to be written are this program's, this user's or accepted.
  func check(_ store: Store) throws {
    guard let owner = store.owner, owner != user else { return }
    let triggers = try triggers(of: store)
    guard !triggers.isEmpty, !accepted.contains(Self.statements(triggers)) else { return }
    let names = triggers.map { "'\($0.name)'" }.joined(separator: ", ")
    throw Failure(
      .cannotWrite,
      """
      cannot write to \(store.path): it belongs to another user and has triggers that boba did not make: \
      \(names); 'boba doctor --drop-triggers' removes them, 'boba doctor --trust-triggers' accepts them
      """)
  }

  /// Accepts the triggers of a store as they are now; others with the same names are not accepted.
  func accept(_ store: Store) throws {
    let statements = Self.statements(try triggers(of: store))
    guard !statements.isEmpty, !accepted.contains(statements) else { return }
    guard PrivateFiles.makeFolder(folder) else {
      throw Failure(.cannotCreate, "cannot create the folder \(folder)")
    }
    try PrivateFiles.write(try JSONEncoder().encode(accepted + [statements]), to: path)
  }

  private func triggers(of store: Store) throws -> [SchemaObject] {
    try store.foreignObjects().filter { $0.kind == .trigger }
  }

  /// The statements themselves and not their hash: nobody can make others that look the same.
  private static func statements(_ triggers: [SchemaObject]) -> [String] {
    triggers.map(\.sql).sorted()
  }

  private var path: String { folder + "/trusted-triggers.json" }

  private var accepted: [[String]] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
    return (try? JSONDecoder().decode([[String]].self, from: data)) ?? []
  }
}

extension StoreAccess {
  /// Opens the store for a command that writes to it.
  func openToWrite() throws -> Store {
    let store = try open()
    try TriggerTrust().check(store)
    return store
  }
}
