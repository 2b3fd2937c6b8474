import Foundation
import Finder

/// The line-by-line finder on standard input and output.
@MainActor
enum PlainTerminal {
  /// Runs until the user quits or the input ends.
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
