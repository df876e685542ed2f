//! What `install.sh` puts under a prefix.

use crate::toolchain::{Toolchain, built, output, package, run, scratch};
use std::fs;
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn pkg_config_tells_how_to_compile_and_link() {
    let Some(toolchain) = Toolchain::find() else { return };
    let prefix = toolchain.prefix.display();
    assert_eq!(toolchain.pkg_config(&["--modversion"]), [VERSION]);
    assert_eq!(toolchain.pkg_config(&["--cflags"]), [format!("-I{prefix}/include")]);
    assert_eq!(
        toolchain.pkg_config(&["--libs"]),
        [format!("-L{prefix}/lib"), "-lmanoury".to_string()]
    );
    let static_libs = toolchain.pkg_config(&["--variable=static_libs"]);
    assert_eq!(static_libs[0], format!("{prefix}/lib/libmanoury.a"));
    assert!(static_libs.len() > 1, "{static_libs:?}");
}

#[test]
fn the_shared_library_shows_its_functions_and_nothing_else() {
    if Toolchain::find().is_none() {
        return;
    }
    let header = fs::read_to_string(package().join("include/manoury.h")).unwrap();
    let words = header.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '('));
    let mut declared: Vec<&str> = words
        .filter_map(|word| word.split_once('(').map(|(name, _)| name))
        .filter(|name| name.starts_with("manoury_"))
        .collect();
    declared.sort_unstable();
    let library =
        built().join(if cfg!(target_os = "macos") { "libmanoury.dylib" } else { "libmanoury.so" });
    let names = if cfg!(target_os = "macos") { ["-g", "-U"] } else { ["-D", "--defined-only"] };
    let listed = run(Command::new("nm").args(names).arg(library), "");
    let mut shown: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .map(|name| name.trim_start_matches('_'))
        .collect();
    shown.sort_unstable();
    assert_eq!(shown, declared);
    assert!(declared.len() > 10, "{declared:?}");
}

#[test]
fn packagers_stage_an_installation_elsewhere() {
    if Toolchain::find().is_none() {
        return;
    }
    let stage = scratch("stage");
    let mut install = Command::new(package().join("install.sh"));
    install.arg("--built").arg(built()).arg("/usr/local").env("DESTDIR", &stage);
    run(&mut install, "");
    let root = stage.join("usr/local");
    let pc = fs::read_to_string(root.join("lib/pkgconfig/manoury.pc")).unwrap();
    assert!(pc.starts_with("prefix=/usr/local\n") && !pc.contains('@'), "{pc}");
    for file in ["include/manoury.h", "lib/libmanoury.a"] {
        assert!(root.join(file).is_file(), "{file}");
    }
    if cfg!(target_os = "linux") {
        let minor = VERSION.rsplit_once('.').unwrap().0;
        for (link, to) in [
            ("libmanoury.so".to_string(), format!("libmanoury.so.{minor}")),
            (format!("libmanoury.so.{minor}"), format!("libmanoury.so.{VERSION}")),
        ] {
            assert_eq!(fs::read_link(root.join("lib").join(link)).unwrap().to_str(), Some(&*to));
        }
    }
}

#[test]
fn wrong_arguments_install_nothing() {
    let empty = scratch("empty");
    let cases: [&[&str]; 5] =
        [&[], &["--help"], &["a", "b"], &["--built"], &["--built", ".", empty.to_str().unwrap()]];
    for arguments in cases {
        let mut install = Command::new(package().join("install.sh"));
        let output = output(install.args(arguments).current_dir(&empty), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(output.stderr.starts_with(b"install.sh: "), "{output:?}");
    }
    assert!(!empty.join("lib/libmanoury.a").exists());
}
