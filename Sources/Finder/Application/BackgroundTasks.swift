/// The tasks that the screens have started.
final class BackgroundTasks {
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The numbers of the tasks that have not ended.
  private var running: Set<Int> = []
  /// Tasks that must finish before the finder quits.
  private var mustFinish: Set<Int> = []
  private var lastNumber = 0
  /// Requests a redraw.
  let wake: () -> Void

  /// - Parameter wake: Requests a redraw; called after each task, too.
  init(wake: @escaping () -> Void) { self.wake = wake }

  /// Starts a task; the finder waits for one that must finish even when the user quits.
  ///
  /// One that starts immediately runs until it waits, while others begin after the next frame.
  @discardableResult
  func start(
    mustFinish: Bool = false, immediately: Bool = false, _ operation: @escaping () async -> Void
  ) -> Task<Void, Never> {
    lastNumber += 1
    let number = lastNumber
    running.insert(number)
    if mustFinish { self.mustFinish.insert(number) }
    let body = { [self] in
      await operation()
      finish(number)
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
    wake()
  }
}
