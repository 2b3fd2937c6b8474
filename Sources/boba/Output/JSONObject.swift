import FetchKit

/// Writes an object of JSON member by member; members without a value are left out.
struct JSONObject {
  private var isFirst = true

  init(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "{")) }

  func end(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "}")) }

  /// A member; `isDecoded` tells that readers decode entities in it, so that what looks like one is written
  /// as one.
  mutating func member(
    _ key: StaticString, _ cell: RowCell, _ bytes: inout [UInt8], isDecoded: Bool = false
  ) {
    guard !cell.isNull else { return }
    begin(key, &bytes)
    if isDecoded, case .text(let text) = cell, EntityText.looksEncoded(text) {
      bytes.appendJSON(EntityText.encoded(text))
    } else {
      bytes.appendJSON(cell)
    }
  }

  /// A member that is written as it is.
  mutating func raw(_ key: StaticString, _ text: StaticString, _ bytes: inout [UInt8]) {
    begin(key, &bytes)
    bytes.append(text)
  }

  mutating func object(
    _ key: StaticString, _ bytes: inout [UInt8],
    _ body: (inout JSONObject, inout [UInt8]) -> Void
  ) {
    begin(key, &bytes)
    var object = JSONObject(&bytes)
    body(&object, &bytes)
    object.end(&bytes)
  }

  mutating func array(
    _ key: StaticString, _ indices: Range<Int>, _ bytes: inout [UInt8],
    _ body: (Int, inout [UInt8]) -> Void
  ) {
    begin(key, &bytes)
    bytes.append(UInt8(ascii: "["))
    for index in indices {
      if index > indices.lowerBound { bytes.append(UInt8(ascii: ",")) }
      body(index, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func begin(_ key: StaticString, _ bytes: inout [UInt8]) {
    bytes.append(isFirst ? "\"" : ",\"")
    bytes.append(key)
    bytes.append("\":")
    isFirst = false
  }
}

/// Entities of HTML, which names in Foursquare's answers may have.
enum EntityText {
  /// Whether decoding would change the text: it has an ampersand with a name or a number and a semicolon.
  static func looksEncoded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let ampersand = text.firstIndex(of: UInt8(ascii: "&")) else { return false }
    return text[ampersand...].contains(UInt8(ascii: ";"))
  }

  /// The text with its ampersands as entities.
  static func encoded(_ text: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: text, as: UTF8.self).split(
      separator: "&", omittingEmptySubsequences: false
    ).joined(separator: "&amp;")
  }
}
