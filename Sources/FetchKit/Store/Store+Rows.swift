internal import GRDB

extension Store {
  /// Hands over the values of some key paths, row by row, so that memory does not grow with their number.
  ///
  /// A key path through a to-many gives a list. `body` ends it by returning false.
  public func forEachRow<Element>(
    _ request: FetchRequest<Element>, of keyPaths: [String], _ body: ([Value]) throws -> Bool
  ) throws {
    try storing {
      try database.read { database in
        let entity = try self.entity(of: request.query)
        let rows = RowValues(entity, keyPaths)
        let sql = try FetchStatement(request.query, entity: entity).objects(rows.entity)
        try RowReader(entity: rows.entity, database: database).forEachRow(sql) { row in
          try body(rows.values(of: row))
        }
      }
    }
  }
}

/// Picks the values of key paths out of fetched rows.
private struct RowValues {
  private enum Place {
    case cell(Int)
    case elements(Int, key: String?)
    case missing
  }

  /// What has to be fetched for the key paths.
  let entity: EntityDescription
  private let places: [Place]

  init(_ entity: EntityDescription, _ keyPaths: [String]) {
    let reduced = entity.reduced(to: keyPaths)
    self.entity = reduced
    places = keyPaths.map { Self.place($0, reduced) }
  }

  private static func place(_ keyPath: String, _ entity: EntityDescription) -> Place {
    if let index = entity.attributeIndex(forKeyPath: keyPath) { return .cell(index) }
    for (index, list) in entity.toMany.enumerated() {
      if keyPath == list.name { return .elements(index, key: nil) }
      if keyPath.hasPrefix(list.name + ".") {
        return .elements(index, key: String(keyPath.dropFirst(list.name.count + 1)))
      }
    }
    return .missing
  }

  func values(of row: FetchedRow) -> [Value] {
    places.map { place in
      switch place {
      case .cell(let index): row.cells[index]
      case .elements(let list, nil): .list(row.elements[list])
      case .elements(let list, let key?):
        .list(row.elements[list].map { $0.value(forKeyPath: key) ?? .null })
      case .missing: .null
      }
    }
  }
}
