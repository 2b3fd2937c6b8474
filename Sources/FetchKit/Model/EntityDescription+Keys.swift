internal import Collation

// Checks of objects given by key.
extension EntityDescription {
  /// Throws for a value that is neither an object nor null, and for keys of it, or of its elements, that the entity does
  /// not have.
  func checkKeys(of object: FetchValue) throws {
    let keys = KnownKeys(owner: name, names: { keyPaths }) { keyPath in
      attributeIndex(forKeyPath: keyPath) != nil || toManyIndex(named: keyPath) != nil
        || relationship(named: keyPath) != nil || keyPath == FetchValue.identityKey
    }
    try keys.check(object)
    for list in toMany where !list.isScalar {
      guard case .list(let elements)? = object.value(forKeyPath: list.name) else { continue }
      let keys = KnownKeys(owner: list.name, names: { list.attributes.map(\.keyPath) }) {
        list.attributeIndex(forKeyPath: $0) != nil
      }
      for element in elements { try keys.check(element) }
    }
  }
}

private struct KnownKeys {
  let owner: String
  let names: () -> [String]
  let contains: (String) -> Bool

  func check(_ object: FetchValue) throws {
    if object.isNull { return }
    guard case .object(let members) = object else {
      throw StoreError(
        .invalidRequest, "store.notByKey",
        "\(owner) needs an object with keys, found \(object.kind.errorMessage)")
    }
    for (key, value) in members { try check(key, value, "") }
  }

  private func check(_ key: String, _ value: FetchValue, _ path: String) throws {
    let keyPath = path + key
    guard !key.contains(".") else {
      throw StoreError(
        .invalidRequest, "store.flatKey",
        "\(owner) needs nested objects instead of the key '\(keyPath)'")
    }
    if contains(keyPath) { return }
    guard names().contains(where: { $0.hasPrefix(keyPath + ".") }) else {
      let hint = NearestName.nearest(to: keyPath, in: names())
      throw StoreError(
        .invalidRequest,
        ErrorMessage("store.noAttribute", "\(owner) has no attribute '\(keyPath)'")
          .suggesting(hint))
    }
    guard case .object(let members) = value else { return }
    for (key, value) in members { try check(key, value, keyPath + ".") }
  }
}
