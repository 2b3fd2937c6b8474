import ArgumentParser
import FetchKit
import Foundation
import Finder
import TerminalKit
import Venues

/// Runs the finder in the terminal.
@MainActor
enum FinderTerminal {
  /// Opens the terminal; prints a warning and returns nil if it cannot be used.
  static func open(_ settings: FinderSettings) -> NcursesDriver? {
    do {
      return try NcursesDriver(options: options(settings), events: EventQueue())
    } catch {
      StandardError.print("warning: \(error); printing the list instead")
      return nil
    }
  }

  /// Runs the finder and restores the terminal. `query` reopens the store after another program replaced it.
  static func run(
    _ first: VenueQuery, _ driver: NcursesDriver, _ files: DiskFiles,
    settings: @MainActor (VenueQuery) -> FinderSettings, query: () throws -> VenueQuery
  ) async throws {
    defer { driver.end() }
    var open = first
    var current = settings(first)
    while try await run(open.store, driver, current, files) == .storeReplaced {
      open = try await reopened(query)
      current = settings(open)
      current.reopensStore = true
    }
  }

  /// Retries for five seconds: the new file may be incomplete.
  private static func reopened(_ query: () throws -> VenueQuery) async throws -> VenueQuery {
    for _ in 0..<20 {
      if let query = try? query() { return query }
      try await Task.sleep(for: .milliseconds(250))
    }
    return try query()
  }

  private static func run(
    _ store: FetchStore, _ driver: NcursesDriver, _ settings: FinderSettings, _ files: DiskFiles
  ) async throws -> FinderExit {
    let environment = ProcessInfo.processInfo.environment
    let opener = AddressOpener(environment: environment)
    let clipboard = ClipboardProgram(environment: environment)
    let finder = FinderApp(
      store: store, driver: driver, settings: settings, openLink: opener.open,
      copyText: clipboard.copy, files: files,
      stateStore: FinderStateFile(folder: PathTable().state, store: store.path))
    let end = await finder.run()
    try? store.close()
    switch end {
    case .quit, .storeReplaced: return end
    case .interrupted: throw ExitCode(Failure.Code.interrupted.rawValue)
    case .terminated(let signal): throw ExitCode(128 + signal)
    case .hangup: throw ExitCode(128 + SIGHUP)
    }
  }

  private static func options(_ settings: FinderSettings) -> DriverOptions {
    let environment = ProcessInfo.processInfo.environment
    return DriverOptions(
      environment: environment, allowsColor: (environment["NO_COLOR"] ?? "").isEmpty,
      reportsMouse: settings.usesMouse ?? true, isASCIIOnly: settings.isASCIIOnly, logPath: logPath)
  }

  /// The path of the log; nil if its folder cannot be created.
  private static var logPath: String? {
    let paths = PathTable()
    return (try? PrivateFiles.createStateFolder(paths.state)) == nil ? nil : paths.log
  }
}

/// The line-by-line finder on standard input and output.
@MainActor
enum PlainTerminal {
  /// Runs until the user quits or the input ends.
  static func run(_ finder: PlainFinder) async {
    print(await finder.greeting())
    while let line = ask(finder.question), let answer = await finder.answer(line) {
      print(answer)
    }
  }

  private static func ask(_ question: String) -> String? {
    StandardOutput.flush()
    if StandardOutput.isTerminal { FileHandle.standardOutput.write(Data(question.utf8)) }
    return readLine()
  }

  private static func print(_ lines: [String]) {
    for line in lines { StandardOutput.print(line) }
    StandardOutput.flush()
  }
}
