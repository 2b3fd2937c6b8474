import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct RowLoaderTests {
  private func manyVenues() throws -> FetchStore {
    let store = try FetchStore.empty()
    try store.write("Fill") { transaction in
      for number in 0..<400 {
        var venue = Venue()
        venue.id = "v\(number)"
        venue.name = "Venue \(number)"
        venue.location.distance = Double(number)
        transaction.insert(venue)
      }
    }
    return store
  }

  /// APIs that read many rows.
  private func manyRows() throws -> (RowLoader, FetchedResultsController<Venue>, BackgroundTasks) {
    let store = try manyVenues()
    let work = BackgroundTasks {}
    let context = FinderContext(
      store: store, origin: .asImported(nil), render: RenderContext(for: Capabilities()),
      keymap: .standard,
      tasks: work, stack: ScreenStack(), clock: { .zero },
      clipboard: Clipboard(send: { _ in }, multiplexer: nil, program: { _ in nil }))
    let results = FetchedResultsController(FetchRequest<Venue>(), store: store)
    try results.performFetch() as Void
    return (RowLoader(results, context), results, work)
  }

  @Test func `a canceled load does not end a newer one of the same rows`()
    async throws
  {
    let (loader, _, work) = try manyRows()
    let first = loader.load(around: 0..<10, height: 10)
    loader.load(around: 200..<210, height: 10)
    loader.load(around: 0..<10, height: 10)
    await first?.value
    #expect(loader.requested == 0..<10 || loader.rows(0..<10) != nil)
    _ = await work.wait()
    #expect(loader.requested == nil)
    #expect(loader.rows(0..<10)?.first??.name == "Venue 0")
  }

  @Test func `visible rows are loaded first, then nearby ones, and no more`()
    async throws
  {
    let (loader, results, _) = try manyRows()
    func read() async -> [Int] {
      await loader.load(around: 200..<220, height: 20)?.value
      return (0..<400).filter { results.loadedObject(atIndex: $0) != nil }
    }
    #expect(await read() == Array(200..<220))
    #expect(await read() == Array(128..<256))
    #expect(loader.load(around: 200..<220, height: 20) == nil)
  }
}
