import CTerminal

/// The thread of an input reader.
struct InputThread: Sendable {
  private let stopReading: Int32
  private let stopWriting: Int32

  /// How long a slow line may take to answer, in milliseconds.
  private static let answerTime: Int64 = 500

  /// Starts to read; `isAsking` says that the terminal is about to be asked something.
  init(
    _ descriptors: TerminalDescriptors, signals: Int32, escapeDelay: Int, isAsking: Bool,
    queue: EventQueue
  ) throws(DriverError) {
    var ends: [Int32] = [-1, -1]
    guard cterminal_pipe(&ends) else { throw .system("cannot make a pipe") }
    (stopReading, stopWriting) = (ends[0], ends[1])
    let reader = InputReader(
      input: descriptors.input, output: descriptors.output, signals: signals, stop: stopReading,
      escapeDelay: escapeDelay,
      questionDeadline: isAsking ? cterminal_milliseconds() + Self.answerTime : nil, queue: queue)
    let context = Unmanaged.passRetained(reader)
    guard cterminal_start_thread(readInput, context.toOpaque()) else {
      context.release()
      closePipe()
      throw .system("cannot start a thread")
    }
  }

  /// Waits until the reader has ended.
  func stop() {
    cterminal_wake(stopWriting)
    cterminal_join_thread()
    closePipe()
  }

  private func closePipe() {
    cterminal_close(stopReading)
    cterminal_close(stopWriting)
  }
}

/// The body of the thread. A closure would belong to the main actor and trap here.
private func readInput(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<InputReader>.fromOpaque(context).takeRetainedValue().run()
}
