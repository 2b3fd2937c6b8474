/// The texts of a confirmation.
struct Confirmation: Hashable {
  let title: String
  let text: String
  let no: String
  let yes: String
}

/// A validation error of a text field.
struct ValidationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
