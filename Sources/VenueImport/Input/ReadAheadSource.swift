import Foundation
import JSONStream

/// A source that is read, and decompressed, ahead on another thread.
///
/// For sources that never wait long: the thread ends after the chunk it is at.
final class ReadAheadSource: ByteSource {
  /// The minimum size for reading on a thread.
  static let worthwhile = 1 << 20
  /// The bytes that are read at once.
  static let chunkSize = 1 << 18

  /// The number of bytes of the file up to the end of the current chunk.
  let progress = ReadProgress()
  private let exchange = Exchange((0..<8).map { _ in Chunk() })
  private var chunk: Chunk?
  private var position = 0
  /// The chunk before, which may still be lent.
  private var passed: Chunk?

  /// Takes ownership of a source and its counters.
  init(_ source: any ByteSource, _ progress: ReadProgress) {
    let filler = ChunkFiller(source: source, progress: progress)
    Thread { [exchange] in filler.run(exchange) }.start()
  }

  deinit { exchange.abandon() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    guard let chunk = try current() else { return 0 }
    let count = min(buffer.count, chunk.count - position)
    if count == 0, let failure = chunk.failure { throw failure }
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: chunk.bytes + position, count: count))
    position += count
    return count
  }

  func lend(
    after kept: UnsafeBufferPointer<UInt8>
  ) throws(ImportFailure) -> UnsafeMutableBufferPointer<UInt8>? {
    guard kept.count <= Chunk.margin, let chunk = try current(), position < chunk.count else {
      return nil
    }
    let start = chunk.bytes + position - kept.count
    if let first = kept.baseAddress { start.update(from: first, count: kept.count) }
    defer { position = chunk.count }
    return UnsafeMutableBufferPointer(start: start, count: kept.count + chunk.count - position)
  }

  /// The chunk in which there are more bytes; the last one, which is never full, stays.
  private func current() throws(ImportFailure) -> Chunk? {
    if let chunk, position < chunk.count || !chunk.isFull { return chunk }
    if let passed { exchange.putEmpty(passed) }
    passed = chunk
    chunk = try exchange.takeFull()
    position = 0
    progress.bytes = chunk?.progress ?? progress.bytes
    return chunk
  }
}

/// Bytes of a source, in the order in which they were read; one thread has it at a time.
private final class Chunk: @unchecked Sendable {
  /// The room before the bytes, for those that are kept of another chunk.
  static let margin = 1 << 16

  /// The alignment of the bytes: reads to addresses of `malloc`, 16 bytes after a page, take AMD processors four times as
  /// long.
  private static let alignment = 64

  private let memory: UnsafeMutablePointer<UInt8>
  /// The number of bytes that have been read.
  var count = 0
  /// The error after the bytes.
  var failure: ImportFailure?
  /// The bytes of the file that were read until the chunk was full.
  var progress = 0

  init() {
    let capacity = Self.margin + ReadAheadSource.chunkSize + JSONScanner.padding
    memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: Self.alignment)
      .bindMemory(to: UInt8.self, capacity: capacity)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeMutablePointer<UInt8> { memory + Self.margin }
  var isFull: Bool { count == ReadAheadSource.chunkSize }
  var room: UnsafeMutableRawBufferPointer {
    .init(start: bytes + count, count: ReadAheadSource.chunkSize - count)
  }
}

/// The state of the thread.
private struct ChunkFiller: @unchecked Sendable {
  var source: any ByteSource
  let progress: ReadProgress

  /// Reads to the end, an error or cancellation.
  consuming func run(_ exchange: Exchange<Chunk>) {
    guard var chunk = exchange.takeEmpty() else { return }
    fill(chunk)
    while chunk.isFull {
      guard (try? exchange.exchange(&chunk)) != nil else { return }
      fill(chunk)
    }
    exchange.putFull(chunk)
    exchange.finish(.success(()))
  }

  private mutating func fill(_ chunk: Chunk) {
    chunk.count = 0
    do throws(ImportFailure) {
      while !chunk.isFull {
        let added = try source.read(into: chunk.room)
        if added == 0 { break }
        chunk.count += added
      }
    } catch {
      chunk.failure = error
    }
    chunk.progress = progress.bytes
  }
}
