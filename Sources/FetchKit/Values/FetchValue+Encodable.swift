/// Encoded as the plain value: an object as a keyed container, a list as an unkeyed one, null as nil.
///
/// ```swift
/// try JSONEncoder().encode(store.dictionaries(request))  // [{"author.name":"Lem","books":2}]
/// ```
///
/// The encoder decides how dates and data are written.
extension FetchValue: Encodable {
  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .date(let date): try container.encode(date)
    case .data(let data): try container.encode(data)
    case .list(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}
