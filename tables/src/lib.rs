//! Where the value of an endgame position lives: material, index, values, and the file format.
//!
//! A *slice* is one material, `KKMvK`; its positions are numbered by [`Index`], its values are
//! [`Score`]s, and a table file holds one [`Kind`] of value for both sides to move.

mod backup;
mod command;
mod files;
mod format;
mod index;
mod material;
mod name;
mod rank;
mod value;

pub use backup::{Backup, Step};
pub use command::{GenerateCommand, Selected};
pub use files::{Disk, FolderLock, Output, TEMPORARY, sync_folder};
pub use format::{
    Addends, BLOCK_LEN, Bits, Block, BlockBytes, BlockIndex, Constant, Content, DECODED_LEN,
    DICTIONARY_LEN, Decoder, Density, Dictionary, Encoder, EntrySum, FileStorage, HEADER_LEN,
    Header, Histogram, INDEX_ENTRY, Layout, Located, Longest, MAGIC, Packing, Run, Squares,
    Statistics, Storage, StoredOrder, Table, TableError, VERSION, WholeSide, slice_at, write_head,
    write_table,
};
pub use index::{Framed, Group, Index};
pub use material::{MAX_PIECES, Material, MaterialError, Pieces, Slice};
pub use name::TableName;
pub use rank::{Ranks, binomial};
pub use value::{Kind, Metric, Outcome, Score};
