import ArgumentParser
import Foundation
import Finder

/// `boba manual FOLDER`: writes the man pages and completions, for those who install the program.
struct Manual: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Writes a man page for each command into a folder.",
    discussion: "Example: boba manual /usr/local/share/man/man1", shouldDisplay: false)

  @Argument(help: "The folder; it is made when it is missing.", completion: .directory)
  var folder: String

  func run() async throws {
    let keys = await KeyTable.standard
    let info = try JSONDecoder().decode(ToolInfo.self, from: Data(Boba._dumpHelp().utf8))
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for page in ManualPage.all(of: info.command, keys: keys) {
        try Data(page.text.utf8).write(
          to: URL(filePath: "\(folder)/\(page.fileName)"), options: .atomic)
      }
    } catch {
      throw Failure(
        .cannotCreate, "cannot write into \(folder): \(ErrorText.systemReason(error))")
    }
  }
}
