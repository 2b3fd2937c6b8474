/// The permitted imports of a module, and whether it may contain SQL.
struct ImportRule {
  let module: String
  /// From the root of the package.
  let folder: String
  let imports: Set<String>
  /// Imports that only a part of the module may use: by their name, where.
  var confined: [String: Place] = [:]
  var writesSQL = false

  /// A part of a module, from its folder on.
  struct Place {
    var folder: String
    var filePrefix: String?

    /// Whether the path, from the module's folder on, lies in this part.
    func contains(_ path: String) -> Bool {
      if path.hasPrefix(folder + "/") { return true }
      guard let filePrefix, let file = path.split(separator: "/").last else { return false }
      return file.hasPrefix(filePrefix)
    }
  }
}
