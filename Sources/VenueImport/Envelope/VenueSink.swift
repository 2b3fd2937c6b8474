/// Takes the venues of an input, one at a time.
protocol VenueSink {
  /// Takes a venue; its texts are valid only during the call.
  mutating func take(_ record: borrowing VenueRecord, at location: InputLocation)
    throws(ImportFailure)

  /// Is called between two reads, with how far the input was read; throws to stop.
  mutating func proceed(bytes: Int, rows: Int) throws(ImportFailure)
}
