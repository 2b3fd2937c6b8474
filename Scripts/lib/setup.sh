# Shared by the scripts: checks the machine and installs missing packages. All messages go to standard
# error. $root is the folder of the package.

export PATH="${PATH:-/usr/local/bin:/usr/bin:/bin}:/usr/local/sbin:/usr/sbin:/sbin"

say() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

fail() {
  say "error: $*"
  exit 1
}

missing=()

# need PACKAGE PATTERN...: marks the package as missing if no file matches any pattern.
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

# Needed to compile and link.
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

# Needed by the tests.
find_missing_test_packages() {
  need_command tmux tmux
  need_command procps ps
  need_command sqlite3 sqlite3
  need_command python3 python3
}

install_missing_packages() {
  if ((${#missing[@]} == 0)); then return; fi
  local by_hand="install these packages and try again: ${missing[*]}"
  if ! type -P apt-get >/dev/null; then fail "apt-get is missing; $by_hand"; fi
  local as_root=()
  if ((EUID != 0)); then
    if ! type -P sudo >/dev/null; then fail "root rights or sudo are needed; $by_hand"; fi
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get --yes -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  say "installing ${missing[*]}"
  "${apt[@]}" update >&2 </dev/null || say "warning: apt-get update failed; using the existing package lists"
  "${apt[@]}" install --no-install-recommends "${missing[@]}" >&2 </dev/null ||
    fail "apt-get install failed; $by_hand"
}

find_swift() {
  if ! type -P swift >/dev/null; then
    fail "swift is not in PATH; install Swift 6.2 or newer: https://www.swift.org/install/linux"
  fi
}

check_swift_version() {
  local version
  version=$(swift --version 2>/dev/null </dev/null) || fail "cannot run swift --version"
  if [[ ! $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
    fail "cannot read the version of swift: $version"
  fi
  if ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] < 6002)); then
    fail "Swift 6.2 or newer is required, found ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}"
  fi
}

# set_up: prepares the machine for building, and with `set_up with-tests` for testing.
set_up() {
  find_swift
  find_missing_build_packages
  if [[ ${1:-} == with-tests ]]; then find_missing_test_packages; fi
  install_missing_packages
  check_swift_version
}

# A writable home folder, which the compiler needs for its caches.
home_for_caches() {
  local home=${HOME:-}
  if [[ -z $home ]]; then home=~; fi
  if [[ ! -d $home || ! -w $home ]]; then
    home=$root/.build/home
    mkdir -p "$home"
  fi
  printf '%s' "$home"
}

# Without colored diagnostics: SwiftPM passes different flags on a terminal, and a change of flags rebuilds
# everything.
swift() {
  local flags=()
  case $1 in build | run | test) flags=(--no-color-diagnostics) ;; esac
  HOME=$(home_for_caches) command swift "$1" "${flags[@]}" "${@:2}"
}

# build ARGUMENT...: a release build with the Swift runtime linked statically, which starts twice as fast
# and needs no Swift installation.
build() {
  swift build --configuration release --static-swift-stdlib "$@" >&2 </dev/null
}

# Otherwise a file that is opened later could become standard input.
if ! { true <&0; } 2>/dev/null; then exec </dev/null; fi
