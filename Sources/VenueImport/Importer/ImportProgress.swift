/// The progress of one input.
public struct ImportProgress: Hashable, Sendable {
  /// The bytes read of the file.
  public var bytes: Int
  /// The size of the file; nil if unknown, as for a pipe.
  public var totalBytes: Int?
  /// Rows found.
  public var rows: Int

  public init(bytes: Int, totalBytes: Int?, rows: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.rows = rows
  }
}

/// Reports the progress of one input and asks whether to continue.
///
/// It is made for one import and used only on its reading thread, which makes it safe to hand there.
final class ProgressReporter: @unchecked Sendable {
  private let body: (@Sendable (ImportProgress) -> Bool)?
  private var state: ImportProgress

  init(_ body: (@Sendable (ImportProgress) -> Bool)?) {
    self.body = body
    state = ImportProgress(bytes: 0, totalBytes: nil, rows: 0)
  }

  /// The bytes of the whole input, when it is open.
  func expect(totalBytes: Int?) { state.totalBytes = totalBytes }

  /// Reports progress; returns false to cancel the import.
  func report(bytes: Int, rows: Int) -> Bool {
    state.bytes = bytes
    state.rows = rows
    return shouldContinue()
  }

  /// Reports progress again while waiting; returns false to cancel the import.
  func shouldContinue() -> Bool { body?(state) ?? true }
}
