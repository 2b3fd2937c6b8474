public import Foundation

/// Keeps what the finder goes on with the next time.
public nonisolated protocol FinderMemoryKeeper: Sendable {
  /// What was kept last; nil when nothing was.
  func load() -> Data?
  /// Keeps something instead; nothing happens when that cannot be.
  func keep(_ data: Data) async
}
