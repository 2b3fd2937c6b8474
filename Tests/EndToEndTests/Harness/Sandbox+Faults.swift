import Foundation

extension Sandbox {
  /// A folder with the library of the long tests, compiled once.
  private static let faults = Task {
    let sandbox = try Sandbox()
    let source = Program.package + "/Tests/Long/lib/shim.c"
    // A machine with Swift alone has its clang only.
    let compiled = try await sandbox.shell(
      "$(command -v cc || command -v clang) -O1 -shared -fPIC -o shim.so \(source)",
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"]])
    guard compiled.status == 0 else { throw ChildProcess.Failed(message: compiled.stderr) }
    return sandbox
  }

  /// The variables that let one call on the files of the default store, or of another folder, fail, with the library
  /// of the long tests; from then on `others` fail, too.
  ///
  /// `call` is a kind of calls, `number` the one of them that fails, 1-based. On a disk that `staysFull` all
  /// calls that need space fail from then on.
  func failing(
    _ call: String, _ number: Int, with error: Int32, staysFull: Bool = false,
    root: String? = nil, andThen others: String = ""
  ) async throws -> [String: String?] {
    [
      "LD_PRELOAD": try await Self.faults.value.folder + "/shim.so",
      "LONG_ROOT": root ?? folder + "/data", "LONG_MODE": "fail",
      "LONG_CALLS": call, "LONG_AT": "\(number)", "LONG_ERROR": "\(error)",
      "LONG_STICKY": staysFull ? "create,write,mkdir,allocate" : others,
    ]
  }
}
