//! The arguments of `generate`.

use super::{DEFAULT_FOLDER, parse_kind};
use crate::output::units;
use clap::{Args, ValueEnum};
use manoury_generator::Effort;
use manoury_tables::{Kind, Material};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Make every material of up to N pieces [default: 4]
    #[arg(long, value_name = "N", conflicts_with = "material")]
    pub pieces: Option<u32>,
    /// Make these materials and all they lead to: kings and men of both sides, like KKMvK
    #[arg(long, value_name = "MATERIAL,…", value_delimiter = ',')]
    pub material: Vec<Material>,
    /// Where tables go; made with its parents
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    pub out: PathBuf,
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Memory to use at most, like 512M or 2GiB [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_bytes)]
    pub memory: Option<u64>,
    /// Kinds of table to make: wdl, dtc, dtw, dtx
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', value_parser = parse_kind)]
    pub kinds: Option<Vec<Kind>>,
    /// How hard to compress
    #[arg(long, value_enum, default_value_t)]
    pub effort: EffortName,
    /// How often what is done of an unfinished material is written to the disk, for a run that is
    /// interrupted to go on from there; 'off' for never
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_checkpoint)]
    pub checkpoint: Checkpoint,
    /// Only say what would be made, and what it takes
    #[arg(long)]
    pub dry_run: bool,
}

/// Time between checkpoints, if any are made.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint(pub Option<Duration>);

/// Reads the time between checkpoints.
fn parse_checkpoint(text: &str) -> Result<Checkpoint, String> {
    if text == "off" {
        return Ok(Checkpoint(None));
    }
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let interval = seconds.ok_or("write seconds like 30, or off")?;
    Ok(Checkpoint(Some(interval)))
}

impl GenerateArgs {
    /// The number of pieces asked for where no material is.
    pub fn pieces(&self) -> u32 {
        self.pieces.unwrap_or(4)
    }
}

/// [`Effort`] as an argument.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum EffortName {
    /// Quickly
    Fast,
    /// As is worth while when solving takes as long
    #[default]
    Normal,
    /// As small as can be; slow
    Max,
}

impl From<EffortName> for Effort {
    fn from(name: EffortName) -> Self {
        match name {
            EffortName::Fast => Effort::Fast,
            EffortName::Normal => Effort::Normal,
            EffortName::Max => Effort::Max,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_read() {
        let read = |text| parse_checkpoint(text).map(|Checkpoint(interval)| interval);
        assert_eq!(read("off"), Ok(None));
        assert_eq!(read("0.5"), Ok(Some(Duration::from_millis(500))));
        for text in ["", "-1", "NaN", "inf", "never", "5 s", "1e300"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
