import Testing
import TestSupport

@testable import TerminalKit

@Suite struct StyleFilterTests {
  private func filtered(_ frames: String...) -> [String] {
    var filter = StyleFilter()
    return frames.map { frame in
      Array(frame.utf8).withUnsafeBufferPointer {
        String(decoding: filter.filter($0), as: UTF8.self)
      }
    }
  }

  @Test func `only the color that changes is sent`() {
    #expect(
      filtered("\u{1B}[38;5;1m\u{1B}[48;5;2mred\u{1B}[38;5;3m\u{1B}[48;5;2myellow")
        == ["\u{1B}[0;38;5;1;48;5;2mred\u{1B}[38;5;3myellow"])
  }

  @Test func `blanks have no color of text`() {
    #expect(
      filtered("a\u{1B}[31m  \u{1B}[32m  b", "\u{1B}[41m \u{1B}[7m \u{1B}[27m\u{1B}[K")
        == ["\u{1B}[0ma    \u{1B}[32mb", "\u{1B}[41m \u{1B}[7m \u{1B}[27m\u{1B}[K"])
  }

  @Test func `a reset ends only the attributes that were set`() {
    #expect(
      filtered("\u{1B}(B\u{1B}[m\u{1B}[1;4;31mbold\u{1B}(B\u{1B}[m\u{1B}[31mred\u{1B}(B\u{1B}[m")
        == ["\u{1B}(B\u{1B}[0;1;4;31mbold\u{1B}[22;24mred"])
  }

  @Test func `other sequences, colons and unknown codes are kept`() {
    #expect(
      filtered("\u{1B}[?25l\u{1B}[2;3H\u{1B}[38:2::1:2:3ma\u{1B}7\u{1B}[8mb\u{1B}[mc", "\u{1B}[3")
        == [
          "\u{1B}[?25l\u{1B}[2;3H\u{1B}[0;38:2::1:2:3ma\u{1B}7\u{1B}[8m\u{1B}[0;38:2::1:2:3mb\u{1B}[39mc",
          "\u{1B}[3",
        ])
  }

  @Test func `after a reset nothing is assumed of the terminal`() {
    var filter = StyleFilter()
    let red = Array("\u{1B}[31ma".utf8)
    for _ in 0..<2 {
      let output = red.withUnsafeBufferPointer { filter.filter($0) }
      #expect(String(decoding: output, as: UTF8.self) == "\u{1B}[0;31ma")
      filter.reset()
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `the filtered output of random frames shows the same`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    var filter = StyleFilter()
    var (plain, short) = (StyledTape(), StyledTape())
    for _ in 0..<20 {
      let frame = (0..<40).map { _ in Self.parts.randomElement(using: &generator) ?? "" }.joined()
      let bytes = Array(frame.utf8)
      let output = bytes.withUnsafeBufferPointer { filter.filter($0) }
      // What a first code resets is the state that the other terminal begins with.
      plain.read(bytes)
      short.read(output)
      #expect(output.count <= bytes.count + 2)
    }
    #expect(plain.cells == short.cells)
  }

  private static let parts =
    [
      "a", "bc", "é奶", " ", "   ", "\u{1B}[K", "\u{1B}[3X", "\u{1B}[5;7H", "\r", "\u{1B}(B\u{1B}[m",
      "\u{1B}[m", "\u{1B}[39;49m", "\u{1B}[2J",
    ] + [1, 2, 3, 4, 7, 22, 23, 24, 27].map { "\u{1B}[\($0)m" }
    + (30...33).flatMap { ["\u{1B}[\($0)m", "\u{1B}[\($0 + 10)m", "\u{1B}[\($0 + 60)m"] }
    + (1...3).flatMap {
      [
        "\u{1B}[38;5;\($0)m", "\u{1B}[48;5;\($0)m", "\u{1B}[48;2;1;2;\($0);1m",
        "\u{1B}[38:2::1:2:\($0)m",
      ]
    }
}

/// What a terminal shows of an output: each character and erasure with the parts of its style that are visible.
private struct StyledTape {
  private(set) var cells: [String] = []
  private var foreground = ""
  private var background = ""
  private var attributes: Set<Int> = []

  mutating func read(_ bytes: [UInt8]) {
    let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < text.count {
      guard text[index] == "\u{1B}" else {
        if text[index].value >= 0x20 { show(String(text[index])) }
        index += 1
        continue
      }
      guard text[index + 1] == "[" else {
        index += 3
        continue
      }
      let end = text[(index + 2)...].firstIndex { $0.value >= 0x40 } ?? text.count - 1
      let parameters = String(String.UnicodeScalarView(text[(index + 2)..<end]))
      switch text[end] {
      case "m": style(parameters)
      case "K", "X", "J": show("\(text[end])\(parameters)")
      default: cells.append("\(text[end])\(parameters)")
      }
      index = end + 1
    }
  }

  private mutating func show(_ character: String) {
    let isBlank = character == " " || character.first?.isUppercase == true
    let isErasure = character.first?.isUppercase == true
    let shown = isBlank ? attributes.intersection(isErasure ? [] : [4, 7]) : attributes
    let hidesText = isBlank && shown.isEmpty
    cells.append(
      "\(character) \(hidesText ? "" : foreground) \(background) \((hidesText ? [] : attributes).sorted())"
    )
  }

  private mutating func style(_ parameters: String) {
    var codes = parameters.split(separator: ";", omittingEmptySubsequences: false)[...]
    while let text = codes.popFirst() {
      let code = Int(text.prefix { $0 != ":" }) ?? 0
      switch code {
      case 0: (foreground, background, attributes) = ("", "", [])
      case 1...7: attributes.insert(code)
      case 22: attributes.subtract([1, 2])
      case 23...27: attributes.remove(code - 20)
      case 39: foreground = ""
      case 49: background = ""
      case 38, 48:
        let more = text.contains(":") ? [] : codes.prefix(codes.first == "5" ? 2 : 4)
        codes = codes.dropFirst(more.count)
        let color = ([text] + more).joined(separator: ";")
        if code == 38 { foreground = color } else { background = color }
      case 30..<38, 90..<98: foreground = String(text)
      default: background = String(text)
      }
    }
  }
}
