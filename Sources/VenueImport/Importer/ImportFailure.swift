import FetchKit

/// Why a file was not imported.
public struct ImportFailure: Error, Hashable, Sendable {
  /// What went wrong, as the exit codes of the command tell it apart.
  public enum Kind: Hashable, Sendable {
    /// The input cannot be opened or read (66).
    case cannotOpen
    /// The data is bad (65).
    case badData
    /// A store that is not there cannot be made (73).
    case cannotCreate
    /// The store cannot be written (74).
    case cannotWrite
    /// Somebody else keeps the store locked (75).
    case locked
    /// What it overwrites is too much to be kept, and nobody said that it may (64).
    case needsConsent
    /// The user stopped the import (130).
    case cancelled
  }

  public let kind: Kind
  /// One line.
  public let message: String
  /// Where in the input; nil when the failure is of no place.
  public let location: InputLocation?

  public init(kind: Kind, message: String, location: InputLocation? = nil) {
    self.kind = kind
    self.message = message
    self.location = location
  }

  /// The exit code of a command that ends with this failure, after `sysexits.h`.
  public var exitCode: Int32 {
    switch kind {
    case .cannotOpen: 66
    case .badData: 65
    case .cannotCreate: 73
    case .cannotWrite: 74
    case .locked: 75
    case .needsConsent: 64
    case .cancelled: 130
    }
  }
}

extension ImportFailure {
  static func badData(_ message: String, at location: InputLocation?) -> ImportFailure {
    ImportFailure(kind: .badData, message: message, location: location)
  }

  static func cancelled() -> ImportFailure {
    ImportFailure(kind: .cancelled, message: "the import was stopped; nothing was changed")
  }

  static func cannotOpen(_ name: String, _ code: Int32) -> ImportFailure {
    ImportFailure(kind: .cannotOpen, message: "cannot open \(name): \(SystemError.reason(code))")
  }

  static func cannotRead(_ name: String, _ code: Int32) -> ImportFailure {
    ImportFailure(kind: .cannotOpen, message: "cannot read \(name): \(SystemError.reason(code))")
  }
}
