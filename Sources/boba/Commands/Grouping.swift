import FetchKit
import Venues

/// The groups of `boba stats --group-by`, as a request for dictionaries.
struct Grouping {
  private let keyPaths: [String]
  private let aggregates: [ExpressionDescription]
  private let having: FetchPredicate?
  private let sortDescriptors: [FetchSortDescriptor]

  init(keys: [String], aggregates: [String], having: String?, sort: [String]) throws {
    keyPaths = try keys.map(Self.keyPath)
    self.aggregates = try aggregates.map(Self.aggregate)
    let names = keyPaths + ["count"] + self.aggregates.map(\.name)
    if let repeated = names.enumerated().first(where: { names[..<$0].contains($1) })?.element {
      throw Failure.usage("the name '\(repeated)' is used twice")
    }
    self.having = try having.map { try Self.having($0, names) }
    sortDescriptors = try Self.order(sort, names, keyPaths)
  }

  func request(_ predicate: FetchPredicate, in entity: EntityDescription) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    request.propertiesToFetch =
      keyPaths.map(FetchProperty.attribute)
      + ([.rowCount(name: "count")] + aggregates).map(FetchProperty.expression)
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
    return JSONPrinter(columns, isLines: format == .ndjson, omitsMissing: true)
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
  private static func keyPath(_ key: String) throws -> String {
    let keyPath = VenueField(key: key)?.keyPath ?? key
    guard Venue.entity.attribute(forKeyPath: keyPath) != nil else {
      let hint = Venue.entity.nearestKeyPath(to: key).map { ", did you mean '\($0)'?" } ?? ""
      throw Failure.usage("unknown key '\(key)'\(hint)")
    }
    return keyPath
  }

  /// `sumDeals=sum(specialCount)`.
  private static func aggregate(_ text: String) throws -> ExpressionDescription {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let open = parts[1].firstIndex(of: "("), parts[1].hasSuffix(")") else {
      throw Failure.usage("expected NAME=FUNC(KEY), found '\(text)'")
    }
    let key = String(parts[1][parts[1].index(after: open)...].dropLast())
    let function = try function(String(parts[1][..<open]))
    let keyPath = try keyPath(key.filter { !$0.isWhitespace })
    try check(function, keyPath)
    return ExpressionDescription(name: parts[0], function: function, keyPath: keyPath)
  }

  private static func function(_ name: String) throws -> ExpressionFunction {
    switch name.filter({ !$0.isWhitespace }).lowercased() {
    case "sum": .sum
    case "average", "avg": .average
    case "min": .min
    case "max": .max
    case "count": .count
    default: throw Failure.usage("'\(name)' is none of sum, average, min, max and count")
    }
  }

  private static func check(_ function: ExpressionFunction, _ keyPath: String) throws {
    let isNumeric = Venue.entity.attribute(forKeyPath: keyPath)?.type.isNumeric ?? false
    guard isNumeric || (function != .sum && function != .average) else {
      throw Failure.usage("\(function.rawValue.dropLast()) needs numbers, \(keyPath) has none")
    }
  }

  private static func having(_ format: String, _ names: [String]) throws -> FetchPredicate {
    do {
      let predicate = try FetchPredicate(format: format)
      if let unknown = predicate.keyPaths.subtracting(names).min() {
        throw Failure.usage(
          "--having sees count, the names and the group keys, not '\(unknown)'\n  \(format)")
      }
      return predicate
    } catch var error as FetchKit.FetchPredicateError {
      error.format = format
      throw error
    }
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
