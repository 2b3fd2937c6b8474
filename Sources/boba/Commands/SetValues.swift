import ArgumentParser
import FetchKit
import Foundation
import Venues

/// `boba set KEY=VALUE… FILTER`: changes many venues at once.
struct SetValues: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Changes attributes of venues.",
    discussion: "Example: boba set favorite=true note='try the taro' --search 'kung fu' --yes")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(
    help: ArgumentHelp(
      "The new values; nothing behind '=' takes a value away.", valueName: "key=value"))
  var values: [String]

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup var batch: BatchOptions
  @Option(name: .long, help: "text or json.") var format = Format.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let assignments = try Assignments(values)
    var choices = try filter.choices()
    choices.includesClosed = true
    try batch.checkFilter(isEmpty: filter.isEmpty)
    let store = try storeOptions.access.open()
    let entity = filter.origin.entity
    try batch.confirm("change", choices.predicate, entity, store)
    let result = try store.perform(
      BatchUpdateRequest(entity: entity, set: assignments.properties, where: choices.predicate))
    switch format {
    case .text: StandardOutput.print("\(venues(result.changed)) changed")
    case .json:
      StandardOutput.print("{\"matched\":\(result.matched),\"changed\":\(result.changed)}")
    }
    StandardOutput.flush()
  }

  private func venues(_ count: Int) -> String { count == 1 ? "1 venue" : "\(count) venues" }
}

/// `KEY=VALUE` as properties of a batch update.
struct Assignments {
  private(set) var properties: [String: FetchExpression] = [:]

  init(_ texts: [String]) throws {
    for text in texts { try add(text) }
  }

  private mutating func add(_ text: String) throws {
    guard let sign = text.firstIndex(of: "=") else {
      throw Failure.usage("expected KEY=VALUE, found '\(text)'")
    }
    let key = String(text[..<sign])
    let keyPath = VenueField(key: key)?.keyPath ?? key
    guard let attribute = Venue.entity.attribute(forKeyPath: keyPath), attribute.derivation == nil,
      keyPath != "id"
    else { throw unsettable(key) }
    try add(value(String(text[text.index(after: sign)...]), for: attribute), to: attribute)
  }

  private func unsettable(_ key: String) -> Failure {
    guard key != "id" else { return .usage("the id of a venue cannot be changed") }
    let nearest = Venue.entity.nearestKeyPath(to: key)
    guard nearest != key else { return .usage("'\(key)' cannot be set") }
    let hint = nearest.map { ", did you mean '\($0)'?" } ?? ""
    return .usage("there is no attribute '\(key)' to set\(hint)")
  }

  /// A price is known by its level and by its signs: setting one sets both.
  private mutating func add(_ value: Value, to attribute: AttributeDescription) throws {
    properties[attribute.keyPath] = .constant(value)
    switch attribute.keyPath {
    case "priceInfo.tier", "priceInfo.priceCategory":
      let level = value.isNull ? nil : PriceLevel(text: PlainText.text(value))
      guard value.isNull || level != nil && level != .unknown else {
        throw Failure.usage("a price is '$' to '$$$$' or 1 to 4, found '\(PlainText.text(value))'")
      }
      properties["priceInfo.tier"] = .constant(level.map { .integer(Int64($0.rawValue)) } ?? .null)
      properties["priceInfo.priceCategory"] = .constant(level.map { .string($0.text) } ?? .null)
    default: break
    }
  }

  private func value(_ text: String, for attribute: AttributeDescription) throws -> Value {
    guard !text.isEmpty else {
      guard attribute.isOptional else { throw Failure.usage("\(attribute.keyPath) needs a value") }
      return .null
    }
    if let value = Self.value(text, attribute.type) { return value }
    throw Failure.usage(
      "\(attribute.keyPath) takes \(Self.words(attribute.type)), found '\(text)'")
  }

  private static func value(_ text: String, _ type: AttributeType) -> Value? {
    switch type {
    case .string: .string(text)
    case .integer: Int64(text).map(Value.integer)
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .boolean: boolean(text)
    case .date: (try? Date(text, strategy: .iso8601)).map(Value.date)
    case .data: nil
    }
  }

  private static func boolean(_ text: String) -> Value? {
    switch text.lowercased() {
    case "true", "yes", "1", "on": .bool(true)
    case "false", "no", "0", "off": .bool(false)
    default: nil
    }
  }

  private static func words(_ type: AttributeType) -> String {
    switch type {
    case .string: "a text"
    case .integer: "a whole number"
    case .double: "a number"
    case .boolean: "true or false"
    case .date: "a time such as 2026-01-31T12:00:00Z"
    case .data: "data"
    }
  }
}
