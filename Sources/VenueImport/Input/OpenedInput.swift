/// An input that was opened and unpacked, and what its first bytes say about the rest.
struct OpenedInput {
  /// The bytes as UTF-8, without a byte order mark.
  private(set) var source: any ByteSource
  let encoding: InputEncoding
  let progress: ReadProgress
  /// The bytes read of the file, which may be ahead of `progress`; complete at the end of the input.
  private let file: ReadProgress
  /// The number of bytes to read; nil if unknown.
  let size: Int?
  /// The decoding, which may lose something; nil for an input that is read as it is.
  private(set) var decoding: UTF16Source?

  /// Opens an input; `isCancelled` is polled while waiting.
  init(
    _ input: ImportSource, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImportFailure) {
    switch input {
    case .file(let path):
      let file = try FileSource(path: path, isCancelled: isCancelled)
      try self.init(
        file, progress: file.progress, size: file.size,
        isLarge: file.size ?? 0 >= ReadAheadSource.worthwhile)
    case .standardInput:
      let file = try FileSource(standardInput: isCancelled)
      try self.init(file, progress: file.progress, size: file.size)
    case .bytes(let bytes, _):
      let memory = MemorySource(bytes)
      try self.init(memory, progress: memory.progress, size: bytes.count)
    }
  }

  private init(
    _ source: any ByteSource, progress: ReadProgress, size: Int?, isLarge: Bool = false
  ) throws(ImportFailure) {
    self.size = size
    file = progress
    var source = source
    var head = try source.take(4)
    if head.starts(with: [0x1F, 0x8B]) {
      source = GzipSource(PrefixedSource(head, then: source))
      head = try Self.unpackedHead(&source)
    }
    if let format = Self.binaryFormat(of: head) {
      throw ImportFailure(.otherFormat(format), at: InputLocation(offset: 0, line: 1, column: 1))
    }
    encoding = InputEncoding(of: head)
    self.source = PrefixedSource(Array(head.dropFirst(encoding.mark)), then: source)
    if isLarge {
      let ahead = ReadAheadSource(self.source, progress)
      self.progress = ahead.progress
      self.source = ahead
    } else {
      self.progress = progress
    }
    if case .utf16(let isBigEndian, _) = encoding {
      let decoded = UTF16Source(self.source, isBigEndian: isBigEndian)
      (decoding, self.source) = (decoded, decoded)
    }
  }

  /// The digest of the file after its last byte was read; nil for inputs without one.
  var digest: FileDigest? { file.digest }

  /// The name of a format that is neither text nor gzip; nil for another.
  private static func binaryFormat(of head: [UInt8]) -> String? {
    let formats: [(magic: [UInt8], name: String)] = [
      ([0x1F, 0x8B], "gzip in gzip"), (Array("PK\u{3}\u{4}".utf8), "zip"),
      (Array("BZh".utf8), "bzip2"), ([0xFD, 0x37, 0x7A, 0x58], "xz"),
      ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard"), ([0x37, 0x7A, 0xBC, 0xAF], "7z"),
      (Array("PAR1".utf8), "Parquet"), (Array("SQLi".utf8), "SQLite"),
    ]
    return formats.first { head.starts(with: $0.magic) }?.name
  }

  private static func unpackedHead(_ source: inout any ByteSource) throws(ImportFailure) -> [UInt8]
  {
    do throws(ImportFailure) {
      return try source.take(4)
    } catch {
      guard error.kind == .badData else { throw error }
      throw ImportFailure(error.reason, at: InputLocation(offset: 0, line: 1, column: 1))
    }
  }
}

/// The character encoding of an input.
enum InputEncoding: Equatable {
  /// `mark` is the length of the byte order mark, which is not part of the text.
  case utf8(mark: Int)
  case utf16(isBigEndian: Bool, mark: Int)

  /// Detects a byte order mark, or the zero bytes of ASCII in UTF-16.
  init(of head: [UInt8]) {
    switch (head.first, head.dropFirst().first) {
    case (0xFF, 0xFE): self = .utf16(isBigEndian: false, mark: 2)
    case (0xFE, 0xFF): self = .utf16(isBigEndian: true, mark: 2)
    case (0, .some(1...)): self = .utf16(isBigEndian: true, mark: 0)
    case (.some(1...), 0): self = .utf16(isBigEndian: false, mark: 0)
    default: self = .utf8(mark: head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }
  }

  var isUTF16: Bool {
    if case .utf16 = self { true } else { false }
  }

  /// The length of the byte order mark.
  var mark: Int {
    switch self {
    case .utf8(let mark), .utf16(_, let mark): mark
    }
  }
}
