//! Entries as bytes.

use crate::value::Outcome;

/// How the entries of a file are packed into the bytes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packing {
    /// Loss, draw or win: five to a byte, the first the least significant digit to base 3.
    Outcomes3,
    /// All five outcomes: three to a byte, the first the least significant digit to base 5.
    Outcomes5,
    /// Plies in one byte.
    Plies8,
    /// Plies in two bytes, the low one first.
    Plies16,
    /// Half the plies, rounded down, in one byte: wins take an odd number of plies and losses an
    /// even one, so the outcome tells the rest.
    HalfPlies8,
}

impl Packing {
    const ALL: [Packing; 5] = [
        Packing::Outcomes3,
        Packing::Outcomes5,
        Packing::Plies8,
        Packing::Plies16,
        Packing::HalfPlies8,
    ];

    /// The code in a file's header.
    pub const fn code(self) -> u8 {
        match self {
            Packing::Outcomes3 => 1,
            Packing::Outcomes5 => 2,
            Packing::Plies8 => 3,
            Packing::Plies16 => 4,
            Packing::HalfPlies8 => 5,
        }
    }

    pub(super) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|packing| packing.code() == code)
    }

    /// Whether entries are outcomes.
    pub const fn is_outcomes(self) -> bool {
        matches!(self, Packing::Outcomes3 | Packing::Outcomes5)
    }

    /// Entries of one group of bytes, and the bytes.
    const fn shape(self) -> (u64, u64) {
        match self {
            Packing::Outcomes3 => (5, 1),
            Packing::Outcomes5 => (3, 1),
            Packing::Plies8 | Packing::HalfPlies8 => (1, 1),
            Packing::Plies16 => (1, 2),
        }
    }

    /// Bytes that hold so many entries.
    pub const fn bytes(self, entries: u64) -> u64 {
        let (per_group, bytes) = self.shape();
        entries.div_ceil(per_group) * bytes
    }

    /// The most entries that so many bytes hold.
    pub const fn entries(self, bytes: u64) -> u64 {
        let (per_group, width) = self.shape();
        bytes / width * per_group
    }

    /// The symbol that stands for an outcome, if the packing has one.
    pub const fn outcome_symbol(self, outcome: Outcome) -> Option<u16> {
        match self {
            Packing::Outcomes3 => match outcome {
                Outcome::Loss => Some(0),
                Outcome::Draw => Some(1),
                Outcome::Win => Some(2),
                Outcome::BlessedLoss | Outcome::CursedWin => None,
            },
            Packing::Outcomes5 => Some(outcome as u16 - 1),
            _ => None,
        }
    }

    /// The symbol that stands for a distance of a position with a decided outcome, if it fits.
    pub const fn plies_symbol(self, outcome: Outcome, plies: u16) -> Option<u16> {
        let won = matches!(outcome.on_board(), Outcome::Win);
        match self {
            Packing::Plies8 if plies <= 0xff => Some(plies),
            Packing::Plies16 => Some(plies),
            Packing::HalfPlies8 if plies <= 0x1ff && plies % 2 == won as u16 => Some(plies / 2),
            _ => None,
        }
    }

    /// The outcome that a symbol stands for.
    #[inline(always)]
    pub const fn outcome(self, symbol: u16) -> Option<Outcome> {
        match self {
            Packing::Outcomes3 => match symbol {
                0 => Some(Outcome::Loss),
                1 => Some(Outcome::Draw),
                2 => Some(Outcome::Win),
                _ => None,
            },
            _ => Outcome::from_code(symbol as u8 + 1),
        }
    }

    /// The plies that a symbol stands for with a decided outcome.
    #[inline(always)]
    pub const fn plies(self, symbol: u16, outcome: Outcome) -> u16 {
        match self {
            Packing::HalfPlies8 => 2 * symbol + matches!(outcome.on_board(), Outcome::Win) as u16,
            _ => symbol,
        }
    }

    /// Appends packed symbols; what is over in the last byte is filled with zeros.
    pub fn pack(self, symbols: &[u16], out: &mut Vec<u8>) {
        match self {
            Packing::Outcomes3 => out.extend(symbols.chunks(5).map(|digits| number(digits, 3))),
            Packing::Outcomes5 => out.extend(symbols.chunks(3).map(|digits| number(digits, 5))),
            Packing::Plies8 | Packing::HalfPlies8 => {
                out.extend(symbols.iter().map(|&symbol| symbol as u8));
            }
            Packing::Plies16 => out.extend(symbols.iter().flat_map(|symbol| symbol.to_le_bytes())),
        }
    }

    /// The symbol of an entry in packed bytes; `None` if there are not so many bytes or a byte
    /// stands for no symbols.
    #[inline(always)]
    pub fn symbol(self, bytes: &[u8], entry: usize) -> Option<u16> {
        match self {
            Packing::Outcomes3 => digit(&DIGITS3, *bytes.get(entry / 5)?, entry % 5),
            Packing::Outcomes5 => digit(&DIGITS5, *bytes.get(entry / 3)?, entry % 3),
            Packing::Plies8 | Packing::HalfPlies8 => Some(*bytes.get(entry)? as u16),
            Packing::Plies16 => {
                let bytes = bytes.get(2 * entry..2 * entry + 2)?;
                Some(u16::from_le_bytes([bytes[0], bytes[1]]))
            }
        }
    }
}

/// Digits to one number, the first the least significant.
fn number(digits: &[u16], base: u8) -> u8 {
    digits.iter().rev().fold(0, |number, &digit| number * base + digit as u8)
}

/// No digits: the byte is no number of so many digits.
const NO_DIGIT: u8 = 0xff;

static DIGITS3: [[u8; 8]; 256] = digits(3, 5);
static DIGITS5: [[u8; 8]; 256] = digits(5, 3);

/// The digits of every byte, a table to spare the divisions.
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

#[inline(always)]
fn digit(table: &[[u8; 8]; 256], byte: u8, place: usize) -> Option<u16> {
    let digit = table[byte as usize][place & 7];
    (digit != NO_DIGIT).then_some(digit as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn symbols_come_back(symbols in proptest::collection::vec(0u16..600, 1..200)) {
            for packing in Packing::ALL {
                let top = match packing {
                    Packing::Outcomes3 => 3,
                    Packing::Outcomes5 => 5,
                    Packing::Plies8 | Packing::HalfPlies8 => 256,
                    Packing::Plies16 => 600,
                };
                let symbols: Vec<u16> = symbols.iter().map(|symbol| symbol % top).collect();
                let mut bytes = Vec::new();
                packing.pack(&symbols, &mut bytes);
                prop_assert_eq!(bytes.len() as u64, packing.bytes(symbols.len() as u64));
                for (entry, &symbol) in symbols.iter().enumerate() {
                    prop_assert_eq!(packing.symbol(&bytes, entry), Some(symbol));
                }
                prop_assert_eq!(packing.symbol(&bytes, symbols.len() + 5), None);
            }
        }
    }

    #[test]
    fn values_come_back() {
        for outcome in Outcome::ALL {
            for packing in [Packing::Outcomes3, Packing::Outcomes5] {
                if let Some(symbol) = packing.outcome_symbol(outcome) {
                    assert_eq!(packing.outcome(symbol), Some(outcome));
                }
            }
            for plies in [0, 1, 2, 31, 32, 255, 256, 300, 511, 512, 4000] {
                for packing in [Packing::Plies8, Packing::Plies16, Packing::HalfPlies8] {
                    if let Some(symbol) = packing.plies_symbol(outcome, plies) {
                        assert_eq!(packing.plies(symbol, outcome), plies);
                    }
                }
            }
        }
        assert_eq!(Packing::Plies8.plies_symbol(Outcome::Win, 256), None);
        assert_eq!(Packing::HalfPlies8.plies_symbol(Outcome::Win, 8), None);
        assert_eq!(Packing::Outcomes3.symbol(&[243], 0), None);
        assert_eq!(Packing::Outcomes5.symbol(&[125], 0), None);
    }
}
