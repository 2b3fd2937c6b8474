import Foundation
import TerminalKit

/// Looks at the terminal, the locale, the colors and the widths of characters.
struct TerminalCheckup {
  private let environment: [String: String]

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  var findings: [Finding] { [terminal, locale, colors, widths] }

  private var terminal: Finding {
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty, name != "dumb" else {
      return Finding(subject: "terminal", text: "TERM is not set: boba prints lists only")
    }
    guard Terminfo.hasEntry(name, environment) else {
      return Finding(
        subject: "terminal", text: "\(name) is not known here: install ncurses-term",
        failure: .failed)
    }
    return Finding(subject: "terminal", text: name)
  }

  private var locale: Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isUTF8 = name?.uppercased().filter { $0 != "-" }.hasSuffix("UTF8") ?? false
    guard let name, isUTF8 else {
      return Finding(
        subject: "locale", text: "\(name ?? "none"), C.UTF-8 is used instead")
    }
    return Finding(subject: "locale", text: name)
  }

  private var colors: Finding {
    if !(environment["NO_COLOR"] ?? "").isEmpty {
      return Finding(subject: "colors", text: "none, NO_COLOR is set")
    }
    let type = TerminalGuess(environment: environment).types.first {
      Terminfo.hasEntry($0, environment)
    }
    guard let type, environment["TERM"] != "dumb" else {
      return Finding(subject: "colors", text: "none")
    }
    let count = type.hasSuffix("-direct") ? "16777216" : type.contains("256") ? "256" : "8 or 16"
    return Finding(subject: "colors", text: count)
  }

  /// The terminal is asked where its cursor is after some characters.
  private var widths: Finding {
    guard let probe = WidthProbe() else {
      return Finding(subject: "widths", text: "not asked: no terminal")
    }
    let wrong = WidthProbe.samples.compactMap { sample -> String? in
      guard let width = probe.width(of: sample) else { return nil }
      let ours = TextWidth.displayWidth(of: sample)
      return width == ours ? nil : "\(sample) takes \(width) columns here, not \(ours)"
    }
    return Finding(
      subject: "widths",
      text: wrong.isEmpty
        ? "as expected" : wrong.joined(separator: "; ") + ": ascii = true in the config helps",
      failure: wrong.isEmpty ? nil : .failed)
  }
}

/// The descriptions of terminals on this machine.
private enum Terminfo {
  /// Whether there is one of a name, in the folders of terminfo(5).
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
