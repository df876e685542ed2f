//! What is missing, damaged or cannot be written.

mod support;

use manoury_exports::{ExportError, Options, WrittenFile, mobydam, scan};
use manoury_generator::Selection;
use manoury_prober::Tablebase;
use manoury_rules::International;
use manoury_tables::FolderLock;
use std::fs;
use std::path::Path;
use support::{SmallDisk, files, four_pieces, make, open, three_pieces};

/// The message, and that the export's folder was not made.
#[track_caller]
fn refused(
    export: impl FnOnce(&Path) -> Result<Vec<WrittenFile>, ExportError>,
) -> (ExportError, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let error = export(&out).unwrap_err();
    assert!(!out.exists(), "something was written: {error}");
    let text = error.to_string();
    assert!(!text.contains('\n'), "{text}");
    (error, text)
}

fn scan(tablebase: &Tablebase<International>, pieces: u32) -> (ExportError, String) {
    refused(|out| scan::export(tablebase, pieces, out, &Options::default()))
}

fn mobydam(tablebase: &Tablebase<International>) -> (ExportError, String) {
    refused(|out| mobydam::export(tablebase, out, &Options::default()))
}

#[test]
fn missing_tables_come_with_the_command_that_makes_them() {
    let folder = three_pieces();
    let place = folder.path().display();
    let files = folder.path().join("international");
    let (error, text) = scan(&open(folder.path()), 4);
    assert!(matches!(error, ExportError::Missing(_)));
    assert_eq!(
        text,
        format!(
            "KKKvK.wdl and 13 more are needed and not in {place}; \
             make them with `manoury generate --pieces 4 --out {place}` or choose --pieces 3"
        )
    );
    fs::remove_file(files.join("KMvK.wdl")).unwrap();
    let (_, text) = scan(&open(folder.path()), 3);
    assert_eq!(
        text,
        format!(
            "KMvK.wdl is needed and not in {place}; \
             make it with `manoury generate --material KMvK --out {place}` or choose --pieces 2"
        )
    );
    fs::remove_file(files.join("KvK.wdl")).unwrap();
    let command = format!("`manoury generate --material KvK --out {place}`");
    assert!(scan(&open(folder.path()), 2).1.ends_with(&command));
    let (error, text) = mobydam(&open(folder.path()));
    let ExportError::Missing(missing) = error else { panic!("{error}") };
    assert_eq!(missing.first.name.to_string(), "KvK.wdl");
    assert_eq!(missing.others.len(), 1 + 2 * 14);
    assert!(text.ends_with(&format!("make them with `manoury generate --pieces 4 --out {place}`")));
    // What the text says helps.
    make(folder.path(), &Selection::Pieces(3)).unwrap();
    let out = folder.path().join("out");
    scan::export(&open(folder.path()), 3, &out, &Options::default()).unwrap();
}

#[test]
fn numbers_of_pieces() {
    let tablebase = open(&four_pieces());
    for pieces in [0, 1, 7, u32::MAX] {
        let (error, text) = scan(&tablebase, pieces);
        assert!(matches!(error, ExportError::Pieces { .. }), "{text}");
        assert!(text.contains(&pieces.to_string()) && text.contains("2 to 6"), "{text}");
    }
}

#[test]
fn a_damaged_head_is_found_before_anything_is_written() {
    let folder = three_pieces();
    let path = folder.path().join("international/KKvM.wdl");
    let whole = fs::read(&path).unwrap();
    for (at, needle) in [(0, "begin"), (100, "header"), (258, "index")] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let (error, text) = scan(&open(folder.path()), 3);
        assert!(matches!(error, ExportError::Table(_)), "{text}");
        assert!(text.contains("KKvM.wdl") && text.contains(needle), "{text}");
    }
}

#[test]
fn a_damaged_block_ends_the_export() {
    let folder = three_pieces();
    let path = folder.path().join("international/KKvM.wdl");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let out = tempfile::tempdir().unwrap();
    let result = scan::export(&open(folder.path()), 3, out.path(), &Options::default());
    let text = result.unwrap_err().to_string();
    assert!(text.contains("KKvM.wdl") && text.contains("checksum of block"), "{text}");
}

#[test]
fn a_full_disk_leaves_whole_files_only() {
    let tables = three_pieces();
    let tablebase = open(tables.path());
    let whole = tempfile::tempdir().unwrap();
    let all = scan::export(&tablebase, 3, whole.path(), &Options::default()).unwrap();
    let total: u64 = all.iter().map(|file| file.bytes).sum();
    for room in [0, 1, total / 30, total / 2, total - 1] {
        let folder = tempfile::tempdir().unwrap();
        let disk = SmallDisk::new(room);
        let options = Options { output: &disk, ..Options::default() };
        let error = scan::export(&tablebase, 3, folder.path(), &options).unwrap_err();
        let ExportError::Write { path, source } = &error else { panic!("{error}") };
        assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
        assert!(path.starts_with(folder.path()) && error.to_string().contains("make room"));
        let found = files(folder.path());
        assert!(found.len() < all.len());
        for path in found {
            let name = path.strip_prefix(folder.path()).unwrap();
            assert_eq!(fs::read(&path).unwrap(), fs::read(whole.path().join(name)).unwrap());
        }
    }
}

#[test]
fn a_folder_that_cannot_be_written_into_is_named() {
    let tables = three_pieces();
    let tablebase = open(tables.path());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"no folder").unwrap();
    let error = scan::export(&tablebase, 3, &file, &Options::default()).unwrap_err();
    assert!(matches!(&error, ExportError::Write { path, .. } if path.starts_with(&file)));
    // A folder in the way of a file.
    let way = folder.path().join("out/data/bb/3/0120");
    fs::create_dir_all(way.join("something")).unwrap();
    let out = folder.path().join("out");
    let error = scan::export(&tablebase, 3, &out, &Options::default()).unwrap_err();
    assert!(matches!(&error, ExportError::Write { path, .. } if *path == way), "{error}");
    assert!(files(&out).iter().all(|path| !path.to_string_lossy().ends_with(".tmp")));
}

#[test]
fn one_export_at_a_time_writes_into_a_folder() {
    let tables = three_pieces();
    let tablebase = open(tables.path());
    let folder = tempfile::tempdir().unwrap();
    let lock = FolderLock::take(folder.path()).unwrap().unwrap();
    for export in [
        scan::export(&tablebase, 2, folder.path(), &Options::default()),
        mobydam::export(&open(&four_pieces()), folder.path(), &Options::default()),
    ] {
        let error = export.unwrap_err();
        assert!(matches!(error, ExportError::Busy { .. }), "{error}");
        assert!(files(folder.path()).is_empty());
    }
    drop(lock);
    scan::export(&tablebase, 2, folder.path(), &Options::default()).unwrap();
}
