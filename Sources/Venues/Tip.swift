public import FetchKit
public import Foundation

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
