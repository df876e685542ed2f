//! What is on the board, without the squares: material and slices.

use manoury_rules::{Color, Position, Variant};
use std::fmt;
use std::str::FromStr;

/// Most pieces of a table; [`manoury_rules::LIST_CAPACITY`] is proven for as many.
pub const MAX_PIECES: u32 = 7;

/// One side's men and kings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// Kings, at most [`MAX_PIECES`].
    pub kings: u8,
    /// Men, at most [`MAX_PIECES`].
    pub men: u8,
}

impl Pieces {
    /// Men and kings together.
    pub const fn total(self) -> u32 {
        self.kings as u32 + self.men as u32
    }

    /// The key by which the side named first is chosen: more pieces, then more kings.
    const fn strength(self) -> (u32, u8) {
        (self.total(), self.kings)
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.kings {
            f.write_str("K")?;
        }
        for _ in 0..self.men {
            f.write_str("M")?;
        }
        Ok(())
    }
}

/// The pieces of both sides, in an order that the user of the type gives a meaning to: usually the
/// side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// The side named first.
    pub first: Pieces,
    /// The side named second.
    pub second: Pieces,
}

/// Why a text names no material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// Not of the form `KKMvK`.
    #[error("'{0}' is no material; write the kings and men of both sides like KKMvK")]
    Malformed(String),
    /// More pieces than a table can have.
    #[error("'{0}' has more than {MAX_PIECES} pieces, the most that a table can have")]
    TooMany(String),
}

impl Material {
    /// The material of a position, the side to move first. Each count is cut off at 255.
    pub fn of<V: Variant>(position: &Position<V>) -> Self {
        let side = |color: Color| Pieces {
            kings: position.kings(color).count_ones() as u8,
            men: position.men(color).count_ones() as u8,
        };
        Material { first: side(position.turn()), second: side(!position.turn()) }
    }

    /// Pieces on the board.
    pub const fn total(self) -> u32 {
        self.first.total() + self.second.total()
    }

    /// The other side first.
    pub const fn swapped(self) -> Self {
        Material { first: self.second, second: self.first }
    }

    /// The slice whose file holds this material: the stronger side first.
    pub const fn slice(self) -> Slice {
        let (a, b) = (self.first.strength(), self.second.strength());
        if a.0 < b.0 || a.0 == b.0 && a.1 < b.1 { Slice(self.swapped()) } else { Slice(self) }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.first, self.second)
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KKMvK`, in either case and any order of the letters of a side.
    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let shown = || text.chars().take(24).collect::<String>();
        let malformed = || MaterialError::Malformed(shown());
        let (first, second) = text.split_once(['v', 'V']).ok_or_else(malformed)?;
        if text.len() > MAX_PIECES as usize + 1 {
            let known = text.chars().all(|c| "KkMmVv".contains(c));
            return Err(if known { MaterialError::TooMany(shown()) } else { malformed() });
        }
        let side = |letters: &str| {
            let mut pieces = Pieces::default();
            for letter in letters.chars() {
                match letter {
                    'K' | 'k' => pieces.kings += 1,
                    'M' | 'm' => pieces.men += 1,
                    _ => return Err(malformed()),
                }
            }
            if letters.is_empty() { Err(malformed()) } else { Ok(pieces) }
        };
        Ok(Material { first: side(first)?, second: side(second)? })
    }
}

/// A material with the stronger side first (more pieces, of equals more kings): the unit that is
/// solved, stored in one file per kind, and probed. Both sides have a piece.
///
/// In a slice's own frame the strong side is White and moves up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice(Material);

impl Slice {
    /// The stronger side's pieces.
    pub const fn strong(self) -> Pieces {
        self.0.first
    }

    /// The other side's pieces.
    pub const fn weak(self) -> Pieces {
        self.0.second
    }

    /// The slice as a material, the strong side first.
    pub const fn material(self) -> Material {
        self.0
    }

    /// Whether both sides have the same pieces. Then reversing colours turns one side to move into
    /// the other, and only the strong side to move is stored.
    pub fn is_symmetric(self) -> bool {
        self.0.first == self.0.second
    }

    /// Sides to move that are stored: 1 for a symmetric slice, else 2 (strong first).
    pub fn sides(self) -> usize {
        if self.is_symmetric() { 1 } else { 2 }
    }

    /// Pieces on the board.
    pub const fn total(self) -> u32 {
        self.0.total()
    }

    /// Men on the board.
    pub const fn men(self) -> u32 {
        self.0.first.men as u32 + self.0.second.men as u32
    }

    /// The material with the side to move first; `side` 0 is the strong side.
    pub const fn to_move(self, side: usize) -> Material {
        if side == 0 { self.0 } else { self.0.swapped() }
    }

    /// Every slice of exactly `pieces` pieces, in the order in which they can be solved: fewer men
    /// first. Empty for fewer than two.
    pub fn all(pieces: u32) -> Vec<Slice> {
        let mut slices = Vec::new();
        for strong in pieces.div_ceil(2)..pieces {
            for strong_kings in 0..=strong {
                for weak_kings in 0..=pieces - strong {
                    let side = |total: u32, kings: u32| Pieces {
                        kings: kings as u8,
                        men: (total - kings) as u8,
                    };
                    let first = side(strong, strong_kings);
                    let second = side(pieces - strong, weak_kings);
                    let slice = Slice(Material { first, second });
                    if slice.material().slice() == slice {
                        slices.push(slice);
                    }
                }
            }
        }
        slices.sort_by_key(|slice| slice.order());
        slices
    }

    /// The key of the order in which slices are solved: whatever a conversion leads to comes first.
    pub fn order(self) -> (u32, u32, [u8; 4]) {
        let Material { first, second } = self.0;
        let names = [255 - first.kings, 255 - second.kings, first.men, second.men];
        (self.total(), self.men(), names)
    }

    /// The slices that a single conversion can lead to, this one left out, in solving order.
    pub fn successors(self) -> Vec<Slice> {
        let mut found = Vec::new();
        for (us, them) in [(self.strong(), self.weak()), (self.weak(), self.strong())] {
            let promoted = Pieces { kings: us.kings + 1, men: us.men.saturating_sub(1) };
            let movers = [Some(us), (us.men > 0).then_some(promoted)];
            for mover in movers.into_iter().flatten() {
                for kings in 0..=them.kings {
                    for men in 0..=them.men {
                        let left = Pieces { kings, men };
                        let slice = Material { first: left, second: mover }.slice();
                        if left.total() > 0 && slice != self && !found.contains(&slice) {
                            found.push(slice);
                        }
                    }
                }
            }
        }
        found.sort_by_key(|slice| slice.order());
        found
    }

    /// This slice and everything that play can reach from it, in solving order.
    pub fn closure(self) -> Vec<Slice> {
        let mut found = vec![self];
        let mut next = 0;
        while next < found.len() {
            for slice in found[next].successors() {
                if !found.contains(&slice) {
                    found.push(slice);
                }
            }
            next += 1;
        }
        found.sort_by_key(|slice| slice.order());
        found
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_slices_as_published() {
        let counts: Vec<usize> = (2..=7).map(|n| Slice::all(n).len()).collect();
        assert_eq!(counts, [3, 6, 14, 22, 37, 52]);
    }

    #[test]
    fn successors_come_first() {
        for pieces in 2..=6 {
            for slice in Slice::all(pieces) {
                for successor in slice.successors() {
                    assert!(successor.order() < slice.order(), "{successor} before {slice}");
                }
            }
        }
    }

    #[test]
    fn closure_of_the_six_piece_material() {
        let six: Vec<String> = "KKKMvKM"
            .parse::<Material>()
            .unwrap()
            .slice()
            .closure()
            .into_iter()
            .filter(|slice| slice.total() == 6)
            .map(|slice| slice.to_string())
            .collect();
        assert_eq!(six, ["KKKKvKK", "KKKKvKM", "KKKMvKK", "KKKMvKM"]);
    }

    #[test]
    fn names_round_trip_and_nonsense_is_refused() {
        for pieces in 2..=7 {
            for slice in Slice::all(pieces) {
                assert_eq!(slice.to_string().parse::<Material>().unwrap(), slice.material());
            }
        }
        for text in ["", "v", "Kv", "vK", "KK", "KvKvK", "KxK", "KQvK", "♔vK", "KKKKKKKKvK"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
        assert_eq!("mkvKkK".parse::<Material>().unwrap().to_string(), "KMvKKK");
    }
}
