import TerminalKit

/// The parts of the list screen, by the height there is.
struct VenueListFrame {
  let title: Rect
  let filter: Rect
  /// Empty when there is no room for rules.
  let upperRule: Rect
  let header: Rect
  let rows: Rect
  let lowerRule: Rect
  let footer: Rect

  init(_ area: Rect) {
    let ruleHeight = area.rows >= 15 ? 1 : 0
    let (title, behindTitle) = area.split(top: 1)
    let (filter, behindFilter) = behindTitle.split(top: 1)
    let (upperRule, behindRule) = behindFilter.split(top: ruleHeight)
    let (header, behindHeader) = behindRule.split(top: 1)
    let (footer, aboveFooter) = behindHeader.split(bottom: 1)
    let (lowerRule, rows) = aboveFooter.split(bottom: ruleHeight)
    self.title = title
    self.filter = filter
    self.upperRule = upperRule
    self.header = header
    self.rows = rows
    self.lowerRule = lowerRule
    self.footer = footer
  }
}
