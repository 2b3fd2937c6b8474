import FetchKit
import Foundation

/// The user's consent to foreign triggers in a store.
///
/// Triggers that other programs added to the user's own store run. Triggers in a store that belongs to
/// another user could do anything with this user's rights, so that they need consent.
struct TriggerTrust {
  /// The state folder.
  var folder = PathTable().state
  var user = geteuid()

  /// Throws if writing to a store could run triggers that the user did not accept.
  func check(_ store: FetchStore) throws {
    guard let owner = store.owner, owner != user else { return }
    let triggers = try triggers(of: store)
    guard !triggers.isEmpty, !accepted.contains(Self.statements(triggers)) else { return }
    throw Failure(
      .cannotWrite,
      """
      cannot write to \(store.path): it belongs to another user and has triggers not created by boba: \
      \(Self.names(triggers)); remove them with `boba doctor --drop-triggers` or accept them with \
      `boba doctor --trust-triggers`
      """)
  }

  /// Throws if a backup of another user has triggers, which would then be in the user's own store.
  func check(_ foreign: [SchemaObject], ofBackup path: String) throws {
    let triggers = foreign.filter { $0.kind == .trigger }
    guard !triggers.isEmpty, let owner = FetchStore.owner(ofFile: path), owner != user,
      !accepted.contains(Self.statements(triggers))
    else { return }
    throw Failure(
      .cannotWrite,
      """
      cannot restore \(path): it belongs to another user and has triggers not created by boba: \
      \(Self.names(triggers)); copy it, and look at the copy with `boba doctor --store COPY`
      """)
  }

  /// Accepts the current triggers of a store, by their full text.
  func accept(_ store: FetchStore) throws {
    let statements = Self.statements(try triggers(of: store))
    guard !statements.isEmpty, !accepted.contains(statements) else { return }
    try PrivateFiles.createStateFolder(folder)
    try PrivateFiles.write(try JSONEncoder().encode(accepted + [statements]), to: path)
  }

  private func triggers(of store: FetchStore) throws -> [SchemaObject] {
    try store.foreignObjects().filter { $0.kind == .trigger }
  }

  private static func names(_ triggers: [SchemaObject]) -> String {
    triggers.map { "'\($0.name)'" }.joined(separator: ", ")
  }

  /// Full texts instead of hashes, which could collide.
  private static func statements(_ triggers: [SchemaObject]) -> [String] {
    triggers.map(\.sql).sorted()
  }

  private var path: String { folder + "/trusted-triggers.json" }

  private var accepted: [[String]] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
    return (try? JSONDecoder().decode([[String]].self, from: data)) ?? []
  }
}
