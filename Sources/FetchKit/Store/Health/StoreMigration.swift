internal import Foundation
internal import GRDB

/// A step from an earlier model of a store to the current one.
///
/// New entities and attributes are added without a step. A store that has an attribute otherwise than the model
/// declares it is opened only with a step that says what becomes of the values. The steps of all versions stay in the
/// list, in order; a store does those that it has not done yet, in one transaction, and remembers them.
///
/// ```swift
/// let store = try FetchStore(
///   path: "books.sqlite", model: model,
///   migrations: [
///     .renaming("writer", to: "author", in: "Book"),
///     .converting("price", in: "Book") { text in
///       .double(text.stringValue.flatMap { Double($0) } ?? 0)
///     },
///     .removing("room", from: "Book"),
///   ])
/// ```
///
/// A step that fails leaves the store as it was. Changes from before a migration cannot be undone.
public struct StoreMigration: Sendable {
  typealias Conversion = @Sendable (FetchValue) throws -> FetchValue

  typealias Update =
    @Sendable (
      _ stored: [String: FetchValue], _ id: ObjectID, _ transaction: inout StoreTransaction
    )
    throws -> Void

  enum Kind: Sendable {
    case rename(to: String)
    case remove
    case convert(Conversion)
    case update(Update)
  }

  let entity: String
  /// The key path of the attribute, or the name of an update.
  let keyPath: String
  let kind: Kind

  /// A line that identifies the step in the list of those that a store has done.
  var line: String {
    let operation =
      switch kind {
      case .rename(let name): "rename\t\(name)"
      case .remove: "remove"
      case .convert: "convert"
      case .update: "update"
      }
    return "\(entity)\t\(keyPath)\t\(operation)"
  }

  /// Gives a stored attribute or a to-many relationship with a table another name, and its column or table the one that
  /// the model declares.
  public static func renaming(_ keyPath: String, to name: String, in entity: String)
    -> StoreMigration
  {
    StoreMigration(entity: entity, keyPath: keyPath, kind: .rename(to: name))
  }

  /// Deletes the values of an attribute or a to-many relationship; one with the same name in the model starts empty.
  public static func removing(_ keyPath: String, from entity: String) -> StoreMigration {
    StoreMigration(entity: entity, keyPath: keyPath, kind: .remove)
  }

  /// Converts each value of an attribute for the next conversion of it, the last one to the type and optionality that
  /// the model declares. Related objects are object IDs, read by `objectID`.
  public static func converting(
    _ keyPath: String, in entity: String,
    _ convert: @escaping @Sendable (_ value: FetchValue) throws -> FetchValue
  ) -> StoreMigration {
    StoreMigration(entity: entity, keyPath: keyPath, kind: .convert(convert))
  }

  /// Calls `update` with the stored attributes and the object ID of each object that an entity has before the migration.
  ///
  /// The transaction reads and writes objects of the model. Attributes that later steps remove, rename or convert are
  /// as they are before those steps. Related objects are object IDs, read by `objectID`, and to-many relationships with
  /// a table are lists. `name` tells the step from others.
  ///
  /// ```swift
  /// .updating("Book", named: "authors") { stored, id, transaction in
  ///   guard var book = try transaction.object(with: id, as: Book.self) else { return }
  ///   book.author = transaction.insert(Author(name: stored["writer"]?.stringValue ?? ""))
  ///   transaction.update(book)
  /// },
  /// .removing("writer", from: "Book"),
  /// ```
  public static func updating(
    _ entity: String, named name: String,
    _ update:
      @escaping @Sendable (
        _ stored: [String: FetchValue], _ id: ObjectID, _ transaction: inout StoreTransaction
      ) throws -> Void
  ) -> StoreMigration {
    StoreMigration(entity: entity, keyPath: name, kind: .update(update))
  }
}

extension FetchStore {
  /// Describes what opening a store with a model and migrations would change, one sentence for each change.
  ///
  /// ```swift
  /// try FetchStore.plannedMigration(at: path, model: model, migrations: migrations)
  /// // ["rename 'writer' of 'Book' to 'author'", "add 'color' to 'Book'"]
  /// ```
  ///
  /// Changes nothing. Throws what opening the store would throw, except for what a conversion or an update throws, and
  /// for objects that break a new uniqueness constraint. Indexes and derived attributes are not listed.
  public static func plannedMigration(
    at path: String, model: ManagedObjectModel, migrations: [StoreMigration] = []
  ) throws -> [String] {
    try model.validate()
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FetchKit.storing(at: path) {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { try ConnectionSetup.prepare($0) }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { database in
        let installer = SchemaInstaller(schema: Schema(model: model), migrations: migrations)
        try installer.checkFile(database)
        guard let plan = try installer.plan(database) else { return [] }
        let pairs = NewPairs(plan, model)
        try pairs.check(database, before: plan)
        let additions = plan.migrated.additions(model, to: plan.stored.entities)
        return plan.changes.map(\.description) + plan.listRenamings.map(\.description)
          + plan.updates.map(\.description) + additions + pairs.descriptions
      }
    }
  }
}
