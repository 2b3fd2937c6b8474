import Testing

@testable import TerminalKit

@Suite struct DriverPartsTests {
  @Test(arguments: [
    (Color.standard, ColorDepth.indexed, -1), (.red, .none, -1), (.red, .eight, 1),
    (.palette(9), .eight, 1), (.palette(9), .sixteen, 9), (.indexed(200), .indexed, 200),
    (.indexed(196), .sixteen, 9), (.indexed(244), .eight, 7), (.rgb(40, 40, 44), .eight, 0),
    (.indexed(244), .sixteen, 8), (.rgb(255, 0, 0), .indexed, 196),
    (.rgb(128, 128, 128), .indexed, 244), (.rgb(0, 0, 0), .indexed, 16),
    (.rgb(250, 10, 10), .sixteen, 9), (.rgb(0, 10, 0), .eight, 0),
    (.rgb(1, 2, 3), .trueColor, 0x010203), (.rgb(0, 0, 3), .trueColor, 8),
    (.red, .trueColor, 1), (.palette(9), .trueColor, 0xFF0000),
  ])
  func `a color maps to the nearest available one`(color: Color, depth: ColorDepth, number: Int) {
    #expect(ColorMapper(depth: depth).number(of: color) == Int32(number))
  }

  @Test(arguments: [
    (DriverError.noTerminal, "no terminal"), (.unknownType("foo"), "unknown terminal type foo"),
    (.cannotPosition("dumb"), "a terminal of type dumb cannot move its cursor"),
    (.system("cannot open a pipe: no such file"), "cannot open a pipe: no such file"),
  ])
  func `errors have a description`(error: DriverError, text: String) {
    #expect("\(error)" == text)
  }

  @Test func `with eight colors bright is bold`() {
    let style = Style(foreground: .palette(8), attributes: .underline)
    #expect(ColorMapper(depth: .eight).attributes(for: style) == [.bold, .underline])
    #expect(ColorMapper(depth: .sixteen).attributes(for: style) == .underline)
  }

  @Test(arguments: [
    (0, ColorDepth.none), (8, .eight), (15, .eight), (16, .sixteen), (88, .sixteen),
    (256, .indexed), (16_777_216, .trueColor),
  ])
  func `no depth uses more colors than the terminal has`(colors: Int, depth: ColorDepth) {
    #expect(ColorDepth(colors: colors) == depth)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], nil), ([:], nil), (["TERM": "tmux-256color"], .tmux),
      (["TERM": "screen.xterm-256color"], .screen),
      (["TERM": "screen", "TMUX": "/tmp/x,1,0"], .tmux),
      (["TERM": "xterm", "STY": "1.tty.host"], .screen),
    ] as [([String: String], Multiplexer?)])
  func `tmux and screen are recognized`(environment: [String: String], expected: Multiplexer?) {
    #expect(TerminalGuess(environment: environment).multiplexer == expected)
  }

  @Test func `every symbol has an ASCII fallback`() {
    let signs = "─│┌┼═▌▲▼◆◉●…–·→★█▉⠿é日✓“"
    let ascii = signs.unicodeScalars.map { ASCIIFallback.character(for: $0) }
    #expect(String(String.UnicodeScalarView(ascii)) == "-|++=|^v***.-.>*##*e?+\"")
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], ["xterm-256color"], true, false),
    (["TERM": "xterm-kitty"], ["xterm-kitty", "xterm-256color"], true, true),
    (
      ["TERM": "tmux-256color", "TMUX": "/tmp/x"], ["tmux-256color", "xterm-256color"], true, false
    ),
    (["TERM": "xterm-256color", "VTE_VERSION": "6800"], ["xterm-256color"], true, true),
    (["TERM": "xterm-256color", "VTE_VERSION": "4800"], ["xterm-256color"], true, false),
    (["TERM": "linux"], ["linux", "xterm-256color"], false, false),
    ([:], ["xterm-256color"], false, false),
    (
      ["TERM": "xterm", "COLORTERM": "truecolor"], ["xterm-direct", "xterm-256color", "xterm"],
      true, false
    ),
    (
      ["TERM": "tmux-256color", "COLORTERM": "24bit", "TMUX": "/tmp/x"],
      ["tmux-direct", "tmux-256color", "xterm-256color"], true, false
    ),
    (["TERM": "xterm", "COLORTERM": "yes"], ["xterm", "xterm-256color"], true, false),
    (
      ["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], ["xterm", "xterm-256color"],
      true, false
    ),
    (
      ["TERM": "linux", "COLORTERM": "truecolor"], ["linux", "xterm-256color"], false, false
    ),
    (["TERM": "dumb", "COLORTERM": "truecolor"], ["dumb", "xterm-256color"], false, false),
  ])
  func `the environment adds what terminfo lacks`(
    environment: [String: String], types: [String], isEmulator: Bool, hasLinks: Bool
  ) {
    let guess = TerminalGuess(environment: environment)
    #expect(guess.types == types)
    #expect(guess.isEmulator == isEmulator)
    #expect(guess.hasLinks == hasLinks)
  }
}
