import Venues

extension MenuScreen.Content {
  /// Ways to cut venues into sections or groups, of which one is chosen; nil is none.
  static func sectionings(
    _ ways: [VenueSectioning?], _ look: Look, chosen: @escaping () -> VenueSectioning?,
    choose: @escaping (VenueSectioning?) -> Void
  ) -> MenuScreen.Content {
    let before = chosen()
    return MenuScreen.Content(
      name: look.strings.sections,
      commands: [
        MenuCommand(.accept, rank: 2, closes: true) { choose(ways[$0]) },
        MenuCommand(.choose) { choose(ways[$0]) },
      ],
      cursor: ways.firstIndex(of: chosen()) ?? 0, hasNumbers: true,
      takeBack: { if chosen() != before { choose(before) } },
      items: {
        ways.map { way in
          MenuItem(
            way.map(look.strings.title) ?? look.strings.noSections,
            mark: way == chosen() ? look.symbols.chosen : " ", isChosen: way == chosen())
        }
      })
  }
}
