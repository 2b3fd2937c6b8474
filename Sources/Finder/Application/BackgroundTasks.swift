/// The tasks that the screens have started.
final class BackgroundTasks {
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// Tasks that must finish before the finder quits.
  private var mustFinish: Set<Int> = []
  private var lastNumber = 0
  /// Requests a redraw.
  let wake: () -> Void

  /// - Parameter wake: Requests a redraw; called after each task, too.
  init(wake: @escaping () -> Void) { self.wake = wake }

  /// Starts a task; the finder waits for one that must finish even when the user quits.
  @discardableResult
  func start(
    mustFinish: Bool = false, _ operation: @escaping () async -> Void
  ) -> Task<Void, Never> {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      await operation()
      finish(number)
    }
    tasks[number] = task
    if mustFinish { self.mustFinish.insert(number) }
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
    tasks[number] = nil
    mustFinish.remove(number)
    wake()
  }
}
