import TerminalKit

/// Horizontal bars of numbers, for the terminal or as a picture.
struct BarChart {
  struct Bar {
    let label: String
    /// nil for a missing number.
    let value: Double?
    /// The lower end of the interval of a histogram; nil for other bars.
    var position: Double?
  }

  let title: String
  let bars: [Bar]

  /// More bars than this are not added to a histogram.
  private static let maximumGaps = 500

  /// A histogram with empty bars for the intervals that are missing.
  func fillingGaps(_ width: Double, _ label: (Double) -> String) -> BarChart {
    let positions = bars.compactMap(\.position)
    guard let first = positions.first, let last = positions.last, last > first,
      (last - first) / width < Double(Self.maximumGaps)
    else { return self }
    var filled: [Bar] = []
    for bar in bars {
      while let position = bar.position, let previous = filled.last?.position,
        position - previous > width * 1.5
      {
        let next = previous + width
        filled.append(Bar(label: label(next), value: nil, position: next))
      }
      filled.append(bar)
    }
    return BarChart(title: title, bars: filled)
  }

  /// The numbers at both ends of the scale, which includes 0.
  private var range: (low: Double, high: Double) {
    let values = bars.compactMap(\.value).filter(\.isFinite)
    return (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
  }

  private static func text(_ value: Double?) -> String {
    value.map { JSON.number(($0 * 1e4).rounded() / 1e4) } ?? TableCell.missing
  }
}

// MARK: - Terminal

extension BarChart {
  private static let maximumLabel = 30
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A line for each bar: its label, its number and the bar.
  func lines(width: Int) -> [String] {
    let labels = bars.map { TextWidth.sanitized($0.label) }
    let numbers = bars.map { Self.text($0.value) }
    let labelWidth = min(
      Self.maximumLabel, labels.map { TextWidth.displayWidth(of: $0) }.max() ?? 0)
    let numberWidth = numbers.map(\.count).max() ?? 0
    let room = max(8, width - labelWidth - numberWidth - 4)
    let range = range
    return [TextWidth.truncated(TextWidth.sanitized(title), to: width)]
      + bars.indices.map { index in
        let label = TextWidth.padded(
          TextWidth.truncated(labels[index], to: labelWidth), to: labelWidth)
        let number = TextWidth.padded(numbers[index], to: numberWidth, alignment: .right)
        let line = "\(label)  \(number)  \(bar(bars[index].value ?? 0, range, room))"
        return String(line.reversed().drop { $0 == " " }.reversed())
      }
  }

  /// Cells from the 0 of the scale to a number; a bar to the right ends with eighths of a cell.
  private func bar(_ value: Double, _ range: (low: Double, high: Double), _ room: Int) -> String {
    let (low, high) = range
    guard value.isFinite, high > low else { return "" }
    let cells = Double(room) / (high - low)
    let zero = Int((-low * cells).rounded())
    guard value > 0 else {
      let length = Int((-value * cells).rounded())
      return String(repeating: " ", count: max(0, zero - length))
        + String(repeating: "█", count: length)
    }
    let length = Int((value * cells * 8).rounded())
    return String(repeating: " ", count: zero) + String(repeating: "█", count: length / 8)
      + Self.eighths[length % 8]
  }
}

// MARK: - SVG

extension BarChart {
  /// A picture with a row of 22 pixels for each bar.
  var svg: String {
    let (labelWidth, barWidth, row) = (220.0, 400.0, 22.0)
    let height = Int(row * Double(bars.count) + 40)
    let (low, high) = range
    let scale = high > low ? barWidth / (high - low) : 0
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"\(height)\" viewBox=\"0 0 720 \(height)\" font-family=\"sans-serif\" font-size=\"13\">",
      "<title>\(Self.escaped(title))</title>",
      "<text x=\"10\" y=\"20\" font-weight=\"bold\">\(Self.escaped(title))</text>",
    ]
    for (index, bar) in bars.enumerated() {
      let top = 32 + row * Double(index)
      let value = bar.value.flatMap { $0.isFinite ? $0 : nil } ?? 0
      let start = labelWidth + (min(0, value) - low) * scale
      let length = abs(value) * scale
      let base = Self.text(top + 14)
      lines += [
        "<text x=\"\(Self.text(labelWidth - 8))\" y=\"\(base)\" text-anchor=\"end\">\(Self.escaped(bar.label))</text>",
        "<rect x=\"\(Self.text(start))\" y=\"\(Self.text(top))\" width=\"\(Self.text(length))\" height=\"18\" fill=\"#4e79a7\"/>",
        "<text x=\"\(Self.text(start + length + 6))\" y=\"\(base)\">\(Self.text(bar.value))</text>",
      ]
    }
    return (lines + ["</svg>"]).joined(separator: "\n")
  }

  /// Text that XML allows: without its signs, and without control characters.
  private static func escaped(_ text: String) -> String {
    TextWidth.sanitized(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
