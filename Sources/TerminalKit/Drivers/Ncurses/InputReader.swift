import CTerminal

/// Reads the terminal and the signals on a thread of its own, and posts what they mean.
final class InputReader: Sendable {
  private let input: Int32
  private let signals: Int32
  private let stop: Int32
  private let output: Int32
  private let escapeDelay: Int32
  private let questionDeadline: Int64?
  private let queue: EventQueue

  /// The deadline is the time in milliseconds until which a reply may still come; nil when nothing
  /// was asked.
  init(
    input: Int32, output: Int32, signals: Int32, stop: Int32, escapeDelay: Int,
    questionDeadline: Int64?, queue: EventQueue
  ) {
    self.input = input
    self.output = output
    self.signals = signals
    self.stop = stop
    self.escapeDelay = Int32(clamping: escapeDelay)
    self.questionDeadline = questionDeadline
    self.queue = queue
  }

  /// Runs until it is stopped or the terminal is gone.
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

  private struct Ready {
    var bits: Int32
    var hasInput: Bool { bits & 0x101 != 0 }
    var hasSignal: Bool { bits & 0x002 != 0 }
    var hasStop: Bool { bits & 0x404 != 0 }
  }

  private func timeout(_ decoder: InputDecoder) -> Int32 {
    switch decoder.patience {
    case nil: -1
    case .short: escapeDelay
    case .long: 1000
    }
  }

  private func poll(timeout: Int32, withInput: Bool = true) -> Int32 {
    cterminal_poll([withInput ? input : -1, signals, stop], timeout)
  }

  /// Returns false, and says so, when the terminal is gone.
  private func readInput(_ decoder: inout InputDecoder) -> Bool {
    let bytes = Self.read(input)
    guard let bytes else {
      queue.post(decoder.flush() + [.hangup])
      return false
    }
    queue.post(decoder.feed(bytes))
    return true
  }

  /// The bytes that are there; nil at the end.
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
    switch TerminalSignal(number: signal) {
    case .resized: size.map { queue.post(.resize($0)) }
    case .stop: queue.post(.suspend)
    case .continued: queue.post(.resumed)
    case .interrupt: queue.post(.interrupt)
    case .terminate: queue.post(.terminate(signal))
    }
  }

  private var size: Size? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cterminal_size(output, &columns, &rows) else { return nil }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// Without a terminal there are still signals to hear, until the driver ends.
  private func listenToSignals() {
    while true {
      let ready = Ready(bits: poll(timeout: -1, withInput: false))
      if ready.hasStop { return }
      if ready.hasSignal { readSignals() }
    }
  }

  /// A reply that comes when the shell is back would be typed into it, so it is waited for.
  private func awaitReplies(_ decoder: inout InputDecoder) {
    guard let questionDeadline else { return }
    while !decoder.hasIdentified {
      let left = questionDeadline - cterminal_milliseconds()
      guard left > 0 else { return }
      let bits = cterminal_poll([input, -1, -1], Int32(clamping: left))
      guard Ready(bits: bits).hasInput, let bytes = Self.read(input) else { return }
      _ = decoder.feed(bytes)
    }
  }
}
