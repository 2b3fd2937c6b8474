/// Why a case or a case file cannot be used.
struct CaseError: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
}
