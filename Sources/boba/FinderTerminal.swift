import ArgumentParser
import FetchKit
import Foundation
import Screens
import Terminal
import Venues

/// The terminal that the finder runs in.
@MainActor
enum FinderTerminal {
  /// Takes the terminal over; nil, with a word on standard error, when it cannot be drawn on.
  static func open(_ settings: FinderSettings) -> NcursesDriver? {
    do {
      return try NcursesDriver(options: options(settings), events: EventQueue())
    } catch {
      StandardError.print("boba: \(error), here is the list")
      return nil
    }
  }

  /// Runs the finder and gives the terminal back, whatever happens.
  static func run(
    _ store: Store, _ driver: NcursesDriver, _ settings: FinderSettings, _ files: DiskFiles
  ) async throws {
    let opener = AddressOpener(environment: ProcessInfo.processInfo.environment)
    let finder = Finder(
      store: store, driver: driver, settings: settings, openLink: opener.open, files: files,
      memory: MemoryFile(folder: PathTable().state, store: store.path))
    let end = await finder.run()
    driver.end()
    switch end {
    case .quit: return
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

  /// The log, in a folder that is made when it is missing; nil when that cannot be.
  private static var logPath: String? {
    let paths = PathTable()
    let made: Void? = try? FileManager.default.createDirectory(
      atPath: paths.state, withIntermediateDirectories: true)
    return made == nil ? nil : paths.log
  }
}
