//! The bytes of a bitbase, and the fewest of them that make up a run.
//!
//! Byte b stands for round(1.2^⌊b/3⌋) entries of the value b mod 3. A run of any other length is a
//! sum of such lengths.

use std::sync::LazyLock;

/// Lengths there are: the last byte is not used.
const COUNT: usize = 85;

/// Entries that the bytes 3i, 3i + 1 and 3i + 2 stand for.
pub(super) const LENGTHS: [u64; COUNT] = lengths();

const fn lengths() -> [u64; COUNT] {
    let mut lengths = [0; COUNT];
    // No power comes nearer to a half than 0.003, and the greatest is 4,479,450: far more than what
    // 84 products of doubles are wrong by.
    let mut power = 1.0f64;
    let mut i = 0;
    while i < COUNT {
        lengths[i] = (power + 0.5) as u64;
        power *= 1.2;
        i += 1;
    }
    lengths
}

/// Runs of which the best sum is kept in a table.
const TABLE: usize = 1 << 18;

/// How many of the greatest lengths that fit are tried first in a run beyond the table.
const TRIED: usize = 3;

/// For each length of a run the fewest bytes, and the number of the length to begin with.
static SUMS: LazyLock<Vec<(u8, u8)>> = LazyLock::new(|| {
    let mut sums: Vec<(u8, u8)> = Vec::with_capacity(TABLE);
    sums.push((0, 0));
    for run in 1..TABLE {
        let fitting = LENGTHS.iter().enumerate().take_while(|&(_, &len)| len as usize <= run);
        let bytes = |len: u64| sums[run - len as usize].0 + 1;
        // The greatest of those that are as good.
        let best = fitting.map(|(i, &len)| (bytes(len), COUNT - i)).min();
        let (bytes, from_top) = best.unwrap_or((0, COUNT));
        sums.push((bytes, (COUNT - from_top) as u8));
    }
    sums
});

/// The fewest bytes of a run, and the number of the length to begin with. Beyond the table sums are
/// tried that begin with one of the greatest lengths.
#[inline]
fn best(run: u64) -> (u64, usize) {
    match SUMS.get(run as usize) {
        Some(&(bytes, length)) => (bytes as u64, length as usize),
        None => best_of_long(run),
    }
}

#[cold]
fn best_of_long(run: u64) -> (u64, usize) {
    let greatest = LENGTHS[COUNT - 1];
    // What is far longer than any length begins with the greatest.
    let whole = (run / greatest).saturating_sub(1);
    if whole > 0 {
        return (whole + best(run - whole * greatest).0, COUNT - 1);
    }
    let fitting = LENGTHS.iter().enumerate().rev().filter(|&(_, &len)| len <= run);
    let sums = fitting.take(TRIED).map(|(i, &len)| (1 + best(run - len).0, i));
    sums.min_by_key(|&(bytes, _)| bytes).unwrap_or((run, 0))
}

/// The fewest bytes that make up a run.
#[inline(always)]
pub(super) fn cost(run: u64) -> u64 {
    best(run).0
}

/// Appends the bytes of a run.
pub(super) fn push_run(value: u8, mut run: u64, out: &mut Vec<u8>) {
    while run > 0 {
        let (_, length) = best(run);
        out.push(3 * length as u8 + value);
        run -= LENGTHS[length];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Digits to base 10^9, the lowest first.
    type Long = Vec<u64>;

    fn times(number: &Long, factor: u64) -> Long {
        const BASE: u64 = 1_000_000_000;
        let mut carry = 0;
        let mut product: Long = number
            .iter()
            .map(|digit| {
                let sum = digit * factor + carry;
                carry = sum / BASE;
                sum % BASE
            })
            .collect();
        product.push(carry);
        product
    }

    fn at_most(left: &Long, right: &Long) -> bool {
        let len = left.len().max(right.len());
        let digits = |number: &Long| {
            let mut number = number.clone();
            number.resize(len, 0);
            number.reverse();
            number
        };
        digits(left) <= digits(right)
    }

    #[test]
    fn lengths_are_rounded_powers() {
        assert_eq!(LENGTHS[..12], [1, 1, 1, 2, 2, 2, 3, 4, 4, 5, 6, 7]);
        assert_eq!(LENGTHS[COUNT - 1], 4_479_450);
        // A length n is 6^i / 5^i rounded if (2n - 1) 5^i <= 2 * 6^i < (2n + 1) 5^i.
        let (mut six, mut five) = (vec![2], vec![1]);
        for (i, n) in LENGTHS.into_iter().enumerate() {
            assert!(at_most(&times(&five, 2 * n - 1), &six), "{i}");
            assert!(!at_most(&times(&five, 2 * n + 1), &six), "{i}");
            (six, five) = (times(&six, 6), times(&five, 5));
        }
    }

    /// The run that bytes stand for, or none if they are of several values.
    fn expanded(bytes: &[u8], value: u8) -> Option<u64> {
        let one = |&byte: &u8| (byte % 3 == value).then(|| LENGTHS[byte as usize / 3]);
        bytes.iter().map(one).sum()
    }

    #[test]
    fn short_runs_take_the_fewest_bytes() {
        // By adding one length after the other.
        let mut fewest = [u64::MAX; 1000];
        fewest[0] = 0;
        for bytes in 0..6 {
            for run in 0..1000 {
                if fewest[run] == bytes {
                    for &len in &LENGTHS {
                        if let Some(sum) = fewest.get_mut(run + len as usize) {
                            *sum = (*sum).min(bytes + 1);
                        }
                    }
                }
            }
        }
        for (run, &fewest) in fewest.iter().enumerate() {
            assert_eq!(cost(run as u64), fewest, "{run}");
        }
    }

    proptest! {
        #[test]
        fn runs_come_back(run in 0u64..200_000_000, shift in 0u32..28, value in 0u8..3) {
            let run = run >> shift;
            let mut bytes = Vec::new();
            push_run(value, run, &mut bytes);
            prop_assert_eq!(expanded(&bytes, value), Some(run));
            prop_assert_eq!(bytes.len() as u64, cost(run));
            prop_assert!(bytes.len() as u64 <= run / LENGTHS[COUNT - 1] + 8, "{}", bytes.len());
        }
    }
}
