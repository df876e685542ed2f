//! What a search asks, and what the root asks.

use super::given;
use crate::failure::Failure;
use crate::guard::{Place, Places, guarded, several, shared};
use crate::status::ManouryStatus;
use crate::tablebase::{Answers, ManouryTablebase};
use crate::values::{
    ManouryClocks, ManouryMove, ManouryOutcome, ManouryPosition, ManouryProbe, ManouryReading,
    ReadingCode, constant,
};

/// Positions of a batch that are handed on together: as many as the prober sorts together.
const TOGETHER: usize = 1 << 18;

/// What answers, and the position that is asked about.
///
/// # Safety
/// As for [`shared`], of both.
unsafe fn asked<'a>(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
) -> Result<(&'a dyn Answers, &'a ManouryPosition), Failure> {
    // SAFETY: the caller keeps the contract.
    let tablebase = unsafe { shared(tablebase, "tablebase") }?;
    // SAFETY: as above.
    let position = unsafe { shared(position, "position") }?;
    Ok((tablebase.answers(), position))
}

/// The outcome of a position with fresh clocks (each that runs at 0): what a search asks.
///
/// A side to move without a piece or a move has lost; no table is needed for that. Where the side
/// to move must capture, all captures are played out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_probe_wdl(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
    outcome: *mut ManouryOutcome,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let (answers, position) = unsafe { asked(tablebase, position) }?;
        // SAFETY: as above.
        let place = unsafe { Place::new(outcome, "outcome") }?;
        place.put(answers.probe_wdl(position)?.into());
        Ok(())
    })
}

/// The outcome of a position with fresh clocks, as `manoury_probe_wdl` tells it, if it can be told
/// from memory alone: nothing is opened, read or decoded. `MANOURY_STATUS_NOT_CACHED` if it cannot.
/// For a search that must not wait for a disk, after `manoury_preload`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_probe_wdl_cached_only(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
    outcome: *mut ManouryOutcome,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let (answers, position) = unsafe { asked(tablebase, position) }?;
        // SAFETY: as above.
        let place = unsafe { Place::new(outcome, "outcome") }?;
        place.put(answers.probe_wdl_cached_only(position)?.into());
        Ok(())
    })
}

/// The outcomes of many positions with fresh clocks, each as `manoury_probe_wdl` tells it. What must
/// be looked up is sorted by file and block, so that a block is decoded once for very many
/// positions. For labelling training data.
///
/// `positions`, `outcomes` and `statuses` are `count` of each and do not overlap. `statuses[i]` is
/// what `manoury_probe_wdl` would return, and `outcomes[i]` is written only where that is
/// `MANOURY_STATUS_OK`. One position fails without the others, and is no failure of the call;
/// whoever wants its text asks for it alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_probe_wdl_many(
    tablebase: *const ManouryTablebase,
    positions: *const ManouryPosition,
    count: usize,
    outcomes: *mut ManouryOutcome,
    statuses: *mut ManouryStatus,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let tablebase = unsafe { shared(tablebase, "tablebase") }?;
        // SAFETY: as above.
        let positions = unsafe { several(positions, count, "positions") }?;
        // SAFETY: as above.
        let outcomes = unsafe { Places::new(outcomes, count, "outcomes") }?;
        // SAFETY: as above.
        let statuses = unsafe { Places::new(statuses, count, "statuses") }?;
        for (n, some) in positions.chunks(TOGETHER).enumerate() {
            let answers = tablebase.answers().probe_wdl_many(some);
            for (i, answer) in answers.into_iter().enumerate() {
                let at = n * TOGETHER + i;
                match answer {
                    Ok(outcome) => {
                        outcomes.put_at(at, outcome.into());
                        statuses.put_at(at, ManouryStatus::Ok);
                    }
                    Err(status) => statuses.put_at(at, status),
                }
            }
        }
        Ok(())
    })
}

/// The outcome of a position with its draw clocks running, exact for every state of them: a win
/// that comes too late is a cursed win, a loss that does a blessed loss. A clock at its limit draws
/// unless the game is over on the board. `clocks` may be null for fresh ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_probe_wdl_with_clocks(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
    clocks: *const ManouryClocks,
    reading: ReadingCode,
    outcome: *mut ManouryOutcome,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let (answers, position) = unsafe { asked(tablebase, position) }?;
        // SAFETY: as above.
        let clocks = unsafe { given(clocks) }?;
        // SAFETY: as above.
        let place = unsafe { Place::new(outcome, "outcome") }?;
        let reading = constant::<ManouryReading>(reading)?.into();
        place.put(answers.probe_wdl_with_clocks(position, clocks, reading)?.into());
        Ok(())
    })
}

/// The outcome and the distances of a position with fresh clocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_probe(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
    probe: *mut ManouryProbe,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let (answers, position) = unsafe { asked(tablebase, position) }?;
        // SAFETY: as above.
        let place = unsafe { Place::new(probe, "probe") }?;
        place.put(answers.probe(position)?.into());
        Ok(())
    })
}

/// The outcome of a position with its draw clocks running, as `manoury_probe_wdl_with_clocks`
/// tells it, and its distances, which do not depend on the clocks. `clocks` may be null for fresh
/// ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_probe_with_clocks(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
    clocks: *const ManouryClocks,
    reading: ReadingCode,
    probe: *mut ManouryProbe,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let (answers, position) = unsafe { asked(tablebase, position) }?;
        // SAFETY: as above.
        let clocks = unsafe { given(clocks) }?;
        // SAFETY: as above.
        let place = unsafe { Place::new(probe, "probe") }?;
        let reading = constant::<ManouryReading>(reading)?.into();
        place.put(answers.probe_with_clocks(position, clocks, reading)?.into());
        Ok(())
    })
}

/// All legal moves with what each leads to, best first; none if the game is over on the board.
///
/// Whoever plays the first move of a won position, and goes on so, wins whatever the answers: it
/// is ranked by the outcome under the clocks and then by distance, the shortest win and the longest
/// loss first.
///
/// `moves` has room for `capacity` moves and gets the best ones; `*count` becomes the number of all
/// legal moves, which may be more. With `capacity` 1 only the best move is written; with 0 `moves`
/// may be null. `clocks` may be null for fresh ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn manoury_moves(
    tablebase: *const ManouryTablebase,
    position: *const ManouryPosition,
    clocks: *const ManouryClocks,
    reading: ReadingCode,
    moves: *mut ManouryMove,
    capacity: usize,
    count: *mut usize,
) -> ManouryStatus {
    guarded(|| {
        // SAFETY: the head of the header.
        let (answers, position) = unsafe { asked(tablebase, position) }?;
        // SAFETY: as above.
        let clocks = unsafe { given(clocks) }?;
        // SAFETY: as above.
        let places = unsafe { Places::new(moves, capacity, "moves") }?;
        // SAFETY: as above.
        let place = unsafe { Place::new(count, "count") }?;
        let reading = constant::<ManouryReading>(reading)?.into();
        let (best, all) = answers.moves(position, clocks, reading, capacity)?;
        places.put(best);
        place.put(all);
        Ok(())
    })
}
