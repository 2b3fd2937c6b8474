/// The words around changes that take long, or cannot be taken back.
protocol QuestionStrings {
  var cannotBeUndone: String { get }
  var overwritesTooMuch: String { get }
  var changesTooMuch: String { get }
  var leaveAsItIs: String { get }
  var goOnForGood: String { get }
  var quitAnyway: String { get }
  var filesAreBusy: String { get }
  var stay: String { get }
  var stopAndQuit: String { get }
  var stillChanging: String { get }
}

extension English {
  var cannotBeUndone: String { "This cannot be undone" }
  var overwritesTooMuch: String {
    "What the import would overwrite is too much to be kept: it could not be taken back."
  }
  var changesTooMuch: String {
    "What would change is too much to be kept: it could not be taken back."
  }
  var leaveAsItIs: String { "No, leave everything as it is" }
  var goOnForGood: String { "Yes, go on for good" }
  var quitAnyway: String { "Quit?" }
  var filesAreBusy: String {
    "Files are still being read or written. Quitting stops that, and nothing half done stays behind."
  }
  var stay: String { "No, stay" }
  var stillChanging: String { "the change is under way" }
  var stopAndQuit: String { "Yes, stop it and quit" }
}
