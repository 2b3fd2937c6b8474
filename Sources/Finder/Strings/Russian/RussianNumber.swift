/// The form of a noun that a number asks for in Russian.
///
/// See the rules for `ru` in the plural rules of Unicode CLDR.
enum RussianNumber: Hashable {
  /// As in 1, 21 and 101.
  case one
  /// As in 2, 23 and 104.
  case few
  /// As in 0, 5, 11 and 112.
  case many

  init(_ count: Int) {
    let (last, lastTwo) = (count.magnitude % 10, count.magnitude % 100)
    switch (last, lastTwo) {
    case (_, 11...14): self = .many
    case (1, _): self = .one
    case (2...4, _): self = .few
    default: self = .many
    }
  }
}
