import FetchKit
import Venues

/// A figure of each group, as `--aggregate sumDeals='sum(specialCount)'` asks for it.
struct Aggregate {
  let name: String
  let function: ExpressionFunction
  let keyPath: String

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let open = parts[1].firstIndex(of: "("), parts[1].hasSuffix(")") else {
      throw Failure.usage("expected NAME=FUNC(KEY), found '\(text)'")
    }
    let key = String(parts[1][parts[1].index(after: open)...].dropLast())
    name = parts[0]
    function = try Self.function(String(parts[1][..<open]))
    keyPath = try Grouping.keyPath(key.filter { !$0.isWhitespace })
    guard isNumeric || (function != .sum && function != .average) else {
      throw Failure.usage("\(function.rawValue.dropLast()) needs numbers, \(keyPath) has none")
    }
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

  private var attributeType: AttributeType? { Venue.entity.attribute(forKeyPath: keyPath)?.type }

  private var isNumeric: Bool { attributeType?.isNumeric ?? false }

  /// What the figure is, for conditions on it.
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
