import Foundation

/// The built program that the tests run.
enum Program {
  /// `BOBA_BINARY`, else the program that was built beside the tests.
  static let path: String = {
    let named = ProcessInfo.processInfo.environment["BOBA_BINARY"] ?? ""
    return named.isEmpty ? besideTheTests : named
  }()

  /// The folder of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private static var besideTheTests: String {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: "boba").path
  }

  /// The path of an installed program; nil if it is not installed.
  static func installed(_ name: String) -> String? {
    let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }
}
