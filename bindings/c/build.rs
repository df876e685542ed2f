//! Gives the shared library the name under which programs find it when they start.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let of = |name| env::var(name).unwrap_or_default();
    // Before 1.0 every minor version may change the interface.
    let (major, minor) = (of("CARGO_PKG_VERSION_MAJOR"), of("CARGO_PKG_VERSION_MINOR"));
    let interface = if major == "0" { format!("0.{minor}") } else { major };
    let name = match of("CARGO_CFG_TARGET_OS").as_str() {
        "macos" => format!("-install_name,@rpath/libmanoury.{interface}.dylib"),
        "linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly" => {
            format!("-soname,libmanoury.so.{interface}")
        }
        _ => return,
    };
    println!("cargo:rustc-cdylib-link-arg=-Wl,{name}");
}
