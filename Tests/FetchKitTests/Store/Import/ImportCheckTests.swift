import Foundation
import Testing

@testable import FetchKit

/// Entities whose rows cannot be imported are refused, by stores that exist and by new ones.
@Suite struct ImportCheckTests {
  private func failures(_ entity: EntityDescription, _ model: ManagedObjectModel) throws
    -> [String?]
  {
    let store = try FetchStore(path: ":memory:", model: model)
    let path = NSTemporaryDirectory() + "import-check-\(UUID().uuidString).sqlite"
    let new = try #require(NewStore(path: path, model: model))
    let failures = [
      StoreFailure { _ = try store.importRows("Import", into: entity) { _ in } }?.message,
      StoreFailure { _ = try new.importRows("Import", into: entity) { _ in } }?.message,
    ]
    #expect(!FileManager.default.fileExists(atPath: path))
    return failures
  }

  @Test func `relationships`() throws {
    let message =
      "rows of Writer, which has relationships or uniqueness constraints, cannot be imported: insert its objects"
    #expect(try failures(Writer.entity, Catalog.model) == [message, message])
  }

  @Test func `uniqueness constraints`() throws {
    let entity = EntityDescription(
      name: "Seat",
      attributes: [
        AttributeDescription("row", .integer), AttributeDescription("number", .integer),
      ],
      uniquenessConstraints: [["row", "number"]])
    let message =
      "rows of Seat, which has relationships or uniqueness constraints, cannot be imported: insert its objects"
    #expect(try failures(entity, ManagedObjectModel(entities: [entity])) == [message, message])
  }
}
