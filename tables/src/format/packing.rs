//! Entries as bytes.
//!
//! A file stores *values*: outcomes, or distances in plies. Those that occur in it are numbered by
//! *symbols*, and the fewer there are, the more symbols go into one byte, as the digits of a number,
//! or the bits of three symbols into two planes.

use super::planes::{self, Bits};
use crate::value::Outcome;

/// What the values of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Outcomes: 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win.
    Outcomes,
    /// Plies.
    Plies,
    /// Half the plies, rounded down: wins take an odd number of plies and losses an even one, so the
    /// outcome tells the rest.
    HalfPlies,
}

impl Content {
    const ALL: [Content; 3] = [Content::Outcomes, Content::Plies, Content::HalfPlies];

    /// The code in a file's header.
    pub const fn code(self) -> u8 {
        self as u8 + 1
    }

    /// The value that stands for a score, if there is one. An outcome has no plies, and a draw no
    /// distance.
    #[inline]
    pub const fn value(self, outcome: Outcome, plies: u16) -> Option<u16> {
        let won = matches!(outcome.on_board(), Outcome::Win);
        match self {
            Content::Outcomes => Some(outcome as u16 - 1),
            _ if matches!(outcome, Outcome::Draw) => None,
            Content::Plies => Some(plies),
            Content::HalfPlies if plies % 2 == won as u16 => Some(plies / 2),
            Content::HalfPlies => None,
        }
    }
}

/// How many entries share a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Density {
    /// Eight binary digits.
    Eight,
    /// Five digits to base 3.
    Five,
    /// Four digits to base 4.
    Four,
    /// Three digits to base 6.
    Three,
    /// Two digits to base 16.
    Two,
    /// One entry: its value.
    One,
    /// Half an entry: its value takes two bytes, the low one first.
    Half,
    /// Two bits in two planes: the low bits of all entries of a block, then the high ones. Compressed
    /// it is one bit for each entry and a list of exceptions, see [`super::Bits`].
    Planes,
}

impl Density {
    /// All densities, the densest first, but for the planes.
    pub const ALL: [Density; 8] = [
        Density::Eight,
        Density::Five,
        Density::Four,
        Density::Three,
        Density::Two,
        Density::One,
        Density::Half,
        Density::Planes,
    ];

    /// The code in a file's header: entries of two bytes, but for the planes.
    pub const fn code(self) -> u8 {
        match self {
            Density::Half => 1,
            Density::Planes => 3,
            density => 2 * density.unit() as u8,
        }
    }

    /// Entries that go together into the fewest whole bytes.
    pub const fn unit(self) -> u64 {
        match self {
            Density::Eight | Density::Planes => 8,
            Density::Five => 5,
            Density::Four => 4,
            Density::Three => 3,
            Density::Two => 2,
            Density::One | Density::Half => 1,
        }
    }

    /// Bytes of a unit.
    const fn width(self) -> u64 {
        if matches!(self, Density::Half | Density::Planes) { 2 } else { 1 }
    }

    /// Values that can be told apart.
    pub const fn base(self) -> usize {
        match self {
            Density::Eight => 2,
            Density::Five => 3,
            Density::Four => 4,
            Density::Three => 6,
            Density::Two => 16,
            Density::One => 256,
            Density::Half => 65536,
            Density::Planes => planes::SYMBOLS,
        }
    }

    /// Whether symbols number the values of a list; otherwise a symbol is the value itself.
    pub const fn is_listed(self) -> bool {
        !matches!(self, Density::One | Density::Half)
    }
}

/// Most values that a list can have.
pub(super) const LISTED: usize = 16;

/// Stands for no value in a list.
const NONE: u16 = u16::MAX;

/// The bytes of a decoded block, however whoever decoded it keeps them.
pub trait BlockBytes {
    /// The byte at a place; `None` behind the last.
    fn byte(&self, at: usize) -> Option<u8>;
}

impl BlockBytes for [u8] {
    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        self.get(at).copied()
    }
}

impl BlockBytes for Vec<u8> {
    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        self.get(at).copied()
    }
}

/// The bytes of a block that is the same all through, but that planes may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    pub(super) first: u8,
    pub(super) second: u8,
    /// Where the second plane begins; the length where there is none.
    pub(super) half: usize,
    pub(super) len: usize,
}

impl BlockBytes for Constant {
    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        (at < self.len).then_some(if at < self.half { self.first } else { self.second })
    }
}

/// How the entries of a file are packed into the bytes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packing {
    content: Content,
    density: Density,
    /// With a listed density the value of each symbol, [`NONE`] behind the last.
    values: [u16; LISTED],
}

impl Packing {
    /// A packing of a density for files in which no other than these values occur. `None` if it does
    /// not hold them all.
    pub fn new(content: Content, density: Density, values: &[u16]) -> Option<Self> {
        let mut list = [NONE; LISTED];
        if !density.is_listed() {
            let fits = values.iter().all(|&value| (value as usize) < density.base());
            return fits.then_some(Packing { content, density, values: list });
        }
        if values.len() > density.base() || values.contains(&NONE) {
            return None;
        }
        list[..values.len()].copy_from_slice(values);
        Some(Packing { content, density, values: list })
    }

    /// Reads what a header says; the list as it is there.
    pub(super) fn from_codes(content: u8, density: u8, values: [u16; LISTED]) -> Option<Self> {
        let content = Content::ALL.into_iter().find(|found| found.code() == content)?;
        let density = Density::ALL.into_iter().find(|found| found.code() == density)?;
        let listed = if density.is_listed() { density.base() } else { 0 };
        let sound = values[listed..].iter().all(|&value| value == NONE);
        sound.then_some(Packing { content, density, values })
    }

    /// What the values are.
    pub const fn content(self) -> Content {
        self.content
    }

    /// How many entries share a byte.
    pub const fn density(self) -> Density {
        self.density
    }

    /// The value of each symbol with a listed density.
    pub(super) const fn values(self) -> [u16; LISTED] {
        self.values
    }

    /// Bytes that hold so many entries, decoded.
    pub const fn bytes(self, entries: u64) -> u64 {
        entries.div_ceil(self.density.unit()) * self.density.width()
    }

    /// Bytes that are compressed for so many entries at least: exceptions come on top.
    pub const fn compressed(self, entries: u64) -> u64 {
        match self.density {
            Density::Planes => 1 + self.bytes(entries) / 2,
            _ => self.bytes(entries),
        }
    }

    /// The most entries that so many bytes hold.
    pub const fn entries(self, bytes: u64) -> u64 {
        bytes / self.density.width() * self.density.unit()
    }

    /// The symbol of a value, if the packing has one.
    #[inline]
    pub fn symbol(&self, value: u16) -> Option<u16> {
        if !self.density.is_listed() {
            return ((value as usize) < self.density.base()).then_some(value);
        }
        let symbol = self.values.iter().position(|&listed| listed == value && value != NONE)?;
        Some(symbol as u16)
    }

    /// The outcome of an entry in the packed bytes of a file of outcomes; `None` if there are not so
    /// many bytes or they hold none there. If there are planes, the second begins at `half`.
    #[inline(always)]
    pub fn outcome(
        &self,
        bytes: &(impl BlockBytes + ?Sized),
        half: usize,
        entry: usize,
    ) -> Option<Outcome> {
        Outcome::from_code((self.value(bytes, half, entry)?.wrapping_add(1)).try_into().ok()?)
    }

    /// The plies of an entry in the packed bytes of a file of distances, for a decided outcome;
    /// `None` if there are not so many bytes or they hold none there. If there are planes, the second
    /// begins at `half`.
    #[inline(always)]
    pub fn plies(
        &self,
        bytes: &(impl BlockBytes + ?Sized),
        half: usize,
        entry: usize,
        outcome: Outcome,
    ) -> Option<u16> {
        let value = self.value(bytes, half, entry)?;
        if self.content != Content::HalfPlies {
            return Some(value);
        }
        value.checked_mul(2)?.checked_add(matches!(outcome.on_board(), Outcome::Win) as u16)
    }

    /// The value of an entry.
    #[inline(always)]
    fn value(&self, bytes: &(impl BlockBytes + ?Sized), half: usize, entry: usize) -> Option<u16> {
        let digit = match self.density {
            Density::Eight => bytes.byte(entry / 8)? >> (entry % 8) & 1,
            Density::Five => DIGITS3[bytes.byte(entry / 5)? as usize][entry % 5],
            Density::Four => bytes.byte(entry / 4)? >> (2 * (entry % 4)) & 3,
            Density::Three => DIGITS6[bytes.byte(entry / 3)? as usize][entry % 3],
            Density::Two => bytes.byte(entry / 2)? >> (4 * (entry % 2)) & 15,
            Density::Planes => {
                let at = entry / 8;
                let second = bytes.byte(half.checked_add(at)?).filter(|_| at < half)?;
                let [low, high] = [bytes.byte(at)?, second].map(|byte| byte >> (entry % 8) & 1);
                low | high << 1
            }
            Density::One => return Some(bytes.byte(entry)? as u16),
            Density::Half => {
                return Some(u16::from_le_bytes([
                    bytes.byte(2 * entry)?,
                    bytes.byte(2 * entry + 1)?,
                ]));
            }
        };
        self.values.get(digit as usize).copied().filter(|&value| value != NONE)
    }

    /// Appends packed symbols, as they are compressed; what is over in the last byte is filled with
    /// zeros.
    pub fn pack(&self, symbols: &[u16], out: &mut Vec<u8>) {
        match self.density {
            Density::Planes => {
                let mut bits = symbols.to_vec();
                Bits::split(&mut bits, 0).pack(&bits, out);
            }
            Density::Half => out.extend(symbols.iter().flat_map(|symbol| symbol.to_le_bytes())),
            Density::One => out.extend(symbols.iter().map(|&symbol| symbol as u8)),
            density => {
                let base = density.base() as u8;
                out.extend(symbols.chunks(density.unit() as usize).map(|digits| {
                    digits.iter().rev().fold(0u8, |number, &digit| {
                        number.wrapping_mul(base).wrapping_add(digit as u8)
                    })
                }));
            }
        }
    }
}

/// No digits: the byte is no number of so many digits.
const NO_DIGIT: u8 = 0xff;

static DIGITS3: [[u8; 8]; 256] = digits(3, 5);
static DIGITS6: [[u8; 8]; 256] = digits(6, 3);

/// The digits of every byte, the first the least significant: a table to spare the divisions.
const fn digits(base: usize, count: usize) -> [[u8; 8]; 256] {
    let mut table = [[NO_DIGIT; 8]; 256];
    let mut byte = 0;
    while byte < base.pow(count as u32) {
        let mut rest = byte;
        let mut i = 0;
        while i < count {
            table[byte][i] = (rest % base) as u8;
            rest /= base;
            i += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_come_back(picks in proptest::collection::vec(0usize..1 << 16, 1..200)) {
            for density in Density::ALL {
                let values: Vec<u16> = match density {
                    Density::One => (0..256).collect(),
                    Density::Half => (0..5000).collect(),
                    _ => (0..density.base() as u16).map(|symbol| 7 * symbol + 3).collect(),
                };
                let packing = Packing::new(Content::Plies, density, &values).unwrap();
                let stored: Vec<u16> = picks.iter().map(|pick| values[pick % values.len()]).collect();
                let symbols: Vec<u16> =
                    stored.iter().map(|&value| packing.symbol(value).unwrap()).collect();
                let mut bytes = Vec::new();
                packing.pack(&symbols, &mut bytes);
                let half = symbols.len().div_ceil(8);
                if density == Density::Planes {
                    let packed = std::mem::take(&mut bytes);
                    planes::unpack(&packed, symbols.len(), half, &mut bytes).unwrap();
                }
                prop_assert_eq!(bytes.len() as u64, packing.bytes(symbols.len() as u64));
                for (entry, &value) in stored.iter().enumerate() {
                    prop_assert_eq!(packing.plies(&bytes[..], half, entry, Outcome::Win), Some(value));
                }
                prop_assert_eq!(packing.value(&bytes[..], half, symbols.len() + 8), None);
            }
        }
    }

    #[test]
    fn outcomes_and_halves_come_back() {
        for outcome in Outcome::ALL {
            let value = Content::Outcomes.value(outcome, 77).unwrap();
            let packing = Packing::new(Content::Outcomes, Density::One, &[value]).unwrap();
            assert_eq!(packing.outcome(&[value as u8][..], 1, 0), Some(outcome));
            for plies in [0, 1, 2, 31, 32, 255, 256, 300, 510, 511, 512, 4000] {
                let Some(value) = Content::HalfPlies.value(outcome, plies) else { continue };
                let packing = Packing::new(Content::HalfPlies, Density::Half, &[value]).unwrap();
                assert_eq!(packing.plies(&value.to_le_bytes()[..], 1, 0, outcome), Some(plies));
            }
        }
        assert_eq!(Content::HalfPlies.value(Outcome::Win, 8), None);
        assert_eq!(Content::Plies.value(Outcome::Draw, 0), None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(Packing::new(Content::Plies, Density::One, &[256]), None);
        assert_eq!(Packing::new(Content::Plies, Density::Five, &[1, 2, 3, 4]), None);
        let packing = Packing::new(Content::Outcomes, Density::Five, &[0, 4]).unwrap();
        assert_eq!(packing.outcome(&[2][..], 1, 0), None, "a symbol without a value");
        assert_eq!(
            packing.outcome(&[243][..], 1, 0),
            None,
            "a byte that is no number of five digits"
        );
        let packing = Packing::new(Content::Outcomes, Density::One, &[0, 4]).unwrap();
        assert_eq!(packing.outcome(&[5][..], 1, 0), None);
        assert_eq!(packing.outcome(&[255][..], 1, 0), None);
        let packing = Packing::new(Content::HalfPlies, Density::Half, &[0]).unwrap();
        assert_eq!(packing.plies(&[0xff, 0xff][..], 1, 0, Outcome::Win), None);
    }
}
