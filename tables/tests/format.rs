//! Table files: what is written comes back, and damage of any kind is an error.

use manoury_rules::{Brazilian, English, International, Variant};
use manoury_tables::{
    BLOCK_LEN, Block, Content, DICTIONARY_LEN, Decoder, Density, Dictionary, Encoder, Framed,
    HEADER_LEN, Header, Histogram, INDEX_ENTRY, Index, Kind, Layout, Longest, Material, Metric,
    Outcome, Packing, Squares, Statistics, StoredOrder, Table, TableError, TableName, WholeSide,
    write_table,
};
use std::path::Path;

fn name(material: &str, kind: Kind) -> TableName {
    TableName { slice: material.parse::<Material>().unwrap().slice(), kind }
}

/// Any of the values for any entry: enough to tell entries apart.
fn value(side: usize, entry: u64, values: &[u16]) -> u16 {
    let number = (entry + side as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    values[number as usize % values.len()]
}

const LONGEST: Option<Longest> = Some(Longest { plies: 300, index: 17 });

/// A file of made-up values.
fn file<V: Variant>(
    name: TableName,
    packing: Packing,
    order: [u8; 4],
    squares: [Squares; 4],
    block_entries: u32,
    values: &[u16],
    dictionary: &Dictionary,
) -> Vec<u8> {
    let unit = packing.density().unit();
    let layout = Layout::<V>::new(name.slice, order, squares, unit).unwrap();
    let mut encoder = Encoder::new(3, dictionary).unwrap();
    let mut blocks = Vec::new();
    for side in 0..name.slice.sides() {
        let mut first = 0;
        while first < layout.len() {
            let count = (layout.len() - first).min(block_entries as u64);
            let symbols: Vec<u16> = (first..first + count)
                .map(|entry| packing.symbol(value(side, entry, values)).unwrap())
                .collect();
            let mut bytes = Vec::new();
            packing.pack(&symbols, &mut bytes);
            blocks.push(match packing.density() {
                Density::Planes => encoder.compressed(&bytes).unwrap(),
                _ => encoder.block(&bytes).unwrap(),
            });
            first += count;
        }
    }
    let outcomes = [1, 2, 3, 4, 5];
    let mut histogram = Histogram::default();
    if name.kind != Kind::Wdl {
        for (i, outcome) in Outcome::ALL.into_iter().enumerate() {
            histogram.add(outcome, 7 * i as u16, outcomes[i] - 1);
            histogram.add(outcome, 300, 1);
        }
    }
    let statistics =
        Statistics { outcomes, captures: 6, longest_win: LONGEST, longest_loss: None, histogram };
    let header = Header {
        variant: V::CODE,
        limits: V::LIMITS,
        name,
        packing,
        order,
        squares,
        entries: layout.len(),
        block_entries,
        length: 0,
        statistics: vec![statistics; name.slice.sides()],
        index_crc: 0,
        appendix_len: 0,
    };
    let mut out = Vec::new();
    let length = write_table(header, &blocks, dictionary, &mut out).unwrap();
    assert_eq!(length, out.len() as u64);
    out
}

fn open<V: Variant>(bytes: Vec<u8>, name: TableName) -> Result<Table<V, Vec<u8>>, TableError> {
    Table::open(bytes, Path::new("somewhere"), name)
}

/// A dictionary of bytes as a density has them.
fn dictionary(density: Density) -> Dictionary {
    let base = density.base().min(256);
    let sample = |n: usize| (0..300).map(|at| (at * at / 7 % (3 + n) % base) as u8).collect();
    let samples: Vec<Vec<u8>> = (0..30).map(sample).collect();
    Dictionary::new(&samples.concat(), &samples, 3).unwrap()
}

/// The orders of the squares of a file that has all of them.
const MIXED: [Squares; 4] = [Squares::Falling, Squares::Rising, Squares::Columns, Squares::Rows];

/// Reads every position of a file back.
fn comes_back<V: Variant>(name: TableName, content: Content, density: Density, values: &[u16]) {
    let packing = Packing::new(content, density, values).unwrap();
    for (order, squares, block_entries, dictionary) in [
        ([0, 1, 2, 3], [Squares::Rows; 4], 1000, Dictionary::default()),
        ([3, 0, 2, 1], MIXED, 777, dictionary(density)),
        ([2, 3, 1, 0], MIXED, 5, Dictionary::default()),
    ] {
        let bytes = file::<V>(name, packing, order, squares, block_entries, values, &dictionary);
        let table = open::<V>(bytes, name).unwrap();
        table.verify_checksums().unwrap();
        assert_eq!(table.header().packing, packing);
        assert_eq!(table.header().squares, squares);
        assert_eq!(table.header().statistics[0].longest_win, LONGEST);
        assert_eq!(table.header().statistics[0].longest_loss, None);
        assert_eq!(table.header().statistics[0].positions(), 15);
        for statistics in &table.header().statistics {
            let wins = statistics.histogram.of(Outcome::Win);
            if name.kind == Kind::Wdl {
                assert!(wins.is_empty());
            } else {
                assert_eq!((wins.len(), wins[28], wins[300]), (301, 4, 1));
                assert_eq!(statistics.histogram.of(Outcome::BlessedLoss)[7], 1);
            }
        }
        let mut decoder = Decoder::new().unwrap();
        let (mut decoded, mut block) = (u64::MAX, Vec::new());
        for side in 0..name.slice.sides() {
            let mut check = |entry, plain: Option<u64>| {
                let index = Index::<V>::new(name.slice);
                let Some(position) = plain.and_then(|plain| index.position(plain, side)) else {
                    return;
                };
                let expected = value(side, entry, values);
                for position in [position, position.reversed()] {
                    let located = table.locate(&Framed::new(&position).unwrap());
                    if located.block != decoded {
                        table.decode(located.block, &mut decoder, &mut block).unwrap();
                        decoded = located.block;
                    }
                    if content == Content::Outcomes {
                        let outcome = table.outcome(&block, located.entry).unwrap();
                        assert_eq!(content.value(outcome, 0), Some(expected));
                    } else {
                        let plies = table.plies(&block, located.entry, Outcome::Win).unwrap();
                        assert_eq!(content.value(Outcome::Win, plies), Some(expected));
                    }
                }
            };
            let mut entry = 0;
            StoredOrder::new(table.layout()).for_each(0, table.header().entries, |plain| {
                check(entry, plain);
                entry += 1;
            });
            assert_eq!(entry, table.header().entries);
            whole_side_agrees(&table, side, values);
        }
    }
}

/// Reads every entry of a side to move out of one stretch of memory.
fn whole_side_agrees<V: Variant>(table: &Table<V, Vec<u8>>, side: usize, values: &[u16]) {
    for threads in [0, 1, 3] {
        let whole = WholeSide::decode(table, side, threads).unwrap();
        for entry in 0..table.header().entries {
            let expected = Some(value(side, entry, values));
            let content = table.header().packing.content();
            let found = if content == Content::Outcomes {
                content.value(whole.outcome(entry).unwrap(), 0)
            } else {
                content.value(Outcome::Win, whole.plies(entry, Outcome::Win).unwrap())
            };
            assert_eq!(found, expected);
        }
        let beyond = table.header().entries + table.header().block_entries as u64 + 8;
        assert!(whole.outcome(beyond).is_err() && whole.plies(beyond, Outcome::Win).is_err());
    }
}

#[test]
fn every_packing_comes_back() {
    let wdl = |material| name(material, Kind::Wdl);
    comes_back::<Brazilian>(wdl("KMvK"), Content::Outcomes, Density::Five, &[0, 2, 4]);
    comes_back::<English>(wdl("KMvM"), Content::Outcomes, Density::Three, &[0, 1, 2, 3, 4]);
    comes_back::<English>(wdl("KKvK"), Content::Outcomes, Density::Eight, &[2, 4]);
    comes_back::<English>(wdl("KKvK"), Content::Outcomes, Density::Planes, &[2, 0, 4]);
    let dtw = |material| name(material, Kind::Distance(Metric::Dtw));
    for density in Density::ALL {
        let most = density.base().min(4096) as u16;
        let values: Vec<u16> = (0..most).collect();
        comes_back::<International>(dtw("KvM"), Content::Plies, density, &values);
        let halves: Vec<u16> = (0..most.min(2048)).collect();
        comes_back::<Brazilian>(dtw("KMvM"), Content::HalfPlies, density, &halves);
    }
    comes_back::<Brazilian>(dtw("KvK"), Content::Plies, Density::Half, &[300]);
}

/// Small files: one of outcomes, one of distances, which has histograms, one of outcomes in planes,
/// and one of each kind with a dictionary.
fn small() -> [(TableName, Vec<u8>); 5] {
    let [wdl, dtc] = [Kind::Wdl, Kind::Distance(Metric::Dtc)].map(|kind| name("MvM", kind));
    let none = Dictionary::default;
    [
        (wdl, Content::Outcomes, Density::Five, none()),
        (dtc, Content::Plies, Density::Five, none()),
        (wdl, Content::Outcomes, Density::Planes, none()),
        (wdl, Content::Outcomes, Density::Five, dictionary(Density::Five)),
        (dtc, Content::Plies, Density::Five, dictionary(Density::Five)),
    ]
    .map(|(name, content, density, dictionary)| {
        let values = [0, 2, 4];
        let packing = Packing::new(content, density, &values).unwrap();
        let orders = ([0, 1, 2, 3], [Squares::Rows; 4]);
        let file = file::<English>(name, packing, orders.0, orders.1, 300, &values, &dictionary);
        (name, file)
    })
}

/// Whether a file is refused when it is opened, checked, or read whole.
fn refused(bytes: Vec<u8>, name: TableName) -> Result<(), String> {
    let table = open::<English>(bytes, name).map_err(|error| error.to_string());
    let message = match table {
        Err(message) => message,
        Ok(table) => {
            let checked = table.verify_checksums().err().map(|error| error.to_string());
            let mut decoder = Decoder::new().unwrap();
            let mut out = Vec::new();
            let decoded = (0..table.header().blocks())
                .find_map(|block| table.decode(block, &mut decoder, &mut out).err());
            let whole = WholeSide::decode(&table, 0, 1).err();
            let Some(checked) = checked else { return Err("checksums".into()) };
            if decoded.is_none() || whole.is_none() {
                return Err("decoded".into());
            }
            checked
        }
    };
    assert!(message.contains("somewhere") && !message.contains('\n'), "{message}");
    Ok(())
}

#[test]
fn a_flipped_bit_anywhere_is_found() {
    for (name, whole) in small() {
        assert!(refused(whole.clone(), name).is_err());
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                refused(bytes, name).unwrap_or_else(|what| panic!("byte {at} bit {bit}: {what}"));
            }
        }
    }
}

#[test]
fn files_of_any_other_length_are_refused() {
    for (name, whole) in small() {
        for len in 0..whole.len() {
            let result = refused(whole[..len].to_vec(), name);
            result.unwrap_or_else(|what| panic!("{len} bytes: {what}"));
        }
        refused([&whole[..], &[0]].concat(), name).unwrap();
        refused(vec![0x5a; 10_000], name).unwrap();
    }
}

#[test]
fn files_of_something_else_are_misplaced() {
    let [(name, whole), ..] = small();
    let misplaced = |error: TableError| matches!(error, TableError::Misplaced { .. });
    let other = TableName { kind: Kind::Distance(Metric::Dtc), ..name };
    assert!(misplaced(open::<English>(whole.clone(), other).unwrap_err()));
    assert!(misplaced(open::<Brazilian>(whole.clone(), name).unwrap_err()));
    let other = TableName { slice: "KvM".parse::<Material>().unwrap().slice(), ..name };
    assert!(misplaced(open::<English>(whole, other).unwrap_err()));
}

/// The file with some bytes of its header changed and the checksum mended.
fn mended(mut bytes: Vec<u8>, change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    change(&mut bytes);
    let crc = crc32fast::hash(&bytes[..HEADER_LEN - 4]);
    bytes[HEADER_LEN - 4..HEADER_LEN].copy_from_slice(&crc.to_le_bytes());
    bytes
}

#[test]
fn a_header_that_lies_is_refused_whatever_its_checksum() {
    for (name, whole) in small() {
        // Every byte of the header that a reader acts on, set to all bits.
        for at in (8..56).chain(248..252).filter(|at| ![19, 31].contains(at)) {
            let bytes = mended(whole.clone(), |bytes| bytes[at] ^= 0xff);
            let result = std::panic::catch_unwind(|| refused(bytes, name));
            assert!(matches!(result, Ok(Ok(()))), "byte {at}: {result:?}");
        }
    }
}

#[test]
fn histograms_count_what_the_statistics_count() {
    let [_, (name, whole), ..] = small();
    // One more loss than the histogram has.
    let bytes = mended(whole, |bytes| bytes[56] += 1);
    let error = open::<English>(bytes, name).unwrap_err();
    assert!(error.to_string().contains("histograms"), "{error}");
}

#[test]
fn an_appendix_that_is_no_dictionary_is_refused() {
    let [_, _, _, (name, with), _] = small();
    let header = open::<English>(with.clone(), name).unwrap().header().clone();
    let (blocks, appendix_len) = (header.blocks() as usize, header.appendix_len as usize);
    let index = HEADER_LEN..HEADER_LEN + blocks * INDEX_ENTRY;
    let encoded = &with[index.end..index.end + appendix_len];
    assert!(Dictionary::from_encoded(encoded) == Some(dictionary(Density::Five)));
    // The file of the blocks with the dictionary, and with something in its place.
    let exchanged = |appendix: &[u8]| {
        let blocks = &with[index.end + appendix_len..];
        let mut bytes = [&with[..index.end], appendix, blocks].concat();
        let crc = crc32fast::hash(&bytes[HEADER_LEN..index.end + appendix.len()]);
        let length = bytes.len() as u64;
        bytes[44..48].copy_from_slice(&crc.to_le_bytes());
        bytes[48..56].copy_from_slice(&length.to_le_bytes());
        mended(bytes, |bytes| {
            bytes[248..252].copy_from_slice(&(appendix.len() as u32).to_le_bytes());
        })
    };
    assert!(exchanged(encoded) == with);
    let compressed = |bytes: &[u8]| zstd::bulk::compress(bytes, 3).unwrap();
    let whole = zstd::bulk::decompress(encoded, DICTIONARY_LEN).unwrap();
    for wrong in [
        b"no frame".to_vec(),
        encoded[..encoded.len() - 1].to_vec(),
        [encoded, &[0]].concat(),
        compressed(b""),
        compressed(b"content without tables"),
        compressed(&whole[..8]),
        compressed(&[&whole[..], &[7; DICTIONARY_LEN]].concat()),
    ] {
        let error = open::<English>(exchanged(&wrong), name).unwrap_err().to_string();
        assert!(error.contains("somewhere") && error.contains("dictionary"), "{error}");
    }
}

#[test]
fn planes_may_be_constant_and_must_be_sound() {
    let name = name("MvM", Kind::Wdl);
    let packing = Packing::new(Content::Outcomes, Density::Planes, &[2, 0, 4]).unwrap();
    let orders = ([0, 1, 2, 3], [Squares::Rows; 4]);
    let none = Dictionary::default();
    let made = file::<English>(name, packing, orders.0, orders.1, 300, &[0, 2, 4], &none);
    let header = open::<English>(made, name).unwrap().header().clone();
    let mut encoder = Encoder::new(3, &none).unwrap();
    let table = |first: Block| {
        let mut blocks = vec![first];
        blocks.resize(header.blocks() as usize, Block::Constant([0xff, 0]));
        let mut out = Vec::new();
        write_table(header.clone(), &blocks, &none, &mut out).unwrap();
        open::<English>(out, name).unwrap()
    };
    let mut decoder = Decoder::new().unwrap();
    let mut out = Vec::new();
    for (planes, outcome) in
        [([0, 0], Outcome::Draw), ([0xff, 0], Outcome::Loss), ([0, 0xff], Outcome::Win)]
    {
        let table = table(Block::Constant(planes));
        let constant = table.constant(0).unwrap();
        table.decode(0, &mut decoder, &mut out).unwrap();
        for entry in 0..300 {
            assert_eq!(table.outcome(&constant, entry).unwrap(), outcome);
            assert_eq!(table.outcome(&out, entry).unwrap(), outcome);
        }
        assert!(table.outcome(&out, 304).is_err() && table.outcome(&constant, 304).is_err());
        let whole = WholeSide::decode(&table, 0, 1).unwrap();
        assert_eq!(whole.outcome(299).unwrap(), outcome);
        assert_eq!(whole.outcome(300).unwrap(), Outcome::Loss);
    }
    // Both bits set are no symbol.
    let none = table(Block::Constant([0xff, 0xff]));
    assert!(none.outcome(&none.constant(0).unwrap(), 0).is_err());
    // Right checksums over what is no block: a third symbol too great, bits cut off, an exception
    // behind the last entry, more bytes than a block may have.
    let sound = [&[1][..], &[0; 38], &[5]].concat();
    assert!(table(encoder.compressed(&sound).unwrap()).decode(0, &mut decoder, &mut out).is_ok());
    let mut long = sound.clone();
    long.resize(BLOCK_LEN as usize + 1, 0);
    for bytes in [
        [&[3][..], &[0; 38]].concat(),
        [&[1][..], &[0; 37]].concat(),
        [&sound[..], &[0x81, 0x10]].concat(),
        long,
    ] {
        let table = table(encoder.compressed(&bytes).unwrap());
        let error = table.decode(0, &mut decoder, &mut out).unwrap_err();
        assert!(error.to_string().contains("block 0 does not decode"), "{error}");
        assert!(WholeSide::decode(&table, 0, 1).is_err());
    }
}
