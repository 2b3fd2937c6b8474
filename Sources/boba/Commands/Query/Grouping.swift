import FetchKit
import Venues

/// The statistics by group of `boba stats`, or those of all venues as a single group.
struct Grouping {
  private let keys: [GroupKey]
  private let aggregates: [Aggregate]
  private let having: FetchPredicate?
  private let sortDescriptors: [FetchSortDescriptor]
  /// Whether the groups are in the order of their keys.
  private let isInKeyOrder: Bool
  /// The maximum number of groups; nil for no limit.
  var limit: Int?
  /// Whether a row for all venues follows the groups.
  var hasTotals = false

  init(
    keys: [String], aggregates: [String], having: String?, variables: VariableValues, sort: [String]
  ) throws {
    self.keys = try keys.map(GroupKey.init)
    self.aggregates = try aggregates.map(Aggregate.init)
    let names = self.keys.map(\.name) + ["count"] + self.aggregates.map(\.name)
    // A word such as `city` is another name of its key.
    let words = zip(keys, self.keys).compactMap { $0 == $1.name ? nil : $0 }
    try KeyList.checkRepetition(names + words) {
      "the name '\($0)' occurs twice in --group-by and --aggregate"
    }
    let groups = Self.entity(self.keys, self.aggregates)
    let definitions = self.keys.compactMap { key in key.attribute.definition.map { ($0, key.name) }
    }
    self.having = try having.map {
      try Condition.read(
        $0, of: groups, names: Dictionary(definitions) { first, _ in first }, variables: variables)
    }
    sortDescriptors = try Self.order(sort, names, self.keys)
    isInKeyOrder = sort.isEmpty
  }

  /// Refuses names that the row of all venues needs.
  func checkTotals() throws {
    guard hasTotals, aggregates.contains(where: { $0.name == "total" }) else { return }
    throw Failure.usage("--totals needs the name 'total'; name the aggregate otherwise")
  }

  /// Refuses a first column that bars cannot show.
  func checkPlot() throws {
    guard let first = aggregates.first, !first.type.isNumeric else { return }
    throw Failure.usage(
      "a plot shows the first column, and '\(first.name)' is \(first.type.errorMessage)")
  }

  /// The key paths of venues that the groups are made of.
  var usedKeyPaths: Set<String> {
    keys.reduce(into: aggregates.reduce(into: []) { $0.formUnion($1.keyPaths) }) { paths, key in
      paths.formUnion(key.attribute.definition?.keyPaths ?? [key.name])
    }
  }

  /// The rows of all columns: the groups, and the totals if requested.
  func rows(_ query: VenueQuery) throws -> [GroupRow] {
    let predicate = query.choices.predicate
    let groups = try query.store.dictionaries(request(predicate, in: query.entity, keys))
    let rows = groups.map { GroupRow(values: $0) }
    guard hasTotals else { return rows }
    let totals = try query.store.dictionaries(request(predicate, in: query.entity, []))
    return rows + totals.map { GroupRow(values: $0, isTotal: true) }
  }

  /// The request of the groups with texts in binary order.
  func portableRequest(_ query: VenueQuery) -> FetchRequest<Venue> {
    var request = request(query.choices.predicate, in: query.entity, keys)
    request.sortDescriptors.removeAll { $0.comparison == .natural }
    return request
  }

  private func request(
    _ predicate: FetchPredicate, in entity: EntityDescription, _ keys: [GroupKey]
  ) -> FetchRequest<Venue> {
    var entity = entity
    entity.attributes += keys.map(\.attribute).filter { $0.definition != nil }
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    request.propertiesToFetch =
      keys.map { .attribute($0.name) }
      + ([.rowCount(name: "count")] + aggregates.map(\.description)).map(FetchProperty.expression)
    guard !keys.isEmpty else { return request }
    request.propertiesToGroupBy = keys.map(\.name)
    request.havingPredicate = having
    request.sortDescriptors = sortDescriptors
    request.fetchLimit = limit ?? 0
    return request
  }
}

/// A row of the statistics: its values by column.
struct GroupRow {
  var values: [String: FetchValue]
  var isTotal = false
}

// MARK: - Output

extension Grouping {
  /// Prints the rows; JSON omits missing values.
  func print(_ rows: [GroupRow], _ format: RecordFormat) {
    let isJSON = format == .json || format == .ndjson
    let columns =
      (isJSON && hasTotals ? [RecordColumn(key: "total", title: "total")] : []) + columns
    var printer: any RecordPrinter =
      isJSON
      ? JSONPrinter(format == .ndjson ? .lines : .array, columns, omitsMissing: true)
      : format.printer(columns)
    for row in rows {
      var values = row.values
      if row.isTotal {
        if isJSON {
          values["total"] = true
        } else if let key = keys.first {
          values[key.name] = "total"
        }
      }
      printer.print(values: columns.map { values[$0.key] ?? .null })
    }
    printer.end()
    StandardOutput.flush()
  }

  private var columns: [RecordColumn] {
    let keys = keys.map { key in
      RecordColumn(
        key: key.name, title: key.name, isNumeric: key.attribute.type.isMeasure,
        isText: key.attribute.type == .string, isRating: key.attribute.keyPath == "rating")
    }
    let aggregates = aggregates.map {
      RecordColumn(key: $0.name, title: $0.name, isNumeric: true, isRating: $0.isRating)
    }
    return keys + [RecordColumn(key: "count", title: "count", isNumeric: true)] + aggregates
  }

  /// The rows as bars: of the first aggregate, or of the number of venues.
  func chart(_ rows: [GroupRow]) -> BarChart {
    let name = aggregates.first?.name ?? "count"
    let width = keys.count == 1 ? keys.first?.binWidth : nil
    let bars = rows.filter { !$0.isTotal }.map { row in
      BarChart.Bar(
        label: keys.map { label(row.values[$0.name] ?? .null, width) }.joined(separator: " · "),
        value: row.values[name]?.doubleValue,
        position: width == nil ? nil : keys.first.flatMap { row.values[$0.name]?.doubleValue })
    }
    let title = name + (keys.isEmpty ? "" : " by " + keys.map(\.name).joined(separator: ", "))
    let chart = BarChart(title: title, bars: bars)
    guard let width, isInKeyOrder, having == nil else { return chart }
    return chart.fillingGaps(width) { label(.double($0), width) }
  }

  private func label(_ value: FetchValue, _ width: Double?) -> String {
    guard let width, let lower = value.doubleValue else {
      return value.isNull ? TableCell.missing : CellText.text(value)
    }
    let ends = [lower, lower + width].map { JSON.number(($0 * 1e9).rounded() / 1e9) }
    return ends.joined(separator: "–")
  }
}

extension AttributeType {
  /// Whether values are shown as numbers.
  fileprivate var isMeasure: Bool { self == .integer || self == .double }
}

// MARK: - Options

extension Grouping {
  /// The names and types that `--having` may use.
  private static func entity(_ keys: [GroupKey], _ aggregates: [Aggregate]) -> EntityDescription {
    let values =
      keys.map { AttributeDescription($0.name, $0.attribute.type) }
      + [AttributeDescription("count", .integer)]
      + aggregates.map { AttributeDescription($0.name, $0.type) }
    return EntityDescription(name: "the groups", attributes: values)
  }

  private static func withoutBlanks(_ name: String) -> String {
    name.filter { !$0.isWhitespace }
  }

  /// The given order, then the group keys with missing values last.
  private static func order(_ texts: [String], _ names: [String], _ keys: [GroupKey]) throws
    -> [FetchSortDescriptor]
  {
    let given = try texts.map { text in
      let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let isSame = { (known: String) in withoutBlanks(known) == withoutBlanks(name) }
      let resolved = names.first(where: isSame) ?? KeyList.field(name)?.keyPath ?? name
      guard names.contains(resolved) else {
        throw Failure.usage(
          "cannot sort groups by '\(name)'; valid: \(names.joined(separator: ", "))")
      }
      return FetchSortDescriptor(
        resolved, ascending: !text.hasPrefix("-"), comparison: .natural, nils: .last)
    }
    // Keys that differ only in case are still two groups.
    return given
      + keys.map { FetchSortDescriptor($0.name, comparison: .natural, nils: .last) }
      + keys.map { FetchSortDescriptor($0.name, nils: .last) }
  }
}
