//! The blocks of a file while it is encoded: in memory as long as they are few, in the journal
//! beyond.

use super::Journal;
use super::record::{self, Log, Record, Records};
use crate::progress::{Event, Restored};
use manoury_rules::Variant;
use manoury_tables::{
    Block, BlockIndex, Dictionary, HEADER_LEN, Header, INDEX_ENTRY, TableName, write_head,
};
use std::io::{self, Write};
use std::ops::Range;

/// Tags of records: the header of the file, as far as it is known before its blocks, and the
/// dictionary; blocks.
const HEADER: u8 = 1;
const BLOCKS: u8 = 2;

/// Bytes of blocks in memory that are moved to the disk, due or not.
pub(crate) const IN_MEMORY: usize = 16 << 20;

/// What is encoded of a file.
pub(crate) struct Spool<'a> {
    journal: Option<&'a Journal<'a>>,
    header: Header,
    dictionary: Dictionary,
    index: BlockIndex,
    log: Option<Log>,
    /// Blocks that are in the log, and where their bytes lie in it.
    filed: u64,
    places: Vec<Range<u64>>,
    /// Bytes of the blocks that are not.
    pending: Vec<u8>,
}

/// A file that is encoded but for being put in its place.
pub(crate) struct Spooled<'a>(Spool<'a>);

impl<'a> Spool<'a> {
    /// Goes on with a file that the journal has a part of.
    pub(crate) fn resume<V: Variant>(journal: &'a Journal<'a>, name: TableName) -> Option<Self> {
        let path = journal.path(name.kind.name());
        if journal.has_failed() || !path.is_file() {
            return None;
        }
        let mut records = Records::open(&path, journal.seed()).ok()?;
        let first = records.next().filter(|record| record.tag == HEADER)?;
        let (header, dictionary) = first.payload.split_first_chunk::<HEADER_LEN>()?;
        let header = Header::from_bytes::<V>(header, name, &path).ok()?;
        let dictionary = Dictionary::from_encoded(dictionary)?;
        let mut end = first.offset + first.payload.len() as u64;
        let mut index = BlockIndex::default();
        let mut places = Vec::new();
        for Record { tag, payload, offset } in records {
            let Some((count, rest)) = payload.split_first_chunk() else { break };
            let entries = u32::from_le_bytes(*count) as usize * INDEX_ENTRY;
            let Some(entries) = rest.get(..entries).filter(|_| tag == BLOCKS) else { break };
            let mut longer = index.clone();
            let bytes = (rest.len() - entries.len()) as u64;
            let fits = longer.extend(entries)
                && longer.bytes() - index.bytes() == bytes
                && longer.blocks() <= header.blocks();
            if !fits {
                break;
            }
            index = longer;
            end = offset + payload.len() as u64;
            places.push(end - bytes..end);
        }
        let log = Log::open(&path, journal.seed(), end).ok()?;
        if index.blocks() > 0 {
            let restored = Restored::Blocks(name.kind, index.blocks());
            journal.observer.event(Event::Resumed { slice: name.slice, restored });
        }
        let filed = index.blocks();
        let (journal, log, pending) = (Some(journal), Some(log), Vec::new());
        Some(Spool { journal, header, dictionary, index, log, filed, places, pending })
    }

    /// Begins a file whose blocks are encoded with this dictionary. Without a journal all of it stays
    /// in memory.
    pub(crate) fn new(
        journal: Option<&'a Journal<'a>>,
        header: Header,
        dictionary: Dictionary,
    ) -> Self {
        Spool {
            journal,
            header,
            dictionary,
            index: BlockIndex::default(),
            log: None,
            filed: 0,
            places: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// The header of the file, without its length and the checksum of its index.
    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// The dictionary that the blocks are encoded with.
    pub(crate) fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// The same with another header of the same packing and layout.
    pub(crate) fn with_header(self, header: Header) -> Self {
        Spool { header, ..self }
    }

    /// Blocks encoded.
    pub(crate) fn blocks(&self) -> u64 {
        self.index.blocks()
    }

    /// Adds blocks, in their order.
    ///
    /// # Errors
    /// A block takes too many bytes.
    pub(crate) fn add(&mut self, blocks: &[Block]) -> io::Result<()> {
        for block in blocks {
            self.index.push(block)?;
            if let Block::Encoded(bytes) = block {
                self.pending.extend_from_slice(bytes);
            }
        }
        Ok(())
    }

    /// Moves blocks to the disk if a checkpoint is due or they have become many. Before a checkpoint
    /// `solved` sees to it that the cells are kept which the blocks come from.
    pub(crate) fn offer(&mut self, solved: &dyn Fn()) {
        let Some(journal) = self.journal else { return };
        if journal.is_due() {
            solved();
            journal.checkpoint(|| self.file(journal));
        } else if self.pending.len() >= IN_MEMORY
            && !journal.has_failed()
            && let Err(error) = journal.begin().and_then(|()| self.file(journal))
        {
            // The rest of the file stays in memory.
            journal.fail(&error);
        }
    }

    /// Moves all blocks to the disk. Returns the bytes written.
    fn file(&mut self, journal: &Journal<'_>) -> io::Result<u64> {
        let begins = self.log.is_none();
        let log = match &mut self.log {
            Some(log) => log,
            none => {
                let path = journal.path(self.header.name.kind.name());
                none.insert(Log::open(&path, journal.seed(), 0)?)
            }
        };
        let header = begins.then(|| self.header.to_bytes());
        let dictionary = self.dictionary.encoded();
        let entries = self.index.entries(self.filed);
        let count = (self.index.blocks() - self.filed) as u32;
        let appended = log.append(|out, seed, start| {
            let mut written = 0;
            if let Some(header) = &header {
                written += record::write(out, seed, HEADER, &[header, dictionary])?;
            }
            if count > 0 {
                let parts = [&count.to_le_bytes()[..], entries, &self.pending];
                written += record::write(out, seed, BLOCKS, &parts)?;
            }
            Ok((written, start + written))
        });
        match appended {
            Ok((written, end)) => {
                self.places.push(end - self.pending.len() as u64..end);
                self.pending = Vec::new();
                self.filed = self.index.blocks();
                Ok(written)
            }
            Err(error) => {
                if begins {
                    self.log = None;
                }
                Err(error)
            }
        }
    }

    /// All blocks are there.
    pub(crate) fn finish(self) -> Spooled<'a> {
        Spooled(self)
    }
}

impl Spooled<'_> {
    /// Writes the file. Returns its length.
    ///
    /// # Errors
    /// Writing fails, or reading back what is on the disk.
    pub(crate) fn write(&mut self, out: &mut dyn Write) -> io::Result<u64> {
        let spool = &mut self.0;
        let length = write_head(spool.header.clone(), &spool.index, &spool.dictionary, out)?;
        if let Some(log) = &mut spool.log {
            for place in &spool.places {
                log.copy(place.clone(), out)?;
            }
        }
        out.write_all(&spool.pending)?;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use manoury_rules::English;
    use manoury_tables::{Content, Density, Kind, Layout, Material, Packing, Squares, write_table};

    #[test]
    fn many_blocks_go_to_the_disk_and_come_back() {
        let slice = "KMvK".parse::<Material>().unwrap().slice();
        let blocks: Vec<Block> =
            (0..400u32).map(|i| Block::Encoded(vec![i as u8; 50_000 + i as usize])).collect();
        let name = TableName { slice, kind: Kind::Wdl };
        let (order, squares) = ([0, 1, 2, 3], [Squares::Rows; 4]);
        let packing = Packing::new(Content::Outcomes, Density::Five, &[0, 2, 4]).unwrap();
        let unit = packing.density().unit();
        let entries = Layout::<English>::new(slice, order, squares, unit).unwrap().len();
        let header = Header {
            variant: English::CODE,
            limits: English::LIMITS,
            name,
            packing,
            order,
            squares,
            entries,
            block_entries: entries.div_ceil(200) as u32,
            length: 0,
            statistics: Vec::new(),
            index_crc: 0,
            appendix_len: 0,
        };
        let mut expected = Vec::new();
        let packed = |n: u8| (0..300u32).map(|at| (at * at / 7) as u8 % (3 + n)).collect();
        let samples: Vec<Vec<u8>> = (0..30).map(packed).collect();
        let dictionary = Dictionary::new(&samples.concat(), &samples, 3).unwrap();
        write_table(header.clone(), &blocks, &dictionary, &mut expected).unwrap();

        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(folder.path(), slice, None, &Silent, "\"test\": true");
        let mut spool = Spool::new(Some(&journal), header.clone(), dictionary.clone());
        for blocks in blocks.chunks(30) {
            spool.add(blocks).unwrap();
            spool.offer(&|| panic!("nothing is due"));
        }
        assert!(spool.filed > 0 && spool.filed < 400 && !spool.pending.is_empty());

        let mut resumed = Spool::resume::<English>(&journal, name).unwrap();
        assert_eq!(resumed.dictionary, dictionary);
        assert_eq!(resumed.blocks(), spool.filed);
        resumed.add(&blocks[spool.filed as usize..]).unwrap();
        let mut written = Vec::new();
        resumed.with_header(header).finish().write(&mut written).unwrap();
        assert!(written == expected);

        let mut written = Vec::new();
        spool.finish().write(&mut written).unwrap();
        assert!(written == expected);
        journal.close();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
