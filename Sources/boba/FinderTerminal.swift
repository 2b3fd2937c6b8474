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
  static func open(_ configuration: Configuration) -> NcursesDriver? {
    do {
      return try NcursesDriver(options: options(configuration), events: EventQueue())
    } catch {
      StandardError.print("boba: \(error), here is the list")
      return nil
    }
  }

  /// Runs the finder and gives the terminal back, whatever happens.
  static func run(
    _ store: Store, _ driver: NcursesDriver, _ settings: FinderSettings, _ files: DiskFiles
  ) async throws {
    let finder = Finder(
      store: store, driver: driver, settings: settings, openLink: openLink, files: files,
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

  /// Opens an address in the user's browser, where there is a screen for one.
  private static func openLink(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  private static func options(_ configuration: Configuration) -> DriverOptions {
    let environment = ProcessInfo.processInfo.environment
    return DriverOptions(
      environment: environment, allowsColor: (environment["NO_COLOR"] ?? "").isEmpty,
      isASCIIOnly: configuration.ascii, logPath: logPath)
  }

  /// The log, in a folder that is made when it is missing; nil when that cannot be.
  private static var logPath: String? {
    let paths = PathTable()
    let made: Void? = try? FileManager.default.createDirectory(
      atPath: paths.state, withIntermediateDirectories: true)
    return made == nil ? nil : paths.log
  }
}
