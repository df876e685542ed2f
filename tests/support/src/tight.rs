//! A variant of which only tests know.

use manoury_rules::{Color, DrawLimits, International, Variant};

/// International draughts with limits so short that they bite in the smallest slices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tight;

impl Variant for Tight {
    const NAME: &'static str = "tight";
    const CODE: u8 = 200;
    const ROW: u32 = International::ROW;
    const FLYING_KINGS: bool = International::FLYING_KINGS;
    const MEN_CAPTURE_BACKWARD: bool = International::MEN_CAPTURE_BACKWARD;
    const MAJORITY: bool = International::MAJORITY;
    const FIRST: Color = International::FIRST;
    const START_ROWS: u32 = International::START_ROWS;
    const PDN_GAME_TYPE: u8 = International::PDN_GAME_TYPE;
    const LIMITS: DrawLimits = DrawLimits { conversion: 4, sixteen: None, five: None };
}
