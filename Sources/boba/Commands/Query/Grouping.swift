import FetchKit
import Venues

/// The groups of `boba stats --group-by`.
struct Grouping {
  private let keyPaths: [String]
  private let aggregates: [Aggregate]
  private let having: FetchPredicate?
  private let sortDescriptors: [FetchSortDescriptor]

  init(keys: [String], aggregates: [String], having: String?, sort: [String]) throws {
    keyPaths = try keys.map(Self.keyPath)
    self.aggregates = try aggregates.map(Aggregate.init)
    let names = keyPaths + ["count"] + self.aggregates.map(\.name)
    try KeyList.checkRepetition(names) {
      "the name '\($0)' occurs twice in --group-by and --aggregate"
    }
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

  /// Prints the groups; JSON omits missing values.
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

// MARK: - Options

extension Grouping {
  static func keyPath(_ key: String) throws -> String {
    let keyPath = VenueField(key: key)?.keyPath ?? key
    guard Venue.entity.attribute(forKeyPath: keyPath) != nil else {
      throw KeyList.error(for: key, "unknown key '\(key)'")
    }
    return keyPath
  }

  /// The names and types that `--having` may use.
  private static func entity(_ keyPaths: [String], _ aggregates: [Aggregate]) -> EntityDescription {
    let keys = keyPaths.compactMap { Venue.entity.attribute(forKeyPath: $0) }
      .map { AttributeDescription($0.keyPath, $0.type) }
    let values = aggregates.map { AttributeDescription($0.name, $0.type) }
    return EntityDescription(
      name: "the groups", attributes: keys + [AttributeDescription("count", .integer)] + values)
  }

  /// The given order, then the group keys with missing values last.
  private static func order(_ texts: [String], _ names: [String], _ keyPaths: [String]) throws
    -> [FetchSortDescriptor]
  {
    let given = try texts.map { text in
      let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let resolved = names.contains(name) ? name : VenueField(key: name)?.keyPath ?? name
      guard names.contains(resolved) else {
        throw Failure.usage(
          "cannot sort groups by '\(name)'; valid: \(names.joined(separator: ", "))")
      }
      return FetchSortDescriptor(
        resolved, ascending: !text.hasPrefix("-"), comparison: .natural, nils: .last)
    }
    return given + keyPaths.map { FetchSortDescriptor($0, comparison: .natural, nils: .last) }
  }
}

/// An aggregate of each group: `NAME=FUNC(KEY)`.
struct Aggregate {
  let name: String
  let function: ExpressionFunction
  let keyPath: String

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let open = parts[1].firstIndex(of: "("), parts[1].hasSuffix(")") else {
      throw Failure.usage("--aggregate takes NAME=FUNC(KEY), found '\(text)'")
    }
    let key = String(parts[1][parts[1].index(after: open)...].dropLast())
    name = parts[0]
    function = try Self.function(String(parts[1][..<open]))
    keyPath = try Grouping.keyPath(key.filter { !$0.isWhitespace })
    guard isNumeric || (function != .sum && function != .average) else {
      throw Failure.usage("\(function.rawValue.dropLast()) takes a numeric key, \(keyPath) is not")
    }
  }

  private static func function(_ name: String) throws -> ExpressionFunction {
    switch name.filter({ !$0.isWhitespace }).lowercased() {
    case "sum": .sum
    case "average", "avg": .average
    case "min": .min
    case "max": .max
    case "count": .count
    default: throw Failure.usage("unknown function '\(name)'; valid: sum, average, min, max, count")
    }
  }

  private var attributeType: AttributeType? { Venue.entity.attribute(forKeyPath: keyPath)?.type }

  private var isNumeric: Bool { attributeType?.isNumeric ?? false }

  /// The type of the result.
  var type: AttributeType {
    switch function {
    case .count: .integer
    case .min, .max: attributeType ?? .double
    default: .double
    }
  }

  var description: ExpressionDescription {
    ExpressionDescription(name: name, function: function, keyPath: keyPath)
  }
}
