internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

@main struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [EntityMacro.self, MarkerMacro.self]
}
