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
  /// What failed and why, in one line.
  let errorMessage: ErrorMessage
  /// What to do about it, on a line of its own; nil when the message says it.
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
  /// Prints an error the way the contract says and ends the program with its code.
  static func end(_ error: any Error) -> Never {
    let code = report(error)
    StandardOutput.flush()
    exit(code)
  }

  private static func report(_ error: any Error) -> Int32 {
    switch error {
    case let exit as ExitCode: return exit.rawValue
    case is CancellationError: return Code.interrupted.rawValue
    case let failure as Failure: print([failure.message] + [failure.hint].compactMap(\.self))
    case let error as FetchKit.FetchPredicateError: print(CaretText.lines(error))
    case is any DescribedError, is CocoaError:
      print([ErrorText.sentence(error)])
    default: return reportArguments(error)
    }
    return ErrorText.code(error).rawValue
  }

  private static func print(_ lines: [String]) {
    StandardError.print(lines: ["error: \(lines[0])"] + lines.dropFirst())
  }

  /// What the argument parser throws: help and version are no errors.
  private static func reportArguments(_ error: any Error) -> Int32 {
    let code = Boba.exitCode(for: error)
    let text = Boba.fullMessage(for: error)
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let command = MisspeltCommand(in: arguments) {
      print(command.lines)
      return Code.usage.rawValue
    }
    guard code != .success else {
      StandardOutput.print(text)
      return 0
    }
    if let command = MisplacedCommand(in: arguments, message: text) {
      print(command.lines)
      return Code.usage.rawValue
    }
    let prefix = "Error: "
    let message = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
    print(message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    return code == .validationFailure ? Code.usage.rawValue : code.rawValue
  }
}

extension Failure.Code {
  init(_ code: StoreError.Code) {
    switch code {
    case .cannotOpen: self = .noInput
    case .locked: self = .locked
    case .readOnly, .cannotWrite, .replaced: self = .cannotWrite
    case .invalidRequest, .constraint, .tooLargeToUndo: self = .usage
    case .cancelled: self = .interrupted
    case .corrupt, .newerVersion, .failed: self = .failed
    }
  }
}
