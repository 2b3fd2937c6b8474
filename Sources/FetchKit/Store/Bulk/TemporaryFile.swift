internal import Foundation

/// A new file, open for reading and writing; who makes it closes and removes it.
struct TemporaryFile {
  let descriptor: Int32
  let path: String

  /// Makes a file whose path begins as said.
  init(_ beginning: String) throws(StoreError) {
    var template = Array("\(beginning)-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw .system("store.temporary", "cannot create a file \(beginning)-…")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
