//! What the length of a block costs and gains: bytes of the WDL files, and time to decode one block.
//!
//! Reads the tables in the folder that `MANOURY_TABLES` names; without it, those of four pieces that
//! are made here. Blocks are put together and cut anew, compressed as at effort `normal`.

#[path = "../tests/common/mod.rs"]
mod common;

use criterion::{Criterion, criterion_group, criterion_main};
use manoury_rules::{International, Variant};
use manoury_tables::{
    BLOCK_LEN, Block, Decoder, Dictionary, Encoder, FileStorage, INDEX_ENTRY, Kind, Slice, Table,
    TableName,
};
use std::hint::black_box;
use std::path::Path;
use zstd::zstd_safe::{DParameter, FrameFormat};

/// The zstd level of effort `normal`.
const LEVEL: i32 = 8;

/// Lengths of blocks in KiB.
const LENGTHS: [usize; 5] = [4, 8, 16, 32, 64];

/// Blocks of a file that lie together and are read at once: the longest length.
const TOGETHER: u64 = ((LENGTHS[LENGTHS.len() - 1] as u64) << 10) / BLOCK_LEN;

/// Of so many stretches of blocks one is taken.
const STEP: usize = 5;

/// Stretches of decoded bytes of the WDL files of up to so many pieces in a folder.
fn stretches(folder: &Path, pieces: u32) -> Vec<Vec<u8>> {
    let mut stretches = Vec::new();
    for slice in (2..=pieces).flat_map(Slice::all) {
        let name = TableName { slice, kind: Kind::Wdl };
        let path = name.in_folder(folder);
        let storage = FileStorage::open(&path).unwrap();
        let table = Table::<International, _>::open(storage, &path, name).unwrap();
        let mut decoder = Decoder::new().unwrap();
        let header = table.header();
        let mut block = Vec::new();
        for side in 0..slice.sides() as u64 {
            let range = side * header.side_blocks()..(side + 1) * header.side_blocks();
            for first in range.clone().step_by(TOGETHER as usize).step_by(STEP) {
                let mut bytes = Vec::new();
                for number in first..range.end.min(first + TOGETHER) {
                    table.decode(number, &mut decoder, &mut block).unwrap();
                    bytes.extend_from_slice(&block);
                }
                stretches.push(bytes);
            }
        }
    }
    stretches
}

fn block_lengths(criterion: &mut Criterion) {
    let (folder, pieces) = common::given_tables();
    let stretches = stretches(&folder.join(International::NAME), pieces);
    let mut encoder = Encoder::new(LEVEL, &Dictionary::default()).unwrap();
    for length in LENGTHS {
        let mut encoded = Vec::new();
        let mut bytes = 0;
        for block in stretches.iter().flat_map(|stretch| stretch.chunks(length << 10)) {
            bytes += INDEX_ENTRY;
            if let Block::Encoded(block) = encoder.block(block).unwrap() {
                bytes += block.len();
                encoded.push(block);
            }
        }
        println!("blocks of {length} KiB: {bytes} bytes, {} blocks to decode", encoded.len());
        let mut decoder = zstd::bulk::Decompressor::new().unwrap();
        decoder.set_parameter(DParameter::Format(FrameFormat::Magicless)).unwrap();
        let mut out = Vec::with_capacity(length << 10);
        // Not one after the other: a processor learns the few blocks of a small set by heart.
        let mut next = 0;
        criterion.bench_function(&format!("decode a block of {length} KiB"), |bencher| {
            bencher.iter(|| {
                next = (next + 7919) % encoded.len();
                out.clear();
                decoder.decompress_to_buffer(black_box(&encoded[next]), &mut out).unwrap()
            });
        });
    }
}

criterion_group!(benches, block_lengths);
criterion_main!(benches);
