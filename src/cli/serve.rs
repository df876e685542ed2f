//! The arguments of `serve`.

use super::TablesArgs;
use crate::output::units;
use clap::Args;
use manoury_rules::Reading;
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Address to listen on, like localhost:8080; port 0 for any that is free
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080",
        value_parser = parse_address
    )]
    pub bind: SocketAddr,
    /// Memory for decoded blocks of the tables of each game, like 64M or 1GiB
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = units::parse_bytes)]
    pub cache: u64,
    /// Reading of the 16-move rule for questions that name none: fmjd or lidraughts
    #[arg(long, default_value_t, value_name = "READING")]
    pub rules: Reading,
    /// Clients that may be connected at a time
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = parse_count)]
    pub connections: usize,
    /// Threads that work out answers [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Seconds that a client may take to send a request or to take an answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub timeout: Duration,
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// Reads an address. A name of a host that has several is its first of version 4, if there is one.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().map_err(|error| {
        format!("write a host or its number and a port, like 127.0.0.1:8080 ({error})")
    })?;
    let found: Vec<SocketAddr> = found.collect();
    let best = found.iter().find(|address| address.is_ipv4()).or(found.first());
    best.copied().ok_or_else(|| "no address belongs to that name".to_string())
}

/// Reads a number of things that there must be at least one of.
fn parse_count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| "write a number from 1 to 1000000".to_string())
}

/// Reads a time that is not nothing.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let some = seconds.filter(|time| (Duration::from_millis(1)..=DAY).contains(time));
    some.ok_or_else(|| "write seconds like 10 or 0.5".to_string())
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, expected) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("[::1]:80", "[::1]:80"),
            ("localhost:8080", "127.0.0.1:8080"),
        ] {
            assert_eq!(parse_address(text), Ok(expected.parse().unwrap()));
        }
        for text in ["", "8080", "localhost", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999"] {
            let error = parse_address(text).unwrap_err();
            assert!(error.contains("like 127.0.0.1:8080"), "{text}: {error}");
        }
    }
}
