//! What `manoury serve` refuses, what it survives, and how it ends.

mod cli_support;
mod serve_support;

use cli_support::{manoury, small_copy, small_tables};
use serde_json::json;
use serve_support::{Response, Server, rest};
use std::fs;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const GOOD: &str = "/international?fen=W:WK10:BK5";

#[test]
fn every_wrong_question_has_its_code() {
    let server = Server::start(small_tables(), &[]);
    let long = format!("{GOOD}&clock25={}", "1".repeat(4096));
    let fen = |fen: &str| format!("/international?fen={fen}");
    for (path, status, code) in [
        ("/international", 400, "bad-query"),
        ("/international?", 400, "bad-query"),
        ("/international?fen=W:WK10:BK5&clock=3", 400, "bad-query"),
        ("/international?fen=W:WK10:BK5&fen=W:WK10:BK5", 400, "bad-query"),
        ("/international?fen=W:WK10:BK5%ff", 400, "bad-query"),
        ("/international?fen=W:WK10:BK5%4", 400, "bad-query"),
        ("/stats?x=1", 400, "bad-query"),
        ("/international?fen=", 400, "bad-fen"),
        ("/international?fen=W:WK10", 400, "bad-fen"),
        ("/international?fen=%00%0d%0aX:%20y", 400, "bad-fen"),
        (&fen(&"W".repeat(2000)), 400, "bad-fen"),
        ("/international?fen=W:WK10:BK5&clock5=x", 400, "bad-clocks"),
        ("/international?fen=W:WK10:BK5&clock5=11", 400, "bad-clocks"),
        ("/international?fen=W:WK10:BK5&clock25=70000", 400, "bad-clocks"),
        ("/brazilian?fen=W:WK10:BK5&clock5=1", 400, "bad-clocks"),
        ("/international?fen=W:WK10:BK5&rules=mine", 400, "bad-rules"),
        ("/english?fen=W:WK10:BK5&rules=lidraughts", 400, "bad-rules"),
        ("/international/stats/KvX", 400, "bad-material"),
        ("/international/stats/%ff", 400, "bad-material"),
        ("/international/stats/KKKKKKKKvK", 400, "bad-material"),
        ("/international?fen=W:WK10:B", 400, "bad-position"),
        ("/english?fen=W:WK10:B", 400, "bad-position"),
        ("/international?fen=W:WK1,K2:BK45,K50", 404, "missing-table"),
        ("/international/mainline?fen=W:WK1,K2:BK45,K50", 404, "missing-table"),
        ("/brazilian?fen=W:WK10:BK5", 404, "missing-table"),
        ("/international/stats/KKvKK", 404, "missing-table"),
        ("/english/stats/KvK", 404, "missing-table"),
        ("/international?fen=W:W31-50:B1-20", 404, "too-many-pieces"),
        ("/english?fen=B:W21-32:B1-12", 404, "too-many-pieces"),
        ("/nothing", 404, "not-found"),
        ("/chess?fen=W:WK10:BK5", 404, "not-found"),
        ("/international/", 404, "not-found"),
        ("/international/stats", 404, "not-found"),
        (&long, 414, "uri-too-long"),
    ] {
        let failure = server.get(path).fails(status, code);
        let folder = small_tables().to_str().unwrap();
        assert!(!failure.to_string().contains(folder), "{failure}");
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW"] {
        let target = if method == "CONNECT" { "there:80" } else { GOOD };
        let request =
            format!("{method} {target} HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
        let refused = server.ask(&request);
        refused.fails(405, "method-not-allowed");
        assert_eq!(refused.header("allow"), Some("GET, HEAD, OPTIONS"));
    }
    let log = server.stop();
    for code in ["bad-fen", "bad-clocks", "missing-table", "uri-too-long", "method-not-allowed"] {
        assert!(log.contains(&format!("code={code}")), "{code} in\n{log}");
    }
    // One line for each, whatever was asked: all but the first and the last two.
    assert!(log.lines().all(|line| line.starts_with("20") && line.len() < 1500), "{log}");
    assert_eq!(log.lines().filter(|line| line.contains(" refused ")).count(), 34 + 7);
}

#[test]
fn a_position_without_tables_can_be_played_on() {
    let server = Server::start(small_tables(), &[]);
    let failure = server.probe("international", "w:bk45,K50:w31,k1,K02", "&clock25=4");
    let failure = failure.fails(404, "missing-table");
    assert_eq!(failure["table"], "KKMvKK.wdl");
    assert_eq!(failure["fen"], "W:WK1,K2,31:BK45,K50");
    assert_eq!(failure["clocks"], json!({"c25": 4, "c16": null, "c5": null}));
    assert_eq!((&failure["rules"], &failure["over"]), (&json!("fmjd"), &json!(null)));
    assert!(failure["message"].as_str().unwrap().contains("manoury generate --material KKMvKK"));
    let moves = failure["moves"].as_array().unwrap();
    let man = moves.iter().find(|mv| mv["move"] == "31-26").unwrap();
    assert_eq!(man["fen"], "B:WK1,K2,26:BK45,K50");
    assert_eq!((&man["conversion"], &man["clocks"]["c25"]), (&json!(true), &json!(0)));
    assert_eq!((&man["path"], &man["taken"]), (&json!([31, 26]), &json!([])));
    let king = moves.iter().find(|mv| mv["from"] == 1).unwrap();
    assert_eq!(king["clocks"]["c25"], 5);
    let start = server.probe("english", "B:W21-32:B1-12", "").fails(404, "too-many-pieces");
    assert_eq!(start["moves"].as_array().unwrap().len(), 7);
}

/// The example of a failure in the documentation.
#[test]
fn the_documented_failure_is_what_is_sent() {
    let server = Server::start(small_tables(), &[]);
    let text = include_str!("../docs/API.md");
    let (_, errors) = text.split_once("\n## Errors\n").unwrap();
    let (_, example) = errors.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let mut example: serde_json::Value = serde_json::from_str(example).unwrap();
    let fen = example["fen"].as_str().unwrap();
    let mut sent = server.probe("international", fen, "").fails(404, "missing-table");
    // Of the moves it shows one.
    let shown = example["moves"].take();
    let moves = sent["moves"].take();
    for mv in shown.as_array().unwrap() {
        assert!(moves.as_array().unwrap().contains(mv), "{mv} is none of {moves}");
    }
    assert!(!shown.as_array().unwrap().is_empty());
    assert_eq!(sent, example);
}

#[test]
fn hostile_requests_are_refused_and_the_server_lives() {
    let server = Server::start(small_tables(), &["--timeout", "5"]);
    let head = "Host: test\r\nConnection: close\r\n";
    // Nothing lies behind a path but what is served.
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/./index.html",
        "/..\\..\\etc",
        "/index.html%00.png",
        "/international/stats/..%2f..%2fKvK",
        "/international%3ffen=W:WK10:BK5",
    ] {
        let response = server.get(path);
        assert!([400, 404].contains(&response.status), "{path}: {response:?}");
        assert!(!response.body.contains("root:"));
    }
    // A body is nobody's question.
    let body = format!("GET {GOOD} HTTP/1.1\r\n{head}Content-Length: 5\r\n\r\nhello");
    server.ask(&body).fails(400, "unexpected-body");
    let chunked =
        format!("GET {GOOD} HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    server.ask(&chunked).fails(400, "unexpected-body");
    let post = format!("POST / HTTP/1.1\r\n{head}Content-Length: 99999999999\r\n\r\nhello");
    server.ask(&post).fails(405, "method-not-allowed");
    // A body that looks like a request is none.
    let inner = format!("GET {GOOD} HTTP/1.1\r\n{head}\r\n");
    let smuggled =
        format!("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: {}\r\n\r\n{inner}", inner.len());
    assert_eq!(server.raw(smuggled.as_bytes()).matches("HTTP/1.1 ").count(), 1);
    // What is no HTTP, or too much of it.
    let fields = "X: y\r\n".repeat(100);
    let field = format!("X: {}\r\n", "y".repeat(64 << 10));
    for (bytes, status) in [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(), "400"),
        (b"nonsense\r\n\r\n".to_vec(), "400"),
        (b"GET / HTTP/9.9\r\n\r\n".to_vec(), "400"),
        (b"GET /\xff\xfe HTTP/1.1\r\nHost: test\r\n\r\n".to_vec(), "400"),
        (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n".to_vec(), "400"),
        (b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n".to_vec(), "400"),
        (b"GET / HTTP/1.1\r\nX: a\x00b\r\n\r\n".to_vec(), "400"),
        (format!("GET / HTTP/1.1\r\n{head}{fields}\r\n").into_bytes(), "431"),
        (format!("GET / HTTP/1.1\r\n{head}{field}\r\n").into_bytes(), "431"),
        (format!("GET /?{} HTTP/1.1\r\n{head}\r\n", "x".repeat(1 << 20)).into_bytes(), "4"),
    ] {
        let answer = server.raw(&bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        // A connection that is reset over what was not read takes the answer along: that can only
        // be where more comes than the server takes.
        if answer.is_empty() && bytes.len() > 16 << 10 {
            continue;
        }
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{shown}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{shown}");
    }
    // Nobody but the server writes lines of the log.
    server.get("/x%0a20%0d%1b[31mINFO").fails(404, "not-found");
    let log = server.stop();
    assert!(log.matches("connection ended").count() >= 5, "{log}");
    assert!(log.lines().all(|line| line.starts_with("20") && line.len() < 1500), "{log}");
    assert!(!log.chars().any(|c| c.is_control() && c != '\n'), "{log}");
}

#[test]
fn slow_clients_are_let_go() {
    let server = Server::start(small_tables(), &["--timeout", "0.5"]);
    let mut slow: Vec<TcpStream> = (0..50).map(|_| server.connect()).collect();
    for (number, stream) in slow.iter_mut().enumerate() {
        let head = format!("GET {GOOD} HTTP/1.1\r\nHost: test\r\nX: y");
        stream.write_all(&head.as_bytes()[..number % head.len()]).unwrap();
    }
    let start = Instant::now();
    // One byte now and then does not keep the others waiting, nor does it keep a connection.
    let mut alive = slow.len();
    while alive > 0 {
        assert!(start.elapsed() < Duration::from_secs(20), "{alive} are still there");
        server.get(GOOD).answers();
        alive = 0;
        for stream in &mut slow {
            stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
            let closed = match stream.read(&mut [0; 256]) {
                Ok(0) => true,
                Ok(_) => false,
                Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
            };
            if !closed && stream.write_all(b"z").is_ok() {
                alive += 1;
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    // One that has had its answer and stays is let go as well.
    let mut idle = server.connect();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n").unwrap();
    assert!(rest(&mut idle).contains("HTTP/1.1 200"));
    let log = server.stop();
    assert!(log.matches("connection ended").count() >= 25, "{log}");
}

#[test]
fn one_client_too_many_is_told_to_come_back() {
    let server = Server::start(small_tables(), &["--connections", "4"]);
    let mut held: Vec<_> = (0..4).map(|_| server.connect()).collect();
    for stream in &mut held {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n").unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        assert_eq!(Response::read(&mut reader, false).status, 200);
    }
    let refused = server.get(GOOD);
    refused.fails(503, "busy");
    assert_eq!(refused.header("retry-after"), Some("1"));
    server.logs("too many connections");
    drop(held);
    let start = Instant::now();
    while server.get(GOOD).status != 200 {
        assert!(start.elapsed() < Duration::from_secs(10));
    }
    server.stop();
}

#[test]
fn a_damaged_table_is_the_failure_of_its_questions_alone() {
    let (copy, files) = small_copy();
    let path = files.join("KKvK.wdl");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    fs::write(files.join("KvM.wdl"), b"short").unwrap();
    fs::remove_file(files.join("KMvK.wdl")).unwrap();
    let server = Server::start_logging(copy.path(), &[], "debug");
    // Filling the cache tells of damage and goes on.
    server.logs("in the cache");
    let log = server.log();
    for damaged in ["KKvK.wdl", "KvM.wdl"] {
        let told = |line: &str| line.contains("WARN not brought into the cache");
        assert!(log.lines().any(|line| told(line) && line.contains(damaged)), "{log}");
    }
    let bytes = log.split(" bytes=").nth(1).unwrap();
    assert!(bytes.chars().take_while(char::is_ascii_digit).count() > 4, "{log}");
    let mut damaged = 0;
    for square in 7..50 {
        let fen = format!("W:WK1,K2:BK{square}");
        let response = server.probe("international", &fen, "");
        if response.status != 200 {
            let failure = response.fails(500, "damaged-table");
            assert_eq!(failure["table"], "KKvK.wdl");
            assert!(!failure["moves"].as_array().unwrap().is_empty());
            assert!(!failure.to_string().contains(copy.path().to_str().unwrap()), "{failure}");
            damaged += 1;
        }
    }
    assert!(damaged > 0);
    server.probe("international", "W:WK1:B20", "").fails(500, "damaged-table");
    server.get("/international/stats/KvM").fails(500, "damaged-table");
    let missing = server.probe("international", "W:WK1,31:BK50", "").fails(404, "missing-table");
    assert_eq!(missing["table"], "KMvK.wdl");
    server.get(GOOD).answers();
    let log = server.stop();
    // The log says where.
    let line = log.lines().find(|line| line.contains("code=damaged-table")).unwrap();
    assert!(line.contains("ERROR") && line.contains(copy.path().to_str().unwrap()), "{line}");
}

/// A server whose outcomes of one slice have become a pipe: who asks for them waits until somebody
/// writes. Without a cache nothing is opened before that.
#[cfg(unix)]
fn stuck() -> (tempfile::TempDir, PathBuf, Server) {
    let (copy, files) = small_copy();
    let args = ["--threads", "2", "--cache", "0"];
    let server = Server::start_logging(copy.path(), &args, "info,manoury_server=trace");
    let pipe = files.join("KKvK.wdl");
    replace_by_pipe(&pipe);
    (copy, pipe, server)
}

#[cfg(unix)]
fn replace_by_pipe(path: &Path) {
    fs::remove_file(path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Nobody opens it, neither to fill the cache nor to answer.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_table() {
    let (copy, files) = small_copy();
    replace_by_pipe(&files.join("KKvK.wdl"));
    let server = Server::start(copy.path(), &[]);
    server.probe("international", "W:WK1,K2:BK37", "").fails(404, "missing-table");
    server.stop();
}

#[cfg(unix)]
fn ask_stuck(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(b"GET /international?fen=W:WK1,K2:BK37 HTTP/1.1\r\nHost: t\r\n\r\n").unwrap();
    server.logs("TRACE asked");
    stream
}

#[cfg(unix)]
#[test]
fn a_request_that_runs_is_answered_before_the_end() {
    let (_copy, pipe, server) = stuck();
    let mut running = ask_stuck(&server);
    let mut idle = server.connect();
    server.signal("TERM");
    server.logs("stopping");
    // Nobody is let in any more, and who asks nothing is let go.
    assert_eq!(rest(&mut idle), "");
    let start = Instant::now();
    while TcpStream::connect(server.address).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(10));
    }
    drop(fs::OpenOptions::new().write(true).open(&pipe).unwrap());
    let answer = rest(&mut running);
    assert!(answer.starts_with("HTTP/1.1 500 ") && answer.contains("-table\""), "{answer}");
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.lines().last().unwrap().ends_with("stopped"), "{log}");
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_at_once() {
    let (_copy, _pipe, server) = stuck();
    let mut running = ask_stuck(&server);
    server.signal("INT");
    server.logs("stopping");
    server.signal("TERM");
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("stopped at once"), "{log}");
    assert_eq!(rest(&mut running), "");
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let tables = small_tables().to_str().unwrap();
    let serve = |args: &[&str]| manoury(["serve", "--bind", "127.0.0.1:0"].iter().chain(args));
    serve(&["--tables", "/nowhere"]).fails(3, "/nowhere");
    let empty = tempfile::tempdir().unwrap();
    serve(&["--tables", empty.path().to_str().unwrap()]).fails(3, "manoury generate");
    let bound = |address: &str| manoury(["serve", "--tables", tables, "--bind", address]);
    bound("localhost").fails(2, "like 127.0.0.1:8080");
    for wrong in [["--timeout", "0"], ["--connections", "0"], ["--threads", "0"]] {
        serve(&["--tables", tables, wrong[0], wrong[1]]).fails(2, wrong[0]);
    }
    let server = Server::start(small_tables(), &[]);
    let taken = server.address.to_string();
    bound(&taken).fails(4, &taken);
    // A name is as good as a number.
    bound(&taken.replace("127.0.0.1", "localhost")).fails(4, &taken);
}
