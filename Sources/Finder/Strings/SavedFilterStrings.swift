import FetchKit
import Venues

/// The words of saved filters.
protocol SavedFilterStrings {
  /// The name of the menu.
  var savedFilters: String { get }
  var saveFilterAs: String { get }
  func nothingSaved(_ key: String) -> String
  func saved(_ name: String, isReplacing: Bool) -> String
  func forgotten(_ name: String) -> String
  /// What is about to be forgotten.
  func forgets(_ name: String) -> String
  var nameWanted: String { get }
  /// Why a filter by opening hours is not saved.
  var openIsOfNow: String { get }
  /// Asks for the value of a variable that is compared with an attribute.
  func valueWanted(_ variable: String, _ use: VariableUse) -> String
  func wrongValue(_ use: VariableUse) -> String
  /// What values a variable can have.
  func kind(of use: VariableUse) -> String
}

extension English {
  var savedFilters: String { "Saved filters" }
  var saveFilterAs: String { "Save the filter as" }

  func nothingSaved(_ key: String) -> String { "nothing is saved; \(key) saves the filter" }

  func saved(_ name: String, isReplacing: Bool) -> String {
    isReplacing ? "\(name) replaced" : "saved as \(name)"
  }

  func forgotten(_ name: String) -> String { "\(name) forgotten" }
  func forgets(_ name: String) -> String { "The saved filter “\(name)” will be forgotten." }

  var nameWanted: String { "a filter needs a name" }
  var openIsOfNow: String { "what is open changes by the hour: choose it anew each time" }

  func valueWanted(_ variable: String, _ use: VariableUse) -> String {
    "\(variable), for \(sortKey(use.attribute.keyPath))"
  }

  func wrongValue(_ use: VariableUse) -> String { "wanted: \(kind(of: use))" }

  func kind(of use: VariableUse) -> String {
    let unit = use.isLength ? " in meters" : ""
    return use.attribute.type.errorMessage.description + unit
      + (use.isList ? ", or several with commas between" : "")
  }
}

extension VariableUse {
  /// Whether it stands for a text.
  var isText: Bool { attribute.type == .string }

  /// Whether it stands for a length, which stores have in meters.
  var isLength: Bool { attribute.keyPath == VenueSort.distance.keyPath }
}
