import CTerminal
import Glibc

/// Reads the terminal and signals on a thread and posts events.
final class InputReader: Sendable {
  private let input: Int32
  private let signals: Int32
  private let stop: Int32
  private let output: Int32
  private let replyDeadline: Int64?
  private let queue: EventQueue

  /// `replyDeadline` is the time in milliseconds until which a reply may still arrive; nil without a query.
  init(
    input: Int32, output: Int32, signals: Int32, stop: Int32, replyDeadline: Int64?,
    queue: EventQueue
  ) {
    self.input = input
    self.output = output
    self.signals = signals
    self.stop = stop
    self.replyDeadline = replyDeadline
    self.queue = queue
  }

  /// Runs until it is stopped or the terminal is closed.
  func run() {
    var decoder = InputDecoder()
    while true {
      let ready = Ready(bits: poll(timeout: timeout(decoder)))
      if ready.hasStop { return awaitReplies(&decoder) }
      if ready.hasSignal { readSignals() }
      if ready.hasInput {
        guard readInput(&decoder) else { return listenToSignals() }
      } else if decoder.isWaiting && !ready.hasSignal {
        queue.post(decoder.flush())
      }
    }
  }

  /// The result of `cterminal_poll`: bit n for input of the nth descriptor, bit n + 8 if it has hung up.
  private struct Ready {
    var bits: Int32
    var hasInput: Bool { bits & 0x101 != 0 }
    var hasSignal: Bool { bits & 0x002 != 0 }
    var hasStop: Bool { bits & 0x404 != 0 }
  }

  /// The time to wait for input, in milliseconds; -1 for any.
  private func timeout(_ decoder: InputDecoder) -> Int32 {
    switch decoder.timeout {
    case nil: -1
    case .short: 25
    case .long: 1000
    }
  }

  private func poll(timeout: Int32, withInput: Bool = true) -> Int32 {
    cterminal_poll([withInput ? input : -1, signals, stop], timeout)
  }

  /// Returns false, and posts a hangup, if the terminal is closed.
  private func readInput(_ decoder: inout InputDecoder) -> Bool {
    let bytes = Self.read(input)
    guard let bytes else {
      queue.post(decoder.flush() + [.hangup])
      return false
    }
    queue.post(decoder.feed(bytes))
    return true
  }

  /// The available bytes; nil at the end.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
      count = cterminal_read(descriptor, buffer.baseAddress, buffer.count)
      initialized = max(0, count)
    }
    return count == 0 ? nil : bytes
  }

  private func readSignals() {
    for number in Self.read(signals) ?? [] { post(signal: Int32(number)) }
  }

  private func post(signal: Int32) {
    switch signal {
    case SIGWINCH: Size(ofTerminal: output).map { queue.post(.resize($0)) }
    case SIGTSTP: queue.post(.suspend)
    case SIGCONT: queue.post(.resumed)
    case SIGINT: queue.post(.interrupt)
    default: queue.post(.terminate(signal))
    }
  }

  /// After a hangup, signals are still handled until the driver ends.
  private func listenToSignals() {
    while true {
      let ready = Ready(bits: poll(timeout: -1, withInput: false))
      if ready.hasStop { return }
      if ready.hasSignal { readSignals() }
    }
  }

  /// Waits for outstanding replies, which would otherwise appear at the shell's prompt.
  private func awaitReplies(_ decoder: inout InputDecoder) {
    guard let replyDeadline else { return }
    while !decoder.hasIdentified {
      let left = replyDeadline - cterminal_milliseconds()
      guard left > 0 else { return }
      let bits = cterminal_poll([input, -1, -1], Int32(clamping: left))
      guard Ready(bits: bits).hasInput, let bytes = Self.read(input) else { return }
      _ = decoder.feed(bytes)
    }
  }
}

/// The thread of an `InputReader`.
struct InputThread: Sendable {
  private let stopReading: Int32
  private let stopWriting: Int32

  /// The timeout for a reply on a slow line, in milliseconds.
  private static let answerTime: Int64 = 500

  /// Starts reading; `isAsking` says that a query is about to be sent to the terminal.
  init(
    _ descriptors: TerminalDescriptors, signals: Int32, isAsking: Bool, queue: EventQueue
  ) throws(DriverError) {
    var ends: [Int32] = [-1, -1]
    guard cterminal_pipe(&ends) else { throw .system("cannot make a pipe") }
    (stopReading, stopWriting) = (ends[0], ends[1])
    let reader = InputReader(
      input: descriptors.input, output: descriptors.output, signals: signals, stop: stopReading,
      replyDeadline: isAsking ? cterminal_milliseconds() + Self.answerTime : nil, queue: queue)
    let context = Unmanaged.passRetained(reader)
    guard cterminal_start_thread(readInput, context.toOpaque()) else {
      context.release()
      closePipe()
      throw .system("cannot start a thread")
    }
  }

  /// Stops the reader and waits for its end.
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

/// The body of the thread; a closure would be isolated to the main actor and trap here.
private func readInput(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<InputReader>.fromOpaque(context).takeRetainedValue().run()
}
