import ArgumentParser
import FetchKit
import Foundation
import VenueImport
import Venues

/// `boba set KEY=VALUE… FILTER`: a batch update.
struct SetValues: FilteringCommand {
  static let configuration = CommandConfiguration(
    "set", "Set attributes of matching venues.", usage: "<key=value>... (<filter> | --all) [--yes]",
    example: "boba set favorite=true note='try the taro' --search 'kung fu' --yes")

  @Argument(
    help: ArgumentHelp(
      "New values as KEY=VALUE; leave VALUE empty to clear.", valueName: "key=value"),
    completion: .stored(.assignments))
  var values: [String]

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions
  @OptionGroup var batch: BatchOptions
  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let assignments = try Assignments(values)
    let query = try batch.query(filter, storeOptions, to: "change")
    var request = BatchUpdateRequest(
      entity: query.entity, set: assignments.properties, where: query.choices.predicate)
    let result = try batch.perform { allowsPermanent in
      if let edit = assignments.edit {
        return try edit.perform(query.request(), in: query.store, name: assignments.name)
      }
      request.allowsUnrestorable = allowsPermanent
      return try query.store.perform(request, name: assignments.name)
    }
    result.print("changed", format)
  }
}

/// The properties of a batch update, from `KEY=VALUE` arguments.
struct Assignments {
  private(set) var properties: [String: FetchExpression] = [:]

  /// The edit of venues with lists that repeat some of the values; nil if a batch update does.
  var edit: VenueEdit? { VenueEdit(properties.compactMapValues(\.constantValue)) }

  /// The name of the change in the undo history.
  var name: String { "Set " + properties.keys.sorted().joined(separator: ", ") }

  init(_ texts: [String]) throws {
    for text in texts { try add(text) }
    let cleared = ["location.latitude", "location.longitude"].filter {
      properties[$0]?.constantValue?.isNull == true
    }
    guard cleared.count != 1 else {
      throw Failure.usage("latitude and longitude are cleared together: latitude= longitude=")
    }
    // As imports do.
    if let open = properties["openNow"], properties["openNowAt"] == nil {
      let isCleared = open == .constant(.null)
      properties["openNowAt"] = .constant(isCleared ? .null : .date(Date()))
    }
  }

  private mutating func add(_ text: String) throws {
    guard let sign = text.firstIndex(of: "=") else {
      throw Failure.usage("expected KEY=VALUE, found '\(text)'")
    }
    let key = String(text[..<sign])
    let keyPath = KeyList.field(key)?.keyPath ?? key
    guard let attribute = Venue.entity.attribute(forKeyPath: keyPath), attribute.derivation == nil,
      keyPath != "id"
    else { throw unsettable(key) }
    try add(value(String(text[text.index(after: sign)...]), for: attribute), to: attribute)
  }

  private func unsettable(_ key: String) -> Failure {
    guard key != "id" else { return .usage("id cannot be changed") }
    let nearest = Venue.entity.nearestKeyPath(to: key)
    guard nearest != key else { return .usage("\(key) cannot be set") }
    let hint = nearest.map { ", did you mean '\($0)'?" } ?? ""
    return .usage("unknown attribute '\(key)'\(hint)")
  }

  /// Setting one of the two price attributes sets both.
  private mutating func add(_ value: FetchValue, to attribute: AttributeDescription) throws {
    try checkRange(of: value, for: attribute.keyPath)
    let earlier = properties[attribute.keyPath]
    guard earlier == nil || earlier == .constant(value) else {
      throw Failure.usage("\(attribute.keyPath) has two values")
    }
    properties[attribute.keyPath] = .constant(value)
    switch attribute.keyPath {
    case "priceInfo.tier", "priceInfo.priceCategory":
      let level = value.isNull ? nil : PriceLevel(text: CellText.text(value))
      guard value.isNull || level != nil && level != .unknown else {
        throw Failure.usage(
          "\(attribute.keyPath) takes $ to $$$$ or 1 to 4, found '\(CellText.text(value))'")
      }
      properties["priceInfo.tier"] = .constant(level.map { .integer(Int64($0.rawValue)) } ?? .null)
      properties["priceInfo.priceCategory"] = .constant(level.map { .string($0.text) } ?? .null)
    case "extras": properties[attribute.keyPath] = .constant(try Self.extras(value))
    default: break
    }
  }

  /// The text of a JSON object, as imports store it.
  private static func extras(_ value: FetchValue) throws -> FetchValue {
    guard case .string(let typed) = value else { return value }
    var text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let object = text.withUTF8(ExtrasText.kept) else {
      throw Failure.usage(
        "extras takes a JSON object of up to \(ExtrasText.maximumCount >> 10) KB, found '\(text.prefix(100))'"
      )
    }
    return object.isEmpty ? .null : .string(String(decoding: object, as: UTF8.self))
  }

  /// Applies the limits of imports; those of prices are checked with their texts.
  private func checkRange(of value: FetchValue, for keyPath: String) throws {
    guard let number = value.doubleValue, let field = VenueField(key: keyPath), field != .tier,
      let range = field.range, !range.contains(number)
    else { return }
    let limits =
      range.upperBound.isFinite
      ? "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))" : "a number, 0 or more"
    throw Failure.usage("\(keyPath) takes \(limits), found '\(CellText.text(value))'")
  }

  private func value(_ text: String, for attribute: AttributeDescription) throws -> FetchValue {
    // Imports treat blank texts as missing.
    guard !text.utf8.allSatisfy({ $0 <= 0x20 }) else {
      guard attribute.isOptional else {
        throw Failure.usage("\(attribute.keyPath) cannot be empty")
      }
      return .null
    }
    if let value = FetchValue(text: text, type: attribute.type) { return value }
    if attribute.keyPath == "priceInfo.tier", let level = PriceLevel(text: text) {
      return .integer(Int64(level.rawValue))
    }
    throw Failure.usage(
      "\(attribute.keyPath) takes \(attribute.type.errorMessage), found '\(text)'")
  }
}
