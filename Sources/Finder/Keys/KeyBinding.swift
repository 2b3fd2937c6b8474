import TerminalKit

typealias ConfirmationScreen = TerminalKit.ConfirmationScreen<Action>
typealias HelpScreen = TerminalKit.HelpScreen<Action>
typealias KeyBinding = TerminalKit.KeyBinding<Action>
typealias KeyCommand<Owner> = TerminalKit.KeyCommand<Owner, Action>
typealias MenuCommand = TerminalKit.MenuCommand<Action>
typealias MenuScreen = TerminalKit.MenuScreen<Action>
typealias PromptScreen = TerminalKit.PromptScreen<Action>
typealias ScreenStack = TerminalKit.ScreenStack<Action>
typealias TextBox = TerminalKit.TextBox<Action>
