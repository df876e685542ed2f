//! `manoury hub`: the engine, over standard input and output.

use crate::cli::HubArgs;
use crate::exit;
use manoury_hub::Params;
use manoury_rules::VariantName;
use std::io;

/// Speaks the Hub protocol until the client is gone.
pub fn run(args: &HubArgs, variant: VariantName) -> anyhow::Result<()> {
    let params = Params {
        variant,
        reading: args.reading,
        tables: args.tables.tables.clone(),
        cache: args.cache >> 20,
    };
    exit::written(manoury_hub::run(params, io::stdin(), io::stdout()))
}
