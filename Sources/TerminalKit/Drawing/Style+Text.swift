extension Style: CustomStringConvertible {
  /// The style in words, such as "palette(2) on standard, bold, link https://…".
  public var description: String {
    let colors = "\(foreground) on \(background)"
    let address = link.map { ["link \($0)"] } ?? []
    return ([colors] + attributes.names + address).joined(separator: ", ")
  }
}

extension Attributes {
  /// The names of the set attributes, in a fixed order.
  public var names: [String] {
    let all: [(Self, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"), (.strikethrough, "strikethrough"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
