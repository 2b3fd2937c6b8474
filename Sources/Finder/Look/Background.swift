import Foundation

/// What is behind the text.
nonisolated enum Background: Hashable, Sendable {
  case dark
  case light

  /// The kind of a color, 0 to 255 each, by how bright it looks (ITU-R BT.601).
  init(red: UInt8, green: UInt8, blue: UInt8) {
    let brightness = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
    self = brightness > 127 ? .light : .dark
  }
}
