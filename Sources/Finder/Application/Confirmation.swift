/// Something to be answered with no or yes.
struct Confirmation: Hashable {
  let title: String
  let text: String
  let no: String
  let yes: String
}

/// A text that cannot be used, in words.
struct ValidationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
