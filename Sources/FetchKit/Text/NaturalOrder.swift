/// The order of names: case and marks do not count, runs of digits are ordered by value, other
/// characters by code point; texts which are still equal by their own code points.
///
/// It is stored as a key, a text without NUL whose bytes have this order, so that an index of
/// SQLite with the collation BINARY is enough. The key is the folded text, 0x01, and the text:
///
/// * a run of digits is its length without leading zeros and then those digits: "2" is `1` `2`,
///   "10" is `2` `10`, "0" is `0`. A length of nine or more is `9`, how many digits the length
///   has, the length. Lengths begin with a digit: runs stand where digits stand among characters.
/// * U+0000, U+0001 and U+0002 are 0x02 followed by 0x01, 0x02 and 0x03.
/// * Bytes that are no UTF-8 are U+FFFD.
enum NaturalOrder {
  /// The key of a text, in UTF-8.
  static func key(of text: TextBytes) -> [UInt8] {
    withKey(of: text) { Array($0) }
  }

  /// The key of a text, in UTF-8.
  static func key(of text: String) -> [UInt8] {
    text.withTextBytes(key)
  }

  /// Calls `body` with the key of a text, which lives on the stack when it is short.
  static func withKey<Result>(of text: TextBytes, _ body: (TextBytes) -> Result) -> Result {
    withWriter(for: text) { writer in
      writer.appendFolded(text)
      writer.append(0x01)
      writer.appendOriginal(text)
      return body(writer.bytes)
    }
  }

  /// -1, 0 or 1: the order of two texts.
  static func compare(_ left: TextBytes, _ right: TextBytes) -> Int {
    withKey(of: left) { left in withKey(of: right) { left.compare(to: $0) } }
  }

  /// -1, 0 or 1: the order of two texts, where "Café 02" and "cafe 2" are the same.
  static func compareIgnoringTies(_ left: TextBytes, _ right: TextBytes) -> Int {
    withFoldedKey(of: left) { left in withFoldedKey(of: right) { left.compare(to: $0) } }
  }

  private static func withFoldedKey<Result>(
    of text: TextBytes, _ body: (TextBytes) -> Result
  ) -> Result {
    withWriter(for: text) { writer in
      writer.appendFolded(text)
      return body(writer.bytes)
    }
  }

  /// Each half of a key takes at most three bytes for one of the text.
  private static func withWriter<Result>(
    for text: TextBytes, _ body: (inout NaturalKeyWriter) -> Result
  ) -> Result {
    withTemporaryBytes(6 * text.count + 1) { buffer in
      var writer = NaturalKeyWriter(buffer)
      return body(&writer)
    }
  }
}
