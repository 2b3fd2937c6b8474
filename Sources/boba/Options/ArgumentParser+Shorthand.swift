import ArgumentParser

extension CommandConfiguration {
  /// Configures a command with a usage line and an example.
  ///
  /// `name` includes the names of parent commands, and `usage` the arguments before the options.
  init(
    _ name: String, _ abstract: String, usage: String? = nil, discussion: String? = nil,
    example: String, shouldDisplay: Bool = true,
    subcommands: [any ParsableCommand.Type] = []
  ) {
    let words = [subcommands.isEmpty ? usage : "<command>", "[<options>]"].compactMap(\.self)
    self.init(
      commandName: name.split(separator: " ").last.map(String.init), abstract: abstract,
      usage: (["boba", name] + words).joined(separator: " "),
      discussion: (discussion.map { $0 + "\n\n" } ?? "") + "Example: " + example,
      shouldDisplay: shouldDisplay, subcommands: subcommands)
  }
}

extension Option {
  /// An option with one value, which may begin with `-`.
  init<Wrapped: ExpressibleByArgument>(
    _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(
      name: .long, parsing: .unconditional, help: ArgumentHelp("\(help)", valueName: value),
      completion: completion)
  }

  /// An option that can be repeated, whose values may begin with `-`.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], _ help: String, value: String, completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(
      wrappedValue: wrappedValue, name: .long, parsing: .unconditionalSingleValue,
      help: ArgumentHelp("\(help)", valueName: value), completion: completion)
  }

  /// An option with a default value.
  init(wrappedValue: Value, _ help: String, value: String)
  where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue, name: .long, parsing: .unconditional,
      help: ArgumentHelp("\(help)", valueName: value))
  }
}
