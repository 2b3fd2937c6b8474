/// A part of what the list shows, which a change of it is named by.
enum ViewPart: Hashable, CaseIterable {
  case place
  case search
  case filter
  case order
  case sections
  case columns
  case marks
}
