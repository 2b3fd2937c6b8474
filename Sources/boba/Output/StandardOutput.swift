import Foundation

/// Where data goes: a buffer in front of standard output.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes a line.
  static func print(_ line: String) { write(line + "\n") }

  /// Writes text; ends the program when nobody can be written to.
  static func write(_ text: String) {
    var text = text
    let written = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stdoutFile) == $0.count }
    if !written { fail() }
  }

  static func flush() {
    if fflush(stdoutFile) != 0 { fail() }
  }

  private static func fail() -> Never {
    if errno != EPIPE {
      StandardError.print("error: cannot write the output: \(String(cString: strerror(errno)))")
    }
    exit(errno == EPIPE ? 0 : Failure.Code.cannotWrite.rawValue)
  }
}

/// Where everything but data goes.
enum StandardError {
  static func print(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

/// The stream behind standard output; the C library keeps it in a global variable.
private var stdoutFile: UnsafeMutablePointer<FILE>? { fdopenedStandardOutput.file }

private let fdopenedStandardOutput = OutputFile(descriptor: STDOUT_FILENO)

/// A C stream on a descriptor; used by one thread at a time.
private struct OutputFile: @unchecked Sendable {
  let file: UnsafeMutablePointer<FILE>?
  init(descriptor: Int32) { file = fdopen(descriptor, "w") }
}
