import Foundation

/// The file that an export goes to: it has its name once it is whole.
struct ExportFile {
  /// How a file is written whose name comes last.
  private struct Paths {
    let final: String
    /// The name for the time in between, beside the final one.
    let unfinished: String
    /// Whether the file has no name at all before it is whole: what kills the program leaves nothing then.
    let isNameless: Bool
  }

  let output: DataOutput
  private let descriptor: Int32
  /// nil for standard output, a pipe or a device, which are written to as they are.
  private let paths: Paths?

  /// nil for standard output.
  init(_ path: String?, endsProgram: Bool = true) throws {
    guard let path, path != "-" else {
      (output, descriptor, paths) = (StandardOutput.file, STDOUT_FILENO, nil)
      return
    }
    let isSpecial = FileManager.default.fileExists(atPath: path) && !Self.isRegular(path)
    let unfinished = path + ".unfinished"
    let nameless = isSpecial ? nil : Self.nameless(beside: path)
    descriptor =
      nameless ?? open(isSpecial ? path : unfinished, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot write \(path): \(String(cString: strerror(errno)))")
    }
    output = DataOutput(descriptor: descriptor, name: path, endsProgram: endsProgram)
    paths =
      isSpecial ? nil : Paths(final: path, unfinished: unfinished, isNameless: nameless != nil)
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// A file without a name in the folder of a path; nil where there are none.
  private static func nameless(beside path: String) -> Int32? {
    guard access("/proc/self/fd", F_OK) == 0 else { return nil }
    // `O_TMPFILE`, which Swift does not see.
    let temporary = 0o20_000_000 | O_DIRECTORY
    let folder = NSString(string: path).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_WRONLY | temporary, 0o666)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Gives the file its name, in place of one that has it.
  func finish() throws {
    output.flush()
    defer { if paths != nil { output.close() } }
    guard !output.hasFailed else {
      throw Failure(.cannotWrite, "cannot write \(paths?.final ?? "the file")")
    }
    guard let paths, !take(paths) else { return }
    throw Failure(
      .cannotWrite, "cannot write \(paths.final): \(String(cString: strerror(errno)))")
  }

  /// Leaves nothing of a file that is not whole.
  func discard() {
    guard let paths else { return }
    output.close()
    if !paths.isNameless { unlink(paths.unfinished) }
  }

  /// Only a file with a name can take the place of another.
  private func take(_ paths: Paths) -> Bool {
    if paths.isNameless {
      unlink(paths.unfinished)
      let place = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, place, AT_FDCWD, paths.unfinished, AT_SYMLINK_FOLLOW) == 0 else {
        return false
      }
    }
    return rename(paths.unfinished, paths.final) == 0
  }
}
