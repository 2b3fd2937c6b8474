import Foundation
import TerminalKit

/// Checks the terminal type, the locale, colors and character widths.
struct TerminalCheckup {
  var environment = ProcessInfo.processInfo.environment

  var findings: [Finding] { [terminal, locale, colors, widths] }

  private var terminal: Finding {
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty, name != "dumb" else {
      return Finding(subject: "terminal", text: "TERM is not set: boba prints lists only")
    }
    guard Terminfo.hasEntry(name, environment) else {
      return Finding(
        subject: "terminal", text: "no terminfo entry for \(name): install ncurses-term",
        failure: .failed)
    }
    return Finding(subject: "terminal", text: name)
  }

  private var locale: Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isUTF8 = name?.uppercased().filter { $0 != "-" }.hasSuffix("UTF8") ?? false
    guard let name, isUTF8 else {
      return Finding(
        subject: "locale", text: "\(name ?? "none"); using C.UTF-8")
    }
    return Finding(subject: "locale", text: name)
  }

  private var colors: Finding {
    if !(environment["NO_COLOR"] ?? "").isEmpty {
      return Finding(subject: "colors", text: "none, NO_COLOR is set")
    }
    let guess = TerminalGuess(environment: environment)
    let type = guess.types.first { Terminfo.hasEntry($0, environment) }
    guard let type, environment["TERM"] != "dumb" else {
      return Finding(subject: "colors", text: "none")
    }
    guard !type.hasSuffix("-direct") else { return Finding(subject: "colors", text: "16777216") }
    guard type.contains("256") else { return Finding(subject: "colors", text: "8 or 16") }
    let advice = guess.promisesColors ? "; install ncurses-term for all 16777216" : ""
    return Finding(subject: "colors", text: "256" + advice)
  }

  /// Asks the terminal for the cursor position after some characters.
  private var widths: Finding {
    guard let probe = WidthProbe() else {
      return Finding(subject: "widths", text: "not checked: no terminal")
    }
    let wrong = WidthProbe.samples.compactMap { sample -> String? in
      guard let width = probe.width(of: sample) else { return nil }
      let ours = TextWidth.displayWidth(of: sample)
      return width == ours ? nil : "\(sample) is \(width) columns wide here, expected \(ours)"
    }
    return Finding(
      subject: "widths",
      text: wrong.isEmpty
        ? "as expected" : wrong.joined(separator: "; ") + "; set ascii = true in the config",
      failure: wrong.isEmpty ? nil : .failed)
  }
}

/// The terminfo entries on this machine.
private enum Terminfo {
  /// Whether there is an entry in the folders of terminfo(5).
  static func hasEntry(_ name: String, _ environment: [String: String]) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    let own = environment["TERMINFO"].map { [$0] } ?? []
    let listed = environment["TERMINFO_DIRS"]?.split(separator: ":").map(String.init) ?? []
    let home = environment["HOME"].map { [$0 + "/.terminfo"] } ?? []
    let folders = own + home + listed + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
    let initials = [String(first), String(first.value, radix: 16)]
    return folders.contains { folder in
      initials.contains { FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(name)") }
    }
  }
}

/// Measures how many columns a text takes on the terminal.
private struct WidthProbe {
  static let samples = ["é", "茶", "ก็", "🧋", "👩‍🍳", "–"]

  private let input = STDIN_FILENO
  private let output = STDERR_FILENO

  /// nil without a terminal.
  init?() {
    guard isatty(input) == 1, isatty(output) == 1 else { return nil }
  }

  /// Writes a text at the start of the line and erases it; returns nil if the terminal does not answer.
  func width(of text: String) -> Int? {
    var saved = termios()
    guard tcgetattr(input, &saved) == 0 else { return nil }
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(input, TCSANOW, &raw)
    defer { tcsetattr(input, TCSANOW, &saved) }
    send("\r" + text + "\u{1B}[6n")
    defer { send("\r\u{1B}[K") }
    let answer = answer()
    guard let separator = answer.lastIndex(of: ";") else { return nil }
    return Int(answer[answer.index(after: separator)...].dropLast()).map { $0 - 1 }
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
  }

  /// Reads `ESC [ row ; column R`, waiting at most half a second for each byte.
  private func answer() -> String {
    var text = ""
    var events = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    while !text.hasSuffix("R"), text.utf8.count < 32, poll(&events, 1, 500) > 0 {
      var byte: UInt8 = 0
      guard read(input, &byte, 1) == 1 else { break }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }
}
