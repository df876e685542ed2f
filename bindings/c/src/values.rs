//! The values that cross the border, as C sees them, and their meaning for the crates below.
//!
//! C can put any number where an enum is declared. What comes in is therefore a number to Rust (the
//! aliases `…Code`, which the header spells as the enums) and is looked up by [`constant`].

use crate::failure::Failure;
use crate::layout::ManouryLayout;
use manoury_prober::{Advice, Outcome, Probe};
use manoury_rules::{Color, DrawClocks, Position, Reading, Variant, VariantName};
use std::ffi::c_char;

/// `MANOURY_VERSION_MAJOR.MANOURY_VERSION_MINOR.MANOURY_VERSION_PATCH` is the version of this
/// header; before 1.0 another minor version is another interface. `manoury_version` tells the
/// library's.
pub const MANOURY_VERSION_MAJOR: i32 = 0;
/// See `MANOURY_VERSION_MAJOR`.
pub const MANOURY_VERSION_MINOR: i32 = 1;
/// See `MANOURY_VERSION_MAJOR`.
pub const MANOURY_VERSION_PATCH: i32 = 0;

/// In the place of a draw clock: it is not given.
pub const MANOURY_CLOCK_NONE: i32 = -1;

/// In the place of a distance: there is none (a draw), or no table of it.
pub const MANOURY_NO_DISTANCE: i32 = -1;

/// Room for the text of any move, with its final zero byte.
pub const MANOURY_MOVE_SIZE: usize = 100;

/// Room for the FEN of any position, with its final zero byte.
pub const MANOURY_FEN_SIZE: usize = 256;

/// A game.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryVariant {
    /// International draughts, 10x10.
    International = 0,
    /// Brazilian draughts, 8x8.
    Brazilian = 1,
    /// English draughts (American checkers), 8x8. Black moves first; squares are numbered from
    /// Black's side.
    English = 2,
}

/// How the files of tables are read.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryAccess {
    /// By plain system calls. A file that is cut short or damaged while the tablebase is open is an
    /// error of the calls that need it.
    Read = 0,
    /// Mapped into memory: less work for each block that is not in the cache. The caller sees to it
    /// that nobody, in this process or another, cuts the files short or writes into them while the
    /// tablebase is open; otherwise the process may be ended by a signal (SIGBUS). Replacing a file
    /// by renaming another over it is harmless, and `manoury generate` does nothing else.
    Mapped = 1,
}

/// What the system is told about how files will be read: a hint, which changes no answer. It is
/// given when a file is opened, on Linux, and for mapped files on other Unix systems too.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryAdvice {
    /// What the system does unasked: it reads some way ahead of each block.
    Normal = 0,
    /// Here and there: nothing is read ahead. For tables that are much larger than memory.
    Random = 1,
    /// From front to back: more is read ahead. For `manoury_preload` and large batches.
    Sequential = 2,
    /// All of it, soon: the system begins to read the whole file while the probe goes on. For
    /// tables that fit into memory, on a slow disk.
    WillNeed = 3,
}

/// A side. White's men move toward square 1, Black's away from it.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryColor {
    /// White.
    White = 0,
    /// Black.
    Black = 1,
}

/// How a capture in class sixteen (a lone king against three pieces with a king among them) is
/// read.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryReading {
    /// FMJD: the 16-clock goes on through captures, beside the 5-clock.
    Fmjd = 0,
    /// As lidraughts plays: a capture out of the class ends the 16-clock, and class five (a lone
    /// king against one or two pieces with a king among them) starts afresh.
    Lidraughts = 1,
}

/// The result of a position under best play, for the side to move. The opposite result is the
/// negative number, and a greater number is a better result.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryOutcome {
    /// Lost.
    Loss = -2,
    /// Lost on the board, but a draw limit comes first.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won on the board, but a draw limit comes first.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

/// A `ManouryVariant` from C.
pub type VariantCode = i32;
/// A `ManouryAccess` from C.
pub type AccessCode = i32;
/// A `ManouryAdvice` from C.
pub type AdviceCode = i32;
/// A `ManouryColor` from C.
pub type ColorCode = i32;
/// A `ManouryReading` from C.
pub type ReadingCode = i32;
/// A `ManouryLayout` from C.
pub type LayoutCode = i32;
/// A `ManouryStatus` from C.
pub type StatusCode = i32;
/// A `ManouryOutcome` from C.
pub type OutcomeCode = i32;

/// How a tablebase is opened. Zero stands for the default everywhere: begin with
/// `ManouryOptions options = {0};` and set what is to be otherwise.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ManouryOptions {
    /// The game; international draughts by default.
    pub variant: VariantCode,
    /// How files are read; by plain system calls by default.
    pub access: AccessCode,
    /// What the system is told about how files will be read; nothing by default.
    pub advice: AdviceCode,
    /// Most files that are kept open at a time; 0 for 32. Mapped files are open only while they
    /// are being mapped.
    pub open_files: u32,
    /// Memory for decoded blocks in bytes, shared by all threads; 0 for 64 MiB.
    pub cache_bytes: u64,
}

/// A position: four sets of squares, in one of the layouts, and the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManouryPosition {
    /// White's men.
    pub white_men: u64,
    /// White's kings.
    pub white_kings: u64,
    /// Black's men.
    pub black_men: u64,
    /// Black's kings.
    pub black_kings: u64,
    /// The side to move.
    pub turn: ColorCode,
    /// Which bit stands for which square.
    pub layout: LayoutCode,
}

/// The draw clocks in plies (moves of one side) used. One that is `MANOURY_CLOCK_NONE` is not
/// given: the 25-clock then stands at 0, the clock of the position's material class where the
/// 25-clock stands, and other class clocks do not run.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManouryClocks {
    /// Plies since the last capture or man's move; draws at 50 (Brazilian 40, English 80).
    pub clock25: i32,
    /// Plies since a lone king faces three pieces with a king among them; draws at 32. Only in
    /// international draughts.
    pub clock16: i32,
    /// Plies since a lone king faces one or two pieces with a king among them; draws at 10. Only in
    /// international draughts.
    pub clock5: i32,
}

/// What the tables say of a position, for its side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManouryProbe {
    /// The outcome; under clocks where the question had any.
    pub outcome: ManouryOutcome,
    /// Distance to conversion: plies up to and including the capture or man's move that keeps the
    /// outcome, or to the end of the game. `MANOURY_NO_DISTANCE` for a draw and where there is no
    /// table of it. Clocks never change a distance.
    pub dtc: i32,
    /// Distance to the end of the game in plies, draw limits ignored. `MANOURY_NO_DISTANCE` for a
    /// draw and where there is no table of it.
    pub dtw: i32,
}

/// A legal move and what it leads to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ManouryMove {
    /// The number of the square where the mover stood, from 1.
    pub from: i32,
    /// The number of the square where it comes to stand.
    pub to: i32,
    /// The captured pieces, in the layout of the position; 0 for a quiet move.
    pub captured: u64,
    /// The position after it, in the same layout.
    pub position: ManouryPosition,
    /// The clocks after it; `MANOURY_CLOCK_NONE` for one that does not run.
    pub clocks: ManouryClocks,
    /// What that position is for its side to move, the opponent, under those clocks: a loss is a
    /// winning move.
    pub after: ManouryProbe,
    /// Whether it is a capture or a man's move.
    pub conversion: bool,
    /// The move as people write it: `32-28`, `32x23`, or every landing square (`4x27x38x15`) where
    /// several captures go from there to there.
    pub text: [c_char; MANOURY_MOVE_SIZE],
}

/// An enum whose values come from C as numbers.
pub(crate) trait Constant: Copy + 'static {
    /// Its name in the header.
    const NAME: &'static str;
    /// Its values.
    const ALL: &'static [Self];

    /// The number of a value.
    fn code(self) -> i32;
}

/// The value of a number from C.
#[inline]
pub(crate) fn constant<T: Constant>(code: i32) -> Result<T, Failure> {
    let known = T::ALL.iter().find(|value| value.code() == code);
    known.copied().ok_or(Failure::NoSuchConstant { value: code, name: T::NAME })
}

impl Constant for ManouryVariant {
    const NAME: &'static str = "ManouryVariant";
    const ALL: &'static [Self] =
        &[ManouryVariant::International, ManouryVariant::Brazilian, ManouryVariant::English];

    fn code(self) -> i32 {
        self as i32
    }
}

impl From<ManouryVariant> for VariantName {
    fn from(variant: ManouryVariant) -> Self {
        match variant {
            ManouryVariant::International => VariantName::International,
            ManouryVariant::Brazilian => VariantName::Brazilian,
            ManouryVariant::English => VariantName::English,
        }
    }
}

impl Constant for ManouryAccess {
    const NAME: &'static str = "ManouryAccess";
    const ALL: &'static [Self] = &[ManouryAccess::Read, ManouryAccess::Mapped];

    fn code(self) -> i32 {
        self as i32
    }
}

impl Constant for ManouryAdvice {
    const NAME: &'static str = "ManouryAdvice";
    const ALL: &'static [Self] = &[
        ManouryAdvice::Normal,
        ManouryAdvice::Random,
        ManouryAdvice::Sequential,
        ManouryAdvice::WillNeed,
    ];

    fn code(self) -> i32 {
        self as i32
    }
}

impl From<ManouryAdvice> for Advice {
    fn from(advice: ManouryAdvice) -> Self {
        match advice {
            ManouryAdvice::Normal => Advice::Normal,
            ManouryAdvice::Random => Advice::Random,
            ManouryAdvice::Sequential => Advice::Sequential,
            ManouryAdvice::WillNeed => Advice::WillNeed,
        }
    }
}

impl Constant for ManouryColor {
    const NAME: &'static str = "ManouryColor";
    const ALL: &'static [Self] = &[ManouryColor::White, ManouryColor::Black];

    fn code(self) -> i32 {
        self as i32
    }
}

impl From<ManouryColor> for Color {
    fn from(color: ManouryColor) -> Self {
        match color {
            ManouryColor::White => Color::White,
            ManouryColor::Black => Color::Black,
        }
    }
}

impl From<Color> for ManouryColor {
    fn from(color: Color) -> Self {
        match color {
            Color::White => ManouryColor::White,
            Color::Black => ManouryColor::Black,
        }
    }
}

impl Constant for ManouryReading {
    const NAME: &'static str = "ManouryReading";
    const ALL: &'static [Self] = &[ManouryReading::Fmjd, ManouryReading::Lidraughts];

    fn code(self) -> i32 {
        self as i32
    }
}

impl From<ManouryReading> for Reading {
    fn from(reading: ManouryReading) -> Self {
        match reading {
            ManouryReading::Fmjd => Reading::Fmjd,
            ManouryReading::Lidraughts => Reading::Lidraughts,
        }
    }
}

impl Constant for ManouryOutcome {
    const NAME: &'static str = "ManouryOutcome";
    const ALL: &'static [Self] = &[
        ManouryOutcome::Loss,
        ManouryOutcome::BlessedLoss,
        ManouryOutcome::Draw,
        ManouryOutcome::CursedWin,
        ManouryOutcome::Win,
    ];

    fn code(self) -> i32 {
        self as i32
    }
}

impl From<Outcome> for ManouryOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => ManouryOutcome::Loss,
            Outcome::BlessedLoss => ManouryOutcome::BlessedLoss,
            Outcome::Draw => ManouryOutcome::Draw,
            Outcome::CursedWin => ManouryOutcome::CursedWin,
            Outcome::Win => ManouryOutcome::Win,
        }
    }
}

impl From<Probe> for ManouryProbe {
    fn from(probe: Probe) -> Self {
        let Probe { outcome, dtc, dtw } = probe;
        let plies = |distance: Option<u16>| distance.map_or(MANOURY_NO_DISTANCE, i32::from);
        ManouryProbe { outcome: outcome.into(), dtc: plies(dtc), dtw: plies(dtw) }
    }
}

impl ManouryPosition {
    /// As the rules have it.
    ///
    /// # Errors
    /// The four sets are no position of the variant.
    pub(crate) fn checked<V: Variant>(&self) -> Result<Position<V>, Failure> {
        let layout: ManouryLayout = constant(self.layout)?;
        let turn: ManouryColor = constant(self.turn)?;
        layout.check::<V>()?;
        let men = [
            layout.read::<V>(self.white_men, "white_men")?,
            layout.read::<V>(self.black_men, "black_men")?,
        ];
        let kings = [
            layout.read::<V>(self.white_kings, "white_kings")?,
            layout.read::<V>(self.black_kings, "black_kings")?,
        ];
        Ok(Position::new(men, kings, turn.into())?)
    }

    /// As C has it, in a layout of the variant's board.
    pub(crate) fn of<V: Variant>(position: &Position<V>, layout: ManouryLayout) -> Self {
        let set = |set| layout.write::<V>(set);
        ManouryPosition {
            white_men: set(position.men(Color::White)),
            white_kings: set(position.kings(Color::White)),
            black_men: set(position.men(Color::Black)),
            black_kings: set(position.kings(Color::Black)),
            turn: ManouryColor::from(position.turn()).code(),
            layout: layout.code(),
        }
    }
}

impl ManouryClocks {
    /// None given.
    pub(crate) const NONE: ManouryClocks = ManouryClocks {
        clock25: MANOURY_CLOCK_NONE,
        clock16: MANOURY_CLOCK_NONE,
        clock5: MANOURY_CLOCK_NONE,
    };

    /// As the rules have them.
    ///
    /// # Errors
    /// No game reaches them. Where the game is over on the board nobody looks at them.
    pub(crate) fn checked<V: Variant>(
        &self,
        position: &Position<V>,
        reading: Reading,
    ) -> Result<DrawClocks, Failure> {
        if position.is_over() {
            return Ok(DrawClocks::fresh(position));
        }
        let [c25, c16, c5] =
            [(self.clock25, "clock25"), (self.clock16, "clock16"), (self.clock5, "clock5")].map(
                |(plies, clock)| match plies {
                    MANOURY_CLOCK_NONE => Ok(None),
                    _ => u16::try_from(plies)
                        .map(Some)
                        .map_err(|_| Failure::NoClock { clock, plies }),
                },
            );
        Ok(DrawClocks::given(position, c25?, c16?, c5?, reading)?)
    }

    /// As C has them.
    pub(crate) fn of(clocks: &DrawClocks) -> Self {
        let plies = |clock: Option<u16>| clock.map_or(MANOURY_CLOCK_NONE, i32::from);
        ManouryClocks {
            clock25: clocks.c25.into(),
            clock16: plies(clocks.c16),
            clock5: plies(clocks.c5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::International;

    #[test]
    fn the_header_has_the_version_of_the_package() {
        let header =
            format!("{MANOURY_VERSION_MAJOR}.{MANOURY_VERSION_MINOR}.{MANOURY_VERSION_PATCH}");
        assert_eq!(header, env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn outcomes_turn_by_their_sign() {
        for outcome in Outcome::ALL {
            let code = ManouryOutcome::from(outcome).code();
            assert_eq!(ManouryOutcome::from(outcome.opposite()).code(), -code);
        }
        let codes = Outcome::ALL.map(|outcome| ManouryOutcome::from(outcome).code());
        assert!(codes.is_sorted());
    }

    #[test]
    fn the_longest_texts_have_room() {
        // At most the 32 squares that are not at the edge can be jumped, each with a landing.
        assert!("50".len() + 32 * "x50".len() < MANOURY_MOVE_SIZE);
        let full: Position<International> = "W:WK1-50:B".parse().unwrap();
        assert!(full.to_string().len() < MANOURY_FEN_SIZE);
    }
}
