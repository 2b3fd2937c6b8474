/// A join of rows with the values of a to-many relationship, by which they are grouped.
///
/// A row is in the group of each of its distinct values, or in that of nil when it has none.
struct GroupJoin {
  let attribute: AttributeDescription
  private let table: String
  private let owner: String
  private let list: ToManyDescription
  private let column: String

  /// Fails for a key path that is not that of elements of a relationship.
  init?(_ keyPath: String, number: Int, of entity: EntityDescription) {
    guard entity.attribute(forKeyPath: keyPath) == nil,
      let (list, rest) = SQLScope(entity: entity).toMany(keyPath),
      let key = list.keyPath(rest),
      let element = list.attributes.first(where: { $0.keyPath == key }),
      let column = element.column
    else { return nil }
    self.list = list
    self.column = column
    table = entity.table
    owner = "fetchkit_owner_\(number)"
    attribute = AttributeDescription(keyPath, element.type, column: "fetchkit_group_\(number)")
  }

  func sql(_ dialect: SQLDialect) -> String {
    """
     LEFT JOIN (SELECT DISTINCT owner AS \(owner), \(SQLName.quoted(column)) \
    AS \(attribute.column ?? "") FROM \(SQLName.quoted(list.table)))\(dialect.isSQLite ? "" : " AS \(owner)_list") \
    ON \(owner) = \(SQLName.quoted(table)).pk
    """
  }
}
