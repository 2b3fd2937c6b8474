/// Something to be answered with no or yes.
struct Question: Hashable {
  let title: String
  let text: String
  let no: String
  let yes: String
}
