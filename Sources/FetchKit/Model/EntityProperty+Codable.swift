internal import Foundation

extension EntityProperty {
  /// Describes an attribute of any `Codable` type, such as an array or a structure, stored as JSON text.
  ///
  /// ```swift
  /// .codable("palette", \.palette)  // [Color] as [{"blue":0,"green":0,"red":255}]
  /// ```
  ///
  /// Predicates and sort descriptors see the text. nil is stored as NULL.
  public static func codable<Member: Codable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Member> & Sendable, column: String? = nil
  ) -> EntityProperty where Root: DescribedValue {
    transformed(
      name, keyPath, column: column,
      to: { JSONText.text(of: $0) }, from: { JSONText.value(of: $0 ?? "null") })
  }

  /// Describes an attribute that is stored as a value of another type.
  ///
  /// ```swift
  /// .transformed("color", \.color, to: { $0.hexadecimal }, from: { Color(hexadecimal: $0) })
  /// ```
  ///
  /// Predicates and sort descriptors see the stored value. A fetch fails for a value of which `from` returns nil.
  public static func transformed<Member, Stored: AttributeValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Member> & Sendable, column: String? = nil,
    to encode: @escaping @Sendable (Member) -> Stored,
    from decode: @escaping @Sendable (Stored) -> Member?
  ) -> EntityProperty where Root: DescribedValue {
    EntityProperty(
      kind: .attribute(
        AttributeDescription(
          name, Stored.attributeType, isOptional: Stored.isOptional, column: column,
          defaultValue: encode(Root()[keyPath: keyPath]).attributeValue)),
      keyPath: keyPath,
      read: { encode($0[keyPath: keyPath]).attributeValue },
      write: { root, value in
        guard let stored = Stored(attributeValue: value), let member = decode(stored) else {
          return false
        }
        root[keyPath: keyPath] = member
        return true
      })
  }

  /// Describes a to-many relationship of plain values, stored in `table`, by default `TYPE_NAME` in lower case.
  public static func toMany<Element: AttributeValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Element]> & Sendable,
    table: String? = nil
  ) -> EntityProperty {
    .toMany(
      name, values: keyPath,
      table: table ?? defaultTable(name))
  }
}

/// JSON of `Codable` values; equal values have equal texts.
private enum JSONText {
  static func text(of value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    return text == "null" ? nil : text
  }

  static func value<Value: Decodable>(of text: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}
