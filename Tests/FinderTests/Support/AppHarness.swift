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

/// A finder on a recording terminal, with a store in memory.
///
/// It is drawn when its screen is read.
@MainActor
final class AppHarness {
  let store: FetchStore
  let finder: FinderApp
  private let recorder: RecordingDriver
  private var needsDrawing = true
  /// The clock of the finder; clicks at the same time are double clicks.
  private let time = Time()
  private let files: (any FinderFiles)?

  private final class Time {
    var now = Duration.zero
    var links: [String] = []
    var opensLinks = true
    var timers: [(due: Duration, body: () -> Void)] = []
  }

  /// Starts a finder and waits until it is idle; it takes the changes of the store for its own unless told otherwise,
  /// so that none has the time of the test.
  init(
    _ size: Size = .usual, store: FetchStore? = nil,
    settings: FinderSettings = FinderSettings(
      origin: .asImported(Origin.seed), reducesMotion: true),
    capabilities: Capabilities = Capabilities(), files: (any FinderFiles)? = FakeFiles(),
    isFirstRun: Bool = false, ownsHistory: Bool = true
  ) async throws {
    self.store = try store ?? .seeded()
    self.files = files
    recorder = RecordingDriver(size: size, capabilities: capabilities)
    finder = FinderApp(
      store: self.store, driver: recorder, settings: settings,
      openLink: { [time] link in
        time.links.append(link)
        return time.opensLinks
      }, files: files, stateStore: StateInStore(store: self.store, isFirstRun: isFirstRun),
      later: { [time] in time.timers.append((time.now + $0, $1)) }, clock: { [time] in time.now })
    if ownsHistory { await finder.context.rememberHistory(since: .distantPast) }
    finder.start()
    await settle()
  }

  // MARK: - Events

  /// Presses keys one by one, each when the finder is idle.
  func press(_ names: String...) async { await press(names) }

  func press(_ names: [String]) async {
    for name in names {
      #expect(recorder.press(name), "there is no key \(name)")
      await settle()
    }
  }

  /// Presses keys so fast that they arrive together.
  func pressAtOnce(_ names: [String]) async {
    for name in names { #expect(recorder.press(name), "there is no key \(name)") }
    await settle()
  }

  /// Presses keys without waiting for running tasks.
  func pressMeanwhile(_ names: String...) async {
    for name in names {
      #expect(recorder.press(name), "there is no key \(name)")
      handle(recorder.events.take())
    }
  }

  func type(_ text: String) async {
    for character in text {
      recorder.type(String(character))
      await settle()
    }
  }

  func post(_ events: TerminalEvent...) async {
    recorder.events.post(events)
    await settle()
  }

  func click(column: Int, row: Int) async {
    let point = Point(column: column, row: row)
    await post(
      .mouse(MouseEvent(.press, button: .left, at: point)),
      .mouse(MouseEvent(.release, button: .left, at: point)))
  }

  func resize(to size: Size) async {
    recorder.resize(to: size)
    await settle()
  }

  /// Handles events until a text is on the screen, without waiting for running tasks.
  func until(shows text: String) async {
    let deadline = ContinuousClock.now + .seconds(60)
    let alarm = Task { [events = recorder.events] in
      try await Task.sleep(until: deadline)
      events.wake()
    }
    defer { alarm.cancel() }
    while !lines.contains(where: { $0.contains(text) }) {
      guard ContinuousClock.now < deadline, !Task.isCancelled else {
        Issue.record("the screen never showed \(text):\n\(lines.joined(separator: "\n"))")
        return
      }
      handle(await recorder.events.next())
    }
  }

  /// Lets slow files continue and waits until the finder is idle.
  func end() async {
    (files as? FakeFiles)?.release()
    await settle()
  }

  /// Advances the clock, runs due timers, and waits until the finder is idle.
  func pass(_ duration: Duration) async {
    passMeanwhile(duration)
    await settle()
  }

  /// Advances the clock and runs due timers, without waiting for running tasks.
  func passMeanwhile(_ duration: Duration) {
    time.now += duration
    let due = time.timers.filter { $0.due <= time.now }
    time.timers.removeAll { $0.due <= time.now }
    for timer in due { timer.body() }
    handle(recorder.events.take())
  }

  /// Waits until the finder is idle.
  func settle() async {
    await finder.settle()
    needsDrawing = true
  }

  private func handle(_ events: [TerminalEvent]) {
    finder.handleAndLayOut(events)
    needsDrawing = true
  }

  // MARK: - The screen

  /// The terminal, with the current screen.
  var driver: RecordingDriver {
    if needsDrawing, finder.exit == nil {
      needsDrawing = false
      finder.draw()
    }
    return recorder
  }

  var lines: [String] { driver.lines }

  var screen: Canvas { driver.screen ?? Canvas(size: .zero) }

  /// The names of the rows of the list, without the numbers.
  var names: [String] {
    lines.drop { !$0.contains("Distance") }.dropFirst().prefix { !$0.contains("─") }
      .filter { !$0.isEmpty }
      .map { String(($0.dropFirst(4) + "  ").prefix(upTo: "  ")) }
  }

  /// The line with the cursor's mark.
  var cursorLine: String? { lines.first { $0.dropFirst().hasPrefix("▌") } }

  /// The message in the last line, without the hints after it.
  var message: String {
    let line = lines.last?.dropFirst() ?? ""
    return String(line[..<(line.firstRange(of: "   ")?.lowerBound ?? line.endIndex)])
  }

  /// The URLs that were opened.
  var links: [String] { time.links }

  /// Whether URLs can be opened.
  var opensLinks: Bool {
    get { time.opensLinks }
    set { time.opensLinks = newValue }
  }
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

extension FetchStore {
  /// A store in memory without venues.
  static func empty(undoLimits: UndoLimits = UndoLimits()) throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]),
      undoLimits: undoLimits)
    store.accelerator = ColumnAccelerator()
    return store
  }

  /// A store in memory with the venues that come with the program.
  static func seeded(undoLimits: UndoLimits = UndoLimits()) throws -> FetchStore {
    let store = try empty(undoLimits: undoLimits)
    let options = ImportOptions(
      rows: RowImportOptions(metadata: [Origin.metadataKey: "40.75925,-73.98467"]))
    let report = VenueImporter(store: store, options: options)
      .run(.bytes(SeedFile.bytes, name: "seed"))
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
  /// Handles events until there are neither events nor tasks left.
  func settle() async {
    var events: [TerminalEvent]
    repeat {
      events = driver.events.take()
      handleAndLayOut(events)
    } while await isBusy() || !events.isEmpty
  }

  /// Does what `turn` does, except for drawing.
  func handleAndLayOut(_ events: [TerminalEvent]) {
    handle(events)
    if exit == nil { layout() }
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

extension String {
  /// The text with zero for times, which vary.
  var withoutTimes: String {
    replacing(/[0-9]+[.,][0-9] (ms|мс|毫秒|s|с|秒)\b/) { "0.0 \($0.1)" }
  }
}
