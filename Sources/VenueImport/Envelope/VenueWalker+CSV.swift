extension VenueWalker {
  func beginsCSV(_ byte: UInt8) throws(ImportFailure) -> Bool { false }
  func walkCSV() throws(ImportFailure) {}
}
