/// How the cells of a batch's rows become the columns of the entity's table.
struct RowColumns {
  enum Source {
    /// The cell of an attribute, or its default.
    case attribute(Int, defaultValue: Value)
    /// The natural order of an attribute's text.
    case naturalOrder(of: Int)
    /// The folded texts of attributes and of elements.
    case foldedTexts([TextSource])
    /// The hash of all that the batch set.
    case contentHash
  }

  enum TextSource {
    case attribute(Int)
    case element(list: Int, attribute: Int)
  }

  struct Column {
    /// In quotes where needed.
    let name: String
    let source: Source
  }

  /// The columns that a new row sets.
  let inserted: [Column]
  /// The columns that an import writes over a row that is there.
  let updated: [Column]

  init(_ entity: EntityDescription) {
    var inserted: [Column] = []
    var updated: [Column] = []
    for (index, attribute) in entity.attributes.enumerated() {
      let columns = Self.columns(of: attribute, index, entity)
      inserted += columns
      if !entity.keptByImports.contains(attribute.keyPath) { updated += columns }
    }
    let hash = Column(name: "content_hash", source: .contentHash)
    self.inserted = inserted + [hash]
    self.updated = updated + [hash]
  }

  private static func columns(
    of attribute: AttributeDescription, _ index: Int, _ entity: EntityDescription
  ) -> [Column] {
    guard let column = attribute.column else { return [] }
    let name = SQLName.quoted(column)
    if case .foldedTexts(let keyPaths) = attribute.derivation {
      return [
        Column(name: name, source: .foldedTexts(keyPaths.compactMap { textSource($0, entity) }))
      ]
    }
    let own = Column(
      name: name, source: .attribute(index, defaultValue: attribute.defaultValue))
    guard let order = attribute.orderColumn else { return [own] }
    return [own, Column(name: SQLName.quoted(order), source: .naturalOrder(of: index))]
  }

  private static func textSource(_ keyPath: String, _ entity: EntityDescription) -> TextSource? {
    if let index = entity.attributeIndex(forKeyPath: keyPath) { return .attribute(index) }
    for (list, toMany) in entity.toMany.enumerated() where keyPath.hasPrefix(toMany.name + ".") {
      let rest = String(keyPath.dropFirst(toMany.name.count + 1))
      return toMany.attributeIndex(forKeyPath: rest).map { .element(list: list, attribute: $0) }
    }
    return nil
  }
}
