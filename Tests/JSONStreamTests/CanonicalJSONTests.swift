import Testing

@testable import JSONStream

struct CanonicalJSONTests {
  private func canonical(_ text: String) -> String? {
    var text = text
    return text.withUTF8 {
      CanonicalJSON(object: $0).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }

  @Test(arguments: [
    (#" { "a" : [ 1 , -0.50e+3, true,null ] , "b":{ } } "#, nil),
    (#"{ "a" : [ 1 , -0.50e+3, true,null ] , "b":{ } }"#, #"{"a":[1,-0.50e+3,true,null],"b":{}}"#),
    (#"{"\u0061\/":"\u00e9\t\u202e\ud83e\uddcb é"}"#, #"{"a/":"é\u0009\u202e🧋 é"}"#),
    (#"{"\"\\":"\"\\ \ud800 \u0000"}"#, #"{"\"\\":"\"\\ \#u{FFFD} \#u{FFFD}"}"#),
    ("{}", "{}"), ("[]", nil), ("{", nil), ("{} x", nil), ("", nil), (#"{"a":01}"#, nil),
  ])
  func `objects have one form`(text: String, expected: String?) {
    #expect(canonical(text) == expected)
    if let expected { #expect(canonical(expected) == expected) }
  }

  @Test func `members are omitted at any depth`() {
    let text = #"{"a":{"user":[1,{"x":2}],"b":[{"user":"u","c":3}]},"user":null}"#
    let padded = Array(text.utf8) + [UInt8](repeating: 0, count: JSONScanner.padding)
    let bytes = padded.withUnsafeBufferPointer { buffer -> [UInt8] in
      var json = CanonicalJSON()
      if let start = buffer.baseAddress { json.append(start) { $0 == "user" } }
      return json.bytes
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":{"b":[{"c":3}]}}"#)
  }
}
