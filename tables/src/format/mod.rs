//! The table file; its full specification is `docs/FORMAT.md`.
//!
//! A file holds one kind of value of one slice: a header, an index of blocks, and blocks of at most
//! [`BLOCK_LEN`] bytes of packed entries, each compressed by itself, so that a probe reads and
//! decodes one block. Every byte is covered by a checksum.

mod dictionary;
mod error;
mod header;
mod histogram;
mod layout;
mod number;
mod packing;
mod planes;
mod reader;
mod storage;
mod whole;
mod writer;

pub use dictionary::{DICTIONARY_LEN, Dictionary};
pub use error::TableError;
pub use header::{BLOCK_LEN, DECODED_LEN, HEADER_LEN, Header, Longest, MAGIC, Statistics, VERSION};
pub use histogram::Histogram;
pub use layout::{Addends, EntrySum, Layout, Run, Squares, StoredOrder};
pub use packing::{BlockBytes, Constant, Content, Density, Packing};
pub use planes::Bits;
pub use reader::{Decoder, INDEX_ENTRY, Located, Table};
pub use storage::{FileStorage, Storage, slice_at};
pub use whole::WholeSide;
pub use writer::{Block, BlockIndex, Encoder, write_head, write_table};
