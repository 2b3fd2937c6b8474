public import TerminalKit

/// Several canvases, one after the other, as an animated SVG picture that repeats.
public struct CanvasAnimation {
  /// A canvas and how long it is shown, in tenths of a second.
  public struct Frame {
    let canvas: Canvas
    let duration: Int

    public init(_ canvas: Canvas, duration: Int) {
      self.canvas = canvas
      self.duration = duration
    }
  }

  private let frames: [Frame]
  private let palette: PicturePalette

  /// Creates an animation of canvases of one size.
  public init(_ frames: [Frame], palette: PicturePalette = .dark) {
    self.frames = frames
    self.palette = palette
  }

  /// The SVG document: a row that stays the same over several frames is drawn once.
  public var svg: String {
    guard let first = frames.first else { return "" }
    let pictures = frames.map { CanvasPicture($0.canvas, palette: palette) }
    let rows = (0..<first.canvas.size.rows).flatMap { row in
      group(pictures.map { $0.elements(ofRow: row).joined(separator: "\n") })
    }
    return CanvasPicture.document(rows, size: first.canvas.size, palette: palette)
  }

  /// The different contents of a row, each shown during its frames; those of the first one also by viewers that
  /// do not animate.
  private func group(_ contents: [String]) -> [String] {
    guard contents.contains(where: { $0 != contents[0] }) else { return [contents[0]] }
    var unique: [String] = []
    for content in contents where !unique.contains(content) { unique.append(content) }
    return unique.map { content in
      let display = content == contents[0] ? "inline" : "none"
      return
        "<g display=\"\(display)\">\(animation(contents.map { $0 == content }))\n\(content)\n</g>"
    }
  }

  /// The times at which something is visible.
  private func animation(_ isVisible: [Bool]) -> String {
    let total = frames.reduce(0) { $0 + $1.duration }
    var (times, values, start) = ([String](), [String](), 0)
    for (frame, isVisible) in zip(frames, isVisible) {
      let value = isVisible ? "inline" : "none"
      if values.last != value {
        times.append(Self.part(start, of: total))
        values.append(value)
      }
      start += frame.duration
    }
    let seconds = "\(total / 10).\(total % 10)s"
    return "<animate attributeName=\"display\" calcMode=\"discrete\" dur=\"\(seconds)\" "
      + "repeatCount=\"indefinite\" values=\"\(values.joined(separator: ";"))\" "
      + "keyTimes=\"\(times.joined(separator: ";"))\"/>"
  }

  /// A fraction with four decimals.
  private static func part(_ number: Int, of total: Int) -> String {
    let parts = number * 10_000 / max(1, total)
    return "0.\(String(10_000 + parts).dropFirst())"
  }
}
