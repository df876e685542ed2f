//! Board geometry: squares as bits of a word, with ghost squares that make every diagonal step one
//! constant shift.
//!
//! Bit `s + s / (2·ROW)` stands for the square with the 0-based number `s`; after every second row
//! one bit stands for nothing and stays empty. On 10×10 that makes 54 bits and steps of 5 and 6, on
//! 8×8 35 bits and steps of 4 and 5. Steps off the side of the board fall on a ghost, steps off its
//! top or bottom on no bit of [`Board::MASK`].

use crate::{Color, Variant};
use std::marker::PhantomData;

/// A set of squares, one bit each, in the ghost layout of a [`Board`].
pub type Bits = u64;

/// The constants and steps of one variant's board.
#[derive(Clone, Copy, Debug)]
pub struct Board<V>(PhantomData<V>);

/// The four diagonal directions as indices of [`Board::RAYS`]: up-left, up-right, down-left,
/// down-right. `3 - d` is the opposite of `d`.
pub const DIRECTIONS: usize = 4;

impl<V: Variant> Board<V> {
    /// Dark squares on the board.
    pub const SQUARES: u32 = 2 * V::ROW * V::ROW;
    /// Squares a man can stand on (all but its own promotion row).
    pub const MEN_SQUARES: u32 = Self::SQUARES - V::ROW;
    /// Bits in use, ghosts included.
    pub const BITS: u32 = Self::SQUARES + V::ROW - 1;
    /// Every square.
    pub const MASK: Bits = Self::mask();
    /// The rows on which the men of each side promote.
    pub const PROMOTION: [Bits; 2] =
        [(1 << V::ROW) - 1, ((1 << V::ROW) - 1) << (Self::BITS - V::ROW)];
    /// The squares in each direction from each bit, to the board's edge.
    pub const RAYS: &'static [[Bits; DIRECTIONS]; 64] = &Self::rays();
    /// The squares on both diagonals through each bit, the bit itself left out.
    pub const DIAGONALS: &'static [Bits; 64] = &Self::diagonals();

    const fn mask() -> Bits {
        let mut mask = 0;
        let mut square = 0;
        while square < Self::SQUARES {
            mask |= 1 << Self::bit(square);
            square += 1;
        }
        mask
    }

    const fn rays() -> [[Bits; DIRECTIONS]; 64] {
        let mut rays = [[0; DIRECTIONS]; 64];
        let mut square = 0;
        while square < Self::SQUARES {
            let bit = Self::bit(square);
            let mut d = 0;
            while d < DIRECTIONS {
                let mut at = Self::step(1 << bit, d);
                while at != 0 {
                    rays[bit as usize][d] |= at;
                    at = Self::step(at, d);
                }
                d += 1;
            }
            square += 1;
        }
        rays
    }

    const fn diagonals() -> [Bits; 64] {
        let rays = Self::rays();
        let mut all = [0; 64];
        let mut bit = 0;
        while bit < 64 {
            all[bit] = rays[bit][0] | rays[bit][1] | rays[bit][2] | rays[bit][3];
            bit += 1;
        }
        all
    }

    /// The bit of a 0-based square number.
    #[inline]
    pub const fn bit(square: u32) -> u32 {
        square + square / (2 * V::ROW)
    }

    /// The 0-based square number of a bit.
    #[inline]
    pub const fn square(bit: u32) -> u32 {
        bit - bit / (2 * V::ROW + 1)
    }

    /// Every square of `set` moved one step in direction `d`; what leaves the board is dropped.
    #[inline(always)]
    pub const fn step(set: Bits, d: usize) -> Bits {
        (match d {
            0 => set >> (V::ROW + 1),
            1 => set >> V::ROW,
            2 => set << V::ROW,
            _ => set << (V::ROW + 1),
        }) & Self::MASK
    }

    /// One step forward, both ways, for the men of `color`.
    #[inline(always)]
    pub const fn forward(set: Bits, color: Color) -> Bits {
        match color {
            Color::White => Self::step(set, 0) | Self::step(set, 1),
            Color::Black => Self::step(set, 2) | Self::step(set, 3),
        }
    }

    /// Whether direction `d` leads forward for the men of `color`.
    #[inline(always)]
    pub const fn is_forward(d: usize, color: Color) -> bool {
        (d < 2) == matches!(color, Color::White)
    }

    /// The board turned by 180°.
    #[inline]
    pub const fn turned(set: Bits) -> Bits {
        set.reverse_bits() >> (64 - Self::BITS)
    }

    /// The nearest square of `blockers` on the ray from `bit` in direction `d`, as a set of at most
    /// one square.
    #[inline(always)]
    pub const fn nearest(bit: u32, d: usize, blockers: Bits) -> Bits {
        let on_ray = Self::RAYS[bit as usize & 63][d] & blockers;
        if d < 2 {
            // Directions 0 and 1 lead to lower bits: the nearest is the highest.
            if on_ray == 0 { 0 } else { 1 << (63 - on_ray.leading_zeros()) }
        } else {
            on_ray & on_ray.wrapping_neg()
        }
    }

    /// The free squares a king on `bit` reaches in direction `d` before the first of `occupied`.
    #[inline(always)]
    pub const fn slide(bit: u32, d: usize, occupied: Bits) -> Bits {
        if !V::FLYING_KINGS {
            return Self::step(1 << bit, d) & !occupied;
        }
        let ray = Self::RAYS[bit as usize & 63][d];
        let on_ray = ray & occupied;
        if d < 2 {
            // All of the ray above the highest blocker; with none, the whole ray.
            let top = 63 - (on_ray | 1).leading_zeros();
            ray & (!1 << top | (on_ray == 0) as u64)
        } else {
            ray & (on_ray & on_ray.wrapping_neg()).wrapping_sub(1)
        }
    }

    /// The free squares a king on `bit` can move to.
    #[inline(always)]
    pub const fn king_moves(bit: u32, occupied: Bits) -> Bits {
        Self::slide(bit, 0, occupied)
            | Self::slide(bit, 1, occupied)
            | Self::slide(bit, 2, occupied)
            | Self::slide(bit, 3, occupied)
    }
}

/// The bits of a set, lowest first.
#[inline(always)]
pub fn bits(set: Bits) -> impl Iterator<Item = u32> {
    let mut rest = set;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{English, International};

    #[test]
    fn ghosts_are_those_of_the_field() {
        let ghosts: Vec<u32> =
            (0..54).filter(|b| Board::<International>::MASK >> b & 1 == 0).collect();
        assert_eq!(ghosts, [10, 21, 32, 43]);
        assert_eq!(Board::<International>::BITS, 54);
        assert_eq!(Board::<English>::BITS, 35);
    }

    fn slides_agree<V: Variant>() {
        let mut state = 1u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let occupied = state & (state >> 17) & Board::<V>::MASK;
            for square in 0..Board::<V>::SQUARES {
                let bit = Board::<V>::bit(square);
                assert_eq!(Board::<V>::square(bit), square);
                for d in 0..DIRECTIONS {
                    let mut expected = 0;
                    let mut at = Board::<V>::step(1 << bit, d);
                    while at & !occupied != 0 {
                        expected |= at;
                        at = if V::FLYING_KINGS { Board::<V>::step(at, d) } else { 0 };
                    }
                    assert_eq!(Board::<V>::slide(bit, d, occupied), expected);
                }
            }
        }
    }

    #[test]
    fn slides_agree_with_single_steps() {
        slides_agree::<International>();
        slides_agree::<English>();
    }

    #[test]
    fn turning_twice_is_nothing() {
        for square in 0..50 {
            let set = 1 << Board::<International>::bit(square);
            let turned = Board::<International>::turned(set);
            assert_eq!(turned, 1 << Board::<International>::bit(49 - square));
            assert_eq!(Board::<International>::turned(turned), set);
        }
    }
}
