import TerminalTestSupport
import Testing

@testable import TerminalKit

@Suite struct TextFieldTests {
  @Test(arguments: [
    (["b", "o", "b", "a"], "boba", 4),
    (["b", "a", "left", "o", "b"], "boba", 3),
    (["b", "o", "backspace", "a"], "ba", 2),
    (["b", "o", "home", "delete", "a"], "ao", 1),
    (["a", "space", "b", "ctrl-w"], "a ", 2),
    (["a", "space", "b", "space", "ctrl-w"], "a ", 2),
    (["a", "b", "c", "left", "ctrl-u"], "c", 0),
    (["a", "b", "c", "left", "ctrl-k"], "ab", 2),
    (["a", "b", "ctrl-a", "c", "ctrl-e", "d"], "cabd", 4),
    (["a", "b", "space", "c", "alt-b", "x"], "ab xc", 4),
    (["a", "space", "b", "c", "home", "alt-f", "alt-f", "x"], "a bcx", 5),
    (["a", "b", "space", "c", "home", "alt-d"], " c", 0),
    (["a", "space", "b", "alt-backspace", "alt-backspace"], "", 0),
    (["backspace", "delete", "ctrl-w", "left", "right", "x"], "x", 1),
  ])
  func `keys edit the text`(keys: [String], text: String, position: Int) throws {
    var field = TextField()
    for key in keys {
      let press = try #require(KeyPress(key))
      let isEdited = field.handle(press)
      #expect(isEdited)
    }
    #expect(field.text == text)
    #expect(field.position == position)
  }

  @Test(arguments: ["enter", "esc", "up", "down", "ctrl-n", "F1", "alt-x", "tab"])
  func `other keys are passed to the screen`(key: String) throws {
    var field = TextField("boba")
    let press = try #require(KeyPress(key))
    let isEdited = field.handle(press)
    #expect(!isEdited)
    #expect(field == TextField("boba"))
  }

  @Test(arguments: [
    ("e\u{301}x", 2), ("ที่นี่", 3), ("हिन्दी", 3), ("שָׁלוֹם", 4), ("👨‍👩‍👧", 1), ("\u{301}", 1),
    ("\u{378}\u{200C}a", 2),
  ])
  func `characters are typed scalar by scalar and stored unchanged`(text: String, length: Int) {
    var field = TextField()
    for scalar in text.unicodeScalars { _ = field.handle(KeyPress(.character(Character(scalar)))) }
    #expect(Array(field.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(field.position == field.text.count)
    #expect(field.text.count <= length + 1)
    var pasted = TextField()
    pasted.insert(text)
    #expect(pasted == field)
  }

  @Test func `unsafe characters are dropped and lines joined`() {
    var field = TextField("a")
    field.insert("\u{1B}[2J\u{9B}\r\nb\tc\u{202E}\u{2028}d")
    #expect(field.text == "a[2J b c d")
    field = TextField("e")
    field.insert(String(repeating: "\u{301}", count: TextField.limit))
    #expect(field.text.unicodeScalars.count == TextField.limit)
    #expect(field.position == 1)
  }

  @Test func `the part around the cursor is drawn`() {
    var canvas = Canvas(size: Size(columns: 6, rows: 1))
    let field = TextField("茶 bubble")
    let cursor = field.draw(on: &canvas, at: .origin, columns: 5, style: .plain)
    #expect(canvas.lines() == ["bble"])
    #expect(cursor == Point(column: 4, row: 0))
    var start = TextField("bubble tea")
    _ = start.handle(KeyPress(.home))
    canvas = Canvas(size: Size(columns: 6, rows: 1))
    #expect(start.draw(on: &canvas, at: .origin, columns: 5, style: .plain) == .origin)
    #expect(canvas.lines() == ["bubbl"])
  }
}
