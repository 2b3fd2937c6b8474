import Finder

/// What the variables of the environment say about language and measures.
///
/// See "Internationalization Variables" of POSIX: the first of the three that is not empty decides.
struct LocaleVariables {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// The language for messages; English when it is not known, or none is named.
  var language: Language { Language(code: value(of: "LC_MESSAGES")) ?? .english }

  /// Feet and miles where they are in use, by the region for measures.
  var units: LengthUnits {
    let name = value(of: "LC_MEASUREMENT").prefix { $0 != "." && $0 != "@" }
    let usesFeet = ["_US", "_LR", "_MM"].contains { name.hasSuffix($0) }
    return usesFeet ? .imperial : .metric
  }

  private func value(of category: String) -> String {
    ["LC_ALL", category, "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }
}
