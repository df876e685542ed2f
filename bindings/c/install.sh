#!/bin/sh
# Builds libmanoury and installs it under a prefix, with its header and its pkg-config file:
#
#     bindings/c/install.sh PREFIX
#     bindings/c/install.sh --built FOLDER PREFIX    what cargo has already put into FOLDER
#
# PREFIX/lib/libmanoury.so (.dylib on macOS), PREFIX/lib/libmanoury.a, PREFIX/include/manoury.h,
# PREFIX/lib/pkgconfig/manoury.pc. With DESTDIR set all of it goes below that folder, for packagers.
set -eu

fail() {
    echo "install.sh: $*" >&2
    exit 2
}

built=
if [ "${1-}" = --built ]; then
    [ $# -ge 2 ] || fail "--built needs the folder of the libraries"
    built=$2
    shift 2
fi
[ $# -eq 1 ] && [ -n "$1" ] || fail "usage: install.sh [--built FOLDER] PREFIX"
case $1 in
    -*) fail "usage: install.sh [--built FOLDER] PREFIX" ;;
    /*) prefix=$1 ;;
    *) prefix=$PWD/$1 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
cargo=${CARGO:-cargo}

version=$("$cargo" pkgid --manifest-path "$here/Cargo.toml" | sed 's/.*[#@]//')
[ -n "$version" ] || fail "cargo does not tell the version of $here"
# As in build.rs: before 1.0 every minor version may change the interface.
case $version in
    0.*) interface=$(echo "$version" | cut -d . -f 1,2) ;;
    *) interface=$(echo "$version" | cut -d . -f 1) ;;
esac

if [ -z "$built" ]; then
    # Without the rlib, which is of no use to C, the whole can be optimised at link time.
    "$cargo" rustc --manifest-path "$here/Cargo.toml" --release --lib --crate-type cdylib,staticlib
    built=$("$cargo" metadata --manifest-path "$here/Cargo.toml" --no-deps --format-version 1 |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release
fi

# What Rust's own library needs of the system; the static library brings all the rest.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
native_libs=$(: | "${RUSTC:-rustc}" --crate-type staticlib --print native-static-libs \
    -o "$scratch/empty.a" - 2>&1 | sed -n 's/.*native-static-libs: *//p')
[ -n "$native_libs" ] || fail "rustc does not tell which libraries a static library needs"

into=${DESTDIR-}$prefix
mkdir -p "$into/lib/pkgconfig" "$into/include"

place() { # FILE MODE TO: never a half-written library under a running program
    [ -f "$1" ] || fail "$1 is missing"
    cp "$1" "$3.new"
    chmod "$2" "$3.new"
    mv -f "$3.new" "$3"
}

place "$here/include/manoury.h" 644 "$into/include/manoury.h"
place "$built/libmanoury.a" 644 "$into/lib/libmanoury.a"
if [ "$(uname)" = Darwin ]; then
    place "$built/libmanoury.dylib" 755 "$into/lib/libmanoury.$version.dylib"
    ln -sf "libmanoury.$version.dylib" "$into/lib/libmanoury.$interface.dylib"
    ln -sf "libmanoury.$interface.dylib" "$into/lib/libmanoury.dylib"
else
    place "$built/libmanoury.so" 755 "$into/lib/libmanoury.so.$version"
    ln -sf "libmanoury.so.$version" "$into/lib/libmanoury.so.$interface"
    ln -sf "libmanoury.so.$interface" "$into/lib/libmanoury.so"
fi

# The characters that sed would take for its own.
escaped() {
    printf '%s' "$1" | sed 's/[\\&|]/\\&/g'
}
sed -e "s|@prefix@|$(escaped "$prefix")|" \
    -e "s|@version@|$version|" \
    -e "s|@native_libs@|$(escaped "$native_libs")|" \
    "$here/manoury.pc.in" > "$scratch/manoury.pc"
place "$scratch/manoury.pc" 644 "$into/lib/pkgconfig/manoury.pc"

echo "libmanoury $version is in $prefix; pkg-config finds it with"
echo "    PKG_CONFIG_PATH=$prefix/lib/pkgconfig"
