import TerminalKit

/// A screen, or a state of one, with its actions.
nonisolated enum KeyContext: Hashable, Sendable, CaseIterable {
  case list
  /// The list during a search.
  case search
  case filter
  /// A field of the filter screen that is being edited.
  case filterField
  case detail
  case map
  case menu
  /// A menu that is filtered by typing.
  case typedMenu
  case prompt
  /// A prompt for a path with completions.
  case path
  /// A prompt for a location, with venues that match the words.
  case location
  case statistics
  /// An import or an export, while it runs and after it.
  case progress
  /// A confirmation.
  case question
  case explanation
  /// A walk through venues.
  case crawl
  case help

  /// The actions of the screen in any state, from its key table.
  var actions: Set<Action> {
    Set(
      ownActions + FinderApp.commands.map(\.action) + FinderApp.alwaysCommands.map(\.action))
  }

  private var ownActions: [Action] {
    switch self {
    case .list: VenueListScreen.commands.map(\.action)
    case .search: VenueListScreen.searchCommands.map(\.action)
    case .filter: FilterScreen.commands.map(\.action)
    case .filterField: FilterScreen.fieldCommands.map(\.action)
    case .detail: DetailScreen.commands.map(\.action)
    case .map: MapScreen.commands.map(\.action)
    case .menu: MenuScreen.commands.map(\.action) + Self.menuCommands
    case .typedMenu: MenuScreen.commands.map(\.action) + [.run]
    case .prompt: PromptScreen.commands.map(\.action) + [.noteInEditor]
    case .path: PathScreen.commands.map(\.action)
    case .location: LocationScreen.commands.map(\.action)
    case .statistics: StatisticsScreen.commands.map(\.action)
    case .progress:
      TextBox.commands.map(\.action) + FileJobKeys.commands.map(\.action)
        + FileJobKeys.reportCommands.map(\.action)
    case .question: ConfirmationScreen.commands.map(\.action)
    case .explanation: ExplainScreen.commands.map(\.action)
    case .crawl: CrawlScreen.commands.map(\.action)
    case .help: HelpScreen.commands.map(\.action)
    }
  }

  /// The commands that menus have in their contents.
  private static let menuCommands: [Action] = [
    .accept, .run, .choose, .pick, .remove, .forget, .narrower, .wider, .moveUp, .moveDown, .clear,
    .sort, .narrow, .widen,
  ]

  /// Whether letters are text in this state.
  var isTyped: Bool {
    switch self {
    case .search, .filterField, .typedMenu, .prompt, .path, .location, .help: true
    case .list, .filter, .detail, .map, .menu, .statistics, .progress, .question, .explanation,
      .crawl:
      false
    }
  }
}
