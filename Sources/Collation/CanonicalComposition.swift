/// Canonical composition of kana with voiced sound marks and of Hangul jamo.
///
/// `[d]` keeps these marks, so decomposed text must be composed to match. The rules for Hangul are those of section 3.12 of the Unicode Standard.
enum CanonicalComposition {
  private static let syllables: UInt32 = 0xAC00
  private static let finalsPerSyllable: UInt32 = 28
  private static let syllablesPerInitial: UInt32 = 588

  /// Returns the character that two adjacent scalars compose to; nil when they do not compose.
  @inline(__always)
  static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
    switch second {
    case 0x1161...0x1175: syllable(initial: first, vowel: second)
    case 0x11A8...0x11C2: syllable(first, final: second)
    case 0x3099: voiced(first)
    case 0x309A: isHRow(first) ? first + 2 : nil
    default: nil
    }
  }

  private static func syllable(initial: UInt32, vowel: UInt32) -> UInt32? {
    guard 0x1100...0x1112 ~= initial else { return nil }
    let index = (initial - 0x1100) * syllablesPerInitial
    return syllables + index + (vowel - 0x1161) * finalsPerSyllable
  }

  private static func syllable(_ syllable: UInt32, final: UInt32) -> UInt32? {
    guard 0xAC00...0xD7A3 ~= syllable else { return nil }
    guard (syllable - syllables) % finalsPerSyllable == 0 else { return nil }
    return syllable + final - 0x11A7
  }

  private static func voiced(_ kana: UInt32) -> UInt32? {
    switch kana {
    case 0x3046, 0x30A6: kana + 0x4E
    case 0x30EF...0x30F2: kana + 8
    case 0x309D, 0x30FD: kana + 1
    default: isKTRow(kana) || isHRow(kana) ? kana + 1 : nil
    }
  }

  /// Ka to Chi at odd places, Tsu, Te and To at even ones, in both kana.
  private static func isKTRow(_ kana: UInt32) -> Bool {
    switch kana {
    case 0x304B...0x3061, 0x30AB...0x30C1: kana % 2 == 1
    case 0x3064...0x3068, 0x30C4...0x30C8: kana % 2 == 0
    default: false
    }
  }

  /// Ha, Hi, Fu, He and Ho, in both kana.
  private static func isHRow(_ kana: UInt32) -> Bool {
    switch kana {
    case 0x306F...0x307B: (kana - 0x306F) % 3 == 0
    case 0x30CF...0x30DB: (kana - 0x30CF) % 3 == 0
    default: false
    }
  }
}
