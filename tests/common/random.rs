//! Random positions, the same in every run.

#[path = "numbers.rs"]
mod numbers;

pub use numbers::Random;

use manoury_rules::{Position, Variant};
use manoury_tables::{Index, Slice};

impl Random {
    /// A position of a slice, any of them equally often, either side to move, in either colouring.
    pub fn position<V: Variant>(&mut self, slice: Slice) -> Position<V> {
        let index = Index::<V>::new(slice);
        loop {
            let side = self.below(slice.sides() as u64) as usize;
            if let Some(position) = index.position(self.below(index.len()), side) {
                return if self.below(2) == 0 { position } else { position.reversed() };
            }
        }
    }
}
