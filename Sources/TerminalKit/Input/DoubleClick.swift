/// Recognizes double clicks on an item.
package struct DoubleClick<Item: Equatable> {
  private var last: (item: Item, time: Duration)?
  /// The maximum time between the clicks.
  private static var limit: Duration { .milliseconds(400) }

  package init() {}

  /// Notes a click and returns whether it is the second one of a double click.
  package mutating func click(_ item: Item, at time: Duration) -> Bool {
    let isSecond = last.map { $0.item == item && time - $0.time < Self.limit } ?? false
    last = isSecond ? nil : (item, time)
    return isSecond
  }
}
