import Testing

@Suite struct SourceTextTests {
  @Test func `comments and the insides of literals are not code`() {
    let text = SourceText(
      #"""
      import A // import B
      /* import C
      /* inner */ import D */ import E
      let a = "import F /* \" //"
      """#)
    #expect(text.code == "import A \n\n  import E\nlet a = \"\"")
    #expect(text.literals == [.init(text: "import F /* \" //", line: 4)])
  }

  @Test func `literals are found in every quoting`() {
    let text = SourceText(
      ##"""
      ["one", #"t"wo\n"#, """
        th"ree
        """, "fo\(up("u", (1)))r"]
      """##)
    #expect(
      text.literals == [
        .init(text: "one", line: 1),
        .init(text: "t\"wo\\n", line: 1),
        .init(text: "\n  th\"ree\n  ", line: 1),
        .init(text: "u", line: 3),
        .init(text: "for", line: 3),
      ])
  }

  @Test func `a literal without an end stops with its line`() {
    let text = SourceText("let a = \"open\nimport B")
    #expect(text.code == "let a = \"\"\nimport B")
  }
}
