/// How far the import of one input is.
public struct ImportProgress: Hashable, Sendable {
  /// Bytes read, as they are in the file.
  public var bytes: Int
  /// The bytes of the whole file; nil when nobody knows, as of a pipe.
  public var totalBytes: Int?
  /// Rows found.
  public var rows: Int

  public init(bytes: Int, totalBytes: Int?, rows: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.rows = rows
  }
}

/// Tells the progress of one input, and hears whether to go on.
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

  /// Tells how far the input was read; false when the import is to stop.
  func report(bytes: Int, rows: Int) -> Bool {
    state.bytes = bytes
    state.rows = rows
    return mayGoOn
  }

  /// Tells the same again, while an input makes us wait; false when the import is to stop.
  var mayGoOn: Bool { body?(state) ?? true }
}
