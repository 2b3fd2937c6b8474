import TerminalKit

/// The layout of the list screen.
struct VenueListFrame {
  let title: Rect
  let filter: Rect
  /// Empty unless a new user is welcomed.
  let welcome: Rect
  /// Empty when there is no room for rules.
  let upperRule: Rect
  let header: Rect
  let rows: Rect
  let lowerRule: Rect
  let footer: Rect

  private static let welcomeRows = 3

  init(_ area: Rect, isWelcome: Bool = false) {
    let welcomeRows = isWelcome && area.rows >= 20 && area.columns >= 60 ? Self.welcomeRows : 0
    let ruleHeight = area.rows >= 15 ? 1 : 0
    var rest = area
    (title, rest) = rest.split(top: 1)
    (filter, rest) = rest.split(top: 1)
    (welcome, rest) = rest.split(top: welcomeRows)
    (upperRule, rest) = rest.split(top: ruleHeight)
    (header, rest) = rest.split(top: 1)
    (footer, rest) = rest.split(bottom: 1)
    (lowerRule, rows) = rest.split(bottom: ruleHeight)
  }
}
