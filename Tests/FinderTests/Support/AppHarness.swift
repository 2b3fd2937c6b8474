import TerminalTestSupport
import ColumnCache
import FetchKit
import Foundation
import Resources
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

/// A finder on a terminal of its own, with a store in memory.
@MainActor
final class AppHarness {
  let store: Store
  let driver: RecordingDriver
  let finder: FinderApp
  /// What the finder takes for the time; clicks at the same time are double clicks.
  private let time = Time()
  private let files: (any FinderFiles)?

  private final class Time {
    var now = Duration.zero
    var links: [String] = []
    var opensLinks = true
    var timers: [(due: Duration, body: () -> Void)] = []
  }

  /// A finder that has started and has nothing left to do.
  init(
    _ size: Size = .usual, store: Store? = nil,
    settings: FinderSettings = FinderSettings(
      origin: .asImported(Origin.seed), reducesMotion: true),
    capabilities: Capabilities = Capabilities(), files: (any FinderFiles)? = FakeFiles(),
    isFirstRun: Bool = false
  ) async throws {
    self.store = try store ?? .seeded()
    self.files = files
    driver = RecordingDriver(size: size, capabilities: capabilities)
    finder = FinderApp(
      store: self.store, driver: driver, settings: settings,
      openLink: { [time] link in
        time.links.append(link)
        return time.opensLinks
      }, files: files, stateStore: StateInStore(store: self.store, isFirstRun: isFirstRun),
      later: { [time] in time.timers.append((time.now + $0, $1)) }, clock: { [time] in time.now })
    finder.start()
    await finder.settle()
  }

  /// Presses keys one after the other, each when all is quiet.
  func press(_ names: String...) async {
    for name in names {
      #expect(driver.press(name), "there is no key \(name)")
      await finder.settle()
    }
  }

  /// Presses keys while something goes on that takes its time.
  func pressMeanwhile(_ names: String...) async {
    for name in names {
      #expect(driver.press(name), "there is no key \(name)")
      _ = finder.turn(driver.events.take())
    }
  }

  /// Goes on until something is on the screen; something else may be under way after that.
  func until(shows text: String) async {
    while !lines.contains(where: { $0.contains(text) }) {
      guard !Task.isCancelled else {
        Issue.record("the screen never showed \(text)")
        return
      }
      _ = finder.turn(await driver.events.next())
    }
  }

  func press(_ names: [String]) async {
    for name in names { await press(name) }
  }

  func type(_ text: String) async {
    for character in text {
      driver.type(String(character))
      await finder.settle()
    }
  }

  func post(_ events: TerminalEvent...) async {
    driver.events.post(events)
    await finder.settle()
  }

  func click(column: Int, row: Int) async {
    await post(
      .mouse(MouseEvent(.press, button: .left, at: Point(column: column, row: row))))
  }

  /// Lets all that is under way come to its end.
  func end() async {
    (files as? FakeFiles)?.release()
    await finder.settle()
  }

  /// The addresses that were opened elsewhere.
  var links: [String] { time.links }

  /// Whether there is something that opens them.
  var opensLinks: Bool {
    get { time.opensLinks }
    set { time.opensLinks = newValue }
  }

  /// Lets time pass, and does what was to be done meanwhile.
  func pass(_ duration: Duration) async {
    passMeanwhile(duration)
    await finder.settle()
  }

  /// Lets time pass while something goes on that takes its own.
  func passMeanwhile(_ duration: Duration) {
    time.now += duration
    let due = time.timers.filter { $0.due <= time.now }
    time.timers.removeAll { $0.due <= time.now }
    for timer in due { timer.body() }
    _ = finder.turn(driver.events.take())
  }

  func resize(to size: Size) async {
    driver.resize(to: size)
    await finder.settle()
  }

  var lines: [String] { driver.lines }

  var screen: Canvas { driver.screen ?? Canvas(size: .zero) }

  /// The names of the rows of the list, without the numbers.
  var names: [String] {
    lines.drop { !$0.contains("Distance") }.dropFirst().prefix { !$0.contains("─") }
      .filter { !$0.isEmpty }
      .map { String(($0.dropFirst(3) + "  ").prefix(upTo: "  ")) }
  }

  /// The line with the cursor's mark.
  var cursorLine: String? { lines.first { $0.dropFirst().hasPrefix("▌") } }
}

extension StringProtocol {
  /// The text before the first occurrence of another.
  fileprivate func prefix(upTo other: String) -> SubSequence {
    self[..<(range(of: other)?.lowerBound ?? endIndex)]
  }
}

extension Size {
  static let usual = Size(columns: 80, rows: 24)
  static let small = Size(columns: 40, rows: 10)
  static let large = Size(columns: 200, rows: 60)
}

extension Store {
  /// A store in memory without venues.
  static func empty(undoLimits: UndoLimits = UndoLimits()) throws -> Store {
    let store = try Store(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]),
      undoLimits: undoLimits)
    store.accelerator = ColumnAccelerator()
    return store
  }

  /// A store in memory with the venues that come with the program.
  static func seeded(undoLimits: UndoLimits = UndoLimits()) throws -> Store {
    let store = try empty(undoLimits: undoLimits)
    let report = VenueImporter(store: store).run(.bytes(SeedFile.bytes, name: "seed"))
    #expect(report.counts.inserted == 30)
    return store
  }

  /// The stored venue of a name, the nearest one.
  func venue(named name: String) throws -> Venue {
    var request = FetchRequest<Venue>()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    request.sortDescriptors = [FetchSortDescriptor("location.distance")]
    return try #require(try fetch(request).first)
  }
}

extension Language {
  nonisolated static let chinese = Language("zh-Hans")
  nonisolated static let russian = Language("ru")
}

@MainActor
extension FinderApp {
  /// Handles events until there are neither events nor tasks left, then draws.
  func settle() async {
    var events: [TerminalEvent]
    repeat {
      events = driver.events.take()
      handle(events)
      if exit == nil { layout() }
    } while await isBusy() || !events.isEmpty
    if exit == nil { draw() }
  }

  /// Handles the pending events; ends as `run` does if one of them ends the finder.
  func leave() async -> FinderExit? {
    guard let exit = turn(driver.events.take()) else { return nil }
    return await finish(exit)
  }

  private func isBusy() async -> Bool {
    let hasWorked = await context.tasks.wait()
    let hasChanged = await list.model.waitForChanges()
    return hasWorked || hasChanged
  }
}
