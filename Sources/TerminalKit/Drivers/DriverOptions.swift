/// What the caller decides about the terminal.
public struct DriverOptions: Hashable, Sendable {
  /// False to use no color (NO_COLOR).
  public var allowsColor: Bool
  /// True to report the mouse, which takes text selection from the terminal.
  public var reportsMouse: Bool
  /// True to draw ASCII only.
  public var isASCIIOnly: Bool
  /// Whether to send links; nil to decide by the terminal's name.
  public var sendsLinks: Bool?
  /// Where standard error goes while the terminal is in use; nil to drop it.
  public var logPath: String?
  /// The environment, for TERM and its like.
  public var environment: [String: String]
  /// How long an Esc may wait for the rest of a sequence, in milliseconds.
  public var escapeDelay: Int

  /// Makes options from an environment; the rest has the usual values.
  public init(
    environment: [String: String], allowsColor: Bool = true, reportsMouse: Bool = true,
    isASCIIOnly: Bool = false, sendsLinks: Bool? = nil, logPath: String? = nil,
    escapeDelay: Int = 25
  ) {
    self.environment = environment
    self.allowsColor = allowsColor
    self.reportsMouse = reportsMouse
    self.isASCIIOnly = isASCIIOnly
    self.sendsLinks = sendsLinks
    self.logPath = logPath
    self.escapeDelay = escapeDelay
  }
}
