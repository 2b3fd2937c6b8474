import ArgumentParser
import FetchKit
import Foundation
import VenueImport
import Venues

/// An error with the exit code that scripts rely on.
struct Failure: DescribedError {
  /// The exit codes of the contract, after `sysexits.h`.
  enum Code: Int32 {
    case failed = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case cannotWrite = 74
    case locked = 75
    case interrupted = 130
  }

  let code: Code
  /// The error message in one line.
  let errorMessage: ErrorMessage
  /// A hint for a second line; nil if the message suffices.
  let hint: String?

  init(_ code: Code, _ message: ErrorMessage, hint: String? = nil) {
    self.code = code
    errorMessage = message
    self.hint = hint
  }

  /// A failure that is only shown in English.
  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.init(code, ErrorMessage("failure", "\(message)"), hint: hint)
  }

  var message: String { errorMessage.description }

  static func usage(_ message: String) -> Failure { Failure(.usage, message) }
}

extension Failure {
  /// Prints an error and exits with its code.
  static func end(_ error: any Error) -> Never {
    leave(report(error))
  }

  /// Ends the program without the destructors of static objects, which other threads may still use.
  static func leave(_ code: Int32) -> Never {
    StandardOutput.flush()
    fflush(nil)
    quick_exit(code)
  }

  private static func report(_ error: any Error) -> Int32 {
    switch error {
    case let exit as ExitCode: return exit.rawValue
    case is CancellationError: return Code.interrupted.rawValue
    case let failure as Failure: print([failure.message] + [failure.hint].compactMap(\.self))
    case let error as FetchKit.FetchPredicateError:
      print(CaretText.lines(error) + [hint(error)].compactMap(\.self))
    case is any DescribedError, is CocoaError:
      print([ErrorText.sentence(error)])
    default: return reportArguments(error)
    }
    return ErrorText.code(error).rawValue
  }

  /// The command that answers what a predicate cannot; nil for most errors.
  private static func hint(_ error: FetchKit.FetchPredicateError) -> String? {
    guard case .aggregateOfOneValue = error.reason else { return nil }
    return "boba stats --aggregate 'NAME=FUNC(KEY)' prints it for all venues"
  }

  private static func print(_ lines: [String]) {
    StandardError.print(lines: ["error: \(lines[0])"] + lines.dropFirst())
  }

  /// Prints help, the version or a usage error; returns the exit code.
  private static func reportArguments(_ error: any Error) -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let code = Boba.exitCode(for: error)
    let unknown =
      CommandHint.unknownCommand(in: arguments)
      ?? CommandHint.unknownLetters(in: arguments, printsHelp: code == .success)
    if let unknown {
      print(unknown)
      return Code.usage.rawValue
    }
    let text = Boba.fullMessage(for: error)
    guard code != .success else {
      StandardOutput.print(text)
      return 0
    }
    let message = Boba.message(for: error)
    // The usage follows the message.
    let usage = text.ranges(of: message).first.map { text[$0.upperBound...].dropFirst() } ?? ""
    let sentence = Self.sentence(message)
    print(
      [sentence.prefix(1).lowercased() + sentence.dropFirst()]
        + [CommandHint.misplacedCommand(in: arguments)].compactMap(\.self)
        + usage.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    return code == .validationFailure ? Code.usage.rawValue : code.rawValue
  }

  /// A message in one line: the valid values of an option follow it in a list.
  private static func sentence(_ message: String) -> String {
    let lines = message.split(separator: "\n").map { String($0.drop { $0 == " " || $0 == "-" }) }
    let values = lines.dropFirst().joined(separator: ", ")
    return values.isEmpty ? message : "\(lines[0]) \(values)"
  }
}

/// Hints about misplaced commands, which the argument parser takes for arguments of the finder.
private enum CommandHint {
  private static let names =
    Boba.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

  /// The lines of an error if the first argument is neither a command nor an option.
  static func unknownCommand(in arguments: [String]) -> [String]? {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(word) else { return nil }
    let hint = NearestName.nearest(to: word, in: names).map { ", did you mean '\($0)'?" } ?? ""
    return ["unknown command '\(word)'\(hint)", "  run 'boba --help' for a list of commands"]
  }

  /// The lines of an error about an argument such as `-chatime.json`, in which the argument parser finds the letters of
  /// short options, as `-h`.
  static func unknownLetters(in arguments: [String], printsHelp: Bool) -> [String]? {
    let options = arguments.prefix { $0 != "--" }
    let help = ["-h", "-help", "--help"]
    guard !options.contains(where: help.contains) else { return nil }
    let letters = options.indices.filter {
      options[$0].hasPrefix("-") && !options[$0].hasPrefix("--") && options[$0] != "-"
    }
    // After an option it may be a value, in which no help is found.
    let unknown =
      letters.first { $0 == 0 || !options[$0 - 1].hasPrefix("--") }
      ?? letters.last { printsHelp && options[$0].contains("h") }
    return unknown.map {
      [
        "unknown option '\(options[$0])'",
        "  put arguments that begin with '-' at the end, after '--'",
      ]
    }
  }

  /// A line about a command that follows options.
  static func misplacedCommand(in arguments: [String]) -> String? {
    guard arguments.first?.hasPrefix("-") == true else { return nil }
    let place = arguments.indices.first { place in
      let (before, rest) = (Array(arguments[..<place]), Array(arguments[place...]))
      // Otherwise the word is the value of an option.
      return names.contains(arguments[place])
        && [before, rest + before].contains { (try? Boba.parseAsRoot($0)) != nil }
    }
    return place.map { "  put the command first: boba \(arguments[$0]) …" }
  }
}

extension Failure.Code {
  init(_ kind: ImportFailure.Kind) {
    switch kind {
    case .cannotOpen: self = .noInput
    case .badData: self = .badData
    case .cancelled: self = .interrupted
    case .unexpected: self = .failed
    // An import creates the store.
    case .store(.cannotOpen): self = .cannotCreate
    case .store(let code): self.init(code)
    }
  }

  init(_ code: StoreError.Code) {
    switch code {
    case .cannotOpen: self = .noInput
    case .locked: self = .locked
    case .readOnly, .cannotWrite, .replaced: self = .cannotWrite
    case .invalidRequest, .objectNotFound, .constraint, .tooLargeToUndo: self = .usage
    case .cancelled: self = .interrupted
    case .corrupt, .newerVersion, .invalidModel, .conflict, .failed: self = .failed
    }
  }
}
