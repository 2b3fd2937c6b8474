/// The tasks that the screens have under way.
final class Work {
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The numbers of the tasks that are brought to their end before the finder ends.
  private var promised: Set<Int> = []
  private var lastNumber = 0
  /// Makes the finder draw, when there is something new outside of a task.
  let wake: () -> Void

  /// - Parameter wake: is called after each task, too.
  init(wake: @escaping () -> Void) { self.wake = wake }

  /// Begins a task; one that is promised is waited for even when the user quits.
  @discardableResult
  func start(
    isPromised: Bool = false, _ operation: @escaping () async -> Void
  ) -> Task<Void, Never> {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      await operation()
      finish(number)
    }
    tasks[number] = task
    if isPromised { promised.insert(number) }
    return task
  }

  /// Waits for the tasks that are under way; false when there were none.
  func wait() async -> Bool {
    let running = tasks.values
    for task in running { await task.value }
    return !running.isEmpty
  }

  /// Waits for what was promised.
  func keepPromises() async {
    for number in promised { await tasks[number]?.value }
  }

  /// Gives up everything.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
  }

  private func finish(_ number: Int) {
    tasks[number] = nil
    promised.remove(number)
    wake()
  }
}
