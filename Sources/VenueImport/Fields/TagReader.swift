import JSONStream
import Venues

/// Reads the tags of a place: texts, and attributes as texts.
enum TagReader {
  /// Reads tags and tastes as texts, and attributes in groups of items with a name and a value.
  static func read(
    _ place: borrowing MemberIndex, _ values: inout ValueReader, into record: inout VenueRecord
  ) {
    readTexts(place[.tags], "tags", &values, into: &record)
    readOthers(place, &values, into: &record)
  }

  /// Reads what becomes tags under other names than `tags`.
  static func readOthers(
    _ place: borrowing MemberIndex, _ values: inout ValueReader, into record: inout VenueRecord
  ) {
    readTexts(place[.tastes], "tastes", &values, into: &record)
    readFeatures(place[.features], "features", &values, into: &record)
    let attributes = place[.attributes]
    let groups = attributes?[.groups] ?? attributes
    guard let groups, groups.children.contains(where: { $0[.items] != nil }) else {
      return readFeatures(attributes, "attributes", &values, into: &record)
    }
    for group in groups.children {
      for item in group[.items]?.children.map({ $0 }) ?? [] {
        if let tag = tag(ofAttribute: item, &values) { record.append(.text(tag), to: .tags) }
      }
    }
  }

  private static func readTexts(
    _ list: JSONValue?, _ field: String, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    guard let list else { return }
    switch list.kind {
    case .string:
      for case let tag? in values.texts(list, field) { record.append(.text(tag), to: .tags) }
    case .array, .object:
      for element in list.children where element.kind != .null {
        let text = element.kind == .object ? element[.name] ?? element[.text] : element
        if let tag = values.prose(text, field) { record.append(.text(tag), to: .tags) }
      }
    case .null, .false, .true, .number: values.report(field, expected: .array, list)
    }
  }

  /// `Wi-Fi` for the value "Yes", nothing for "No", else `Wi-Fi: Free`.
  private static func tag(
    ofAttribute item: JSONValue, _ values: inout ValueReader
  ) -> TextSlice? {
    guard let name = values.prose(item[.displayName], "attributes.displayName"),
      let value = values.prose(item[.displayValue], "attributes.displayValue"),
      !value.equals("No"), !IgnoredKeys.isPersonal(name.string)
    else { return nil }
    let isNamed = value.equals("Yes") || value.string == name.string
    if isNamed { return name }
    return item.tape.pointee.arena.copy("\(name.string): \(value.string)".utf8)
  }

  /// Attributes as an object of values and further objects, or as a list of texts.
  private static func readFeatures(
    _ value: JSONValue?, _ field: String, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    guard let value else { return }
    if value.kind == .object {
      readFeatures(of: value.source, &value.tape.pointee.arena, into: &record)
    } else {
      readTexts(value, field, &values, into: &record)
    }
  }

  /// `outdoor seating` for true, nothing for false, else `wifi: free`.
  private static func readFeatures(
    of object: UnsafePointer<UInt8>, _ arena: inout TextArena, into record: inout VenueRecord
  ) {
    for (key, member) in JSONMembers(of: object) where !IgnoredKeys.isPersonal(key) {
      func add(_ text: String) {
        guard let tag = tag(ofFeature: key, text) else { return }
        record.append(.text(arena.copy(tag.utf8)), to: .tags)
      }
      switch member.pointee {
      case Byte.openObject: readFeatures(of: member, &arena, into: &record)
      case Byte.openArray:
        for (_, element) in JSONMembers(of: member) where element.pointee == Byte.quote {
          add(JSONMembers.string(at: element))
        }
      case Byte.quote: add(JSONMembers.string(at: member))
      case Byte.minus, Byte.zero...Byte.nine:
        var number = CanonicalJSON()
        number.append(member)
        add(String(decoding: number.bytes, as: UTF8.self))
      case Byte.t: add("yes")
      default: break
      }
    }
  }

  private static func tag(ofFeature key: String, _ text: String) -> String? {
    let name = String(key.map { $0 == "_" ? " " : $0 })
    return switch text.lowercased() {
    case "", "n", "no", "false", "none", "unknown": nil
    case "y", "yes", "true": name
    default: "\(name): \(text)"
    }
  }
}
