# What Scripts/run and Scripts/test share: checks the machine and installs what is missing. All that
# it says, and all that it starts says, goes to standard error. $root is the package's folder.

export PATH="${PATH:-/usr/local/bin:/usr/bin:/bin}:/usr/local/sbin:/usr/sbin:/sbin"

say() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

fail() {
  say "error: $*"
  exit 1
}

missing=()

# need PACKAGE PATTERN...: the package is missing when no file matches any of the patterns.
need() {
  local package=$1 pattern
  shift
  for pattern in "$@"; do
    if compgen -G "$pattern" >/dev/null; then return; fi
  done
  missing+=("$package")
}

# need_command PACKAGE COMMAND
need_command() {
  if ! type -P "$2" >/dev/null; then missing+=("$1"); fi
}

# What the compiler needs to run and to link.
find_missing_build_packages() {
  need ca-certificates /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt
  need_command git git
  need_command binutils ld.gold
  need libc6-dev /usr/include/stdio.h
  need libgcc-12-dev '/usr/lib/gcc/*/*/crtbeginS.o'
  need libstdc++-12-dev '/usr/include/c++/*/vector'
  need libcurl4 '/usr/lib/*/libcurl.so.4' '/usr/lib*/libcurl.so.4'
  need libxml2 '/usr/lib/*/libxml2.so*' '/usr/lib*/libxml2.so*'
  need zlib1g-dev /usr/include/zlib.h
  need tzdata /usr/share/zoneinfo/UTC
  need libncursesw5-dev '/usr/lib/*/libncursesw.so' '/usr/lib*/libncursesw.so'
  need libsqlite3-dev /usr/include/sqlite3.h
}

# What the tests drive the program with.
find_missing_test_packages() {
  need_command tmux tmux
  need_command procps ps
  need_command sqlite3 sqlite3
  need_command python3 python3
}

install_missing_packages() {
  if ((${#missing[@]} == 0)); then return; fi
  local by_hand="install by hand, then try again: ${missing[*]}"
  if ! type -P apt-get >/dev/null; then fail "no apt-get here; $by_hand"; fi
  local as_root=()
  if ((EUID != 0)); then
    if ! type -P sudo >/dev/null; then fail "not root, and no sudo here; $by_hand"; fi
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get --yes -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  say "installing ${missing[*]}"
  "${apt[@]}" update >&2 </dev/null || say "apt-get update failed; going on with the old lists"
  "${apt[@]}" install --no-install-recommends "${missing[@]}" >&2 </dev/null ||
    fail "apt-get install failed; $by_hand"
}

find_swift() {
  if ! type -P swift >/dev/null; then
    fail "swift is not on the PATH; install Swift 6.3 or newer: https://www.swift.org/install/linux"
  fi
}

check_swift_version() {
  local version
  version=$(swift --version 2>/dev/null </dev/null) || fail "swift --version does not run"
  if [[ ! $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
    fail "swift --version says nothing of a version: $version"
  fi
  if ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] < 6003)); then
    fail "Swift 6.3 or newer is needed, this is ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}"
  fi
}

# set_up: leaves the machine ready to build; `set_up with-tests` ready to test, too.
set_up() {
  find_swift
  find_missing_build_packages
  if [[ ${1:-} == with-tests ]]; then find_missing_test_packages; fi
  install_missing_packages
  check_swift_version
}

# The home when it can be written to, else a folder of the build: the compiler fails without one.
home_for_caches() {
  local home=${HOME:-}
  if [[ -z $home ]]; then home=~; fi
  if [[ ! -d $home || ! -w $home ]]; then
    home=$root/.build/home
    mkdir -p "$home"
  fi
  printf '%s' "$home"
}

swift() {
  HOME=$(home_for_caches) command swift "$@"
}

# build ARGUMENT...: swift build, in release, with the Swift runtime inside: the program starts in half
# the time, and runs where there is no Swift.
build() {
  swift build --configuration release --static-swift-stdlib "$@" >&2 </dev/null
}

# A file opened later must not become standard input.
if ! { true <&0; } 2>/dev/null; then exec </dev/null; fi
