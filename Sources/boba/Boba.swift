import ArgumentParser
import Foundation

/// The program: everything it can do is a subcommand, and without one it is the finder.
@main
struct Boba: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boba",
    abstract: "Finds bubble tea, and any other venue, in the terminal.",
    discussion: """
      Without a command it opens the finder; when standard output is no terminal it prints the list.

      Example: boba list --price 1 --deals --sort distance
      """,
    version: Version.text,
    subcommands: [
      Browse.self, Import.self, List.self, Count.self, Stats.self, Show.self, Export.self,
      SetValues.self, Delete.self, Undo.self, Redo.self, History.self, Filters.self,
      Explain.self, Paths.self, Doctor.self, Backup.self, Restore.self, Manual.self,
    ],
    defaultSubcommand: Browse.self)

  static func main() async {
    // A file that reaches its size limit is then an error of `write`, with a sentence, and not the end.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Failure.end(error)
    }
  }
}
