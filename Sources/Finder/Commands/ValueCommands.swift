import FetchKit
import TerminalKit
import Venues

extension VenueCommands {
  /// The columns whose values can be edited.
  private static let editable: [VenueColumn] = [
    .rating, .price, .name, .address, .city, .phone, .website,
  ]

  /// Lists values of a venue, to edit one of them.
  func editValues(of venue: Venue) {
    let strings = context.strings
    guard !context.store.isReadOnly else { return context.notify(strings.readOnly) }
    context.push(
      MenuScreen.Content(
        name: venue.name, columns: 40,
        commands: [
          MenuCommand(.accept, rank: 2, closes: true, word: { _ in strings.hint(for: .edit) }) {
            self.prompt(Self.editable[$0], of: venue)
          }
        ], hasNumbers: true,
        items: {
          Self.editable.map {
            let text = venue.text($0, strings.format)
            return MenuItem(strings.title(of: $0), detail: text ?? self.context.symbols.missing)
          }
        }))
  }

  /// Asks for a value; `typed` is a text that was typed before, if any.
  private func prompt(_ column: VenueColumn, of venue: Venue, typed: String? = nil) {
    let strings = context.strings
    let text = editableText(of: column, in: venue)
    let name = strings.valueStep(strings.title(of: column), venue.name)
    context.push(
      PromptScreen(
        context, name: name, text: TextField(typed ?? text), original: text,
        draftName: "\(name) \(venue.id)",
        hint: strings.valueHint(of: column, isRemovable: !text.isEmpty && column != .name)
      ) { typed in
        guard typed != text else { return }
        let values = try self.values(of: typed, for: column)
        self.save(values, typed: typed, in: column, of: venue)
      })
  }

  /// The value as it can be typed.
  private func editableText(of column: VenueColumn, in venue: Venue) -> String {
    switch column {
    case .phone: venue.phone ?? ""
    case .rating: venue.rating.map(context.strings.format.decimal) ?? ""
    default: venue.text(column, context.strings.format) ?? ""
    }
  }

  /// The values of attributes that a text for a column sets; those of a blank text are missing.
  private func values(
    of text: String, for column: VenueColumn
  ) throws(InputError) -> [VenueField: FetchValue] {
    let strings = context.strings
    switch column {
    case .price:
      if text.isBlank { return [.tier: .null, .priceCategory: .null] }
      guard let level = PriceLevel(text: text.filter { !$0.isWhitespace }), level != .unknown else {
        throw InputError(strings.enter(strings.priceKind))
      }
      return [.tier: .integer(Int64(level.rawValue)), .priceCategory: .string(level.text)]
    case .rating:
      if text.isBlank { return [.rating: .null] }
      guard let (number, rest) = strings.format.number(at: text), rest.isEmpty,
        VenueField.rating.allows(number)
      else { throw InputError(strings.enter(strings.ratingKind)) }
      return [.rating: .double(number)]
    case .website where !text.isBlank && VenueLink.web(text) == nil:
      throw InputError(strings.enter(strings.websiteKind))
    case .name where text.isBlank: throw InputError(strings.enterName)
    default: return [column.field: text.isBlank ? .null : .string(text)]
    }
  }

  private func save(
    _ values: [VenueField: FetchValue], typed: String, in column: VenueColumn, of venue: Venue
  ) {
    let (edits, strings, undoKey) = (edits, context.strings, key(of: .undo))
    let title = strings.title(of: column)
    context.change { isConfirmed in
      if !isConfirmed { try await self.check(column, of: venue) }
      try await edits.set(
        values, of: venue, name: strings.valueStep(title, venue.name), permanently: isConfirmed)
      return strings.savedValue(
        title, venue.name, isEmpty: values.values.allSatisfy { $0 == .null },
        undoKey: isConfirmed ? nil : undoKey)
    } unsaved: { _ in
      self.prompt(column, of: venue, typed: typed)
    }
  }

  /// Throws a confirmation if another program changed a value since the venue was read.
  private func check(_ column: VenueColumn, of venue: Venue) async throws {
    guard let id = venue.objectID, let stored = try await edits.venue(id) else { return }
    let (text, strings) = (stored.text(column, context.strings.format), context.strings)
    if text != venue.text(column, strings.format) {
      throw strings.replacesValue(strings.title(of: column), text ?? context.symbols.missing)
    }
  }
}
