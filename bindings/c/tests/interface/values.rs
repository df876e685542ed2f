//! What C is told of random positions is what the prober says, in every layout.

use crate::tables::{Random, folder};
use crate::toolchain::{Linking, Toolchain, run};
use manoury_prober::{Outcome, Probe, ProbeError, Tablebase};
use manoury_rules::{
    Bits, Board, Brazilian, Color, DrawClocks, English, International, Position, Reading, Variant,
    bits, move_text,
};
use manoury_tables::{Kind, Material, Slice};
use std::fmt::Write;
use std::process::Command;

/// A layout by its number in the header, with the bit of each 1-based square.
type Layout = (i32, fn(u32) -> u32);

const DENSE50: Layout = (0, |square| square - 1);
const GHOST54: Layout = (1, |square| square - 1 + (square - 1) / 10);
const DENSE32: Layout = (2, |square| square - 1);

/// Clocks as they are handed in, -1 for one that is not given.
type Clocks = [i32; 3];

fn set<V: Variant>(set: Bits, (_, bit_of): Layout) -> u64 {
    bits(set).fold(0, |all, bit| all | 1 << bit_of(Board::<V>::square(bit) + 1))
}

fn position_text<V: Variant>(position: &Position<V>, layout: Layout) -> String {
    let [white, black] = Color::ALL.map(|color| {
        let [men, kings] = [position.men(color), position.kings(color)];
        format!("{} {}", set::<V>(men, layout), set::<V>(kings, layout))
    });
    format!("{white} {black} {}", position.turn().index())
}

fn number(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Loss => -2,
        Outcome::BlessedLoss => -1,
        Outcome::Draw => 0,
        Outcome::CursedWin => 1,
        Outcome::Win => 2,
    }
}

fn probe_text(probe: &Probe) -> String {
    let plies = |distance: Option<u16>| distance.map_or(-1, i32::from);
    format!("({} {} {})", number(probe.outcome), plies(probe.dtc), plies(probe.dtw))
}

fn error_text(error: &ProbeError) -> String {
    match error {
        ProbeError::Missing(_) => "!9".into(),
        ProbeError::OneSided => "!11".into(),
        ProbeError::Clocks(_) => "!5".into(),
        error => panic!("{error}"),
    }
}

/// The line that the program must print.
fn expected<V: Variant>(
    tablebase: &Tablebase<V>,
    position: &Position<V>,
    clocks: Clocks,
    reading: Reading,
    layout: Layout,
) -> String {
    let or_error = |result: Result<String, ProbeError>| result.unwrap_or_else(|e| error_text(&e));
    let [c25, c16, c5] = clocks.map(|plies| u16::try_from(plies).ok());
    let given = DrawClocks::given(position, c25, c16, c5, reading).map_err(ProbeError::from);
    // Where the game is over on the board any clocks will do.
    let given = if position.is_over() { Ok(DrawClocks::fresh(position)) } else { given };
    let wdl = tablebase.probe_wdl(position).map(|outcome| number(outcome).to_string());
    let probe = tablebase.probe(position).map(|probe| probe_text(&probe));
    let clocked =
        given.clone().and_then(|clocks| tablebase.probe_with_clocks(position, &clocks, reading));
    let clocked_wdl = clocked.clone().map(|probe| number(probe.outcome).to_string());
    let mut line = format!(
        "{position} {} {} {} {}",
        or_error(wdl),
        or_error(probe),
        or_error(clocked_wdl),
        or_error(clocked.map(|probe| probe_text(&probe)))
    );
    match given.and_then(|clocks| tablebase.moves(position, &clocks, reading)) {
        Err(error) => write!(line, " {}", error_text(&error)).unwrap(),
        Ok(moves) => {
            for ranked in moves {
                let mv = ranked.mv;
                let square = |bit: u8| Board::<V>::square(bit.into()) + 1;
                let DrawClocks { c25, c16, c5 } = ranked.clocks;
                let plies = |clock: Option<u16>| clock.map_or(-1, i32::from);
                write!(
                    line,
                    " {} {} {} {} {} [{} {}] {{{c25} {} {}}} {}",
                    move_text(position, mv),
                    square(mv.from),
                    square(mv.to),
                    set::<V>(mv.taken, layout),
                    u8::from(ranked.conversion),
                    position_text(&ranked.position, layout),
                    layout.0,
                    plies(c16),
                    plies(c5),
                    probe_text(&Probe {
                        outcome: ranked.outcome,
                        dtc: ranked.dtc,
                        dtw: ranked.dtw
                    }),
                )
                .unwrap();
            }
        }
    }
    line
}

/// Clocks of any kind, many of them possible, some not.
fn clocks<V: Variant>(random: &mut Random) -> Clocks {
    let limits = V::LIMITS;
    [Some(limits.conversion), limits.sixteen, limits.five].map(|limit| {
        let limit = u64::from(limit.unwrap_or(1));
        match random.below(4) {
            0 | 1 => -1,
            2 => (limit - random.below(limit.min(8))) as i32,
            _ => random.below(limit + 2) as i32,
        }
    })
}

fn agree<V: Variant>(variant: usize, layouts: &[Layout], count: usize) {
    let Some(toolchain) = Toolchain::find() else { return };
    let tablebase = Tablebase::<V>::open([folder()]).unwrap();
    // Those there are, and one that is missing.
    let tables = tablebase.tables().filter(|(name, _)| name.kind == Kind::Wdl);
    let mut slices: Vec<Slice> = tables.map(|(name, _)| name.slice).collect();
    slices.push("KKKvKK".parse::<Material>().unwrap().slice());
    let mut random = Random(variant as u64);
    let (mut questions, mut answers) = (String::new(), Vec::new());
    for i in 0..count {
        let position: Position<V> = random.position(slices[i % slices.len()]);
        let clocks = clocks::<V>(&mut random);
        let reading = [Reading::Fmjd, Reading::Lidraughts][random.below(2) as usize];
        for &layout in layouts {
            let [c25, c16, c5] = clocks;
            let position_text = position_text(&position, layout);
            let (layout_code, reading_code) = (layout.0, reading as i32);
            writeln!(questions, "{layout_code} {position_text} {c25} {c16} {c5} {reading_code}")
                .unwrap();
            answers.push(expected(&tablebase, &position, clocks, reading, layout));
        }
    }
    // Of each kind of answer there are some.
    for needle in [" (2 ", " (-2 ", " (0 ", " !5", " !9"] {
        assert!(answers.iter().any(|line| line.contains(needle)), "none has {needle}");
    }
    answers.push("unknown before, preloaded, all known after".into());
    let source = "tests/interface/values.c";
    for (linking, sanitized, access) in
        [(Linking::Static, true, "0"), (Linking::Dynamic, false, "1")]
    {
        let program = toolchain.program(source, linking, sanitized);
        let mut command = Command::new(program);
        command.arg(folder()).arg(variant.to_string()).arg(access);
        let printed = run(&mut command, &questions);
        for (printed, expected) in printed.lines().zip(&answers) {
            assert_eq!(printed, expected);
        }
        assert_eq!(printed.lines().count(), answers.len());
    }
}

#[test]
fn international_values_are_the_probers() {
    agree::<International>(0, &[DENSE50, GHOST54], 600);
}

#[test]
fn brazilian_values_are_the_probers() {
    agree::<Brazilian>(1, &[DENSE32], 300);
}

#[test]
fn english_values_are_the_probers() {
    agree::<English>(2, &[DENSE32], 300);
}
