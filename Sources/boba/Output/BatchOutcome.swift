import FetchKit

/// The result of a batch change, as text or JSON.
struct BatchOutcome {
  private let result: BatchResult
  private let verb: String

  init(_ result: BatchResult, _ verb: String) {
    self.result = result
    self.verb = verb
  }

  func print(_ format: TextFormat) {
    switch format {
    case .text: StandardOutput.print("\(Words.venues(result.changed)) \(verb)")
    case .json:
      StandardOutput.print("{\"matched\":\(result.matched),\"changed\":\(result.changed)}")
    }
    StandardOutput.flush()
  }
}

/// Texts of several commands.
enum Words {
  static func venues(_ count: Int) -> String { count == 1 ? "1 venue" : "\(count) venues" }
}
