//! The games of the house: what differs between them is data, told once in [`Variant`].

use crate::{Article, Color};
use std::fmt::Debug;
use std::hash::Hash;

/// A game of draughts, described by constants that the compiler folds into every loop.
///
/// Board geometry follows from [`Variant::ROW`] alone, see [`crate::Board`]. A type of your own
/// with other [`DrawLimits`] is a new game that every crate of the workspace accepts.
pub trait Variant:
    Copy + Clone + Debug + Default + Eq + Ord + Hash + Send + Sync + 'static
{
    /// The game's name, as the command line and the folder of its tables spell it.
    const NAME: &'static str;
    /// The code of the game in a table file's header; never reused for another game.
    const CODE: u8;
    /// Dark squares in one row: 5 on the 10×10 board, 4 on 8×8.
    const ROW: u32;
    /// Kings slide any distance and capture from afar.
    const FLYING_KINGS: bool;
    /// Men capture backward too.
    const MEN_CAPTURE_BACKWARD: bool;
    /// The greatest number of pieces must be taken.
    const MAJORITY: bool;
    /// Who moves first from the starting position.
    const FIRST: Color;
    /// Rows of men of each side in the starting position.
    const START_ROWS: u32;
    /// `GameType` of Portable Draughts Notation.
    const PDN_GAME_TYPE: u8;
    /// What draws a game that does not end.
    const LIMITS: DrawLimits;
}

/// The draw limits of a game, in plies (RULES §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawLimits {
    /// Plies without a capture or a man's move that draw.
    pub conversion: u16,
    /// Plies in class sixteen (a lone king against three pieces with a king among them) that draw,
    /// where the game has that class.
    pub sixteen: Option<u16>,
    /// Plies in class five (a lone king against one or two pieces with a king among them) that
    /// draw, where the game has that class.
    pub five: Option<u16>,
}

impl DrawLimits {
    /// The plies of one limit; `None` where the game does not have it.
    pub const fn of(&self, article: Article) -> Option<u16> {
        match article {
            Article::Conversion => Some(self.conversion),
            Article::Sixteen => self.sixteen,
            Article::Five => self.five,
        }
    }
}

/// International draughts: 10×10, FMJD rules, limits of 25, 16 and 5 moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct International;

/// Brazilian draughts: the international rules on 8×8, one limit of 20 moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Brazilian;

/// English draughts (American checkers): 8×8, short kings, free choice of capture, a limit of 40
/// moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct English;

impl Variant for International {
    const NAME: &'static str = "international";
    const CODE: u8 = 1;
    const ROW: u32 = 5;
    const FLYING_KINGS: bool = true;
    const MEN_CAPTURE_BACKWARD: bool = true;
    const MAJORITY: bool = true;
    const FIRST: Color = Color::White;
    const START_ROWS: u32 = 4;
    const PDN_GAME_TYPE: u8 = 20;
    const LIMITS: DrawLimits = DrawLimits { conversion: 50, sixteen: Some(32), five: Some(10) };
}

impl Variant for Brazilian {
    const NAME: &'static str = "brazilian";
    const CODE: u8 = 2;
    const ROW: u32 = 4;
    const FLYING_KINGS: bool = true;
    const MEN_CAPTURE_BACKWARD: bool = true;
    const MAJORITY: bool = true;
    const FIRST: Color = Color::White;
    const START_ROWS: u32 = 3;
    const PDN_GAME_TYPE: u8 = 26;
    const LIMITS: DrawLimits = DrawLimits { conversion: 40, sixteen: None, five: None };
}

impl Variant for English {
    const NAME: &'static str = "english";
    const CODE: u8 = 3;
    const ROW: u32 = 4;
    const FLYING_KINGS: bool = false;
    const MEN_CAPTURE_BACKWARD: bool = false;
    const MAJORITY: bool = false;
    const FIRST: Color = Color::Black;
    const START_ROWS: u32 = 3;
    const PDN_GAME_TYPE: u8 = 21;
    const LIMITS: DrawLimits = DrawLimits { conversion: 80, sixteen: None, five: None };
}
