import Foundation

/// A number of threads that run tasks in place of Swift's own, whose number is that of the cores.
final class ThreadPool: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  /// Starts the threads, which run until the program ends.
  init(threads: Int) {
    for _ in 0..<threads {
      Thread.detachNewThread { [self] in while true { runNext() } }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  private func runNext() {
    waiting.wait()
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
