import ArgumentParser
import Foundation
import Finder

/// `boba manual FOLDER`: writes the man pages, for installers.
struct Manual: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "manual", "Write a man page for each command.", usage: "<folder>",
    example: "boba manual /usr/local/share/man/man1", shouldDisplay: false)

  @Argument(help: "Output folder, created if it is missing.", completion: .directory)
  var folder: String

  func run() async throws {
    let keys = await KeyTable.standard
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for page in try ManualPage.all(of: .root(), keys: keys) {
        try Data(page.text.utf8).write(
          to: URL(filePath: "\(folder)/\(page.fileName)"), options: .atomic)
      }
    } catch {
      throw Failure(
        .cannotCreate, "cannot write to \(folder): \(ErrorText.systemReason(error))")
    }
  }
}
