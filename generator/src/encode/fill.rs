//! Giving free entries a symbol.

use super::gather::FREE;

/// Gives every free entry the symbol before it, and those at the start the first one stored. With
/// no entry stored all become 0.
pub(super) fn repeat_last(symbols: &mut [u16]) {
    let mut last = symbols.iter().copied().find(|&symbol| symbol != FREE).unwrap_or(0);
    for symbol in symbols {
        if *symbol == FREE {
            *symbol = last;
        }
        last = *symbol;
    }
}
