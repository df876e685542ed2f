//! The JSON that only the command line writes; the rest is `manoury_wire`'s.

use crate::exit::{self, Output};
use manoury_generator::{Finding, Verification};
use serde::Serialize;

/// An object or array on one line.
pub fn line(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)?)
}

/// What stands in the place of an answer that there is none of.
#[derive(Debug, Serialize)]
struct Refusal<'a> {
    /// The text that was given.
    fen: &'a str,
    /// What is wrong.
    error: String,
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

/// Writes what stands in the place of an answer.
pub fn refuse(fen: &str, error: &anyhow::Error) -> anyhow::Result<()> {
    let error = exit::line(&error.to_string());
    Output::new().line(line(&Refusal { fen, error })?)
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
    kind: &'static str,
    problem: String,
}

impl VerifyReport {
    /// What a verification found.
    pub fn new(verification: &Verification) -> Self {
        let finding = |finding: &Finding| FindingReport {
            file: finding.path.display().to_string(),
            kind: finding.kind.name(),
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
