import FetchKit
import Foundation
import Venues

/// What `--let` says of the variables of predicates.
struct VariableValues {
  private let texts: [String: String]

  static let none = VariableValues(texts: [:])

  private init(texts: [String: String]) { self.texts = texts }

  /// Reads `NAME=VALUE`, with or without the variable's sign.
  init(_ options: [String]) throws {
    var texts: [String: String] = [:]
    for option in options {
      guard let sign = option.firstIndex(of: "="), sign > option.startIndex else {
        throw Failure.usage("expected --let NAME=VALUE, found '\(option)'")
      }
      let name = option[..<sign]
      texts[String(name.hasPrefix("$") ? name.dropFirst() : name)] =
        String(option[option.index(after: sign)...])
    }
    self.texts = texts
  }

  /// The values of a predicate's variables, of the types of what they are compared with.
  func values(for predicate: FetchPredicate) throws -> [String: Value] {
    let uses = predicate.usesOfVariables(in: Venue.entity)
    return try Dictionary(
      uniqueKeysWithValues: predicate.variables.sorted().map { name in
        guard let text = texts[name] else {
          throw Failure.usage("the variable $\(name) has no value")
        }
        guard let use = uses[name] else {
          throw Failure.usage("nothing tells what the variable $\(name) is compared with")
        }
        return (name, try Self.value(text, use))
      })
  }

  /// Throws for a value that no predicate asks for.
  func checkUse(in predicates: [FetchPredicate], _ formats: [String]) throws {
    let own = Set(formats.flatMap { (try? FetchPredicate(format: $0).variables) ?? [] })
    let known = predicates.reduce(into: own) { $0.formUnion($1.variables) }
    if let unknown = texts.keys.filter({ !known.contains($0) }).min() {
      throw Failure.usage("no predicate has a variable $\(unknown)")
    }
  }

  private static func value(_ text: String, _ use: VariableUse) throws -> Value {
    if let value = use.value(of: text) { return value }
    let type = use.attribute.type.errorMessage.description
    throw Failure.usage("\(use.attribute.keyPath) is compared with \(type), found '\(text)'")
  }

  /// Some value of the right type for each variable.
  static func samples(for predicate: FetchPredicate) -> [String: Value] {
    predicate.usesOfVariables(in: Venue.entity).mapValues { use in
      let value: Value =
        switch use.attribute.type {
        case .integer, .double: 1
        case .boolean: true
        case .string, .data: "a"
        case .date: .date(Date(timeIntervalSince1970: 0))
        }
      return use.isList ? .list([value, value]) : value
    }
  }
}
