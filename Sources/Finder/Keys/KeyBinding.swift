import TerminalKit

typealias KeyBinding = TerminalKit.KeyBinding<Action>
typealias KeyCommand<Owner> = TerminalKit.KeyCommand<Owner, Action>
