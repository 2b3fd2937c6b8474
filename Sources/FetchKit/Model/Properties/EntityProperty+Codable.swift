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
    EntityProperty(
      AttributeDescription(
        name, .string, column: column, defaultValue: JSONText.stored(Root()[keyPath: keyPath])),
      keyPath, encode: { JSONText.stored($0) },
      decode: { JSONText.value(of: $0.stringValue ?? "null") })
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
      AttributeDescription(
        name, Stored.attributeType, isOptional: Stored.isOptional, column: column,
        defaultValue: encode(Root()[keyPath: keyPath]).attributeValue),
      keyPath, encode: { encode($0).attributeValue },
      decode: { Stored(attributeValue: $0).flatMap(decode) })
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
  private static let (infinity, negativeInfinity, nan) = ("Infinity", "-Infinity", "NaN")

  /// The text of a value; null for nil. A value that cannot be encoded becomes one that no text attribute accepts.
  static func stored(_ value: some Encodable) -> FetchValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
    guard let data = try? encoder.encode(value) else { return .list([]) }
    let text = String(decoding: data, as: UTF8.self)
    return text == "null" ? .null : .string(text)
  }

  static func value<Value: Decodable>(of text: String) -> Value? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
    return try? decoder.decode(Value.self, from: Data(text.utf8))
  }
}
