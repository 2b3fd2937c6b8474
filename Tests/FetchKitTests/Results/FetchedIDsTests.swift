import Testing

@testable import FetchKit

@Suite struct FetchedIDsTests {
  private let old = FetchedIDs(
    entityName: "Book", rows: .withPrefixes([10, 20, 30, 40, 50]), version: ListVersion())

  @Test func `ids are in order`() {
    #expect(old.map(\.rowID) == [10, 20, 30, 40, 50])
    #expect(old.firstIndex(of: ObjectID(entityName: "Book", rowID: 30)) == 2)
    #expect(old.firstIndex(of: ObjectID(entityName: "Worker", rowID: 30)) == nil)
    #expect(old.firstIndex(of: ObjectID(entityName: "Book", rowID: 31)) == nil)
  }

  @Test(
    arguments: [
      ([50, 40, 30, 20, 10], 1, 3),
      ([10, 30, 50], 1, 1),
      ([50, 10], 2, 0),
      ([20, 10], 4, 0),
      ([10, 20], 4, 1),
      ([], 2, nil),
      ([60], 2, nil),
      ([10], 9, nil),
    ] as [([Int64], Int, Int?)])
  func `an index moves to the next neighbor, else to the previous one`(
    rows: [Int64], place: Int, expected: Int?
  ) {
    let new = FetchedIDs(entityName: "Book", rows: .withPrefixes(rows), version: ListVersion())
    #expect(new.index(ofNearest: place, in: old) == expected)
  }
}
