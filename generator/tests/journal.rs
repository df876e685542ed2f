//! Runs that end in the middle of a slice: the next one goes on, trusts nothing that is damaged or
//! of other work, and ends in the same bytes.

use manoury_generator::{
    Disk, Effort, Event, Manifest, Observer, Options, Plan, Restored, Selection, Silent, build,
};
use manoury_rules::{Brazilian, Color, DrawLimits, English, Variant};
use manoury_tables::{
    Block, Decoder, Dictionary, Encoder, FileStorage, Kind, Material, Metric, Table, TableName,
    write_table,
};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

fn plan<V: Variant>(name: &str) -> Plan<V> {
    let slice = name.parse::<Material>().unwrap().slice();
    Plan::new(&Selection::Slices(vec![slice]), None).unwrap()
}

fn options(observer: &dyn Observer) -> Options<'_> {
    Options {
        threads: 2,
        memory: 2 << 30,
        effort: Effort::Fast,
        checkpoint: Some(Duration::ZERO),
        output: &Disk,
        observer,
    }
}

/// Ends a run at a checkpoint of a slice, when `now` says so.
struct Stop<'a> {
    slice: &'a str,
    now: &'a (dyn Fn() -> bool + Sync),
}

impl Observer for Stop<'_> {
    fn event(&self, event: Event<'_>) {
        if let Event::Checkpoint { slice, .. } = event
            && slice.to_string() == self.slice
            && (self.now)()
        {
            std::panic::resume_unwind(Box::new("the run ends here"));
        }
    }
}

/// Runs to the checkpoint of the slice at which `now` says so, or to the end. Whether that was the
/// end.
fn run_until<V: Variant>(name: &str, folder: &Path, now: &(dyn Fn() -> bool + Sync)) -> bool {
    let stop = Stop { slice: name, now };
    let plan = plan::<V>(name);
    catch_unwind(AssertUnwindSafe(|| build(&plan, folder, &options(&stop)).unwrap())).is_ok()
}

/// What a run says of the journals it finds.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Observer for Heard {
    fn event(&self, event: Event<'_>) {
        let text = match event {
            Event::Resumed { slice, restored: Restored::Blocks(kind, _) } => {
                format!("{slice} resumed {kind}")
            }
            Event::Resumed { slice, restored: Restored::Plies(_) } => {
                format!("{slice} resumed plies")
            }
            Event::Resumed { slice, .. } => format!("{slice} resumed"),
            Event::Discarded { slice } => format!("{slice} discarded"),
            Event::CheckpointFailed { slice, .. } => format!("{slice} failed"),
            _ => return,
        };
        self.0.lock().unwrap().push(text);
    }
}

impl Heard {
    fn has(&self, text: &str) -> bool {
        self.0.lock().unwrap().iter().any(|heard| heard == text)
    }
}

/// Runs to the end; what was heard.
fn finish<V: Variant>(name: &str, folder: &Path, effort: Effort) -> Heard {
    let heard = Heard::default();
    build(&plan::<V>(name), folder, &Options { effort, ..options(&heard) }).unwrap();
    heard
}

/// The tables of an undisturbed run, which has no use for journals.
fn undisturbed<V: Variant>(name: &str, effort: Effort) -> Manifest {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { threads: 1, checkpoint: None, effort, ..options(&Silent) };
    build(&plan::<V>(name), folder.path(), &options).unwrap();
    Manifest::read(folder.path())
}

/// The folder is as an undisturbed run leaves it.
#[track_caller]
fn assert_same(folder: &Path, expected: &Manifest) {
    assert_eq!(Manifest::read(folder), *expected);
    let left = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_str().unwrap().contains("tmp")).collect();
    assert!(left.is_empty(), "{left:?}");
}

fn journal(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.journal.tmp"))
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Stops after one checkpoint, and after more and more of them.
fn stop_everywhere<V: Variant>(name: &str) -> Vec<String> {
    let expected = undisturbed::<V>(name, Effort::Fast);
    let below = tempfile::tempdir().unwrap();
    assert!(!run_until::<V>(name, below.path(), &|| true));
    fs::remove_dir_all(journal(below.path(), name)).unwrap();
    let mut all = Vec::new();
    let mut checkpoints = 1;
    loop {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(below.path(), folder.path());
        let left = AtomicI64::new(checkpoints);
        let now = || left.fetch_sub(1, Ordering::Relaxed) == 1;
        if run_until::<V>(name, folder.path(), &now) {
            assert_same(folder.path(), &expected);
            return all;
        }
        let heard = finish::<V>(name, folder.path(), Effort::Fast);
        assert!(!heard.has(&format!("{name} discarded")));
        assert_same(folder.path(), &expected);
        all.extend(heard.0.into_inner().unwrap());
        checkpoints += 1 + checkpoints / 3;
    }
}

#[test]
fn a_run_may_end_at_any_checkpoint() {
    let heard = stop_everywhere::<English>("KMvKM");
    assert!(heard.iter().any(|heard| heard == "KMvKM resumed"), "{heard:?}");
    assert!(heard.iter().any(|heard| heard.starts_with("KMvKM resumed d")), "{heard:?}");
}

#[test]
fn a_run_may_end_between_any_two_plies() {
    let heard = stop_everywhere::<Brazilian>("KKvKK");
    assert!(heard.iter().any(|heard| heard == "KKvKK resumed plies"), "{heard:?}");
}

/// A game of Brazilian draughts that is drawn after three plies, so that values are cursed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Short;

impl Variant for Short {
    const NAME: &'static str = "short";
    const CODE: u8 = Brazilian::CODE;
    const ROW: u32 = Brazilian::ROW;
    const FLYING_KINGS: bool = Brazilian::FLYING_KINGS;
    const MEN_CAPTURE_BACKWARD: bool = Brazilian::MEN_CAPTURE_BACKWARD;
    const MAJORITY: bool = Brazilian::MAJORITY;
    const FIRST: Color = Brazilian::FIRST;
    const START_ROWS: u32 = Brazilian::START_ROWS;
    const PDN_GAME_TYPE: u8 = Brazilian::PDN_GAME_TYPE;
    const LIMITS: DrawLimits = DrawLimits { conversion: 3, sixteen: None, five: None };
}

#[test]
fn cursed_plies_are_gone_on_with() {
    let heard = stop_everywhere::<Short>("KKvKK");
    assert!(heard.iter().any(|heard| heard == "KKvKK resumed plies"), "{heard:?}");
}

/// A folder in which a run ended in the middle of the DTC file of `KMvKM`.
fn interrupted() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = journal(folder.path(), "KMvKM").join("dtc");
    assert!(!run_until::<English>("KMvKM", folder.path(), &|| file.is_file()));
    folder
}

#[test]
fn damage_is_dropped() {
    let expected = undisturbed::<English>("KMvKM", Effort::Fast);
    let folder = interrupted();
    let names: Vec<_> = fs::read_dir(journal(folder.path(), "KMvKM"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(names.len() >= 3, "{names:?}");
    for name in names {
        let path = journal(folder.path(), "KMvKM").join(&name);
        let whole = fs::read(&path).unwrap();
        let places = [3, whole.len() / 2, whole.len() - 1];
        let cut = places.map(|place| whole[..place].to_vec());
        let flipped = places.map(|place| {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            bytes
        });
        let longer = [[&whole[..], &whole].concat()];
        for damaged in cut.into_iter().chain(flipped).chain(longer) {
            let copy = tempfile::tempdir().unwrap();
            copy_folder(folder.path(), copy.path());
            fs::write(journal(copy.path(), "KMvKM").join(&name), damaged).unwrap();
            let heard = finish::<English>("KMvKM", copy.path(), Effort::Fast);
            assert_eq!(heard.has("KMvKM discarded"), name == "work.json");
            assert_same(copy.path(), &expected);
        }
    }
}

#[test]
fn other_work_starts_anew() {
    let folder = interrupted();
    let copy = || {
        let copy = tempfile::tempdir().unwrap();
        copy_folder(folder.path(), copy.path());
        copy
    };

    // Another effort: the slices below stay as they are.
    let other = copy();
    let heard = finish::<English>("KMvKM", other.path(), Effort::Normal);
    assert!(heard.has("KMvKM discarded"));
    let (found, expected) =
        (Manifest::read(other.path()), undisturbed::<English>("KMvKM", Effort::Normal));
    assert_eq!(found.files["KMvKM.dtw"], expected.files["KMvKM.dtw"]);

    // Other kinds.
    let other = copy();
    let slice = "KMvKM".parse::<Material>().unwrap().slice();
    let dtc = [Kind::Distance(Metric::Dtc)];
    let plan = Plan::<English>::new(&Selection::Slices(vec![slice]), Some(&dtc)).unwrap();
    let heard = Heard::default();
    build(&plan, other.path(), &options(&heard)).unwrap();
    assert!(heard.has("KMvKM discarded"));

    // Another variant of the same name of folder.
    let other = copy();
    let heard = finish::<Brazilian>("KMvKM", other.path(), Effort::Fast);
    assert!(heard.has("KMvKM discarded"));
    assert_same(other.path(), &undisturbed::<Brazilian>("KMvKM", Effort::Fast));
}

#[test]
fn a_run_without_checkpoints_goes_on_from_those_that_are_there() {
    let folder = interrupted();
    let heard = Heard::default();
    let without = Options { checkpoint: None, ..options(&heard) };
    build(&plan::<English>("KMvKM"), folder.path(), &without).unwrap();
    assert!(heard.has("KMvKM resumed"), "{heard:?}", heard = heard.0);
    assert_same(folder.path(), &undisturbed::<English>("KMvKM", Effort::Fast));
}

#[test]
fn distances_below_that_nobody_looks_up_do_not_discard_the_journal() {
    // Outcomes and DTC look up outcomes alone: whether DTW is made of the slices below is all one.
    let slice = "KKKvKK".parse::<Material>().unwrap().slice();
    let plan = |kinds| Plan::<English>::new(&Selection::Slices(vec![slice]), kinds).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let stop = Stop { slice: "KKKvKK", now: &|| true };
    let few = plan(Some(&[Kind::Distance(Metric::Dtc)]));
    let run = catch_unwind(AssertUnwindSafe(|| build(&few, folder.path(), &options(&stop))));
    assert!(run.is_err());
    let heard = Heard::default();
    build(&plan(None), folder.path(), &options(&heard)).unwrap();
    assert!(Manifest::read(folder.path()).files.contains_key("KKvKK.dtw"));
    assert!(heard.has("KKKvKK resumed plies"), "{heard:?}", heard = heard.0);
}

#[test]
fn tables_below_made_anew_with_the_same_values_do_no_harm() {
    let folder = interrupted();
    for kind in ["wdl", "dtc", "dtw"] {
        fs::remove_file(folder.path().join(format!("KKvKM.{kind}"))).unwrap();
    }
    let heard = finish::<English>("KMvKM", folder.path(), Effort::Fast);
    assert!(heard.has("KMvKM resumed"), "{heard:?}", heard = heard.0);
    assert_same(folder.path(), &undisturbed::<English>("KMvKM", Effort::Fast));
}

#[test]
fn a_table_below_with_other_values_discards_the_journal() {
    let folder = interrupted();
    exchange_outcomes(&folder.path().join("KMvK.wdl"));
    // It would tell that the table is another, which then would be made anew.
    fs::remove_file(folder.path().join("manifest.json")).unwrap();
    let undisturbed = tempfile::tempdir().unwrap();
    copy_folder(folder.path(), undisturbed.path());
    fs::remove_dir_all(journal(undisturbed.path(), "KMvKM")).unwrap();
    let heard = finish::<English>("KMvKM", folder.path(), Effort::Fast);
    assert!(heard.has("KMvKM discarded"));
    finish::<English>("KMvKM", undisturbed.path(), Effort::Fast);
    assert_same(folder.path(), &Manifest::read(undisturbed.path()));
}

/// Gives half the positions of a WDL file other outcomes, under right checksums.
fn exchange_outcomes(path: &Path) {
    let slice = path.file_stem().unwrap().to_str().unwrap().parse::<Material>().unwrap().slice();
    let name = TableName { slice, kind: Kind::Wdl };
    let table = Table::<English, _>::open(FileStorage::open(path).unwrap(), path, name).unwrap();
    let mut decoder = Decoder::new().unwrap();
    let mut encoder = Encoder::new(3, &Dictionary::default()).unwrap();
    let blocks: Vec<Block> = (0..table.header().blocks())
        .map(|block| {
            let mut bytes = Vec::new();
            table.decode(block, &mut decoder, &mut bytes).unwrap();
            // Of any packing 0 is the first value.
            let middle = bytes.len() / 2;
            bytes[middle..].fill(0);
            encoder.block(&bytes).unwrap()
        })
        .collect();
    let mut out = Vec::new();
    write_table(table.header().clone(), &blocks, &Dictionary::default(), &mut out).unwrap();
    fs::write(path, out).unwrap();
}

#[test]
fn a_checkpoint_that_cannot_be_written_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be.
    fs::write(journal(folder.path(), "KMvK"), b"in the way").unwrap();
    let heard = finish::<English>("KMvK", folder.path(), Effort::Fast);
    let failed = || heard.0.lock().unwrap().iter().filter(|heard| *heard == "KMvK failed").count();
    assert_eq!(failed(), 1);
    fs::remove_file(journal(folder.path(), "KMvK")).unwrap();
    assert_same(folder.path(), &undisturbed::<English>("KMvK", Effort::Fast));
}

#[test]
fn the_journal_of_a_finished_slice_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    finish::<English>("KMvK", folder.path(), Effort::Fast);
    fs::create_dir(journal(folder.path(), "KMvK")).unwrap();
    finish::<English>("KMvK", folder.path(), Effort::Fast);
    assert_same(folder.path(), &undisturbed::<English>("KMvK", Effort::Fast));
}
