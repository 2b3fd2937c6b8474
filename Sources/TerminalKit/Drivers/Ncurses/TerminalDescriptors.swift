import CTerminal
import Glibc

/// Where the terminal is read and written: standard input and output, or the controlling terminal
/// where those are something else.
struct TerminalDescriptors: Sendable {
  let input: Int32
  let output: Int32

  init() throws(DriverError) {
    input = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : cterminal_open_tty(false)
    output = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : cterminal_open_tty(true)
    guard input >= 0 && output >= 0 else {
      close()
      throw .noTerminal
    }
  }

  /// The size in cells; nil when the terminal does not tell.
  var size: Size? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cterminal_size(output, &columns, &rows) else { return nil }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// Closes what was opened here.
  func close() {
    for descriptor in [input, output] where descriptor > STDERR_FILENO {
      cterminal_close(descriptor)
    }
  }
}
