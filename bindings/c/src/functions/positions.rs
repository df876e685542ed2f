//! Positions as texts, and the clocks along moves.

use super::given;
use crate::failure::Failure;
use crate::guard::{Place, Places, c_text, guarded, put_text, shared};
use crate::status::ManouryStatus;
use crate::tablebase::ManouryTablebase;
use crate::values::{
    LayoutCode, ManouryClocks, ManouryPosition, ManouryReading, ReadingCode, constant,
};
use std::ffi::c_char;

/// Reads a FEN, such as `W:WK12,K40,50:BK11`, as a position in the layout that is asked for.
///
/// `clocks` may be null. Otherwise it gets the 25-clock where the FEN tells it (`:H12`), and
/// `MANOURY_CLOCK_NONE` for all that is not told. The tablebase tells the variant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_position_from_fen(
    tablebase: *const ManouryTablebase,
    fen: *const c_char,
    layout: LayoutCode,
    position: *mut ManouryPosition,
    clocks: *mut ManouryClocks,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let tablebase = unsafe { shared(tablebase, "tablebase") }?;
        // SAFETY: as above.
        let fen = unsafe { c_text(fen, "fen") }?.to_str().map_err(|_| Failure::NotUtf8("fen"))?;
        // SAFETY: as above.
        let position = unsafe { Place::new(position, "position") }?;
        // SAFETY: as above.
        let clock_place = unsafe { Place::optional(clocks, "clocks") }?;
        let (read, clocks) = tablebase.answers().read_fen(fen, constant(layout)?)?;
        position.put(read);
        if let Some(place) = clock_place {
            place.put(clocks);
        }
        Ok(())
    })
}

/// Writes the FEN of a position, with a final zero byte, into a buffer of `capacity` bytes;
/// `MANOURY_FEN_SIZE` are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_position_to_fen(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
    buffer: *mut c_char,
    capacity: usize,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let tablebase = unsafe { shared(tablebase, "tablebase") }?;
        // SAFETY: as above.
        let position = unsafe { shared(position, "position") }?;
        // SAFETY: as above.
        let places = unsafe { Places::new(buffer, capacity, "buffer") }?;
        put_text(&tablebase.answers().write_fen(position)?, places)
    })
}

/// The clocks after the legal move that leads from the position `before`, with its `clocks` (null
/// for fresh ones), to `after`: for an engine that keeps the clocks along its own moves. Both
/// positions may have more pieces than any table, and each its own layout.
///
/// A clock comes to stand past its limit if it was at it: the game is drawn then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_clocks_after(
    tablebase: *const ManouryTablebase,
    before: *const ManouryPosition,
    clocks: *const ManouryClocks,
    reading: ReadingCode,
    after: *const ManouryPosition,
    clocks_after: *mut ManouryClocks,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let tablebase = unsafe { shared(tablebase, "tablebase") }?;
        // SAFETY: as above.
        let before = unsafe { shared(before, "before") }?;
        // SAFETY: as above.
        let clocks = unsafe { given(clocks) }?;
        // SAFETY: as above.
        let after = unsafe { shared(after, "after") }?;
        // SAFETY: as above.
        let place = unsafe { Place::new(clocks_after, "clocks_after") }?;
        let reading = constant::<ManouryReading>(reading)?.into();
        place.put(tablebase.answers().clocks_after(before, clocks, reading, after)?);
        Ok(())
    })
}
