import TerminalKit
import Testing
import TestSupport

@Suite struct InputDecoderTests {
  private func decode(_ text: String) -> [TerminalEvent] {
    var decoder = InputDecoder()
    let events = decoder.feed(text.utf8)
    return events + decoder.flush()
  }

  private func keys(_ names: [String]) -> [TerminalEvent] {
    names.compactMap { KeyPress($0).map { .key($0) } }
  }

  @Test(arguments: [
    ("a", ["a"]), ("é茶🧋", ["é", "茶", "🧋"]), (" ", ["space"]), ("\r", ["enter"]), ("\n", ["enter"]),
    ("\t", ["tab"]), ("\u{7F}", ["backspace"]), ("\u{8}", ["backspace"]), ("\0", ["ctrl-space"]),
    ("\u{1}\u{1A}", ["ctrl-a", "ctrl-z"]), ("\u{1C}\u{1F}", ["ctrl-\\", "ctrl-_"]),
    ("\u{1B}", ["esc"]), ("\u{1B}\u{1B}", ["esc", "esc"]),
    ("\u{1B}\u{1B}\u{1B}", ["esc", "esc", "esc"]), ("\u{1B}x", ["alt-x"]), ("\u{1B}é", ["alt-é"]),
    ("\u{1B}\r", ["alt-enter"]), ("\u{1B}\u{7F}", ["alt-backspace"]), ("\u{1B}[", ["alt-["]),
    ("\u{1B}O", ["alt-O"]), ("\u{1B}]", ["alt-]"]), ("\u{1B}P", ["alt-P"]),
    ("\u{1B}\u{1}", ["ctrl-alt-a"]), ("\u{1B}\u{1B}x", ["esc", "alt-x"]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", ["up", "down", "right", "left"]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", ["up", "down", "right", "left"]),
    ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", ["home", "home", "home", "home"]),
    ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", ["end", "end", "end", "end"]),
    (
      "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~", ["insert", "delete", "pageup", "pagedown"]
    ),
    ("\u{1B}[Z\u{1B}[1;6Z", ["shift-tab", "ctrl-shift-tab"]),
    (
      "\u{1B}[1;5C\u{1B}[1;2A\u{1B}[1;3B\u{1B}[1;8D",
      ["ctrl-right", "shift-up", "alt-down", "ctrl-alt-shift-left"]
    ),
    ("\u{1B}[3;5~\u{1B}[5;3~", ["ctrl-delete", "alt-pageup"]),
    ("\u{1B}OP\u{1B}OQ\u{1B}OR\u{1B}OS", ["F1", "F2", "F3", "F4"]),
    (
      "\u{1B}[11~\u{1B}[15~\u{1B}[17~\u{1B}[21~\u{1B}[23~\u{1B}[24~\u{1B}[25~",
      [
        "F1", "F5", "F6", "F10", "F11", "F12", "F13",
      ]
    ),
    ("\u{1B}[1;2R\u{1B}[1;5P\u{1B}[[A\u{1B}[[E", ["shift-F3", "ctrl-F1", "F1", "F5"]),
    (
      "\u{1B}\u{1B}[A\u{1B}[a\u{1B}Oa\u{1B}[3^\u{1B}[5@",
      [
        "alt-up", "shift-up", "ctrl-up", "ctrl-delete", "ctrl-shift-pageup",
      ]
    ),
    ("\u{1B}Oj\u{1B}Ok\u{1B}Op\u{1B}Oy\u{1B}OM", ["*", "+", "0", "9", "enter"]),
    (
      "\u{1B}[97u\u{1B}[97;5u\u{1B}[27u\u{1B}[13;2u\u{1B}[9;2u\u{1B}[127;3u",
      [
        "a", "ctrl-a", "esc", "shift-enter", "shift-tab", "alt-backspace",
      ]
    ),
    ("\u{1B}[97;1:3u\u{1B}[1;1:3A\u{1B}[57441u\u{1B}[57376u\u{1B}[57400u", ["F13", "1"]),
    ("\u{1B}[27;5;105~\u{1B}[97;2u", ["ctrl-i", "A"]),
  ])
  func `a sequence is a key`(bytes: String, names: [String]) {
    #expect(decode(bytes) == keys(names))
  }

  @Test(arguments: [
    "\u{1B}]11;rgb\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{1B}P>|XTerm(380)\u{1B}\\",
    "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[?62;c", "\u{1B}[>1;10;0c", "\u{1B}[?2026;2$y",
    "\u{1B}[24;80R",
    "\u{1B}[0n", "\u{1B}[8;24;80t", "\u{1B}[E", "\u{1B}[999~", "\u{1B}[99999999999~", "\u{1B}[?1u",
    "\u{1B}^pm\u{1B}\\", "\u{1B}Xsos\u{1B}\\", "\u{1B}[<0;0;0M", "\u{9B}", "\u{1B}Oz",
  ])
  func `a reply is never a key`(bytes: String) {
    #expect(decode(bytes) == [])
    #expect(decode(bytes + "q") == keys(["q"]))
  }

  @Test(arguments: [
    ("\u{1B}[<0;10;5M", MouseEvent(.press, button: .left, at: Point(column: 9, row: 4))),
    ("\u{1B}[<0;10;5m", MouseEvent(.release, button: .left, at: Point(column: 9, row: 4))),
    ("\u{1B}[<2;1;1M", MouseEvent(.press, button: .right, at: .origin)),
    ("\u{1B}[<1;1;1M", MouseEvent(.press, button: .middle, at: .origin)),
    ("\u{1B}[<32;300;200M", MouseEvent(.drag, button: .left, at: Point(column: 299, row: 199))),
    ("\u{1B}[<35;2;2M", MouseEvent(.move, at: Point(column: 1, row: 1))),
    ("\u{1B}[<64;1;1M", MouseEvent(.wheelUp, at: .origin)),
    ("\u{1B}[<65;1;1M", MouseEvent(.wheelDown, at: .origin)),
    ("\u{1B}[<66;1;1M", MouseEvent(.wheelLeft, at: .origin)),
    ("\u{1B}[<67;1;1M", MouseEvent(.wheelRight, at: .origin)),
    ("\u{1B}[<128;1;1M", MouseEvent(.press, button: .other(8), at: .origin)),
    ("\u{1B}[<28;1;1M", MouseEvent(.press, button: .left, at: .origin)),
    ("\u{1B}[M !!", MouseEvent(.press, button: .left, at: .origin)),
    ("\u{1B}[M#!!", MouseEvent(.release, at: .origin)),
  ])
  func `a mouse report is an event`(bytes: String, event: MouseEvent) {
    #expect(decode(bytes) == [.mouse(event)])
  }

  @Test func `focus and background color reports are events`() {
    #expect(decode("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
    #expect(
      decode("\u{1B}]11;rgb:1e1e/ff/8\u{1B}\\\u{1B}]11;rgba:ffff/0000/0000/ffff\u{7}") == [
        .backgroundColor(red: 30, green: 255, blue: 136),
        .backgroundColor(red: 255, green: 0, blue: 0),
      ])
    #expect(
      decode("\u{1B}]11;rgb:xx/ff/8\u{7}\u{1B}]11;rgb:1/2\u{7}\u{1B}]11;rgb:+1/1/1\u{7}") == [])
  }

  @Test func `a paste is one event with its lines`() {
    #expect(
      decode("\u{1B}[200~one\rtwo\r\nthree\nfour\u{1B}[A\u{1B}[201~q")
        == [.paste("one\ntwo\nthree\nfour\u{1B}[A")] + keys(["q"]))
    #expect(decode("\u{1B}[200~\u{1B}[201~") == [.paste("")])
  }

  @Test func `an unfinished paste is dropped after a timeout`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~text".utf8) == [])
    #expect(decoder.timeout == .long)
    #expect(decoder.flush() == [.paste("text")])
    #expect(decoder.feed("\u{1B}[201~q".utf8) == keys(["q"]))
  }

  @Test func `a huge paste is truncated`() {
    var decoder = InputDecoder()
    let text = String(repeating: "x", count: InputDecoder.pasteLimit + 50_000)
    let events = decoder.feed("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
    #expect(events == [.paste(String(text.prefix(InputDecoder.pasteLimit)))] + keys(["q"]))
  }

  @Test func `bad text is replaced byte by byte`() {
    var decoder = InputDecoder()
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x62, 0xE8, 0x8C, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xE8]
    let bad = TerminalEvent.key(.character("\u{FFFD}"))
    let letters = keys(["a", "b"])
    #expect(
      decoder.feed(bytes) == [bad, letters[0], bad, letters[1], bad, bad, bad, bad])
    #expect(decoder.timeout == .short)
    #expect(decoder.flush() == [bad])
  }

  @Test func `an interrupted sequence leaves the key that interrupts it`() {
    #expect(decode("\u{1B}[1;\u{3}") == keys(["ctrl-c"]))
    #expect(decode("\u{1B}]11;\r") == keys(["enter"]))
    #expect(decode("\u{1B}]11;\u{1B}[A") == keys(["up"]))
    #expect(decode("\u{1B}[1;\u{1B}[A") == keys(["up"]))
    #expect(decode("\u{1B}[1;\u{1B}") == keys(["esc"]))
  }

  @Test func `the timeout depends on the unfinished sequence`() {
    var decoder = InputDecoder()
    #expect(decoder.timeout == nil)
    #expect(!decoder.isWaiting)
    _ = decoder.feed([0x1B])
    #expect(decoder.timeout == .short)
    #expect(decoder.isWaiting)
    _ = decoder.feed("[".utf8)
    #expect(decoder.timeout == .short)
    _ = decoder.feed("1;".utf8)
    #expect(decoder.timeout == .long)
    #expect(decoder.flush() == [])
    #expect(decoder.timeout == nil)
  }

  @Test func `events do not depend on how bytes are split`() {
    let stream = Array(
      """
      a\u{1B}[A\u{1B}OBé🧋\u{1B}[<64;10;5M\u{1B}[200~two\rlines 茶\u{1B}[201~\u{1B}x\u{1B}[1;5C\
      \u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[?62;4c\u{1B}P1$r0m\u{1B}\\\u{1B}[M !!\u{1B}\u{1B}[A\
      \u{1B}[I\u{1B}[3~\u{1B}[[B\u{1B}[97;5uq
      """.utf8)
    var whole = InputDecoder()
    let expected = whole.feed(stream)
    #expect(expected.count == 17)
    var generator = SeededRandom(seed: 4)
    for _ in 0..<300 {
      #expect(feedInPieces(stream, &generator) == expected)
    }
  }

  private func feedInPieces(
    _ stream: [UInt8], _ generator: inout SeededRandom
  ) -> [TerminalEvent] {
    var decoder = InputDecoder()
    var events: [TerminalEvent] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...6, using: &generator)
      events += decoder.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return events
  }

  @Test func `random bytes end in the ground state`() {
    var generator = SeededRandom(seed: 5)
    let likely: [UInt8] =
      Array("\u{1B}[]OPMmu~;:<?0123456789ABCR\u{7}\\$".utf8) + [0x9B, 0xE8, 0xFF]
    for _ in 0..<3000 {
      var decoder = InputDecoder()
      let count = Int.random(in: 1...60, using: &generator)
      let bytes = (0..<count).compactMap { _ in
        Bool.random(using: &generator)
          ? likely.randomElement(using: &generator) : UInt8.random(in: 0...255, using: &generator)
      }
      _ = decoder.feed(bytes)
      _ = decoder.flush()
      #expect(!decoder.isWaiting)
      #expect(decoder.feed("q".utf8) == keys(["q"]))
    }
  }
}
