internal import CResources

/// The venues that come with the program, embedded in the binary.
public enum SeedFile {
  /// A Foursquare v2 search envelope with 30 venues of New York, as UTF-8 bytes.
  public static let bytes = [UInt8](embedded_seed())
}

/// The files of `Strings`, embedded in the binary: the texts of a language as JSON.
public enum TranslationFile {
  /// The languages, by the names of their files.
  public static let codes = (0..<embedded_translation_count()).map {
    String(cString: embedded_translation($0).name)
  }

  /// The file of a language; nil without one.
  public static func bytes(of code: String) -> [UInt8]? {
    codes.firstIndex(of: code).map { [UInt8](embedded_translation($0)) }
  }
}

extension [UInt8] {
  fileprivate init(_ file: EmbeddedFile) {
    self.init(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
