//! Whole games of `manoury hub` through a client that others wrote: pydraughts.

mod common;

use common::outside;
use std::path::Path;
use std::process::Command;

#[test]
fn whole_games_through_pydraughts() {
    let python = outside::python("hub-python", &["pydraughts==0.6.7"]);
    let Some(python) = outside::or_left_out(python) else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("hub/tests/pydraughts_games.py");
    let mut games = Command::new(python);
    games.arg(script).arg(env!("CARGO_BIN_EXE_manoury")).arg(common::four_pieces());
    outside::run(&mut games).unwrap();
}
