public import Foundation

/// A named change of the store that can be taken back.
public struct UndoStep: Hashable, Sendable {
  /// The number of the step; later ones are larger.
  public let number: Int
  /// What the change was called.
  public let name: String
  /// When it was done.
  public let date: Date
  /// How many objects it changed.
  public let count: Int
  /// Whether it has been taken back and can be done again.
  public let isUndone: Bool
  /// Whether what it changed was kept; a step too large is only remembered by name.
  public let isRestorable: Bool
}

/// How much is kept of what steps changed.
public struct UndoLimits: Hashable, Sendable {
  /// How many steps are kept.
  public var steps: Int
  /// How many bytes of old values are kept, over all steps.
  public var bytes: Int

  /// The last `steps` steps with at most `bytes` bytes in all.
  public init(steps: Int = 100, bytes: Int = 256_000_000) {
    self.steps = steps
    self.bytes = bytes
  }
}
