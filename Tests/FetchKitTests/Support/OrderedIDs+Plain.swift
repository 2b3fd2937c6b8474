import SQLiteBulkLoad
@testable import FetchKit

extension OrderedIDs {
  /// A list whose keys are the places.
  init(_ ids: [Int64]) {
    var builder = OrderedIDsBuilder()
    for (place, id) in ids.enumerated() {
      builder.keys.append(bigEndian: UInt64(place))
      builder.append(id)
    }
    self.init(leaves: builder.finish())
  }
}
