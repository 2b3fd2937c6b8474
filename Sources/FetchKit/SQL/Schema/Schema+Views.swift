internal import Foundation

/// The views of a store for people and other programs, without FetchKit's own columns.
extension Schema {
  struct View {
    let name: String
    let sql: String
  }

  /// Returns a view of the entity with a column per relationship, and a view of each relationship.
  func views(_ entity: EntityDescription) -> [View] {
    [flat(entity)] + entity.toMany.map { flat($0, of: entity) }
  }

  private func flat(_ entity: EntityDescription) -> View {
    let table = SQLName.quoted(entity.table)
    let own = entity.attributes.filter { $0.derivation == nil }.compactMap { Self.shown($0) }
    let lists = entity.toMany.flatMap { Self.columns(of: $0, ownedBy: table) }
    return view(entity.table, own + lists, from: table)
  }

  private func flat(_ toMany: ToManyDescription, of entity: EntityDescription) -> View {
    let table = SQLName.quoted(toMany.table)
    let owner = SQLName.quoted(entity.table)
    let key = entity.identifier.flatMap(entity.attribute)?.column ?? "pk"
    let columns =
      [
        "owner.\(SQLName.quoted(key)) AS \(SQLName.quoted("\(entity.table)_\(key)"))",
        "element.position",
      ] + toMany.attributes.compactMap { Self.shown($0, of: "element.") }
    return view(
      toMany.table, columns,
      from: "\(table) AS element JOIN \(owner) AS owner ON owner.pk = element.owner")
  }

  private func view(_ table: String, _ columns: [String], from source: String) -> View {
    let name = table + "_flat"
    return View(
      name: name,
      sql: """
        CREATE VIEW \(SQLName.quoted(name)) AS SELECT
          \((columns.isEmpty ? ["pk"] : columns).joined(separator: ",\n  "))
        FROM \(source)
        """)
  }

  /// The column; dates are in ISO 8601.
  private static func shown(_ attribute: AttributeDescription, of table: String = "") -> String? {
    guard let column = attribute.column.map(SQLName.quoted) else { return nil }
    guard attribute.type == .date else { return table + column }
    let origin = Int(Date.timeIntervalBetween1970AndReferenceDate)
    return "strftime('%Y-%m-%dT%H:%M:%SZ', \(table)\(column) + \(origin), 'unixepoch') AS \(column)"
  }

  /// The first string attribute of the elements, joined by `; `, and their number.
  private static func columns(of toMany: ToManyDescription, ownedBy owner: String) -> [String] {
    let table = SQLName.quoted(toMany.table)
    let condition = "WHERE owner = \(owner).pk"
    let count =
      "(SELECT COUNT(*) FROM \(table) \(condition)) AS \(SQLName.quoted(toMany.name + "_count"))"
    guard let text = toMany.attributes.first(where: { $0.type == .string })?.column else {
      return [count]
    }
    let ordered =
      "SELECT \(SQLName.quoted(text)) AS value FROM \(table) \(condition) ORDER BY position"
    return [
      "(SELECT group_concat(value, '; ') FROM (\(ordered))) AS \(SQLName.quoted(toMany.name))",
      count,
    ]
  }
}
