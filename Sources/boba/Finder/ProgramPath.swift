import Foundation

/// The search for programs in the folders of `$PATH`.
struct ProgramPath: Sendable {
  private let folders: [String]
  private let isProgram: @Sendable (String) -> Bool

  /// Creates the search; `isProgram` says whether a path names an executable file.
  init(
    _ environment: [String: String],
    isProgram: @escaping @Sendable (String) -> Bool = {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  ) {
    folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    self.isProgram = isProgram
  }

  /// The path of a program, given by its name or path; nil if there is none.
  func find(_ name: String) -> String? {
    name.contains("/")
      ? (isProgram(name) ? name : nil) : folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }
}
