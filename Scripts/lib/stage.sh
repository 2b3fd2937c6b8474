# Shared by Scripts/install and Scripts/package: the stripped program, its man pages and completions.
# Needs setup.sh; $root is the folder of the package.

# stage FOLDER ZSH: fills a folder with the files of a prefix; ZSH is the folder of zsh functions.
stage() {
  local target=$1 zsh=$2 program=$1/bin/boba
  mkdir -p "$target/bin" "$target/share/man/man1" "$target/share/bash-completion/completions" \
    "$target/share/zsh/$zsh" "$target/share/fish/vendor_completions.d"
  cp "$root/.build/release/boba" "$program"
  strip --strip-unneeded "$program"
  chmod 755 "$program"
  "$program" manual "$target/share/man/man1"
  "$program" --generate-completion-script bash >"$target/share/bash-completion/completions/boba"
  "$program" --generate-completion-script zsh >"$target/share/zsh/$zsh/_boba"
  "$program" --generate-completion-script fish >"$target/share/fish/vendor_completions.d/boba.fish"
  find "$target" -type f ! -path "$program" -exec chmod 644 {} +
  find "$target" -type d -exec chmod 755 {} +
}
