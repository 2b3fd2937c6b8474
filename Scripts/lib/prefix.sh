# Shared by Scripts/install and Scripts/uninstall: the prefix and the list of installed files.

# read_prefix ARGUMENT...: sets $prefix, and $list to the file that lists the installed files.
read_prefix() {
  prefix=/usr/local
  if ((EUID != 0)); then prefix=${HOME:?}/.local; fi
  while (($# > 0)); do
    case $1 in
    --prefix=*) prefix=${1#*=} ;;
    --prefix)
      if (($# < 2)); then fail "--prefix needs a folder"; fi
      prefix=$2
      shift
      ;;
    *) fail "unknown argument '$1'; usage: ${0##*/} [--prefix FOLDER]" ;;
    esac
    shift
  done
  if [[ -z $prefix ]]; then fail "--prefix needs a folder"; fi
  prefix=$(realpath -m -- "$prefix")
  list=$prefix/share/boba/installed
}

# remove_installed: removes the files of $list, then empty folders.
remove_installed() {
  local file
  while IFS= read -r file; do
    rm -f -- "$prefix/$file"
    remove_empty "$(dirname "$prefix/$file")"
  done <"$list"
  rm -f -- "$list"
  remove_empty "$(dirname "$list")"
}

# remove_empty FOLDER: removes the folder and its parents up to the prefix, while they are empty.
remove_empty() {
  local folder=$1
  while [[ $folder != "$prefix" ]] && rmdir -- "$folder" 2>/dev/null; do
    folder=$(dirname "$folder")
  done
}
