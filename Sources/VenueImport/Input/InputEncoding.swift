/// How the characters of an input are written.
enum InputEncoding: Equatable {
  /// `mark` is the length of the byte order mark, which is not part of the text.
  case utf8(mark: Int)
  case utf16(isBigEndian: Bool, mark: Int)

  /// What the first bytes tell: a byte order mark, or the zero bytes that UTF-16 has for ASCII.
  init(of head: [UInt8]) {
    switch (head.first, head.dropFirst().first) {
    case (0xFF, 0xFE): self = .utf16(isBigEndian: false, mark: 2)
    case (0xFE, 0xFF): self = .utf16(isBigEndian: true, mark: 2)
    case (0, .some(1...)): self = .utf16(isBigEndian: true, mark: 0)
    case (.some(1...), 0): self = .utf16(isBigEndian: false, mark: 0)
    default: self = .utf8(mark: head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }
  }

  var isUTF16: Bool {
    if case .utf16 = self { true } else { false }
  }

  /// The length of the byte order mark.
  var mark: Int {
    switch self {
    case .utf8(let mark), .utf16(_, let mark): mark
    }
  }
}
