extension EntityProperty {
  /// Describes an optional structure, whose attributes are columns of the object.
  ///
  /// ```swift
  /// .embedded("location", \.location)  // var location: Location?, columns location_city, location_latitude, …
  /// ```
  ///
  /// The attributes of the structure's entity get key paths that begin with `name`, such as `location.city`, and are nil
  /// without a structure. Where all of them are optional, a Boolean attribute `location.isPresent` tells a structure
  /// without values from none. The structure has no lists and no relationships.
  public static func embedded<Part: DescribedValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Part?> & Sendable
  ) -> EntityProperty {
    let stored = (Part.entity.mapping(for: Part.self)?.attributes ?? []).compactMap { part in
      part.stored.map { (part, $0) }
    }
    let required = stored.firstIndex { !$0.1.isOptional }
    var parts = stored.map { Self.part($0, of: name, keyPath) }
    let marker =
      required.map { parts.remove(at: $0) } ?? presence(of: name, keyPath)
    var property = EntityProperty(
      kind: .embedded(name: name, marker: marker.name), keyPath: keyPath, read: marker.read,
      write: marker.write)
    property.parts = [marker.creating(keyPath)] + parts
    return property
  }

  /// The attribute that has a column of its own; nil for other properties.
  private var stored: AttributeDescription? {
    guard case .attribute(let attribute) = kind, attribute.column != nil,
      attribute.derivation == nil, attribute.relationship == nil
    else { return nil }
    return attribute
  }

  private static func part<Part>(
    _ part: (EntityProperty<Part>, AttributeDescription), of name: String,
    _ keyPath: any WritableKeyPath<Root, Part?> & Sendable
  ) -> EntityProperty {
    let (part, attribute) = part
    let structure = EmbeddedStructure(
      keyPath: attribute.structure.map { "\(name).\($0.keyPath)" } ?? name,
      defaultValue: attribute.initialValue,
      isRequired: attribute.structure?.isRequired ?? !attribute.isOptional)
    var description = AttributeDescription(
      "\(name).\(attribute.keyPath)", attribute.type, hasNaturalOrder: attribute.hasNaturalOrder
    ).part(of: structure)
    description.typeCheck = attribute.typeCheck
    return EntityProperty(
      kind: .attribute(description), keyPath: nil,
      read: { $0[keyPath: keyPath].map(part.read) ?? .null },
      write: { root, value in
        guard var own = root[keyPath: keyPath], !value.isNull || attribute.isOptional else {
          return true
        }
        let fits = part.write(&own, value)
        root[keyPath: keyPath] = own
        return fits
      })
  }

  private static func presence<Part>(
    of name: String, _ keyPath: any WritableKeyPath<Root, Part?> & Sendable
  ) -> EntityProperty {
    var attribute = AttributeDescription("\(name).isPresent", .boolean)
      .part(of: EmbeddedStructure(keyPath: name, defaultValue: .bool(true), isRequired: true))
    attribute.typeCheck.accepts = { $0.boolValue == true }
    return EntityProperty(
      kind: .attribute(attribute), keyPath: nil,
      read: { $0[keyPath: keyPath] == nil ? .null : .bool(true) }, write: { _, _ in true })
  }

  /// Returns the marker, which is written first and creates or removes the structure.
  private func creating<Part: DescribedValue>(
    _ keyPath: any WritableKeyPath<Root, Part?> & Sendable
  ) -> EntityProperty {
    let write = write
    return EntityProperty(kind: kind, keyPath: nil, read: read) { root, value in
      root[keyPath: keyPath] = value.isNull ? nil : Part()
      return write(&root, value)
    }
  }
}

extension [String: FetchValue] {
  /// Sets a value at a path and creates missing objects on the way.
  mutating func set(_ value: FetchValue, at path: ArraySlice<Substring>) {
    guard let first = path.first else { return }
    let key = String(first)
    let rest = path.dropFirst()
    guard !rest.isEmpty else {
      self[key] = value
      return
    }
    var inner: [String: FetchValue] = [:]
    if case .object(let members) = self[key] { inner = members }
    inner.set(value, at: rest)
    self[key] = .object(inner)
  }
}
