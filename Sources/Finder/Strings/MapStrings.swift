/// The words of the map.
protocol MapStrings {
  var map: String { get }
  var you: String { get }
  func walk(_ radius: String) -> String
  /// How many venues are left out, because nobody knows where they are.
  func withoutPlace(_ count: Int) -> String
  /// Says that nobody knows where a venue is.
  var noPlace: String { get }
}

extension English {
  var map: String { "Map" }
  var you: String { "you" }
  func walk(_ radius: String) -> String { "\(radius) walk" }
  func withoutPlace(_ count: Int) -> String { "\(figures.count(count)) without a place" }
  var noPlace: String { "nobody knows where" }
}
