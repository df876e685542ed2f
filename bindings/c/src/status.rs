//! What a call returns.

use std::ffi::CStr;

/// How a call ended. `manoury_last_error` tells in words what was wrong.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManouryStatus {
    /// All went well.
    Ok = 0,
    /// A pointer that must not be null is.
    NullPointer = 1,
    /// A number is none of its enum's, a text is not UTF-8, or no move leads to the position.
    BadArgument = 2,
    /// The four sets are no position: a bit off the board, a square held twice, a man on its own
    /// promotion row, or a layout of another board.
    BadPosition = 3,
    /// The text is no FEN of the variant.
    BadFen = 4,
    /// No game reaches these clocks.
    BadClocks = 5,
    /// The caller's buffer is too small.
    BufferTooSmall = 6,
    /// A folder is missing or cannot be listed.
    FolderUnreadable = 7,
    /// No folder has a table of the variant.
    NoTables = 8,
    /// A table that is needed is not there. A set of tables need not be complete, so that a search
    /// goes on without.
    MissingTable = 9,
    /// The position has more pieces than any table.
    TooManyPieces = 10,
    /// The side that is not to move has no piece: the game was over before.
    OneSided = 11,
    /// The operating system failed to read a table.
    ReadFailed = 12,
    /// A table is damaged, or another than its name says.
    DamagedTable = 13,
    /// `manoury_probe_wdl_cached_only` cannot tell from memory alone.
    NotCached = 14,
    /// A mistake in this library; please report the text.
    Internal = 99,
}

impl ManouryStatus {
    const ALL: [ManouryStatus; 16] = [
        ManouryStatus::Ok,
        ManouryStatus::NullPointer,
        ManouryStatus::BadArgument,
        ManouryStatus::BadPosition,
        ManouryStatus::BadFen,
        ManouryStatus::BadClocks,
        ManouryStatus::BufferTooSmall,
        ManouryStatus::FolderUnreadable,
        ManouryStatus::NoTables,
        ManouryStatus::MissingTable,
        ManouryStatus::TooManyPieces,
        ManouryStatus::OneSided,
        ManouryStatus::ReadFailed,
        ManouryStatus::DamagedTable,
        ManouryStatus::NotCached,
        ManouryStatus::Internal,
    ];

    /// The name of a number that C hands in, whatever it is.
    pub(crate) fn name(code: i32) -> &'static CStr {
        let known = Self::ALL.into_iter().find(|&status| status as i32 == code);
        match known {
            Some(ManouryStatus::Ok) => c"ok",
            Some(ManouryStatus::NullPointer) => c"null-pointer",
            Some(ManouryStatus::BadArgument) => c"bad-argument",
            Some(ManouryStatus::BadPosition) => c"bad-position",
            Some(ManouryStatus::BadFen) => c"bad-fen",
            Some(ManouryStatus::BadClocks) => c"bad-clocks",
            Some(ManouryStatus::BufferTooSmall) => c"buffer-too-small",
            Some(ManouryStatus::FolderUnreadable) => c"folder-unreadable",
            Some(ManouryStatus::NoTables) => c"no-tables",
            Some(ManouryStatus::MissingTable) => c"missing-table",
            Some(ManouryStatus::TooManyPieces) => c"too-many-pieces",
            Some(ManouryStatus::OneSided) => c"one-sided",
            Some(ManouryStatus::ReadFailed) => c"read-failed",
            Some(ManouryStatus::DamagedTable) => c"damaged-table",
            Some(ManouryStatus::NotCached) => c"not-cached",
            Some(ManouryStatus::Internal) => c"internal",
            None => c"unknown",
        }
    }
}
