//! Blocks of three symbols with one bit an entry.
//!
//! Mostly a block has two symbols, and the third one here and there or not at all. Compressed is
//! then one bit for each entry, and behind the bits a list of the entries of the third symbol.
//! Whoever looks entries up wants no list: when a block is decoded it becomes two planes, of the
//! low and of the high bits of the symbols.

use super::number::{read_number, write_number};

/// Symbols that are told apart.
pub(super) const SYMBOLS: usize = 3;

/// Symbols of a block as bits and exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The symbol that is none of the two that the bits tell apart.
    third: u16,
    /// The entries of the third symbol.
    exceptions: Vec<u32>,
}

impl Bits {
    /// Splits the symbols of a block; those above 2 stand for free entries. The symbols become 0 or
    /// 1 for the lower and the higher of the two most frequent ones, and `free` where any bit
    /// will do.
    pub fn split(symbols: &mut [u16], free: u16) -> Self {
        let mut counts = [0u64; SYMBOLS];
        for &symbol in &*symbols {
            if let Some(count) = counts.get_mut(symbol as usize) {
                *count += 1;
            }
        }
        // Of equals the highest.
        let third = (0..SYMBOLS).rev().min_by_key(|&symbol| counts[symbol]).unwrap_or(0) as u16;
        let [_, high] = pair(third);
        let mut exceptions = Vec::with_capacity(counts[third as usize] as usize);
        for (entry, symbol) in symbols.iter_mut().enumerate() {
            if *symbol == third {
                exceptions.push(entry as u32);
            }
            let is_bit = *symbol != third && (*symbol as usize) < SYMBOLS;
            *symbol = if is_bit { u16::from(*symbol == high) } else { free };
        }
        Bits { third, exceptions }
    }

    /// Appends the symbols as they are compressed: the third symbol, the bits, and the exceptions.
    pub fn pack(&self, bits: &[u16], out: &mut Vec<u8>) {
        out.push(self.third as u8);
        out.extend(
            bits.chunks(8)
                .map(|bits| bits.iter().rev().fold(0u8, |byte, &bit| byte << 1 | (bit & 1) as u8)),
        );
        let mut next = 0;
        for &entry in &self.exceptions {
            write_number((entry - next) as u64, out);
            next = entry + 1;
        }
    }

    /// The bytes of the two planes, if they are the same throughout.
    pub fn constant(&self, bits: &[u16]) -> Option<[u8; 2]> {
        let first = *bits.first()?;
        let is_constant = self.exceptions.is_empty() && bits.iter().all(|&bit| bit == first);
        let symbol = pair(self.third)[(first & 1) as usize];
        is_constant.then(|| planes(symbol))
    }
}

/// The two symbols that the bits tell apart, beside a third one.
const fn pair(third: u16) -> [u16; 2] {
    match third {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}

/// A byte of each plane where all entries have the same symbol.
fn planes(symbol: u16) -> [u8; 2] {
    let byte = |bit: u16| if bit != 0 { 0xff } else { 0 };
    [byte(symbol & 1), byte(symbol >> 1)]
}

/// Appends the two planes of a block of so many entries, each filled up with zeros to `half` bytes.
/// `None` if the bytes are no such block.
pub(super) fn unpack(bytes: &[u8], entries: usize, half: usize, out: &mut Vec<u8>) -> Option<()> {
    let (&third, rest) = bytes.split_first()?;
    let (bits, mut list) = rest.split_at_checked(entries.div_ceil(8))?;
    if third as usize >= SYMBOLS || bits.len() > half {
        return None;
    }
    let start = out.len();
    let [zero, one] = pair(third as u16).map(planes);
    for plane in 0..2 {
        let (zero, flips) = (zero[plane], zero[plane] ^ one[plane]);
        let from = out.len();
        out.extend(bits.iter().map(|byte| byte & flips ^ zero));
        out.resize(from + half, 0);
    }
    let third = planes(third as u16);
    let mut next = 0u64;
    while !list.is_empty() {
        let entry = next.checked_add(read_number(&mut list)?)?;
        if entry >= entries as u64 {
            return None;
        }
        next = entry + 1;
        for (plane, third) in third.into_iter().enumerate() {
            let byte = out.get_mut(start + plane * half + entry as usize / 8)?;
            let bit = 1 << (entry % 8);
            *byte = *byte & !bit | third & bit;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FREE: u16 = u16::MAX;

    /// The symbol of an entry in two planes.
    fn symbol(planes: &[u8], half: usize, entry: usize) -> u16 {
        let bit = |plane: usize| planes[plane * half + entry / 8] >> (entry % 8) & 1;
        u16::from(bit(0) | bit(1) << 1)
    }

    proptest! {
        #[test]
        fn symbols_come_back(
            picks in proptest::collection::vec(0usize..100, 1..700),
            (rare, spread) in (0u16..3, 1usize..50),
            room in 0usize..9,
        ) {
            let symbols: Vec<u16> = picks
                .iter()
                .map(|&pick| match pick {
                    0..10 => FREE,
                    pick if pick % spread == 0 => rare,
                    pick => ((pick / 10) % 2) as u16,
                })
                .collect();
            let mut bits = symbols.clone();
            let split = Bits::split(&mut bits, FREE);
            bits.iter_mut().for_each(|bit| *bit = if *bit == FREE { 1 } else { *bit });
            let mut packed = Vec::new();
            split.pack(&bits, &mut packed);
            let half = symbols.len().div_ceil(8) + room;
            let mut planes = vec![7];
            unpack(&packed, symbols.len(), half, &mut planes).unwrap();
            prop_assert_eq!(planes.len(), 1 + 2 * half);
            for (entry, &expected) in symbols.iter().enumerate() {
                let found = symbol(&planes[1..], half, entry);
                prop_assert!(found == expected || expected == FREE && found < 3);
            }
            if let Some(constant) = split.constant(&bits) {
                for plane in 0..2 {
                    let whole = symbols.len() / 8;
                    let bytes = &planes[1 + plane * half..][..whole];
                    prop_assert!(bytes.iter().all(|&byte| byte == constant[plane]));
                }
            }
        }

        #[test]
        fn any_bytes_are_a_block_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            for entries in [0usize, 1, 8, 100] {
                let mut planes = Vec::new();
                let half = entries.div_ceil(8);
                if unpack(&bytes, entries, half, &mut planes).is_some() {
                    prop_assert!((0..entries).all(|entry| symbol(&planes, half, entry) < 3));
                }
            }
        }
    }

    #[test]
    fn one_symbol_is_constant() {
        for (symbol, expected) in [(0, [0, 0]), (1, [0xff, 0]), (2, [0, 0xff])] {
            let mut bits = vec![symbol; 20];
            let split = Bits::split(&mut bits, FREE);
            assert_eq!(split.constant(&bits), Some(expected));
        }
        let mut bits = vec![0, 0, 0, 1];
        assert_eq!(Bits::split(&mut bits, FREE).constant(&bits), None);
    }

    #[test]
    fn what_is_no_block_is_refused() {
        let unpacked = |bytes: &[u8]| unpack(bytes, 10, 2, &mut Vec::new()).is_some();
        assert!(unpacked(&[2, 0, 0]) && unpacked(&[2, 0, 0, 9]) && unpacked(&[2, 0, 0, 0, 8]));
        assert!(!unpacked(&[]) && !unpacked(&[2, 0]), "cut off");
        assert!(!unpacked(&[3, 0, 0]), "no third symbol");
        assert!(!unpacked(&[2, 0, 0, 10]) && !unpacked(&[2, 0, 0, 0, 9]), "behind the last entry");
        assert!(!unpacked(&[2, 0, 0, 0x80]) && !unpacked(&[2, 0, 0, 0x80, 0]), "no number");
    }
}
