//! Combinations of squares and their numbers.
//!
//! A set of k squares s₁ < s₂ < … has the colexicographic rank Σ C(sᵢ, i), which numbers all sets
//! of k squares below n from 0 to C(n, k) − 1.

use crate::material::MAX_PIECES;
use manoury_rules::{Bits, Board, Variant, bits};
use std::marker::PhantomData;

const SIZES: usize = MAX_PIECES as usize;

/// `C(n, k)` for `k` up to [`MAX_PIECES`] and `n` up to 50, where it fits 32 bits.
pub const fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let mut value = 1u64;
    let mut i = 0;
    while i < k {
        value = value * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    value
}

/// Ranks of square sets on a variant's board.
#[derive(Clone, Copy, Debug)]
pub struct Ranks<V>(PhantomData<V>);

impl<V: Variant> Ranks<V> {
    /// What the i-th square (0-based, ascending) of a set adds to its rank, by ghost bit.
    const ADDENDS: &'static [[u32; 64]; SIZES] = &Self::addends(0);
    /// The same for sets that never touch the first row: the squares of White's men.
    const ADDENDS_OFF_TOP: &'static [[u32; 64]; SIZES] = &Self::addends(V::ROW);

    const fn addends(first: u32) -> [[u32; 64]; SIZES] {
        let mut table = [[0; 64]; SIZES];
        let mut i = 0;
        while i < SIZES {
            let mut square = first;
            while square < Board::<V>::SQUARES {
                table[i][Board::<V>::bit(square) as usize] =
                    binomial(square - first, i as u32 + 1) as u32;
                square += 1;
            }
            i += 1;
        }
        table
    }

    /// The rank of a set of at most [`MAX_PIECES`] squares among all sets of its size. With
    /// `off_top` the squares are counted from the second row.
    #[inline(always)]
    pub fn rank(set: Bits, off_top: bool) -> u64 {
        let addends = if off_top { Self::ADDENDS_OFF_TOP } else { Self::ADDENDS };
        let mut rank = 0u64;
        for (row, bit) in addends.iter().zip(bits(set)) {
            rank += row[bit as usize & 63] as u64;
        }
        rank
    }

    /// Every set of `count` squares among the first `squares` ones (counted from the second row with
    /// `off_top`), in the order of their ranks.
    pub fn sets(count: u32, squares: u32, off_top: bool) -> Vec<Bits> {
        let first = if off_top { V::ROW } else { 0 };
        let mut sets = Vec::with_capacity(binomial(squares, count) as usize);
        // Colexicographic order is the numeric order of the sets as dense words (Gosper's hack).
        if count == 0 {
            return vec![0];
        }
        if count > squares {
            return sets;
        }
        let mut dense = (1u64 << count) - 1;
        while dense >> squares == 0 {
            sets.push(bits(dense).fold(0, |set, s| set | 1 << Board::<V>::bit(s + first)));
            let low = dense & dense.wrapping_neg();
            let ripple = dense + low;
            dense = ripple | ((dense ^ ripple) / low) >> 2;
        }
        sets
    }

    /// The set with a given rank, `None` if there is none.
    pub fn unrank(mut rank: u64, count: u32, squares: u32, off_top: bool) -> Option<Bits> {
        if rank >= binomial(squares, count) {
            return None;
        }
        let first = if off_top { V::ROW } else { 0 };
        let mut set = 0;
        let mut square = squares;
        for size in (1..=count).rev() {
            square = (0..square).rev().find(|&s| binomial(s, size) <= rank)?;
            rank -= binomial(square, size);
            set |= 1 << Board::<V>::bit(square + first);
        }
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{English, International};

    fn agree<V: Variant>() {
        for off_top in [false, true] {
            let squares = Board::<V>::SQUARES - if off_top { V::ROW } else { 0 };
            for count in 0..=4 {
                let sets = Ranks::<V>::sets(count, squares, off_top);
                assert_eq!(sets.len() as u64, binomial(squares, count));
                for (rank, &set) in sets.iter().enumerate() {
                    assert_eq!(Ranks::<V>::rank(set, off_top), rank as u64);
                    if rank % 7 == 0 {
                        let found = Ranks::<V>::unrank(rank as u64, count, squares, off_top);
                        assert_eq!(found, Some(set));
                    }
                }
            }
            assert_eq!(Ranks::<V>::unrank(binomial(squares, 2), 2, squares, off_top), None);
        }
    }

    #[test]
    fn rank_and_unrank_are_inverse() {
        agree::<International>();
        agree::<English>();
    }
}
