//! Many positions at once.
//!
//! What can be told from memory is told at once. Of the other positions what must be looked up is
//! noted, captures played out: block, entry, and for whom. Sorted, that makes each block be decoded
//! once and its entries be read from front to back. Then what was found is carried back to the
//! questions.

use crate::error::ProbeError;
use crate::table_file::OpenTable;
use crate::tablebase::Tablebase;
use crate::tables::Question;
use crate::value::Source;
use manoury_rules::{MoveList, Position, Variant};
use manoury_tables::{BlockBytes, Kind, Outcome, TableError};

/// Positions that are sorted together: enough to come by each block of a set of tables several
/// times, and few enough to take some ten megabytes of memory.
const TOGETHER: usize = 1 << 18;

/// No node, no failure.
const NONE: u32 = u32::MAX;

/// A question, or a position that a capture leads to.
struct Node {
    /// The node whose capture leads here; [`NONE`] for a question.
    parent: u32,
    /// A failure's place in [`Batch::failures`].
    failure: u32,
    /// The best outcome found so far.
    best: Outcome,
}

/// An entry that must be looked up.
struct LookUp<'a, V: Variant> {
    table: &'a OpenTable<V>,
    /// The number of the table's file.
    file: u32,
    /// The entry in the block: a block has less than 2^17.
    entry: u32,
    block: u64,
    node: u32,
}

/// Positions that are answered together.
struct Batch<'a, V: Variant> {
    tablebase: &'a Tablebase<V>,
    /// The places among the answers of the positions that are not told from memory, in their order.
    open: Vec<usize>,
    nodes: Vec<Node>,
    look_ups: Vec<LookUp<'a, V>>,
    failures: Vec<ProbeError>,
    /// What is found in a block.
    answers: Vec<Result<Outcome, TableError>>,
}

/// The outcomes of several entries of a block.
struct OutcomesAt<'a, 'b, V: Variant> {
    group: &'b [LookUp<'a, V>],
    answers: Vec<Result<Outcome, TableError>>,
}

impl<V: Variant> Question for OutcomesAt<'_, '_, V> {
    type Answer = ();

    #[inline]
    fn ask(&mut self, block: &(impl BlockBytes + ?Sized)) {
        self.answers.clear();
        let found = self.group.iter().map(|up| up.table.outcome(block, up.entry as usize));
        self.answers.extend(found);
    }
}

impl<V: Variant> Tablebase<V> {
    /// The outcomes of many positions with fresh clocks, in the order of the positions: each as
    /// [`Tablebase::probe_wdl`] tells it.
    ///
    /// Look-ups are sorted by file and block, those of captures included, so that a block is
    /// decoded once for 262,144 positions at least. One position fails without the others.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::<manoury_rules::International>::open([folder.path()])?;
    /// use manoury_prober::Outcome;
    ///
    /// let positions = ["W:WK46:BK5", "W:WK10:BK5", "W:WK1,K2:BK45"].map(|fen| fen.parse().unwrap());
    /// let answers = tablebase.probe_wdl_many(&positions);
    /// assert!(matches!(answers[..], [Ok(Outcome::Loss), Ok(Outcome::Win), Err(_)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_wdl_many(&self, positions: &[Position<V>]) -> Vec<Result<Outcome, ProbeError>> {
        let mut answers = Vec::with_capacity(positions.len());
        self.probe_wdl_many_into(positions, &mut answers);
        answers
    }

    /// [`Tablebase::probe_wdl_many`], the answers appended to a vector that may be used again and
    /// again.
    pub fn probe_wdl_many_into(
        &self,
        positions: &[Position<V>],
        answers: &mut Vec<Result<Outcome, ProbeError>>,
    ) {
        answers.reserve(positions.len());
        let mut batch = Batch {
            tablebase: self,
            open: vec![],
            nodes: vec![],
            look_ups: vec![],
            failures: vec![],
            answers: vec![],
        };
        for some in positions.chunks(TOGETHER) {
            batch.answer(some, answers);
        }
    }
}

impl<'a, V: Variant> Batch<'a, V> {
    fn answer(
        &mut self,
        positions: &[Position<V>],
        answers: &mut Vec<Result<Outcome, ProbeError>>,
    ) {
        self.open.clear();
        self.nodes.clear();
        self.look_ups.clear();
        self.failures.clear();
        let mut list = MoveList::new();
        for position in positions {
            let told = self.tablebase.probe_wdl_cached_only(position).transpose();
            if told.is_none() {
                self.open.push(answers.len());
                self.add(position, NONE, &mut list);
            }
            answers.push(told.unwrap_or(Ok(Outcome::Draw)));
        }
        self.look_up();
        self.carry_back();
        let questions = self.nodes.iter().filter(|node| node.parent == NONE);
        for (&place, node) in self.open.iter().zip(questions) {
            answers[place] = match node.failure(&self.failures) {
                Some(error) => Err(error.clone()),
                None => Ok(node.best),
            };
        }
    }

    /// Adds a node with all that its captures lead to.
    fn add(&mut self, position: &Position<V>, parent: u32, list: &mut MoveList) {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { parent, failure: NONE, best: Outcome::Loss });
        match Source::of(position) {
            Ok(Source::Over) => {}
            Ok(Source::Stored(framed)) => {
                match self.tablebase.tables.table(framed.slice, Kind::Wdl) {
                    Ok((file, table)) => {
                        let at = table.locate(&framed);
                        let (block, entry) = (at.block, at.entry as u32);
                        self.look_ups.push(LookUp { table, file, entry, block, node });
                    }
                    Err(error) => self.fail(node, error),
                }
            }
            Ok(Source::Captures) => {
                position.legal_captures(list);
                for i in 0..list.len() {
                    let child = position.make(list[i]);
                    // Most of what a capture leads to is quiet: the list is still as it was.
                    let nested = child.has_capture();
                    self.add(&child, node, list);
                    if nested {
                        position.legal_captures(list);
                    }
                }
            }
            Err(error) => self.fail(node, error),
        }
    }

    fn fail(&mut self, node: u32, error: ProbeError) {
        self.nodes[node as usize].failure = self.failures.len() as u32;
        self.failures.push(error);
    }

    /// Looks everything up, block after block.
    fn look_up(&mut self) {
        let mut look_ups = std::mem::take(&mut self.look_ups);
        look_ups.sort_unstable_by_key(|look_up| (look_up.file, look_up.block, look_up.entry));
        for group in look_ups.chunk_by(|a, b| (a.file, a.block) == (b.file, b.block)) {
            if let Err(error) = self.look_up_in_block(group) {
                let error = ProbeError::from(error);
                for look_up in group {
                    self.fail(look_up.node, error.clone());
                }
            }
        }
        self.look_ups = look_ups;
    }

    /// Looks up what is in one block.
    fn look_up_in_block(&mut self, group: &[LookUp<'a, V>]) -> Result<(), TableError> {
        let Some(&LookUp { table, file, block, .. }) = group.first() else { return Ok(()) };
        let answers = std::mem::take(&mut self.answers);
        let mut question = OutcomesAt { group, answers };
        self.tablebase.tables.ask(file, table, block, &mut question)?;
        for (look_up, answer) in group.iter().zip(question.answers.drain(..)) {
            match answer {
                Ok(outcome) => self.nodes[look_up.node as usize].best = outcome,
                Err(error) => self.fail(look_up.node, error.into()),
            }
        }
        self.answers = question.answers;
        Ok(())
    }

    /// Tells each node's outcome to the one whose capture leads to it. Nodes come behind those.
    fn carry_back(&mut self) {
        for i in (0..self.nodes.len()).rev() {
            let Node { parent, failure, best } = self.nodes[i];
            // A win is a win even if what another capture leads to is not known.
            if best == Outcome::Win {
                self.nodes[i].failure = NONE;
            }
            let Some(node) = self.nodes.get_mut(parent as usize) else { continue };
            if failure == NONE || best == Outcome::Win {
                node.best = node.best.max(best.opposite());
            } else {
                // Of several failures the one of the first capture is told, which comes here last.
                node.failure = failure;
            }
        }
    }
}

impl Node {
    fn failure<'a>(&self, failures: &'a [ProbeError]) -> Option<&'a ProbeError> {
        failures.get(self.failure as usize)
    }
}
