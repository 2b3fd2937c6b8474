/// Something that the palette offers beside the actions of the keys.
struct PaletteCommand {
  let item: MenuItem
  let perform: () -> Void
}
