import ArgumentParser

/// How a command prints what is no list of venues.
enum TextFormat: String, ExpressibleByArgument, CaseIterable { case text, json }
