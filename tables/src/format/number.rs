//! Numbers of as many bytes as they need.

/// Writes a number in groups of seven bits, the lowest first; every byte but the last has its
/// highest bit set.
pub(super) fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number off the front of the bytes. `None` if it is cut off, longer than it need be or
/// greater than 64 bits hold.
pub(super) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let group = (byte & 0x7f) as u64;
        if group << shift >> shift != group {
            return None;
        }
        number |= group << shift;
        if byte < 0x80 {
            return (byte != 0 || shift == 0).then_some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length() {
        for number in (0..64).flat_map(|bit| [(1u64 << bit) - 1, 1 << bit]).chain([u64::MAX]) {
            let mut bytes = Vec::new();
            write_number(number, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!(read_number(&mut rest), Some(number));
            assert!(rest.is_empty());
        }
    }
}
