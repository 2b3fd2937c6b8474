import Foundation

/// A program that sets the clipboard: that of a local desktop, or tmux.
struct ClipboardProgram: Sendable {
  let environment: [String: String]

  /// Copies a text and returns the name of the program that took it; nil if there is none.
  func copy(_ text: String) async -> String? {
    await Thread.running { commands.first { run($0, input: text) }?.first }
  }

  /// The command lines, the best first. tmux sets its own buffer and the clipboard of its terminal.
  var commands: [[String]] {
    let isLocal = ["SSH_CONNECTION", "SSH_TTY"].allSatisfy { !isSet($0) }
    let desktop =
      (isSet("WAYLAND_DISPLAY") ? [["wl-copy"]] : [])
      + (isSet("DISPLAY")
        ? [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]] : [])
      + [["pbcopy"]]
    let tmux = [["tmux", "load-buffer", "-w", "-"], ["tmux", "load-buffer", "-"]]
    return (isLocal ? desktop : []) + (isSet("TMUX") ? tmux : [])
  }

  private func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }

  /// Whether a program exists and ends without an error within two seconds.
  ///
  /// Its input is a file without a name: a program that does not read could block a pipe.
  private func run(_ command: [String], input: String) -> Bool {
    guard let name = command.first, let path = ProgramPath(environment).find(name),
      let file = tmpfile()
    else {
      return false
    }
    defer { fclose(file) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = Array(command.dropFirst())
    let handle = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    guard (try? handle.write(contentsOf: Data(input.utf8))) != nil,
      (try? handle.seek(toOffset: 0)) != nil, (try? process.run()) != nil
    else { return false }
    guard end.wait(timeout: .now() + 2) == .success else {
      process.terminate()
      return false
    }
    return process.terminationStatus == 0
  }
}
