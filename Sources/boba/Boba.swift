import ArgumentParser
import CBuild
import FetchKit
import Finder
import Foundation
import Venues

/// The program: a set of subcommands, with the finder as the default.
@main
struct Boba: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boba",
    abstract: "Find a venue in the terminal.",
    usage: """
      boba [<filter>] [<options>]
      boba <command> [<arguments>] [<options>]
      """,
    discussion: """
      Without a command, boba opens the finder. If standard output is not a
      terminal, it prints the list instead.

      Options of the finder (boba browse --help lists all of them):
        --plain             Line-by-line mode for screen readers.
        --theme <name>      Color theme.
        --language <code>   Language: \(Language.list).
        --ascii             Draw with ASCII only.

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
    // `write` then fails at the file size limit with an error that can be reported.
    signal(SIGXFSZ, SIG_IGN)
    StandardOutput.reserveDescriptors()
    cbuild_share_one_heap()
    // The model takes nearly as long as the arguments, so that another core builds it meanwhile.
    Task.detached { _ = StoreAccess.model }
    do {
      try checkArguments()
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      Failure.leave(0)
    } catch {
      Failure.end(error)
    }
  }
}

extension Boba {
  /// The arguments, with `--option=` as an option and an empty value: the parser would take the next argument instead.
  private static var arguments: [String] {
    let given = CommandLine.arguments.dropFirst()
    let options = given.prefix { $0 != "--" }
    return options.flatMap { argument in
      argument.hasPrefix("--") && argument.firstIndex(of: "=") == argument.indices.last
        ? [String(argument.dropLast()), ""] : [argument]
    } + given.dropFirst(options.count)
  }

  /// Throws for an argument that is not UTF-8, which would be decoded to the name of another file.
  private static func checkArguments() throws {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index],
        String(validatingCString: argument) == nil
      else { continue }
      throw Failure.usage(
        "argument \(index) is not UTF-8: \(String(cString: argument)); if it names a file, rename that"
      )
    }
  }
}

/// The version of the program.
enum Version {
  static let number = "0.1.0"

  /// The output of `--version`, with the abbreviated commit; `+` marks uncommitted changes.
  static var text: String {
    let commit = String(cString: cbuild_commit())
    return
      "boba \(number) (commit \(commit.isEmpty ? "unknown" : commit), SQLite \(FetchStore.sqliteVersion))"
  }
}
