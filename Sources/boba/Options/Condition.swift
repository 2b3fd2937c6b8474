import FetchKit
import Foundation
import Venues

/// Reads the predicates of options; their errors carry the text for a caret.
enum Condition {
  /// Returns a predicate with its variables bound, checked against the key paths of an entity.
  ///
  /// `names` are those of computed attributes, each of which may be written as its expression.
  static func read(
    _ format: String, of entity: EntityDescription = Venue.entity,
    names: [FetchExpression: String] = [:], variables: VariableValues = .none
  ) throws -> FetchPredicate {
    try withFormat(format) {
      let template = try FetchPredicate(format: format)
        .replacingExpressions { names[$0.expandingShortNames()].map { .keyPath($0) } ?? $0 }
        .expandingShortNames(in: entity)
      let predicate = try bound(template, variables: variables, in: entity)
      try predicate.check(for: entity)
      return predicate
    }
  }

  /// Returns the predicate of a saved filter.
  static func template(of filter: SavedFilter) throws -> FetchPredicate {
    try withFormat(filter.predicate) { try filter.template.predicate ?? .constant(true) }
  }

  static func bound(
    _ predicate: FetchPredicate, variables: VariableValues,
    in entity: EntityDescription = Venue.entity
  ) throws -> FetchPredicate {
    guard !predicate.variables.isEmpty else { return predicate }
    return predicate.substituting(try variables.values(for: predicate, in: entity))
  }

  private static func withFormat<Result>(_ format: String, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch var error as FetchPredicateError {
      error.format = format
      throw error
    }
  }
}

/// The values of predicate variables, from `--let`.
struct VariableValues {
  private let texts: [String: String]

  static let none = VariableValues(texts: [:])

  private init(texts: [String: String]) { self.texts = texts }

  /// Parses `NAME=VALUE`, where the name may have its `$`.
  init(_ options: [String]) throws {
    var texts: [String: String] = [:]
    for option in options {
      guard let sign = option.firstIndex(of: "="), sign > option.startIndex else {
        throw Failure.usage("--let takes NAME=VALUE, found '\(option)'")
      }
      let name = String(option[..<sign].drop { $0 == "$" })
      guard texts[name] == nil else { throw Failure.usage("$\(name) has two values") }
      texts[name] = String(option[option.index(after: sign)...])
    }
    self.texts = texts
  }

  /// Returns the values of a predicate's variables, each of the type of the attribute it is compared with.
  func values(for predicate: FetchPredicate, in entity: EntityDescription) throws
    -> [String: FetchValue]
  {
    let uses = predicate.usesOfVariables(in: entity)
    return try Dictionary(
      uniqueKeysWithValues: predicate.variables.sorted().map { name in
        guard let use = uses[name] else {
          throw Failure.usage("cannot infer the type of $\(name): compare it with an attribute")
        }
        guard let text = texts[name] else {
          let example =
            switch use.attribute.type {
            case .integer, .double: "500"
            case .boolean: "true"
            case .date: "2024-05-01"
            case .string, .data: "VALUE"
            }
          throw Failure.usage("$\(name) has no value; give it with --let \(name)=\(example)")
        }
        guard let value = use.value(of: text) else {
          let key = use.attribute.keyPath
          let type = use.attribute.type.errorMessage.description
          throw Failure.usage("$\(name) is compared with \(key) and takes \(type), found '\(text)'")
        }
        return (name, value)
      })
  }

  /// Throws for a value whose variable no predicate uses.
  func checkUse(in predicates: [FetchPredicate], _ formats: [String]) throws {
    let own = Set(formats.flatMap { (try? FetchPredicate(format: $0).variables) ?? [] })
    let known = predicates.reduce(into: own) { $0.formUnion($1.variables) }
    guard let unknown = texts.keys.filter({ !known.contains($0) }).min() else { return }
    let names = known.sorted().map { "$" + $0 }.joined(separator: ", ")
    throw Failure.usage(
      "no predicate uses $\(unknown)" + (known.isEmpty ? "" : "; valid: \(names)"))
  }
}
