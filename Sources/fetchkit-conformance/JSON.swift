/// A JSON value that keeps whole numbers and others apart, as the cases need it.
indirect enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case list([JSON])
  case object([String: JSON])

  /// The member of an object; nil when there is none, or this is no object.
  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The text; nil when this is no string.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number when it is whole; nil otherwise.
  var integer: Int? {
    guard case .integer(let number) = self else { return nil }
    return Int(number)
  }

  /// The truth value; nil when this is none.
  var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The elements of a list; nil when this is none.
  var elements: [JSON]? {
    guard case .list(let elements) = self else { return nil }
    return elements
  }
}

extension JSON: CustomStringConvertible {
  /// The value as JSON, the members of objects in the order of their keys.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): "\"\(text)\""
    case .list(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }
  }
}
