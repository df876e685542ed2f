//! Walking over the positions of a slice in plain order.

use manoury_rules::{Bits, Color, Position, Variant};
use manoury_tables::{Group, Index};
use std::marker::PhantomData;
use std::ops::Range;

/// The placements of each group of a slice, from which positions are put together: far cheaper than
/// asking the index for one number after the other.
pub(crate) struct Positions<V> {
    sets: [Vec<Bits>; 4],
    variant: PhantomData<V>,
}

impl<V: Variant> Positions<V> {
    /// The positions of an index.
    pub(crate) fn new(index: &Index<V>) -> Self {
        let sets = Group::ALL.map(|group| group.sets::<V>(index.slice()));
        Positions { sets, variant: PhantomData }
    }

    /// Calls `visit` with every number of the plain index in a range that stands for a position
    /// with one side to move, and the position, in order.
    pub(crate) fn for_each(
        &self,
        side: usize,
        numbers: Range<u64>,
        mut visit: impl FnMut(u64, Position<V>),
    ) {
        let [strong_men, weak_men, strong_kings, weak_kings] = &self.sets;
        let turn = Color::ALL[side];
        let row = weak_kings.len() as u64;
        let mut number = numbers.start;
        while number < numbers.end {
            let slow = (number / row) as usize;
            let end = numbers.end.min((slow as u64 + 1) * row);
            let (configuration, kings) = (slow / strong_kings.len(), slow % strong_kings.len());
            let men = [
                strong_men[configuration / weak_men.len()],
                weak_men[configuration % weak_men.len()],
            ];
            let strong = strong_kings[kings];
            if men[0] & men[1] == 0 && (men[0] | men[1]) & strong == 0 {
                let taken = men[0] | men[1] | strong;
                for number in number..end {
                    let weak = weak_kings[(number % row) as usize];
                    if weak & taken == 0 {
                        visit(number, Position::new_unchecked(men, [strong, weak], turn));
                    }
                }
            }
            number = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::Brazilian;
    use manoury_tables::Slice;

    #[test]
    fn they_are_those_of_the_index() {
        for slice in Slice::all(3) {
            let index = Index::<Brazilian>::new(slice);
            let positions = Positions::new(&index);
            let numbers = 77..index.len() - 5;
            let mut seen = Vec::new();
            positions.for_each(1, numbers.clone(), |number, position| {
                seen.push((number, position));
            });
            let expected: Vec<_> =
                numbers.filter_map(|n| Some((n, index.position(n, 1)?))).collect();
            assert_eq!(seen, expected);
        }
    }
}
