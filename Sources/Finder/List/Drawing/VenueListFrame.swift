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
    let (title, belowTitle) = area.split(top: 1)
    let (filter, belowFilter) = belowTitle.split(top: 1)
    let (welcome, belowWelcome) = belowFilter.split(top: welcomeRows)
    let (upperRule, belowRule) = belowWelcome.split(top: ruleHeight)
    let (header, belowHeader) = belowRule.split(top: 1)
    let (footer, aboveFooter) = belowHeader.split(bottom: 1)
    let (lowerRule, rows) = aboveFooter.split(bottom: ruleHeight)
    self.title = title
    self.filter = filter
    self.welcome = welcome
    self.upperRule = upperRule
    self.header = header
    self.rows = rows
    self.lowerRule = lowerRule
    self.footer = footer
  }
}
