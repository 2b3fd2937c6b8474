/// ASCII replacements for other characters.
enum ASCIIFallback {
  /// The most similar ASCII character; "?" if there is none.
  static func character(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return scalar }
    if let sign = signs[scalar] { return sign }
    switch scalar.value {
    case 0x2550...0x256C: return "+"
    case 0x2500...0x257F: return "+"
    case 0x2588...0x258F, 0x2580...0x2587, 0x2590...0x259F: return "#"
    case 0x2801...0x28FF: return "*"
    case 0xC0...0x17F: return letter(scalar)
    default: return "?"
    }
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    letters.first { $0.accented.contains(scalar) }?.plain ?? "?"
  }

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(plain: Unicode.Scalar, others: String)] = [
      ("-", "─━┄┅┈┉╌╍╴╶╸╺–—‐‑‒―−"), ("=", "═"), ("|", "│┃┆┇┊┋╎╏╵╷╹╻║▏▎▍▌▐┝┥"),
      (" ", "\u{2800}\u{A0}\u{3000}"),
      ("^", "▲△↑⇑▴"), ("v", "▼▽↓⇓▾"), (">", "▶▷→⇒▸›»❯"), ("<", "◀◁←⇐◂‹«❮"),
      ("*", "•●◉★☆◆◇■✦✱♥❤"), (".", "·…∙‧"), ("o", "○◌◯°"), ("x", "×✗✘☒"), ("+", "✓✔☑╭╮╯╰"),
      ("'", "‘’′`´"), ("\"", "“”″"), ("~", "≈∼"), ("#", "▓▒░█"), ("_", "␣▁"),
    ]
    var signs: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (plain, others) in groups {
      for other in others.unicodeScalars { signs[other] = plain }
    }
    return signs
  }()

  private static let letters: [(plain: Unicode.Scalar, accented: String.UnicodeScalarView)] = [
    ("A", "ÀÁÂÃÄÅĀĂĄÆ"), ("C", "ÇĆĈĊČ"), ("D", "ĎĐÐ"), ("E", "ÈÉÊËĒĔĖĘĚ"), ("G", "ĜĞĠĢ"),
    ("H", "ĤĦ"), ("I", "ÌÍÎÏĨĪĬĮİ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ĹĻĽĿŁ"), ("N", "ÑŃŅŇ"),
    ("O", "ÒÓÔÕÖØŌŎŐŒ"), ("R", "ŔŖŘ"), ("S", "ŚŜŞŠ"), ("T", "ŢŤŦÞ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"),
    ("W", "Ŵ"), ("Y", "ÝŶŸ"), ("Z", "ŹŻŽ"), ("a", "àáâãäåāăąæ"), ("c", "çćĉċč"), ("d", "ďđð"),
    ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"),
    ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőœ"), ("r", "ŕŗř"), ("s", "śŝşšßſ"),
    ("t", "ţťŧþ"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
  ].map { ($0, $1.unicodeScalars) }
}
