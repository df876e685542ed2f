//! A size in bytes as people read it.

use std::fmt;

/// Names of the powers of 1024.
const POWERS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];

/// A size in bytes, shown with a unit: `812 B`, `1.21 MiB`. It is rounded up, so that what is told to
/// be enough is.
///
/// ```
/// use manoury_generator::Size;
/// assert_eq!(Size(1536).to_string(), "1.50 KiB");
/// assert_eq!(Size(1025).to_string(), "1.01 KiB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = |power: u32| (u128::from(self.0) * 100).div_ceil(1 << (10 * power));
        let mut power = 0;
        while power + 1 < POWERS.len() as u32 && hundredths(power) >= 1024 * 100 {
            power += 1;
        }
        let (number, unit) = (hundredths(power), POWERS[power as usize]);
        match power {
            0 => write!(f, "{} {unit}", self.0),
            _ => write!(f, "{}.{:02} {unit}", number / 100, number % 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_up() {
        for (bytes, text) in [
            (0, "0 B"),
            (812, "812 B"),
            (1023, "1023 B"),
            (1024, "1.00 KiB"),
            (1025, "1.01 KiB"),
            ((1 << 20) - 1, "1.00 MiB"),
            ((5 << 30) + 1, "5.01 GiB"),
            (u64::MAX, "16777216.00 TiB"),
        ] {
            assert_eq!(Size(bytes).to_string(), text);
        }
    }
}
