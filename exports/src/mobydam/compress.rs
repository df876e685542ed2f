//! Arrays of four pieces, compressed.
//!
//! Blocks of 256 cells are coded one after the other, each by itself, run by run. A run of up to
//! eight equal cells takes one or two bytes, of up to ten draws as well; a longer one its length and
//! its value. All blocks of nothing but draws share the bytes of the first. The index tells where each block begins.

use super::array::DRAW;

/// Cells of a block; the last block is shorter.
const BLOCK: usize = 256;

/// The greatest distance that has a code.
pub(super) const MOST_PLIES: u16 = 60;

/// The code of one draw, of five and of nine: what stands above the greatest distance.
const DRAWS: [u8; 3] = [61, 62, 63];

/// What a code grows by with each further cell.
const STEP: u8 = 64;

/// The code of a longer run of draws: the length follows.
const MANY_DRAWS: u8 = 191;

/// The code of a longer run of a distance: length and distance follow.
const MANY: u8 = 255;

/// Bytes of an offset in the index.
const OFFSET: usize = 3;

/// A compressed array.
pub(super) struct Compressed {
    /// The file.
    pub(super) bytes: Vec<u8>,
    /// Where each block but the first begins.
    pub(super) index: Vec<u8>,
}

/// Compresses an array whose distances are at most [`MOST_PLIES`].
pub(super) fn compress(cells: &[i8]) -> Compressed {
    let mut bytes = Vec::new();
    let mut index = Vec::new();
    // Where the first block of draws begins.
    let mut draws = None;
    for (number, block) in cells.chunks(BLOCK).enumerate() {
        let shared = block.len() == BLOCK && block.iter().all(|&cell| cell == DRAW);
        let start = match draws {
            Some(start) if shared => start,
            _ => {
                let start = bytes.len();
                push_block(block, &mut bytes);
                if shared {
                    draws = Some(start);
                }
                start
            }
        };
        if number > 0 {
            // A cell takes a byte at most, and four pieces have less than 2^24 cells.
            index.extend_from_slice(&(start as u64).to_le_bytes()[..OFFSET]);
        }
    }
    Compressed { bytes, index }
}

/// Appends the codes of a block.
fn push_block(block: &[i8], out: &mut Vec<u8>) {
    for run in block.chunk_by(|a, b| a == b) {
        // At most 256.
        let len = run.len();
        let more = |from: usize| (len - from) as u8 * STEP;
        let plies = run[0].unsigned_abs();
        match (run[0], len) {
            (DRAW, 1..=4) => out.push(DRAWS[0] + more(1)),
            (DRAW, 5..=8) => out.push(DRAWS[1] + more(5)),
            (DRAW, 9..=10) => out.push(DRAWS[2] + more(9)),
            (DRAW, _) => out.extend([MANY_DRAWS, (len - 1) as u8]),
            (_, 1..=4) => out.push(plies + more(1)),
            (_, 5..=8) => out.extend([plies + 3 * STEP, plies + more(5)]),
            _ => out.extend([MANY, (len - 1) as u8, plies]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The cells of a block, read as an engine does: bytes until all cells are there.
    fn read(mut bytes: &[u8], cells: usize) -> Vec<i8> {
        let mut next = || {
            let (&byte, rest) = bytes.split_first().unwrap();
            bytes = rest;
            byte
        };
        let cell = |plies: u8| if plies % 2 == 1 { plies as i8 } else { -(plies as i8) };
        let mut read = Vec::new();
        while read.len() < cells {
            let (value, count) = match next() {
                255 => {
                    let count = next() as usize + 1;
                    (cell(next()), count)
                }
                191 => (100, next() as usize + 1),
                code => {
                    let (low, high) = (code % 64, (code / 64) as usize);
                    match low {
                        61 => (100, 1 + high),
                        62 => (100, 5 + high),
                        63 => (100, 9 + high),
                        plies => (cell(plies), 1 + high),
                    }
                }
            };
            read.extend(vec![value; count]);
        }
        assert_eq!(read.len(), cells);
        read
    }

    proptest! {
        #[test]
        fn cells_come_back(runs in proptest::collection::vec((0u8..70, 1usize..600, 0u32..10), 0..80)) {
            let mut cells = Vec::new();
            for (plies, len, shift) in runs {
                let cell = match plies {
                    61.. => DRAW,
                    _ if plies % 2 == 1 => plies as i8,
                    _ => -(plies as i8),
                };
                cells.extend(vec![cell; (len >> shift).max(1)]);
            }
            let Compressed { bytes, index } = compress(&cells);
            prop_assert!(bytes.len() <= cells.len() + 2);
            let offsets = index.chunks(3).map(|o| o[0] as usize | (o[1] as usize) << 8 | (o[2] as usize) << 16);
            for (offset, block) in [0].into_iter().chain(offsets).zip(cells.chunks(BLOCK)) {
                prop_assert_eq!(read(&bytes[offset..], block.len()), block);
            }
            prop_assert_eq!(index.len() / 3 + 1, cells.len().div_ceil(BLOCK).max(1));
        }
    }

    #[test]
    fn blocks_of_draws_are_shared() {
        let draws = [DRAW; BLOCK];
        let other = [3; BLOCK];
        let cells = [&draws[..], &other, &draws, &draws, &draws[..16]].concat();
        let Compressed { bytes, index } = compress(&cells);
        assert_eq!(bytes, [191, 255, 255, 255, 3, 191, 15]);
        assert_eq!(index, [2, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0]);
    }

    #[test]
    fn short_runs_have_their_codes() {
        let code = |cell: i8, len: usize| {
            let mut bytes = Vec::new();
            push_block(&vec![cell; len], &mut bytes);
            bytes
        };
        let draws: Vec<_> = (1..=11).map(|len| code(DRAW, len)).collect();
        let expected: [&[u8]; 11] = [
            &[61],
            &[125],
            &[189],
            &[253],
            &[62],
            &[126],
            &[190],
            &[254],
            &[63],
            &[127],
            &[191, 10],
        ];
        assert_eq!(draws, expected);
        assert_eq!(code(-60, 4), [252]);
        assert_eq!(code(7, 6), [199, 71]);
        assert_eq!(code(0, 9), [255, 8, 0]);
    }
}
