public import FetchKit
public import Foundation

/// A category, such as "Bubble Tea Shop".
public struct Category: DescribedValue, Hashable {
  /// The name of the category.
  public var name: String?
  /// Foursquare's identifier of the category.
  public var categoryID: String?
  /// The names of all levels from the outermost on, such as "Dining and Drinking > Café"; nil if unknown.
  public var path: String?

  public init() {}

  /// A category with its Foursquare identifier.
  public init(name: String?, categoryID: String? = nil) {
    self.name = name
    self.categoryID = categoryID
  }

  public static let entity = EntityDescription(
    Category.self, name: "Category",
    properties: [
      .attribute("name", \.name), .attribute("categoryID", \.categoryID),
      .attribute("path", \.path),
    ])
}

/// A visitor's tip about a venue.
public struct Tip: DescribedValue, Hashable {
  public var text: String?
  public var createdAt: Date?
  /// The number of visitors who agreed; nil if unknown.
  public var agreeCount: Int?
  public var likeCount: Int?
  /// The code of its language, such as `en`; nil if unknown.
  public var language: String?

  public init() {}

  public static let entity = EntityDescription(
    Tip.self, name: "Tip",
    properties: [
      .attribute("text", \.text), .attribute("createdAt", \.createdAt),
      .attribute("agreeCount", \.agreeCount), .attribute("likeCount", \.likeCount),
      .attribute("language", \.language),
    ])
}
