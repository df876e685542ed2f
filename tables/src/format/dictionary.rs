//! What the blocks of a file have in common.
//!
//! Short blocks say the same again and again: how often each byte comes, and matches of each length
//! and distance. A dictionary of zstd says it once for all blocks of a file.

use super::header::BLOCK_LEN;
use std::fmt;
use zstd::zstd_safe::{DDict, MAGIC_DICTIONARY};

/// Greatest length of a dictionary in bytes, as zstd uses it.
pub const DICTIONARY_LEN: usize = BLOCK_LEN as usize;

/// What stands in a dictionary before its content takes at most so many bytes.
const TABLES_LEN: usize = 256;

/// The level at which a dictionary is compressed itself.
const LEVEL: i32 = 19;

/// A dictionary for the blocks of a file; [`Dictionary::default`] is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// As zstd uses it. Empty for none.
    bytes: Vec<u8>,
    /// As it is in the file: compressed.
    encoded: Vec<u8>,
}

impl Dictionary {
    /// A dictionary for blocks like some packed ones, `samples`, that are encoded at a level of zstd.
    /// It holds `content`, to which blocks can refer: it should be like them, and about half a block.
    /// With much less, zstd gives the blocks a window that does not hold them. `None` if zstd makes
    /// none: of too few samples, of too long content, or for want of memory.
    pub fn new(content: &[u8], samples: &[Vec<u8>], level: i32) -> Option<Self> {
        let mut bytes = vec![0u8; TABLES_LEN.checked_add(content.len())?];
        let sizes: Vec<usize> = samples.iter().map(Vec::len).collect();
        let samples = samples.concat();
        let parameters =
            zstd_sys::ZDICT_params_t { compressionLevel: level, notificationLevel: 0, dictID: 0 };
        // SAFETY: every pointer comes with the length of what it points to, and the sizes of the
        // samples add up to theirs. The safe wrapper only trains, with tables made for level 3: files
        // of the greatest effort are 2.5 % larger with it.
        let len = unsafe {
            zstd_sys::ZDICT_finalizeDictionary(
                bytes.as_mut_ptr().cast(),
                bytes.len(),
                content.as_ptr().cast(),
                content.len(),
                samples.as_ptr().cast(),
                sizes.as_ptr(),
                sizes.len().try_into().ok()?,
                parameters,
            )
        };
        // SAFETY: the function looks at nothing but the number.
        if unsafe { zstd_sys::ZDICT_isError(len) } != 0 || len > DICTIONARY_LEN {
            return None;
        }
        bytes.truncate(len);
        let encoded = zstd::bulk::compress(&bytes, LEVEL).ok()?;
        Some(Dictionary { bytes, encoded })
    }

    /// The dictionary of which a file has these bytes. `None` if they are no dictionary.
    pub fn from_encoded(encoded: &[u8]) -> Option<Self> {
        if encoded.is_empty() {
            return Some(Dictionary::default());
        }
        let bytes = zstd::bulk::decompress(encoded, DICTIONARY_LEN).ok()?;
        // Anything else would be taken for content without tables.
        let whole = bytes.starts_with(&MAGIC_DICTIONARY.to_le_bytes());
        whole.then(|| Dictionary { bytes, encoded: encoded.to_vec() })
    }

    /// The bytes that it takes in a file; no bytes if there is none.
    pub fn encoded(&self) -> &[u8] {
        &self.encoded
    }

    /// The bytes that zstd uses; no bytes if there is none.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A dictionary made ready for decoding blocks.
pub(super) struct Prepared(pub(super) DDict<'static>);

impl Prepared {
    /// The dictionary of which a file has these bytes, `None` within for none. `None` if they are no
    /// dictionary, or there is no memory for it.
    pub(super) fn read(encoded: &[u8]) -> Option<Option<Self>> {
        let dictionary = Dictionary::from_encoded(encoded)?;
        match dictionary.bytes() {
            [] => Some(None),
            bytes => DDict::try_create(bytes).map(|made| Some(Prepared(made))),
        }
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prepared")
    }
}
