import TerminalKit
import Testing

@Suite struct KeyPressTests {
  @Test(arguments: [
    ("g", KeyPress(.character("g"))), ("G", KeyPress(.character("G"))),
    ("?", KeyPress(.character("?"))), ("-", KeyPress(.character("-"))),
    ("é", KeyPress(.character("é"))), ("茶", KeyPress(.character("茶"))),
    ("space", KeyPress(.character(" "))), ("ctrl-space", .ctrl(" ")), ("ctrl-d", .ctrl("d")),
    ("ctrl--", .ctrl("-")), ("alt-x", KeyPress(.character("x"), modifiers: .alt)),
    ("alt-X", KeyPress(.character("X"), modifiers: .alt)),
    ("ctrl-alt-shift-left", KeyPress(.left, modifiers: [.ctrl, .alt, .shift])),
    ("enter", KeyPress(.enter)), ("esc", KeyPress(.escape)), ("tab", KeyPress(.tab)),
    ("shift-tab", KeyPress(.backtab)), ("ctrl-shift-tab", KeyPress(.backtab, modifiers: .ctrl)),
    ("backspace", KeyPress(.backspace)), ("delete", KeyPress(.delete)),
    ("insert", KeyPress(.insert)), ("up", KeyPress(.up)), ("down", KeyPress(.down)),
    ("right", KeyPress(.right)), ("home", KeyPress(.home)), ("end", KeyPress(.end)),
    ("pageup", KeyPress(.pageUp)), ("pagedown", KeyPress(.pageDown)),
    ("F1", KeyPress(.function(1))), ("shift-F12", KeyPress(.function(12), modifiers: .shift)),
  ])
  func `a key press is printed and parsed back`(text: String, press: KeyPress) {
    #expect(press.description == text)
    #expect(KeyPress(text) == press)
  }

  @Test(arguments: [
    ("Ctrl-D", "ctrl-d"), ("ALT-Enter", "alt-enter"), ("shift-g", "G"), ("escape", "esc"),
    ("return", "enter"), ("PgUp", "pageup"), ("pgdn", "pagedown"), ("del", "delete"),
    ("f5", "F5"), ("alt-ctrl-x", "ctrl-alt-x"), ("Space", "space"),
  ])
  func `alternative spellings of a key press are parsed`(text: String, description: String) {
    #expect(KeyPress(text)?.description == description)
  }

  @Test(arguments: [
    "", " ", "gg", "ctrl-", "ctrl", "F0", "F36", "F01", "fx", "hyper-x", "\u{1B}", "\n", "ctrl- ",
  ])
  func `an invalid key is refused`(text: String) {
    #expect(KeyPress(text) == nil)
  }

  @Test func `only plain characters are text`() {
    #expect(KeyPress.character("x").typed == "x")
    #expect(KeyPress.ctrl("x").typed == nil)
    #expect(KeyPress(.enter).typed == nil)
  }
}
