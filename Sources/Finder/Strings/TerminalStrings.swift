/// The words of what concerns the terminal.
protocol TerminalStrings {
  func colors(_ theme: String) -> String
  func mouse(isOn: Bool) -> String
  func opened(_ address: String) -> String
  func copied(_ address: String) -> String
}

extension English {
  func colors(_ theme: String) -> String { "\(theme) colors" }

  func opened(_ address: String) -> String { "opened \(address)" }

  func copied(_ address: String) -> String { "copied \(address)" }

  func mouse(isOn: Bool) -> String {
    isOn ? "the mouse works here; Shift selects text" : "the mouse is left to the terminal"
  }
}
