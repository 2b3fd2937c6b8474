/// The words around changes that take long, or cannot be taken back.
protocol QuestionStrings {
  /// Asks whether to go on with what is too much to be undone.
  func cannotBeUndone(_ why: String) -> Confirmation
  var overwritesTooMuch: String { get }
  var changesTooMuch: String { get }
  /// Asks whether to leave while files are read or written.
  var quitAnyway: Confirmation { get }
  var stillChanging: String { get }
}

extension English {
  var overwritesTooMuch: String {
    "What the import would overwrite is too much to be kept: it could not be taken back."
  }
  var changesTooMuch: String {
    "What would change is too much to be kept: it could not be taken back."
  }

  func cannotBeUndone(_ why: String) -> Confirmation {
    Confirmation(
      title: "This cannot be undone", text: why, no: "No, leave everything as it is",
      yes: "Yes, go on for good")
  }

  var quitAnyway: Confirmation {
    Confirmation(
      title: "Quit?",
      text:
        "Files are still being read or written. Quitting stops that, and nothing half done stays behind.",
      no: "No, stay", yes: "Yes, stop it and quit")
  }

  var stillChanging: String { "the change is under way" }
}
