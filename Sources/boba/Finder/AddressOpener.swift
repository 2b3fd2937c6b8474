import Foundation

/// Opens web addresses in the user's browser.
struct AddressOpener: Sendable {
  let environment: [String: String]
  /// Whether a path names an executable file.
  var isProgram: @Sendable (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }

  /// Opens an address; returns false if there is no browser, as over ssh.
  func open(_ address: String) -> Bool {
    guard let command = command(for: address), let program = command.first else { return false }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = Array(command.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }

  /// The command line: `$BROWSER`, or `xdg-open` on a local desktop; nil if there is neither.
  func command(for address: String) -> [String]? {
    for browser in (environment["BROWSER"] ?? "").split(separator: ":") {
      let words = browser.split(separator: " ").map(String.init)
      guard let name = words.first, let program = program(name) else { continue }
      let arguments = words.dropFirst()
      return [program]
        + (arguments.contains { $0.contains("%s") }
          ? arguments.map { $0.replacing("%s", with: address) } : arguments + [address])
    }
    guard hasScreen, let program = program("xdg-open") else { return nil }
    return [program, address]
  }

  private var hasScreen: Bool {
    let isRemote = ["SSH_CONNECTION", "SSH_TTY"].contains { environment[$0]?.isEmpty == false }
    return !isRemote
      && ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
  }

  private func program(_ name: String) -> String? {
    ProgramPath(environment, isProgram: isProgram).find(name)
  }
}

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
