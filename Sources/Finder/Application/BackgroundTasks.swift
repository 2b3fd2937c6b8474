import FetchKit

/// The tasks that the screens have started.
final class BackgroundTasks {
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The numbers of the tasks that have not ended.
  private var running: Set<Int> = []
  /// Tasks that must finish before the finder quits.
  private var mustFinish: Set<Int> = []
  private var lastNumber = 0
  private let redraw: () -> Void
  private var isRedrawPending = false

  /// - Parameter redraw: Requests a redraw; called after each task that changes the screen.
  init(redraw: @escaping () -> Void) { self.redraw = redraw }

  /// Requests a redraw, once for all tasks that are about to end.
  func wake() {
    guard !isRedrawPending else { return }
    isRedrawPending = true
    Task {
      isRedrawPending = false
      redraw()
    }
  }

  /// Starts a task; the finder waits for one that must finish even when the user quits.
  ///
  /// One that starts immediately runs until it waits, while others begin after the next frame. The screen is redrawn
  /// after it unless it changes nothing there.
  @discardableResult
  func start(
    mustFinish: Bool = false, immediately: Bool = false, redraws: Bool = true,
    _ operation: @escaping () async -> Void
  ) -> Task<Void, Never> {
    lastNumber += 1
    let number = lastNumber
    running.insert(number)
    if mustFinish { self.mustFinish.insert(number) }
    let body = { [self] in
      await operation()
      finish(number)
      if redraws { wake() }
    }
    let task = immediately ? Task.immediate { await body() } : Task { await body() }
    if running.contains(number) { tasks[number] = task }
    return task
  }

  /// Waits for the running tasks; returns false when there were none.
  func wait() async -> Bool {
    let running = tasks.values
    for task in running { await task.value }
    return !running.isEmpty
  }

  /// Waits for the tasks that must finish.
  func waitForRequired() async {
    for number in mustFinish { await tasks[number]?.value }
  }

  func cancelAll() {
    for task in tasks.values { task.cancel() }
  }

  private func finish(_ number: Int) {
    running.remove(number)
    tasks[number] = nil
    mustFinish.remove(number)
  }
}

extension FetchStore {
  /// A snapshot for a task that may be superseded: throws a `CancellationError` then, even after the reads.
  func snapshotUnlessCanceled<T: Sendable>(
    _ body: @escaping @Sendable (StoreSnapshot) throws -> T
  ) async throws -> T {
    let value = try await snapshot(body)
    try Task.checkCancellation()
    return value
  }
}
