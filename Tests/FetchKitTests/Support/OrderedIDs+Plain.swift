import SQLiteBulkLoad
@testable import FetchKit

extension OrderedIDs {
  /// A list with key prefixes, whose keys are the positions.
  static func withPrefixes(_ ids: [Int64]) -> OrderedIDs {
    var builder = OrderedIDsBuilder()
    for (place, id) in ids.enumerated() {
      builder.keys.append(bigEndian: UInt64(place))
      builder.append(id)
    }
    return OrderedIDs(builder.finish())
  }
}
