public import Foundation

/// A file of the package that tests compare with what it should be, or write with `UPDATE_DUMPS=1` in the environment.
public struct GeneratedFile {
  public static let isWriting = ProcessInfo.processInfo.environment["UPDATE_DUMPS"] == "1"

  /// The folder of the package.
  public static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private let url: URL

  /// A file by its path from the folder of the package.
  public init(_ path: String) { url = Self.package.appending(path: path) }

  /// Whether the file is what `make` returns for its text, or has just been written.
  public func isCurrent(_ make: (String) throws -> String) throws -> Bool {
    let text = try String(contentsOf: url, encoding: .utf8)
    let made = try make(text)
    if Self.isWriting, made != text { try Data(made.utf8).write(to: url) }
    return Self.isWriting || made == text
  }
}
