//! The values of a material with White to move as an array of cells.
//!
//! A cell's number has one digit to base 50 for each piece, its square counted from 0: White's men,
//! White's kings, Black's men, Black's kings, of each kind in ascending order. Cells with digits in
//! another order, or of no position, are those of a draw.

use crate::error::ExportError;
use crate::frame::Frame;
use crate::mobydam::file_name;
use crate::source::Source;
use manoury_rules::{Bits, Board, Color, International, MoveList, Position, bits};
use manoury_tables::{
    Addends, Backup, Group, Kind, Material, Metric, Outcome, Score, Step, TableName, WholeSide,
};
use std::collections::HashMap;

/// What a cell of a draw holds.
pub(super) const DRAW: i8 = 100;

/// The greatest distance that a cell can hold.
pub(super) const MOST_PLIES: u16 = DRAW as u16 - 1;

/// Digits are to this base.
const SQUARES: usize = Board::<International>::SQUARES as usize;

/// Cells of so many pieces.
pub(super) fn cells(pieces: u32) -> usize {
    SQUARES.pow(pieces)
}

/// The values of one material with White to move.
pub(super) struct Array {
    material: Material,
    cells: Vec<i8>,
}

/// The arrays of fewer pieces, in which captures end.
#[derive(Default)]
pub(super) struct Arrays(HashMap<Material, Vec<i8>>);

impl Arrays {
    /// Adds one.
    pub(super) fn add(&mut self, array: Array) {
        self.0.insert(array.material, array.cells);
    }

    /// The score of a position that has an array; a side to move without a piece has lost.
    fn score(&self, position: &Position<International>) -> Score {
        if position.pieces(position.turn()) == 0 {
            return Score::new(Outcome::Loss, 0);
        }
        let own = match position.turn() {
            Color::White => *position,
            Color::Black => position.reversed(),
        };
        let sets = [
            own.men(Color::White),
            own.kings(Color::White),
            own.men(Color::Black),
            own.kings(Color::Black),
        ];
        let cell = sets.into_iter().fold(0, |cell, set| shifted(cell, set) + number(set));
        let array = self.0.get(&Material::of(&own));
        array.and_then(|cells| cells.get(cell)).map_or(Score::NONE, |&cell| of_cell(cell))
    }
}

/// The digits of a set's squares.
fn number(set: Bits) -> usize {
    let squares = bits(set).map(|bit| Board::<International>::square(bit) as usize);
    squares.fold(0, |number, square| number * SQUARES + square)
}

/// Makes room behind a number for the digits of a set.
fn shifted(number: usize, set: Bits) -> usize {
    number * SQUARES.pow(set.count_ones())
}

/// The cell of a score; `None` for a distance above `most`.
fn to_cell(score: Score, most: u16) -> Option<i8> {
    let plies = score.plies();
    let fits = plies <= most;
    match score.outcome().map(Outcome::on_board) {
        Some(Outcome::Win) => fits.then_some(plies as i8),
        Some(Outcome::Loss) => fits.then_some(-(plies as i8)),
        _ => Some(DRAW),
    }
}

/// The score of a cell.
fn of_cell(cell: i8) -> Score {
    match cell {
        DRAW => Score::DRAW,
        1.. => Score::new(Outcome::Win, cell as u16),
        _ => Score::new(Outcome::Loss, cell.unsigned_abs() as u16),
    }
}

/// The squares of a group in the slice's frame, their rank in the tables, and what they add to the
/// number of a cell.
#[derive(Clone, Copy)]
struct Placement {
    set: Bits,
    rank: usize,
    cell: usize,
}

impl Array {
    /// The cells.
    pub(super) fn cells(&self) -> &[i8] {
        &self.cells
    }

    /// Makes the array of a material from its tables, and from `smaller` where the side to move must
    /// capture. No distance may exceed `most`, which is at most [`MOST_PLIES`].
    pub(super) fn make(
        source: &Source,
        smaller: &Arrays,
        material: Material,
        most: u16,
    ) -> Result<Self, ExportError> {
        let frame = Frame::of(material);
        let Frame { slice, side, .. } = frame;
        let tables = [Kind::Wdl, Kind::Distance(Metric::Dtw)]
            .map(|kind| source.open(TableName { slice, kind }));
        let [wdl, dtw] = tables;
        let (wdl, dtw) = (wdl?, dtw?);
        // The files are made side by side, each on one thread.
        let (outcomes, plies) =
            (WholeSide::decode(&wdl, side, 1)?, WholeSide::decode(&dtw, side, 1)?);
        let (outcome_sums, plies_sums) = (Addends::new(wdl.layout()), Addends::new(dtw.layout()));
        let placements = placements(frame);
        let [own_men, other_men, own_kings, other_kings] = &placements;
        let mut cells = vec![DRAW; cells(material.total())];
        let mut list = MoveList::new();
        let add = |sums: &Addends, placements: [&Placement; 4]| {
            let groups = frame.groups.into_iter().zip(placements);
            groups.fold(sums.start(), |sum, (group, at)| sums.add(sum, group, at.rank)).entry()
        };
        for a in own_men {
            for b in other_men.iter().filter(|b| a.set & b.set == 0) {
                let taken = a.set | b.set;
                for c in own_kings.iter().filter(|c| c.set & taken == 0) {
                    let taken = taken | c.set;
                    for d in other_kings.iter().filter(|d| d.set & taken == 0) {
                        let position = frame.position([a.set, b.set, c.set, d.set]);
                        let score = if position.has_capture() {
                            played_out(&position, smaller, &mut list)
                        } else {
                            let outcome = outcomes.outcome(add(&outcome_sums, [a, b, c, d]))?;
                            let outcome = outcome.on_board();
                            if outcome == Outcome::Draw {
                                continue;
                            }
                            let entry = add(&plies_sums, [a, b, c, d]);
                            Score::new(outcome, plies.plies(entry, outcome)?.min(Score::MAX_PLIES))
                        };
                        let file = || file_name(material);
                        let plies = score.plies();
                        cells[a.cell + b.cell + c.cell + d.cell] = to_cell(score, most)
                            .ok_or_else(|| ExportError::TooLong { file: file(), plies, most })?;
                    }
                }
            }
        }
        Ok(Array { material, cells })
    }
}

/// The score of a position whose mover must capture.
fn played_out(position: &Position<International>, smaller: &Arrays, list: &mut MoveList) -> Score {
    let mut backup = Backup::new(Metric::Dtw, Score::MAX_PLIES);
    position.legal_captures(list);
    for &mv in list.iter() {
        backup.add(Step::Capture, smaller.score(&position.make(mv)));
    }
    backup.score()
}

/// The placements of the frame's groups.
fn placements(frame: Frame) -> [Vec<Placement>; 4] {
    let [_, other_men, own_kings, other_kings] = frame.groups.map(|group| group.count(frame.slice));
    // Pieces whose digits follow those of a group.
    let behind = [own_kings + other_men + other_kings, other_kings, other_men + other_kings, 0];
    std::array::from_fn(|g| {
        let sets = Group::sets::<International>(frame.groups[g], frame.slice);
        let scale = SQUARES.pow(behind[g]);
        sets.into_iter()
            .enumerate()
            .map(|(rank, set)| {
                // Who moves is White in the file.
                let seen = match frame.mover {
                    Color::White => set,
                    Color::Black => Board::<International>::turned(set),
                };
                Placement { set, rank, cell: number(seen) * scale }
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_signed_plies() {
        let of = |outcome, plies| to_cell(Score::new(outcome, plies), MOST_PLIES);
        assert_eq!(of(Outcome::Win, 1), Some(1));
        assert_eq!(of(Outcome::CursedWin, 99), Some(99));
        assert_eq!(of(Outcome::Loss, 0), Some(0));
        assert_eq!(of(Outcome::BlessedLoss, 2), Some(-2));
        assert_eq!(of(Outcome::Draw, 0), Some(DRAW));
        assert_eq!(of(Outcome::Win, 101), None);
        for cell in (-98..=0).step_by(2).chain((1..100).step_by(2)).chain([DRAW]) {
            assert_eq!(to_cell(of_cell(cell), MOST_PLIES), Some(cell));
        }
    }
}
