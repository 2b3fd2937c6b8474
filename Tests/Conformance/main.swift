import Foundation

func complain(_ message: String) {
  FileHandle.standardError.write(Data((message + "\n").utf8))
}

let paths = CommandLine.arguments.dropFirst()
guard !paths.isEmpty else {
  complain("usage: fetchkit-conformance FILE…")
  exit(64)
}

let report = Report()
do {
  for path in paths { await report.run(try CaseFile(path: path)) { print($0) } }
} catch {
  complain("error: \(error.message)")
  exit(66)
}
print(report.summary)
exit(report.failed == 0 ? 0 : 1)
