// Objects as values, nested by key path.
extension EntityMapping {
  /// Returns all properties except derived ones, nested by key path.
  func wholeValue(of root: Root) -> FetchValue {
    var members: [String: FetchValue] = [:]
    for property in attributes + lists where !property.isDerived {
      members.set(property.read(root), at: property.name.split(separator: ".")[...])
    }
    for structure in structures where byName[structure.marker]?.read(root).isNull == true {
      members.set(.null, at: structure.keyPath.split(separator: ".")[...])
    }
    return .object(members)
  }

  /// Creates a value from the members of an object; missing and mistyped ones keep their defaults. Returns nil for
  /// one that its Swift type does not have.
  func make(from value: FetchValue) -> Root? {
    var root = Root()
    for property in attributes + lists {
      guard let member = member(property, of: value) else { continue }
      guard property.write(&root, member) || !property.isMissing(member) else { return nil }
    }
    return root
  }

  private func member(_ property: EntityProperty<Root>, of value: FetchValue) -> FetchValue? {
    if let member = value.value(forKeyPath: property.name) { return member }
    guard let structure = property.attribute?.structure else { return nil }
    return value.value(forKeyPath: structure.keyPath)?.isNull == true ? .null : nil
  }

  /// The optional structure at a key path, null where there is none; nil for another key path.
  func structure(at keyPath: String, of root: Root) -> FetchValue? {
    guard !structures.isEmpty, structures.contains(where: { $0.keyPath == keyPath }) else {
      return nil
    }
    return wholeValue(of: root).value(forKeyPath: keyPath) ?? .null
  }
}
