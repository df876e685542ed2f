//! The JSON that is written: field names and nulls are a promise to scripts.

use manoury_generator::{Finding, Verification};
use manoury_prober::{Outcome, Probe, RankedMove};
use manoury_rules::{Board, DrawClocks, Move, Position, Reading, Variant, bits, move_text};
use serde::{Serialize, Serializer};

/// An object or array on one line.
pub fn line(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)?)
}

fn name<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(outcome.name())
}

/// The answer to `probe`.
#[derive(Debug, Serialize)]
pub struct Answer {
    fen: String,
    #[serde(serialize_with = "name")]
    category: Outcome,
    dtc: Option<u16>,
    dtw: Option<u16>,
    rules: &'static str,
    clocks: Clocks,
    moves: Vec<Child>,
}

#[derive(Debug, Serialize)]
struct Clocks {
    c25: u16,
    c16: Option<u16>,
    c5: Option<u16>,
}

#[derive(Debug, Serialize)]
struct Child {
    #[serde(rename = "move")]
    text: String,
    fen: String,
    #[serde(serialize_with = "name")]
    category: Outcome,
    dtc: Option<u16>,
    dtw: Option<u16>,
    conversion: bool,
}

impl Answer {
    /// The answer of a tablebase; `moves` best first.
    pub fn new<V: Variant>(
        position: &Position<V>,
        probe: &Probe,
        clocks: &DrawClocks,
        reading: Reading,
        moves: &[RankedMove<V>],
    ) -> Self {
        let child = |ranked: &RankedMove<V>| Child {
            text: move_text(position, ranked.mv),
            fen: ranked.position.to_string(),
            category: ranked.outcome,
            dtc: ranked.dtc,
            dtw: ranked.dtw,
            conversion: ranked.conversion,
        };
        let DrawClocks { c25, c16, c5 } = *clocks;
        Answer {
            fen: position.to_string(),
            category: probe.outcome,
            dtc: probe.dtc,
            dtw: probe.dtw,
            rules: reading.name(),
            clocks: Clocks { c25, c16, c5 },
            moves: moves.iter().map(child).collect(),
        }
    }
}

/// What stands in the place of an answer that there is none of.
#[derive(Debug, Serialize)]
pub struct Refusal<'a> {
    /// The text that was given.
    pub fen: &'a str,
    /// What is wrong.
    pub error: String,
}

/// What stands in the place of a game that cannot be judged.
#[derive(Debug, Serialize)]
pub struct GameRefusal {
    /// Its number in the file, from 1.
    pub game: u64,
    /// What is wrong.
    pub error: String,
    /// Where: the line, from 1.
    pub line: u64,
    /// And the character in the line, from 1.
    pub column: u64,
}

/// One of `moves`.
#[derive(Debug, Serialize)]
pub struct LegalMove {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// Where the mover stands.
    pub from: u32,
    /// Where it goes.
    pub to: u32,
    /// The squares of what it takes.
    pub taken: Vec<u32>,
}

impl LegalMove {
    /// A legal move of a position, with square numbers.
    pub fn new<V: Variant>(position: &Position<V>, mv: Move) -> Self {
        let number = |bit: u32| Board::<V>::square(bit) + 1;
        LegalMove {
            text: move_text(position, mv),
            from: number(mv.from.into()),
            to: number(mv.to.into()),
            taken: bits(mv.taken).map(number).collect(),
        }
    }
}

/// One of `stats`: a material with the side to move named first.
#[derive(Debug, Default, Serialize)]
pub struct MaterialStatistics {
    pub material: String,
    pub positions: u64,
    pub win: u64,
    pub cursed_win: u64,
    pub draw: u64,
    pub blessed_loss: u64,
    pub loss: u64,
    pub captures: u64,
    pub longest_win: Option<u16>,
    pub longest_win_fen: Option<String>,
    pub longest_loss: Option<u16>,
    pub longest_loss_fen: Option<String>,
    /// What the longest are counted in; null where there are only outcomes.
    pub metric: Option<&'static str>,
    /// Length of the whole file; null where there is none.
    pub wdl_bytes: Option<u64>,
    pub dtc_bytes: Option<u64>,
    pub dtw_bytes: Option<u64>,
    pub dtx_bytes: Option<u64>,
}

/// The result of `verify`.
#[derive(Debug, Serialize)]
pub struct VerifyReport {
    ok: bool,
    files: u64,
    positions: u64,
    findings: Vec<FindingReport>,
}

#[derive(Debug, Serialize)]
struct FindingReport {
    file: String,
    problem: String,
}

impl VerifyReport {
    /// What a verification found.
    pub fn new(verification: &Verification) -> Self {
        let finding = |finding: &Finding| FindingReport {
            file: finding.path.display().to_string(),
            problem: finding.what.clone(),
        };
        VerifyReport {
            ok: verification.findings.is_empty(),
            files: verification.files,
            positions: verification.positions,
            findings: verification.findings.iter().map(finding).collect(),
        }
    }
}
