//! A server under load: many clients at once, each over a connection of its own, each asking for the
//! next random position as soon as it has its answer.
//!
//! ```text
//! MANOURY_TABLES=DIR cargo bench --bench serve -- --clients 200 --seconds 10
//! ```
//!
//! takes the tables of five pieces in that folder; without it those of four pieces are made.
//! `--cache SIZE` and other options of `manoury serve` are handed on to it; `--url 127.0.0.1:8080`
//! asks a server that runs already. The clients take time of the same machine.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/serve_support/mod.rs"]
mod serve_support;

use common::{Random, given_tables};
use manoury_rules::International;
use manoury_tables::{Index, Slice};
use serve_support::{Load, Server};
use std::net::SocketAddr;
use std::time::Duration;

/// Positions that a client asks for before it begins anew.
const POSITIONS: usize = 20_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut clients, mut seconds, mut url) = (200, 10, None);
    let mut options = Vec::new();
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{name} wants a value"));
        match name.as_str() {
            // What cargo adds by itself.
            "--bench" => {}
            "--clients" => clients = value().parse().expect("a number of clients"),
            "--seconds" => seconds = value().parse().expect("a number of seconds"),
            "--url" => {
                url = Some(value().parse::<SocketAddr>().expect("an address like 127.0.0.1:8080"))
            }
            _ => options.extend([name.clone(), value()]),
        }
    }
    let (folder, pieces) = given_tables();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let server = url.is_none().then(|| Server::start(&folder, &options));
    let address = url.or(server.as_ref().map(|server| server.address)).expect("a server");
    println!("{clients} clients, random positions of {pieces} pieces in {}", folder.display());
    let paths = |client: usize| {
        let fens = positions(pieces, client as u64);
        fens.into_iter().map(|fen| format!("/international?fen={fen}")).collect()
    };
    // The first round finds the cache as the start of the server has left it.
    for round in ["cold", "warm"] {
        let time = Duration::from_secs(seconds);
        let outcomes = Load { address, clients, time, paths: &paths }.run();
        let answers = outcomes.latencies.len() as f64;
        println!(
            "{round}: {answers} answers, {} errors, {:.0} a second, {:.1} MB/s; ms: mean {:.2}, \
             p50 {:.2}, p90 {:.2}, p99 {:.2}, most {:.2}",
            outcomes.errors.len(),
            answers / outcomes.seconds,
            outcomes.bytes as f64 / outcomes.seconds / 1e6,
            outcomes.mean(),
            outcomes.percentile(50.0),
            outcomes.percentile(90.0),
            outcomes.percentile(99.0),
            outcomes.percentile(100.0),
        );
        if let Some(error) = outcomes.errors.first() {
            println!("first error: {error}");
        }
        if let Some(server) = &server {
            println!("server: {}", memory(server.pid()));
        }
    }
    if let Some(server) = server {
        server.stop();
    }
}

/// Random positions, those of every slice of so many pieces by their number.
fn positions(pieces: u32, client: u64) -> Vec<String> {
    let slices = Slice::all(pieces);
    let numbers = |slice: Slice| Index::<International>::new(slice).len() * slice.sides() as u64;
    let all: u64 = slices.iter().map(|&slice| numbers(slice)).sum();
    let mut random = Random(client);
    let mut position = |_| {
        let mut number = random.below(all);
        let slice = slices.iter().find(|&&slice| {
            let found = number < numbers(slice);
            number = number.wrapping_sub(if found { 0 } else { numbers(slice) });
            found
        });
        random.position::<International>(*slice.unwrap_or(&slices[0])).to_string()
    };
    (0..POSITIONS).map(&mut position).collect()
}

/// Memory of a process, now and at most.
fn memory(pid: u32) -> String {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let lines =
        status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join(", ")
}
