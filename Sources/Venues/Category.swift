public import FetchKit

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
