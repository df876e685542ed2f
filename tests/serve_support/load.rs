//! Many clients at once.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// Clients that each ask one question after the other over a connection that stays open.
pub struct Load<'a> {
    pub address: SocketAddr,
    pub clients: usize,
    pub time: Duration,
    /// The paths that a client asks for, by its number; from the first again after the last.
    pub paths: &'a (dyn Fn(usize) -> Vec<String> + Sync),
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// Microseconds until each answer, in ascending order.
    pub latencies: Vec<u32>,
    /// Bytes of all bodies.
    pub bytes: u64,
    /// What was no answer: the first words of the response, or why there was none.
    pub errors: Vec<String>,
    /// From the first question to the last answer.
    pub seconds: f64,
}

impl Load<'_> {
    /// Lets the clients ask until the time is over.
    pub fn run(&self) -> Outcomes {
        let start = Barrier::new(self.clients + 1);
        std::thread::scope(|scope| {
            let client = |number| {
                let start = &start;
                move || self.client(number, start)
            };
            let spawn = |number| {
                let thread = std::thread::Builder::new().stack_size(256 << 10);
                thread.spawn_scoped(scope, client(number)).unwrap()
            };
            let threads: Vec<_> = (0..self.clients).map(spawn).collect();
            start.wait();
            let begin = Instant::now();
            let mut all = Outcomes::default();
            for thread in threads {
                let one = thread.join().unwrap();
                all.latencies.extend(one.latencies);
                all.errors.extend(one.errors);
                all.bytes += one.bytes;
            }
            all.seconds = begin.elapsed().as_secs_f64();
            all.latencies.sort_unstable();
            all
        })
    }

    fn client(&self, number: usize, start: &Barrier) -> Outcomes {
        let paths = (self.paths)(number);
        let mut outcomes = Outcomes::default();
        let connected = TcpStream::connect(self.address);
        start.wait();
        let end = Instant::now() + self.time;
        let mut stream = match connected {
            Ok(stream) => BufReader::new(stream),
            Err(error) => {
                outcomes.errors.push(error.to_string());
                return outcomes;
            }
        };
        stream.get_ref().set_nodelay(true).unwrap();
        stream.get_ref().set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        for path in paths.iter().cycle() {
            let begin = Instant::now();
            if begin >= end {
                break;
            }
            match question(&mut stream, path) {
                Ok(bytes) => {
                    outcomes.latencies.push(begin.elapsed().as_micros() as u32);
                    outcomes.bytes += bytes;
                }
                Err(error) => {
                    outcomes.errors.push(error);
                    break;
                }
            }
        }
        outcomes
    }
}

/// Asks for a path: the bytes of the answer's body.
fn question(stream: &mut BufReader<TcpStream>, path: &str) -> Result<u64, String> {
    let text = |error: std::io::Error| error.to_string();
    let request = format!("GET {path} HTTP/1.1\r\nHost: load\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes()).map_err(text)?;
    let (mut line, mut status, mut length) = (String::new(), String::new(), 0);
    loop {
        line.clear();
        if stream.read_line(&mut line).map_err(text)? == 0 {
            return Err("closed".to_string());
        }
        if status.is_empty() {
            status = line.trim_end().to_string();
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(|_| line.clone())?;
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).map_err(text)?;
    if status.split(' ').nth(1) == Some("200") { Ok(length as u64) } else { Err(status) }
}

impl Outcomes {
    /// The latency in milliseconds that so many of a hundred stay below.
    pub fn percentile(&self, percent: f64) -> f64 {
        let place = (self.latencies.len() as f64 * percent / 100.0) as usize;
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get(place.min(last)).map_or(0.0, |&micros| micros as f64 / 1000.0)
    }

    /// The mean latency in milliseconds.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.latencies.iter().map(|&micros| micros as u64).sum();
        sum as f64 / self.latencies.len().max(1) as f64 / 1000.0
    }
}
