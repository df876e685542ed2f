//! A part of the cache's memory, in which blocks lie one after the other.
//!
//! New blocks are put at the head. When the head reaches the tail, the oldest block has to go; but
//! one that was used since it was put there moves to the head instead. So no memory is lost between
//! blocks of different lengths, and what is used stays.
//!
//! A ring is changed by one thread at a time; the others go on reading, see [`crate::cache`].

use std::sync::atomic::{AtomicU64, Ordering, fence};

/// A block: the number of its file in the tablebase, and its own in the file.
pub(crate) type BlockKey = (u32, u32);

/// Set in a slot whose block has been used since it was put or moved.
pub(crate) const USED: u64 = 1 << 63;

/// Where a block lies, as its slot says: 31 bits that are others each time a block is put or moved,
/// and the number of its first word, which is never 0. 0 for a block that is not there.
pub(crate) type Slot = AtomicU64;

/// The first word of the block that a slot tells of.
#[inline(always)]
pub(crate) const fn place(slot: u64) -> usize {
    slot as u32 as usize
}

/// Stands for no file in the word before a stretch that holds no block.
const NO_FILE: u32 = 0xffff;

/// Most blocks that move for one that comes: it should not take the time of decoding one.
const MOVES: u32 = 4;

/// The word before a block: how many words it takes with this one, and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label {
    len: usize,
    key: BlockKey,
}

impl Label {
    fn word(self) -> u64 {
        (self.len as u64) << 48 | (self.key.0 as u64 & 0xffff) << 32 | self.key.1 as u64
    }

    fn of(word: u64) -> Self {
        Label { len: (word >> 48) as usize, key: ((word >> 32) as u32 & 0xffff, word as u32) }
    }
}

/// Words that the block at a place takes, its label included.
pub(crate) fn len_of(words: &[AtomicU64], place: usize) -> Option<usize> {
    let label = words.get(place.checked_sub(1)?)?;
    Some(Label::of(label.load(Ordering::Relaxed)).len)
}

/// Where the blocks of a stretch of words are.
#[derive(Debug)]
pub(crate) struct Ring {
    start: usize,
    end: usize,
    /// Where the next block goes.
    head: usize,
    /// Where the oldest block is.
    tail: usize,
    /// Words from the head to the tail.
    free: usize,
    /// Blocks there are.
    blocks: u64,
    /// Words they take.
    words: u64,
    /// How often a block was put or moved.
    turn: u32,
}

impl Ring {
    /// A ring of the words from `start` to `end`.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Ring {
            start,
            end,
            head: start,
            tail: start,
            free: end - start,
            blocks: 0,
            words: 0,
            turn: 0,
        }
    }

    /// Blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Words they take.
    pub(crate) fn words(&self) -> u64 {
        self.words
    }

    /// Whether so many words more find room without a block going.
    pub(crate) fn has_room(&self, len: usize) -> bool {
        self.wanted(len) <= self.free
    }

    /// Free words that must be before the tail so that `len` of them lie together.
    fn wanted(&self, len: usize) -> usize {
        let to_end = self.end - self.head;
        if len <= to_end { len } else { to_end + len }
    }

    /// Puts a block whose slot is empty, with its bytes as words; nothing if it is too long.
    /// `slot` finds the slots of the blocks that go or move.
    pub(crate) fn put<'a>(
        &mut self,
        words: &[AtomicU64],
        slot: impl Fn(BlockKey) -> Option<&'a Slot>,
        key: BlockKey,
        block: impl ExactSizeIterator<Item = u64>,
    ) {
        let len = block.len() + 1;
        let known = slot(key);
        let (Some(own), true) = (known, len <= self.end - self.start && len <= 0xffff) else {
            return;
        };
        if key.0 >= NO_FILE {
            return;
        }
        let mut moves = MOVES;
        while self.free < self.wanted(len) {
            if self.wanted(len) > self.end - self.start {
                self.empty(words, &slot);
            } else {
                self.free_oldest(words, &slot, &mut moves);
            }
        }
        // A reader that sees a word written from here on sees as well that the slots of what lay
        // there before have changed.
        fence(Ordering::Release);
        let to_end = self.end - self.head;
        if len > to_end {
            if to_end > 0 {
                let nothing = Label { len: to_end, key: (NO_FILE, 0) };
                words[self.head].store(nothing.word(), Ordering::Relaxed);
            }
            self.free -= to_end;
            self.head = self.start;
        }
        words[self.head].store(Label { len, key }.word(), Ordering::Relaxed);
        for (to, word) in words[self.head + 1..].iter().zip(block) {
            to.store(word, Ordering::Relaxed);
        }
        let slot = self.next_slot();
        own.store(slot, Ordering::Release);
        self.head = self.after(self.head, len);
        self.free -= len;
        self.blocks += 1;
        self.words += len as u64;
    }

    /// What a slot says of a block that is put at the head now.
    fn next_slot(&mut self) -> u64 {
        self.turn = (self.turn + 1) & (u32::MAX >> 1);
        (self.turn as u64) << 32 | (self.head as u64 + 1)
    }

    fn after(&self, at: usize, len: usize) -> usize {
        if at + len == self.end { self.start } else { at + len }
    }

    /// Moves the oldest block to the head if it has been used, else lets it go.
    fn free_oldest<'a>(
        &mut self,
        words: &[AtomicU64],
        slot: impl Fn(BlockKey) -> Option<&'a Slot>,
        moves: &mut u32,
    ) {
        let label = Label::of(words[self.tail].load(Ordering::Relaxed));
        let Label { len, key } = label;
        let from = self.tail;
        self.tail = self.after(from, len);
        let Some(slot) = slot(key).filter(|_| key.0 != NO_FILE) else {
            self.free += len;
            return;
        };
        let used = slot.load(Ordering::Relaxed) & USED != 0;
        slot.store(0, Ordering::Relaxed);
        if used && *moves > 0 && self.head + len <= self.end {
            *moves -= 1;
            // As in `put`. Upwards: the block may reach into the place it comes from, which is
            // above, never into another's.
            fence(Ordering::Release);
            for at in 0..len {
                let word = words[from + at].load(Ordering::Relaxed);
                words[self.head + at].store(word, Ordering::Relaxed);
            }
            let said = self.next_slot();
            slot.store(said, Ordering::Release);
            self.head = self.after(self.head, len);
        } else {
            self.free += len;
            self.blocks -= 1;
            self.words -= len as u64;
        }
    }

    /// Lets all blocks go.
    fn empty<'a>(&mut self, words: &[AtomicU64], slot: impl Fn(BlockKey) -> Option<&'a Slot>) {
        while self.free < self.end - self.start {
            self.free_oldest(words, &slot, &mut 0);
        }
        (self.head, self.tail) = (self.start, self.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a block says in each of its words.
    fn content(key: BlockKey, at: usize) -> u64 {
        (key.0 as u64) << 40 | (key.1 as u64) << 20 | at as u64
    }

    struct Rig {
        words: Vec<AtomicU64>,
        slots: Vec<Slot>,
        ring: Ring,
        lengths: Vec<usize>,
    }

    impl Rig {
        fn new(len: usize, blocks: usize) -> Self {
            let zeros = |count| (0..count).map(|_| AtomicU64::new(0)).collect::<Vec<_>>();
            let lengths = vec![0; blocks];
            Rig {
                words: zeros(len + 10),
                slots: zeros(blocks),
                ring: Ring::new(5, len + 5),
                lengths,
            }
        }

        fn put(&mut self, block: usize, len: usize) {
            let slots = &self.slots;
            let key = (0, block as u32);
            self.lengths[block] = len;
            let bytes = (0..len).map(|at| content(key, at));
            let found = |key: BlockKey| slots.get(key.1 as usize);
            self.ring.put(&self.words, found, key, bytes);
        }

        fn is_there(&self, block: usize) -> bool {
            let slot = self.slots[block].load(Ordering::Relaxed);
            if slot == 0 {
                return false;
            }
            for at in 0..self.lengths[block] {
                let word = self.words[place(slot) + at].load(Ordering::Relaxed);
                assert_eq!(word, content((0, block as u32), at));
            }
            assert_eq!(len_of(&self.words, place(slot)), Some(self.lengths[block] + 1));
            true
        }

        /// Every block that is there is whole, and what is counted is what is there.
        fn check(&self) {
            let there = (0..self.slots.len()).filter(|&block| self.is_there(block));
            let (mut blocks, mut words) = (0, 0);
            for block in there {
                blocks += 1;
                words += self.lengths[block] as u64 + 1;
            }
            assert_eq!((self.ring.blocks(), self.ring.words()), (blocks, words));
            for outside in [0, 4, self.words.len() - 5, self.words.len() - 1] {
                assert_eq!(self.words[outside].load(Ordering::Relaxed), 0);
            }
        }
    }

    #[test]
    fn blocks_of_all_lengths_come_and_go() {
        for (len, longest) in [(100, 99), (1000, 300), (5000, 100), (64, 63), (3, 2)] {
            let mut rig = Rig::new(len, 50);
            let mut state = 1u64;
            for round in 0..5000 {
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let block = (state >> 33) as usize % 50;
                if rig.is_there(block) {
                    rig.slots[block].fetch_or(USED, Ordering::Relaxed);
                } else {
                    rig.put(block, 1 + (state >> 50) as usize % longest);
                    assert!(rig.is_there(block), "{round}");
                }
                rig.check();
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_not_kept() {
        let mut rig = Rig::new(10, 2);
        rig.put(0, 9);
        assert!(rig.is_there(0) && !rig.ring.has_room(1));
        rig.put(1, 10);
        assert!(rig.is_there(0) && !rig.is_there(1));
        let mut none = Rig::new(0, 1);
        none.put(0, 1);
        assert!(!none.is_there(0));
    }

    #[test]
    fn what_is_used_stays() {
        let mut rig = Rig::new(100, 1000);
        rig.put(0, 9);
        for block in 1..1000 {
            rig.slots[0].fetch_or(USED, Ordering::Relaxed);
            rig.put(block, 9);
            assert!(rig.is_there(0) && rig.is_there(block));
            rig.check();
        }
        assert!(!rig.is_there(980));
    }

    #[test]
    fn room_is_known() {
        let mut rig = Rig::new(95, 20);
        let mut blocks = 0;
        while rig.ring.has_room(10) {
            rig.put(blocks, 9);
            blocks += 1;
            assert_eq!(rig.ring.blocks() as usize, blocks);
        }
        assert_eq!(blocks, 9);
    }
}
