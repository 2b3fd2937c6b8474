/// Something told of a venue on a line of its own.
enum VenueFact: Hashable, CaseIterable {
  case rating
  case checkins
  case visitors
  case tips
  case deals
  case hours
  case note
  case favorite
}
