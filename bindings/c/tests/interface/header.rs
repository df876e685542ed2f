//! The header that is checked in is the one that the sources give.

use cbindgen::{Builder, Config};
use std::fs;
use std::path::Path;

/// The sources in the order in which the header tells of them.
const SOURCES: [&str; 8] = [
    "status",
    "values",
    "layout",
    "tablebase",
    "functions/texts",
    "functions/opening",
    "functions/positions",
    "functions/probing",
];

fn generated() -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config::from_file(package.join("cbindgen.toml")).unwrap();
    let sources = SOURCES.map(|name| package.join("src").join(name).with_extension("rs"));
    let builder = Builder::new().with_config(config);
    let builder = sources.iter().fold(builder, |builder, source| builder.with_src(source));
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

#[test]
fn the_header_is_that_of_the_sources() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/manoury.h");
    let generated = generated();
    if std::env::var_os("MANOURY_BLESS").is_some() {
        fs::write(&path, &generated).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap();
    assert!(
        there == generated,
        "{} is not what the sources give; write it by\n\
         MANOURY_BLESS=1 cargo test -p manoury-c header",
        path.display(),
    );
}
