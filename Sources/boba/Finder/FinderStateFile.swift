import Foundation
import Finder

/// The saved state of the finder for each store, in one file of the state folder.
struct FinderStateFile: FinderStateStore {
  private let folder: String
  private let store: String

  /// The saved state of the store at a path.
  init(folder: String, store: String) {
    self.folder = folder
    self.store = URL(filePath: store).standardizedFileURL.path
  }

  func load() -> Data? { all[store] ?? all.first { isStore($0.key) }?.value }

  /// Whether a path leads to the store; earlier versions did not follow links.
  private func isStore(_ path: String) -> Bool {
    URL(filePath: path).resolvingSymlinksInPath().path == store
  }

  /// Also removes the entries of stores that no longer exist.
  func keep(_ data: Data) async {
    var states = all.filter { FileManager.default.fileExists(atPath: $0.key) && !isStore($0.key) }
    states[store] = data
    guard (try? PrivateFiles.createStateFolder(folder)) != nil else { return }
    let objects = states.compactMapValues { try? JSONSerialization.jsonObject(with: $0) }
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? JSONSerialization.data(withJSONObject: objects, options: options) else {
      return
    }
    try? PrivateFiles.write(data, to: file.path)
  }

  private var file: URL { URL(filePath: folder + "/finder.json") }

  private var all: [String: Data] {
    guard let data = try? Data(contentsOf: file),
      let objects = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    return objects.compactMapValues { try? JSONSerialization.data(withJSONObject: $0) }
  }
}
