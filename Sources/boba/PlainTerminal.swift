import Foundation
import Finder

/// The finder without a screen: a question, a line from standard input, the answer.
@MainActor
enum PlainTerminal {
  /// Answers until the user leaves or the input ends.
  static func run(_ finder: PlainFinder) async {
    print(await finder.greeting())
    while let line = ask(finder.question), let answer = await finder.answer(line) {
      print(answer)
    }
  }

  private static func ask(_ question: String) -> String? {
    StandardOutput.flush()
    if StandardOutput.isTerminal { FileHandle.standardOutput.write(Data(question.utf8)) }
    return readLine()
  }

  private static func print(_ lines: [String]) {
    for line in lines { StandardOutput.print(line) }
    StandardOutput.flush()
  }
}
