public import FetchKit
public import Foundation

/// A kind of place, such as "Bubble Tea Shop".
public struct Category: DescribedValue, Hashable {
  public var name: String?
  public var categoryID: String?

  public init() {}

  /// A category by its name and Foursquare's identifier.
  public init(name: String?, categoryID: String? = nil) {
    self.name = name
    self.categoryID = categoryID
  }

  public static let entity = EntityDescription(
    Category.self, name: "Category",
    properties: [.attribute("name", \.name), .attribute("categoryID", \.categoryID)])
}

/// What a visitor wrote about a place.
public struct Tip: DescribedValue, Hashable {
  public var text: String?
  public var createdAt: Date?
  /// How many visitors agreed; nil when unknown.
  public var agreeCount: Int?

  public init() {}

  public static let entity = EntityDescription(
    Tip.self, name: "Tip",
    properties: [
      .attribute("text", \.text), .attribute("createdAt", \.createdAt),
      .attribute("agreeCount", \.agreeCount),
    ])
}
