import FetchKit
import TerminalKit
import Venues

extension VenueCommands {
  /// Edits the note of a venue: one line in a prompt, several in the user's editor.
  func editNote(of venue: Venue) {
    guard !context.store.isReadOnly else { return context.notify(context.strings.readOnly) }
    let note = venue.note ?? ""
    if note.isSingleLine { prompt(note, of: venue) } else { editNote(note, of: venue) }
  }

  private func prompt(_ text: String, of venue: Venue) {
    context.push(
      PromptScreen(
        context, name: context.strings.noteStep(venue.name), text: TextField(text),
        original: venue.note ?? "",
        draftName: context.strings.noteStep(venue.name) + " " + venue.id,
        alternative: context.files == nil
          ? nil : (.noteInEditor, { self.editNote($0, of: venue) })
      ) { self.save($0, as: venue) })
  }

  /// Edits a text in the user's editor and saves it as the note of a venue.
  func editNote(_ text: String, of venue: Venue) {
    let strings = context.strings
    guard !context.store.isReadOnly else { return context.notify(strings.readOnly) }
    guard let files = context.files else { return context.explain(.noFiles) }
    do throws(EditorError) {
      guard let edited = try files.edit(text, run: context.runProgram) else {
        return text == venue.note ?? ""
          ? context.notify(strings.noteIsUnchanged) : save(text, as: venue)
      }
      save(edited.text, as: venue, from: edited)
    } catch {
      // The prompt opens again with the typed text.
      if text != venue.note ?? "" { prompt(text, of: venue) }
      context.report(InputError(strings.editorFailed(error, files.displayPath)))
    }
  }

  /// Saves a note in one undoable change; a file with its text is deleted once it is saved.
  private func save(_ text: String, as venue: Venue, from file: EditedText? = nil) {
    let (edits, strings, undoKey) = (edits, context.strings, key(of: .undo))
    let path = file.flatMap { context.files?.displayPath(of: $0.path) }
    guard text != venue.note ?? "" else {
      file?.discard()
      return context.notify(strings.noteIsUnchanged)
    }
    context.change { isConfirmed in
      do {
        try await edits.setNote(text.isEmpty ? nil : text, of: venue, isConfirmed: isConfirmed)
      } catch let error where !(error is Confirmation) {
        guard let path else { throw error }
        throw InputError(strings.textKept(strings.text(of: error), at: path))
      }
      file?.discard()
      return strings.savedNote(
        venue.name, isEmpty: text.isEmpty, undoKey: isConfirmed ? nil : undoKey)
    } unsaved: { isDeclined in
      guard let path else { return self.prompt(text, of: venue) }
      if isDeclined { self.context.notify(strings.textKept(strings.noteIsUnchanged, at: path)) }
    }
  }
}

extension String {
  fileprivate var isSingleLine: Bool { !contains(where: \.isNewline) }
}
