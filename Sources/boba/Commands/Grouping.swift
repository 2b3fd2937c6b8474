import FetchKit
import Venues

/// The groups of `boba stats --group-by`, as a request for dictionaries.
struct Grouping {
  private let keyPaths: [String]
  private let aggregates: [Aggregate]
  private let having: FetchPredicate?
  private let sortDescriptors: [FetchSortDescriptor]

  init(keys: [String], aggregates: [String], having: String?, sort: [String]) throws {
    keyPaths = try keys.map(Self.keyPath)
    self.aggregates = try aggregates.map(Aggregate.init)
    let names = keyPaths + ["count"] + self.aggregates.map(\.name)
    try KeyList.checkRepetition(names) { "the name '\($0)' is used twice" }
    let groups = Self.entity(keyPaths, self.aggregates)
    self.having = try having.map { try Condition.read($0, of: groups) }
    sortDescriptors = try Self.order(sort, names, keyPaths)
  }

  func request(_ predicate: FetchPredicate, in entity: EntityDescription) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    request.propertiesToFetch =
      keyPaths.map(FetchProperty.attribute)
      + ([.rowCount(name: "count")] + aggregates.map(\.description)).map(FetchProperty.expression)
    request.propertiesToGroupBy = keyPaths
    request.havingPredicate = having
    request.sortDescriptors = sortDescriptors
    return request
  }

  /// Prints the groups: in JSON what is missing is left out.
  func print(_ groups: [[String: Value]], _ format: RecordFormat) {
    var printer = printer(format)
    for group in groups { printer.print(values: columns.map { group[$0.key] ?? .null }) }
    printer.end()
    StandardOutput.flush()
  }

  private func printer(_ format: RecordFormat) -> any RecordPrinter {
    guard format == .json || format == .ndjson else { return format.printer(columns) }
    return JSONPrinter(format == .ndjson ? .lines : .array, columns, omitsMissing: true)
  }

  private var columns: [RecordColumn] {
    let keys = keyPaths.map { keyPath in
      let type = Venue.entity.attribute(forKeyPath: keyPath)?.type
      return RecordColumn(
        key: keyPath, title: keyPath, isNumeric: type == .integer || type == .double,
        isText: type == .string)
    }
    return keys
      + (["count"] + aggregates.map(\.name)).map {
        RecordColumn(key: $0, title: $0, isNumeric: true)
      }
  }
}

// MARK: - Reading the options

extension Grouping {
  static func keyPath(_ key: String) throws -> String {
    let keyPath = VenueField(key: key)?.keyPath ?? key
    guard Venue.entity.attribute(forKeyPath: keyPath) != nil else {
      throw KeyList.refusal(of: key, "unknown key '\(key)'")
    }
    return keyPath
  }

  /// What a condition on the groups may name, with its types.
  private static func entity(_ keyPaths: [String], _ aggregates: [Aggregate]) -> EntityDescription {
    let keys = keyPaths.compactMap { Venue.entity.attribute(forKeyPath: $0) }
      .map { AttributeDescription($0.keyPath, $0.type) }
    let figures = aggregates.map { AttributeDescription($0.name, $0.type) }
    return EntityDescription(
      name: "the groups", attributes: keys + [AttributeDescription("count", .integer)] + figures)
  }

  /// By the group keys, missing values last, unless something else is asked for.
  private static func order(_ texts: [String], _ names: [String], _ keyPaths: [String]) throws
    -> [FetchSortDescriptor]
  {
    let asked = try texts.map { text in
      let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let resolved = names.contains(name) ? name : VenueField(key: name)?.keyPath ?? name
      guard names.contains(resolved) else {
        throw Failure.usage("the groups have no '\(name)' to sort by")
      }
      return FetchSortDescriptor(resolved, ascending: !text.hasPrefix("-"), nils: .last)
    }
    return asked + keyPaths.map { FetchSortDescriptor($0, nils: .last) }
  }
}
