//! A server that runs, and a client that can be rude.

#![allow(dead_code, unused_imports, reason = "not every test program uses all of it")]

mod load;

pub use load::{Load, Outcomes};

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// `manoury serve` on a free port of this machine; ends with the value.
pub struct Server {
    pub address: SocketAddr,
    process: Child,
    log: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server over a folder of tables.
    pub fn start(tables: &Path, args: &[&str]) -> Self {
        Self::start_logging(tables, args, "info")
    }

    /// Starts a server whose log has what `filter` says.
    pub fn start_logging(tables: &Path, args: &[&str], filter: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_manoury"))
            .args(["serve", "--bind", "127.0.0.1:0", "--tables"])
            .arg(tables)
            .args(args)
            .env("RUST_LOG", filter)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (errors, into) = (process.stderr.take().unwrap(), log.clone());
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(errors).lines() {
                let mut log = into.lock().unwrap();
                log.push_str(&line.unwrap());
                log.push('\n');
            }
        });
        let Some(address) = line.trim_end().strip_prefix("listening on http://") else {
            reader.join().unwrap();
            panic!("{line}{}", log.lock().unwrap());
        };
        Server { address: address.parse().unwrap(), process, log, reader: Some(reader) }
    }

    /// The process.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// A new connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The response to a GET over a connection of its own.
    pub fn get(&self, path: &str) -> Response {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"))
    }

    /// The value of a position.
    pub fn probe(&self, variant: &str, fen: &str, more: &str) -> Response {
        self.get(&format!("/{variant}?fen={fen}{more}"))
    }

    /// The response to a request as it stands.
    pub fn ask(&self, request: &str) -> Response {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        Response::read(&mut BufReader::new(stream), request.starts_with("HEAD "))
    }

    /// All that comes back for some bytes until the server closes the connection.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that closes early leaves some of it unread.
        let _ = stream.write_all(bytes);
        rest(&mut stream)
    }

    /// Sends a signal, like `TERM`.
    pub fn signal(&self, name: &str) {
        // Every shell has the command, not every machine.
        let command = format!("kill -{name} {}", self.pid());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
    }

    /// Waits for the end: the exit code and the log.
    pub fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "it goes on: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
        let code = self.process.wait().unwrap().code();
        self.reader.take().unwrap().join().unwrap();
        (code, self.log())
    }

    /// Stops the server as a user does. It must have been alive and end well.
    #[track_caller]
    pub fn stop(self) -> String {
        assert_eq!(self.get("/healthz").body, r#"{"status":"ok"}"#);
        self.signal("TERM");
        let (code, log) = self.end();
        assert_eq!(code, Some(0), "{log}");
        assert!(!log.contains("panicked"), "{log}");
        log
    }

    /// What was logged until now.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Waits until the log has something.
    #[track_caller]
    pub fn logs(&self, needle: &str) {
        let start = Instant::now();
        while !self.log().contains(needle) {
            assert!(start.elapsed() < PATIENCE, "no '{needle}' in:\n{}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What is left on a connection until it is closed.
pub fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection may also be reset.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    /// Reads one from a connection; that to HEAD has no body.
    pub fn read(stream: &mut impl BufRead, of_head: bool) -> Self {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(stream.read_line(&mut head).unwrap() > 0, "closed after '{head}'");
        }
        let mut response = Response { status: 0, head, body: String::new() };
        response.status = response.head[9..12].parse().unwrap();
        let length = response.header("content-length").map_or(0, |value| value.parse().unwrap());
        let mut body = vec![0; if of_head { 0 } else { length }];
        stream.read_exact(&mut body).unwrap();
        response.body = String::from_utf8(body).unwrap();
        response
    }

    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// It is the answer.
    #[track_caller]
    pub fn answers(self) -> String {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        self.body
    }

    /// It is a failure with this status and code: its JSON.
    #[track_caller]
    pub fn fails(&self, status: u16, code: &str) -> serde_json::Value {
        let json = self.json();
        assert_eq!((self.status, json["error"].as_str()), (status, Some(code)), "{self:?}");
        let message = json["message"].as_str().unwrap();
        assert!(!message.is_empty() && !message.contains('\n') && message.len() < 700, "{message}");
        assert_eq!(self.header("access-control-allow-origin"), Some("*"));
        json
    }
}
