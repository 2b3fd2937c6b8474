internal import Collation
public import Foundation

/// The text of an error as data: an identifier, English text with placeholders, and what fills them.
///
/// Translations are looked up by `id`, so an error is worded where it is shown.
///
/// ```swift
/// ErrorMessage("store.noSpace", "no space left on the disk that holds \(path)")
/// ```
package struct ErrorMessage: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The value of a placeholder.
  package enum Argument: Hashable, Sendable, Codable {
    case text(String)
    case message(ErrorMessage)
  }

  /// The identifier that translations use, such as `store.noSpace`.
  package let id: String
  /// English text in which `{0}`, `{1}`, … stand for the arguments.
  package let template: String
  package let arguments: [Argument]

  package init(_ id: StaticString, _ text: Text) {
    self.id = "\(id)"
    (template, arguments) = (text.template, text.arguments)
  }

  package var description: String { text { _ in nil } }

  /// The text with a template for each message, or its English one where `template` returns nil.
  package func text(_ template: (ErrorMessage) -> String?) -> String {
    (template(self) ?? self.template).replacing(/\{([0-9]+)\}/) { match in
      guard let index = Int(match.1), arguments.indices.contains(index) else {
        return String(match.0)
      }
      switch arguments[index] {
      case .text(let text): return text
      case .message(let message): return message.text(template)
      }
    }
  }

  /// A string literal whose interpolations become arguments.
  package struct Text: ExpressibleByStringInterpolation {
    fileprivate let template: String
    fileprivate let arguments: [Argument]

    package init(stringLiteral value: String) { (template, arguments) = (value, []) }

    package init(stringInterpolation: Interpolation) {
      (template, arguments) = (stringInterpolation.template, stringInterpolation.arguments)
    }

    package struct Interpolation: StringInterpolationProtocol {
      fileprivate var template = ""
      fileprivate var arguments: [Argument] = []

      package init(literalCapacity: Int, interpolationCount: Int) {}

      package mutating func appendLiteral(_ literal: String) { template += literal }

      package mutating func appendInterpolation(_ text: String) { append(.text(text)) }

      package mutating func appendInterpolation(_ number: some BinaryInteger) {
        append(.text("\(number)"))
      }

      package mutating func appendInterpolation(_ message: ErrorMessage) {
        append(.message(message))
      }

      private mutating func append(_ argument: Argument) {
        template += "{\(arguments.count)}"
        arguments.append(argument)
      }
    }
  }
}

extension ErrorMessage {
  /// The message followed by a name that the user may have meant.
  package func suggesting(_ name: String?) -> ErrorMessage {
    guard let name else { return self }
    return ErrorMessage("suggestion", "\(self), did you mean '\(name)'?")
  }

  package var withoutSuggestion: ErrorMessage {
    guard id == "suggestion", case .message(let message) = arguments.first else { return self }
    return message
  }
}

/// An error that says what happened as a message that can be translated.
package protocol DescribedError: Error, CustomStringConvertible {
  var errorMessage: ErrorMessage { get }
}

extension DescribedError {
  /// The message in English.
  public var description: String { errorMessage.description }
}

// MARK: - For Foundation's localizedDescription

extension StoreError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}

extension FetchPredicateError: LocalizedError {
  /// The message, without the predicate.
  public var errorDescription: String? { message }
}

extension TypedQueryError: LocalizedError {
  /// The operator and the reason.
  public var errorDescription: String? { description }
}

extension FetchedResultsSnapshot.ReplayError: LocalizedError {
  /// The reason.
  public var errorDescription: String? { description }
}

extension TextPatternError: DescribedError {
  package var errorMessage: ErrorMessage {
    if reason == .tooSlow { return cause }
    guard let offset else {
      return ErrorMessage("pattern.invalid", "\"\(pattern)\" is not a regular expression: \(cause)")
    }
    return ErrorMessage(
      "pattern.invalidAt",
      "\"\(pattern)\" is not a regular expression: \(cause) at character \(offset + 1)")
  }

  private var cause: ErrorMessage {
    switch reason {
    case .unclosedGroup: ErrorMessage("pattern.unclosedGroup", "unclosed '('")
    case .unopenedGroup: ErrorMessage("pattern.unopenedGroup", "unmatched ')'")
    case .unclosedSet: ErrorMessage("pattern.unclosedSet", "unclosed '['")
    case .nothingToRepeat: ErrorMessage("pattern.nothingToRepeat", "nothing to repeat")
    case .nothingAfterBackslash: ErrorMessage("pattern.nothingAfterBackslash", "nothing after '\\'")
    case .notUnderstood: ErrorMessage("pattern.invalidSyntax", "invalid syntax")
    case .tooSlow:
      ErrorMessage("pattern.tooSlow", "pattern '\(pattern)' takes too long: simplify it")
    }
  }
}
