internal import FetchKit

/// The source of a column's values and their representation.
struct ColumnSource: Sendable {
  let stored: StoredColumn
  let kind: Column.Kind

  /// Equal for the same values.
  var id: String { stored.id }

  /// Fails for a key path whose values are not cached.
  init?(_ keyPath: String, of entity: EntityDescription) {
    guard let stored = StoredColumn(keyPath, of: entity),
      let kind = Self.kind(keyPath, of: entity)
    else { return nil }
    self.stored = stored
    self.kind = kind
  }

  private static func kind(_ keyPath: String, of entity: EntityDescription) -> Column.Kind? {
    guard let attribute = entity.attribute(forKeyPath: keyPath) else {
      let isText = entity.toMany.contains { list in
        list.attributes.contains { "\(list.name).\($0.keyPath)" == keyPath && $0.type == .string }
      }
      return isText ? .values : nil
    }
    switch attribute.type {
    case .integer, .boolean: return .integers
    case .double, .date: return .doubles
    case .string: return attribute.derivation == nil ? .values : .words
    case .data: return nil
    }
  }

  /// Decodes a value of a dictionary-encoded column.
  func decode(_ bytes: UTF8Bytes) -> Value {
    stored.isList
      ? ElementList.value(bytes) : .string(String(decoding: bytes, as: UTF8.self))
  }
}
