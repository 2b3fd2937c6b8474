import Testing

/// The language and the units that the environment, the config file and the options choose.
@Suite struct LanguageTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The first line of totals of the plain finder.
  private func totals(_ arguments: String..., environment: [String: String?] = [:]) async throws
    -> String
  {
    let outcome = try await sandbox.run(
      ["--plain"] + arguments, stdin: "quit\n", environment: environment)
    #expect(outcome.stderr == "")
    return outcome.stdout.split(separator: "\n").dropFirst().first.map(String.init) ?? ""
  }

  private static let english = "30 venues, 12 deals, 519 tips, average 3.8 kilometers."
  private static let miles = "30 venues, 12 deals, 519 tips, average 2.4 miles."
  private static let russian = "30 заведений, 12 акций, 519 советов, в среднем 3,8 километра."
  private static let chinese = "30 家店，12 个优惠，519 条点评，平均 3.8公里。"

  @Test(
    arguments: [
      (["LANG": "ru_RU.UTF-8"], russian), (["LANG": "zh_CN.UTF-8"], chinese),
      (["LC_MESSAGES": "ru_RU", "LANG": "zh_CN"], russian),
      (["LC_ALL": "zh_CN", "LC_MESSAGES": "ru_RU"], chinese),
      (["LC_ALL": "", "LANG": "ru_RU"], russian), (["LANG": "tlh.UTF-8"], english),
      (["LANG": "C.UTF-8"], english), (["LANG": nil], english),
      (["LANG": "en_US.UTF-8"], miles), (["LANG": "en_GB.UTF-8"], english),
      (["LANG": "en_US.UTF-8", "LC_MEASUREMENT": "de_DE.UTF-8"], english),
    ] as [([String: String?], String)])
  func `the environment selects the language`(environment: [String: String?], line: String)
    async throws
  {
    let found = try await totals(environment: environment)
    #expect(found == line)
  }

  @Test func `options override the config file, which overrides the environment`() async throws {
    try sandbox.write("language = 'zh-Hans'\nunits = 'metric'\n", to: "config.toml")
    let american = ["LANG": "en_US.UTF-8"] as [String: String?]
    let configured = try await totals("--config", "config.toml", environment: american)
    #expect(configured == Self.chinese)
    let chosen = try await totals(
      "--config", "config.toml", "--language", "ru", environment: american)
    #expect(chosen == Self.russian)
  }

  @Test func `an unknown language is an error that lists the languages`() async throws {
    let option = try await sandbox.run("--language", "tlh")
    #expect(option.status == 64)
    #expect(option.stderr.contains("unknown language 'tlh'; valid: en, zh-Hans, ru"))
    try sandbox.write("\nlanguage = 'tlh'\n", to: "config.toml")
    let config = try await sandbox.run("--config", "config.toml", "--plain")
    #expect(config.status == 0)
    #expect(
      config.stderr == "warning: config.toml:2: language takes one of en, zh-Hans, ru\n")
  }
}
