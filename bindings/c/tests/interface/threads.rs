//! Many threads of C, one tablebase.

use crate::toolchain::{Linking, Toolchain, run};
use std::process::Command;

#[test]
fn eight_threads_share_a_tablebase() {
    let Some(toolchain) = Toolchain::find() else { return };
    let source = "tests/interface/threads.c";
    let tables = crate::tables::folder();
    for (linking, sanitized) in [(Linking::Static, true), (Linking::Dynamic, false)] {
        let program = toolchain.program(source, linking, sanitized);
        let printed = run(Command::new(program).arg(tables), "");
        assert_eq!(printed, "8 threads agree\n");
    }
}
