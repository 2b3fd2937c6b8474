import FetchKit
import Testing

/// Computed attributes that follow relationships.
@MainActor
@Suite struct ComputedRelationTests {
  private struct Band: FetchableEntity {
    var objectID: ObjectID?
    var name = ""
    var songs: [ObjectReference<Song>] = []
    var length = 0.0

    static let entity = EntityDescription(
      Band.self, name: "Band",
      properties: [
        .attribute("name", \.name), .toMany("songs", \.songs, inverse: "band"),
        .computed("length", \.length, as: .keyPath("songs.@sum.length")),
      ])
  }

  private struct Song: FetchableEntity {
    var objectID: ObjectID?
    var length = 0.0
    var band: ObjectReference<Band>?
    var bandName: String?
    var share: Double?

    static let entity = EntityDescription(
      Song.self, name: "Song",
      properties: [
        .attribute("length", \.length), .toOne("band", \.band, inverse: "songs"),
        .computed("bandName", \.bandName, as: .keyPath("band.name")),
        .computed("share", \.share, as: .keyPath("band.length")),
      ])
  }

  private let store: FetchStore
  private let short: ObjectReference<Song>
  private let band: ObjectReference<Band>

  init() throws {
    store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Band.entity, Song.entity]))
    (band, short) = try store.write("Insert") { transaction in
      let band: ObjectReference<Band> = transaction.insert(Band(name: "B"))
      let other: ObjectReference<Band> = transaction.insert(Band(name: "C"))
      let short: ObjectReference<Song> = transaction.insert(Song(length: 2, band: band))
      let _: ObjectReference<Song> = transaction.insert(Song(length: 3, band: other))
      return (band, short)
    }
  }

  private func results<Element: FetchableEntity>(
    _ type: Element.Type, _ format: String? = nil, sortedBy key: String? = nil
  ) throws -> FetchedResultsController<Element> {
    var request = FetchRequest<Element>()
    request.predicate = try format.map { try FetchPredicate(format: $0) }
    request.sortDescriptors = key.map { [FetchSortDescriptor($0)] } ?? []
    let results = FetchedResultsController(request, store: store)
    try results.performFetch()
    return results
  }

  private func lengthen() throws {
    try store.write("Lengthen") { [short] transaction in
      guard var song = try transaction.object(with: short) else { return }
      song.length = 9
      transaction.update(song)
    }
  }

  private func rename() throws {
    try store.write("Rename") { [band] transaction in
      guard var band = try transaction.object(with: band) else { return }
      band.name = "Z"
      transaction.update(band)
    }
  }

  @Test func `a filter follows them`() throws {
    let long = try results(Band.self, "length > 5")
    let named = try results(Song.self, "bandName == 'Z'")
    let shared = try results(Song.self, "share > 5")
    #expect(try long.fetchedObjects.isEmpty)
    try lengthen()
    try rename()
    #expect(try long.fetchedObjects.map(\.name) == ["Z"])
    #expect(try named.fetchedObjects.map(\.length) == [9])
    #expect(try shared.fetchedObjects.map(\.length) == [9])
  }

  @Test func `an order follows them`() throws {
    let bands = try results(Band.self, sortedBy: "length")
    let songs = try results(Song.self, sortedBy: "bandName")
    #expect(try bands.fetchedObjects.map(\.name) == ["B", "C"])
    try lengthen()
    try rename()
    #expect(try bands.fetchedObjects.map(\.name) == ["C", "Z"])
    #expect(try songs.fetchedObjects.map(\.bandName) == ["C", "Z"])
  }

  @Test func `objects whose values they change are updated`() throws {
    let bands = try results(Band.self)
    let songs = try results(Song.self)
    #expect(try bands.fetchedObjects.map(\.length) == [2, 3])
    #expect(try songs.fetchedObjects.map(\.share) == [2, 3])
    var seen: [ResultsChange] = []
    bands.changeObserver = { seen = $0 }
    try lengthen()
    #expect(seen.count == 1)
    #expect(try bands.fetchedObjects.map(\.length) == [9, 3])
    #expect(try songs.fetchedObjects.map(\.share) == [9, 3])
  }

  @Test func `sequences of counts follow them`() async throws {
    var request = FetchRequest<Band>()
    request.predicate = try FetchPredicate(format: "length > 5")
    var counts = store.counts(of: request).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try lengthen()
    #expect(try await counts.next() == 1)
  }

  @Test func `prefetched objects whose values they change are updated`() throws {
    try store.write("Insert") { [band] in $0.insert(Song(length: 1, band: band)) }
    var request = FetchRequest<Song>()
    request.relationshipKeyPathsForPrefetching = ["band"]
    let songs = FetchedResultsController(request, store: store)
    try songs.performFetch()
    #expect(try songs.fetchedObjects.map { $0.band?.length } == [3, 3, 3])
    var count = 0
    songs.changeObserver = { count = $0.count }
    try lengthen()
    #expect(try songs.fetchedObjects.map { $0.band?.length } == [10, 3, 10])
    #expect(count == 2)
  }
}
