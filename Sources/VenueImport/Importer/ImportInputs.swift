import Foundation

/// Finds the inputs that the arguments of an import name.
public enum ImportInputs {
  private static let extensions: Set = [
    "json", "ndjson", "jsonl", "csv", "tsv", "geojson", "geojsonl",
  ]

  /// The inputs of each argument in order: `-` is standard input, a folder its files.
  ///
  /// The files of a folder are those with venue data by their names (`*.json *.ndjson *.jsonl
  /// *.csv *.tsv *.geojson *.geojsonl`, also with `.gz`, and names with nothing but `.gz`), in the order of their paths,
  /// subfolders included, hidden ones not. Throws `cannotOpen` for a folder without any.
  public static func find(_ arguments: [String]) throws(ImportFailure) -> [ImportSource] {
    var sources: [ImportSource] = []
    for argument in arguments {
      if argument == "-" {
        sources.append(.standardInput)
      } else if isFolder(argument) {
        sources += try files(in: argument).map { .file($0) }
      } else {
        sources.append(.file(argument))
      }
    }
    return sources
  }

  /// Whether there is a folder at a path.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func files(in folder: String) throws(ImportFailure) -> [String] {
    guard access(folder, R_OK | X_OK) == 0 else {
      throw ImportFailure(.cannotOpenFolder(folder, errno: errno))
    }
    let found: [String]
    do {
      found = try paths(in: folder.hasSuffix("/") ? folder : folder + "/").sorted()
    } catch {
      let cause = ((error as? CocoaError)?.underlying ?? error) as NSError
      let code = cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : EIO
      throw ImportFailure(.cannotOpenFolder(folder, errno: code))
    }
    guard !found.isEmpty else {
      throw ImportFailure(.emptyFolder(folder))
    }
    return found
  }

  /// The files in a folder, and the subfolders that cannot be read, which then fail like a file; `base` ends with a slash.
  private static func paths(in base: String) throws -> [String] {
    var found: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: base)
    where !name.hasPrefix(".") {
      let path = base + name
      if isSubfolder(path) {
        found += (try? paths(in: path + "/")) ?? [path]
      } else if isVenueData(name), !isSpecial(path) {
        found.append(path)
      }
    }
    return found
  }

  /// Whether there is a folder at a path, and no link to one.
  private static func isSubfolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is something else than a file at a path, such as a folder or a pipe, which would be waited for.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func isVenueData(_ name: String) -> Bool {
    let name = name.lowercased()
    guard name.hasSuffix(".gz") else { return hasKnownExtension(name) }
    let plain = name.dropLast(3)
    return hasKnownExtension(plain) || !plain.contains(".")
  }

  private static func hasKnownExtension(_ name: some StringProtocol) -> Bool {
    extensions.contains { name.hasSuffix("." + $0) }
  }
}

/// An input of an import.
public enum ImportSource: Hashable, Sendable {
  /// The file at a path.
  case file(String)
  case standardInput
  /// Bytes in memory, under a name for reports.
  case bytes([UInt8], name: String)

  /// The size of a regular file; nil for anything else.
  var fileSize: Int? {
    var status = stat()
    guard case .file(let path) = self, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }

  /// The given path, or the name for reports and errors.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .bytes(_, let name): name
    }
  }
}
