/// Something that a predicate can be evaluated with in memory.
public protocol KeyPathReadable {
  /// The value of the property of exactly that key path; nil when there is none.
  func value(forKeyPath keyPath: String) -> Value?
  /// The object as a whole: what `SELF` means.
  var wholeValue: Value { get }
}

extension Value: KeyPathReadable {
  /// The value itself.
  public var wholeValue: Value { self }

  /// The member under a key of an object; nil where the path needs a walk.
  public func value(forKeyPath keyPath: String) -> Value? {
    var current = self
    for key in keyPath.split(separator: ".") {
      guard case .object(let members) = current, let member = members[String(key)] else {
        return nil
      }
      current = member
    }
    return current
  }
}
