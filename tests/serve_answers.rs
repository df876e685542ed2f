//! What `manoury serve` answers.

mod cli_support;
mod common;
mod serve_support;

use cli_support::{over, small_tables};
use common::{Random, four_pieces};
use manoury_rules::{DrawClocks, International, Position, Reading};
use manoury_tables::Slice;
use serde_json::{Value, json};
use serve_support::{Load, Response, Server};
use std::io::{BufReader, Write};
use std::time::Duration;

/// Random positions of 2–4 pieces as FENs.
fn positions(seed: u64, count: usize) -> Vec<String> {
    let mut random = Random(seed);
    let slices: Vec<Slice> = (2..=4).flat_map(Slice::all).collect();
    let position = |_| {
        let slice = *random.choose(&slices);
        random.position::<International>(slice).to_string()
    };
    (0..count).map(position).collect()
}

#[test]
fn answers_are_those_of_the_command_line() {
    let tables = four_pieces();
    let server = Server::start(&tables, &[]);
    for (seed, args, query) in [
        (1, &[][..], ""),
        (2, &["--clock25", "8"], "&clock25=8"),
        (3, &["--rules", "lidraughts", "--clock25", "2"], "&rules=lidraughts&clock25=2"),
    ] {
        let fens = positions(seed, 250);
        for (command, path) in [("probe", ""), ("line", "/mainline")] {
            let mut all = vec![command, "--json"];
            all.extend(fens.iter().map(String::as_str));
            all.extend(args);
            let printed = over(&tables, &all).succeeds();
            assert_eq!(printed.lines().count(), fens.len());
            for (fen, line) in fens.iter().zip(printed.lines()) {
                let answer = server.get(&format!("/international{path}?fen={fen}{query}"));
                assert_eq!(answer.answers(), line, "{fen}");
            }
        }
    }
    let standard = server.probe("standard", "W:WK10:BK5", "").answers();
    assert_eq!(standard, server.probe("international", "W:WK10:BK5", "").answers());
    let log = server.stop();
    assert!(!log.contains("WARN") && !log.contains("ERROR"), "{log}");
}

#[test]
fn a_client_can_play_on_without_knowing_the_rules() {
    let server = Server::start(small_tables(), &[]);
    let mut path = "/international?fen=W:WK1,K2:BK37&clock16=20".to_string();
    let mut position: Position<International> = "W:WK1,K2:BK37".parse().unwrap();
    let given = |c25, c16, c5| DrawClocks::given(&position, c25, c16, c5, Reading::Fmjd);
    let mut clocks = given(None, Some(20), None).unwrap();
    for ply in 0.. {
        let answer: Value = serde_json::from_str(&server.get(&path).answers()).unwrap();
        assert_eq!(answer["clocks"]["c5"], json!(clocks.c5));
        let moves = answer["moves"].as_array().unwrap();
        let Some(best) = moves.first().filter(|_| answer["over"].is_null()) else {
            assert!(ply > 3, "{answer}");
            break;
        };
        let mv = manoury_rules::parse_move(&position, best["move"].as_str().unwrap()).unwrap();
        let squares = best["path"].as_array().unwrap();
        assert_eq!((&squares[0], squares.last().unwrap()), (&best["from"], &best["to"]));
        assert_eq!(best["taken"].as_array().unwrap().len() as u32, mv.taken.count_ones());
        let after = position.make(mv);
        clocks = clocks.after(&position, mv, &after, Reading::Fmjd);
        position = after;
        assert_eq!(best["fen"], position.to_string());
        assert_eq!(best["clocks"], json!({"c25": clocks.c25, "c16": clocks.c16, "c5": clocks.c5}));
        path = format!("/international?fen={position}");
        for (name, key) in [("clock25", "c25"), ("clock16", "c16"), ("clock5", "c5")] {
            if let Some(plies) = best["clocks"][key].as_u64() {
                path += &format!("&{name}={plies}");
            }
        }
    }
}

#[test]
fn a_game_that_is_over_needs_no_tables() {
    let server = Server::start(small_tables(), &[]);
    for (variant, fen, reason) in [
        ("english", "W:W:BK5", "no-piece"),
        ("english", "W:W:B1,2,3,4,5,6,7,8", "no-piece"),
        ("international", "W:W6:B1", "no-move"),
    ] {
        let answer = server.probe(variant, fen, "").json();
        assert_eq!(answer["category"], "loss", "{answer}");
        assert_eq!((&answer["dtw"], &answer["over"]), (&json!(0), &json!(reason)));
        assert_eq!(answer["moves"], json!([]));
        let line = server.get(&format!("/{variant}/mainline?fen={fen}")).json();
        assert_eq!((&line["end"], &line["winner"]), (&json!(reason), &json!("black")));
    }
    let drawn = server.probe("international", "W:WK10:BK5", "&clock5=10").json();
    assert_eq!((&drawn["over"], &drawn["category"]), (&json!("5"), &json!("cursed-win")));
}

#[test]
fn statistics_are_those_of_the_command_line() {
    let server = Server::start(small_tables(), &["--variant", "english", "--rules", "lidraughts"]);
    let overview = server.get("/stats").json();
    assert_eq!(
        (&overview["variant"], &overview["rules"]),
        (&json!("english"), &json!("lidraughts"))
    );
    let names: Vec<&Value> =
        overview["variants"].as_array().unwrap().iter().map(|variant| &variant["name"]).collect();
    assert_eq!(names, ["international", "brazilian", "english"]);
    assert_eq!(overview["variants"][2]["slices"], json!([]));
    let international = &overview["variants"][0];
    assert_eq!(international["max_pieces"], 3);
    let slices = international["slices"].as_array().unwrap();
    assert_eq!(slices.len(), Slice::all(2).len() + Slice::all(3).len());
    let printed = over(small_tables(), &["stats", "--json"]).json_lines().remove(0);
    let printed = printed.as_array().unwrap();
    let mut seen = 0;
    for slice in slices {
        for material in slice["materials"].as_array().unwrap() {
            let name = material.as_str().unwrap();
            let report = server.get(&format!("/international/stats/{name}")).json();
            assert_eq!((&report["slice"], &report["bytes"]), (&slice["slice"], &slice["bytes"]));
            let first = &report["materials"][0];
            let expected = printed.iter().find(|one| one["material"] == *material).unwrap();
            for (key, value) in expected.as_object().unwrap() {
                assert_eq!(&first[key], value, "{name} {key}");
            }
            for distances in first["distances"].as_array().unwrap() {
                for outcome in ["win", "cursed_win", "blessed_loss", "loss"] {
                    let counts = distances[outcome].as_array().unwrap();
                    let sum: u64 = counts.iter().map(|count| count.as_u64().unwrap()).sum();
                    assert_eq!(sum, first[outcome].as_u64().unwrap(), "{name} {outcome}");
                }
            }
            seen += 1;
        }
    }
    assert_eq!(seen, printed.len());
    // What the server was started with holds for questions that name no reading.
    assert_eq!(server.probe("international", "W:WK10:BK5", "").json()["rules"], "lidraughts");
    assert_eq!(server.probe("english", "W:W:BK5", "").json()["rules"], "fmjd");
}

#[test]
fn the_page_comes_whole_and_from_here_alone() {
    let server = Server::start(small_tables(), &[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(server.get("/index.html").body, page.body);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
    assert!(!policy.contains("http") && !policy.contains("script-src *"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let tag = page.header("etag").unwrap();
    let again = |tag: &str| {
        let head = "Host: test\r\nConnection: close";
        server.ask(&format!("GET / HTTP/1.1\r\n{head}\r\nIf-None-Match: {tag}\r\n\r\n"))
    };
    assert_eq!((again(tag).status, again(tag).body.as_str()), (304, ""));
    assert_eq!(again(&format!("\"x\", W/{tag}")).status, 304);
    assert_eq!(again("\"x\"").status, 200);
}

#[test]
fn methods_and_connections() {
    let server = Server::start(small_tables(), &[]);
    let path = "/international?fen=W:WK10:BK5";
    let get = server.get(path);
    let head = server.ask(&format!("HEAD {path} HTTP/1.1\r\nHost: test\r\n\r\n"));
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    for name in ["content-length", "content-type", "access-control-allow-origin"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
    for target in [path, "/", "/nothing", "*"] {
        let options = server.ask(&format!("OPTIONS {target} HTTP/1.1\r\nHost: test\r\n\r\n"));
        assert_eq!((options.status, options.header("allow")), (204, Some("GET, HEAD, OPTIONS")));
        assert_eq!(options.header("access-control-allow-methods"), Some("GET, HEAD, OPTIONS"));
    }
    // Several requests in one go are answered in their order, over one connection.
    let mut stream = server.connect();
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n");
    let all = [request("/healthz"), request("/nothing"), request(path)].concat();
    stream.write_all(all.as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    let statuses = [(); 3].map(|()| Response::read(&mut stream, false).status);
    assert_eq!(statuses, [200, 404, 200]);
    // The first version of the protocol, and a target with a host, are understood.
    assert!(server.raw(b"GET /healthz HTTP/1.0\r\n\r\n").ends_with(r#"{"status":"ok"}"#));
    assert_eq!(server.get("http://elsewhere/healthz").status, 200);
}

#[test]
fn the_description_fits_what_is_answered() {
    let server = Server::start(small_tables(), &[]);
    let description = server.get("/openapi.json").json();
    assert_eq!(description["openapi"], "3.1.0");
    leads_somewhere(&description, &description);
    let example = |path: &str| {
        let path = path.replace("{variant}", "international").replace("{material}", "KKvK");
        let question = path.starts_with("/international") && !path.contains("stats");
        if question { path + "?fen=W:WK10:BK5" } else { path }
    };
    let paths = description["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 5);
    for (path, operations) in paths {
        let answer = server.get(&example(path));
        let responses = &operations["get"]["responses"];
        let schema = &responses["200"]["content"]["application/json"]["schema"];
        fits(&answer.json(), schema, &description, path);
        if let Some(refused) = responses.get("400") {
            let path = example(path);
            let mark = if path.contains('?') { '&' } else { '?' };
            let answer = server.get(&format!("{path}{mark}wrong=1"));
            let schema = &refused["content"]["application/json"]["schema"];
            fits(&answer.fails(400, "bad-query"), schema, &description, &path);
        }
    }
    let refused = server.probe("international", "W:WK1,K2,31:BK45,K50", "");
    let schema = json!({"$ref": "#/components/schemas/Failure"});
    fits(&refused.fails(404, "missing-table"), &schema, &description, "missing");
}

/// Every field is described, and every described field that must be there is.
fn fits(value: &Value, schema: &Value, description: &Value, at: &str) {
    let properties = properties(schema, description);
    match value {
        Value::Object(fields) => {
            assert!(!properties.is_empty(), "{at}: {schema}");
            for (name, (schema, required)) in &properties {
                let field = fields.get(name);
                assert!(field.is_some() || !required, "{at}/{name} is not answered");
                if let Some(field) = field {
                    fits(field, schema, description, &format!("{at}/{name}"));
                }
            }
            let described = |name: &&String| properties.iter().any(|(known, _)| known == *name);
            assert_eq!(fields.keys().find(|name| !described(name)), None, "{at}");
        }
        Value::Array(items) => {
            let items_schema = resolved(schema, description).get("items").unwrap();
            items.iter().for_each(|item| fits(item, items_schema, description, at));
        }
        _ => {}
    }
}

/// Every reference has something at its end.
fn leads_somewhere(value: &Value, description: &Value) {
    if let Some(reference) = value["$ref"].as_str() {
        let target = reference.strip_prefix('#').and_then(|path| description.pointer(path));
        assert!(target.is_some(), "{reference}");
    }
    let parts = value.as_object().map(|fields| fields.values().collect::<Vec<_>>());
    let items = value.as_array().map(|items| items.iter().collect());
    for part in parts.or(items).unwrap_or_default() {
        leads_somewhere(part, description);
    }
}

/// The schema behind a reference, or behind "this or null".
fn resolved<'a>(schema: &'a Value, description: &'a Value) -> &'a Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = description.pointer(reference.strip_prefix('#').unwrap()).unwrap();
        return resolved(target, description);
    }
    match schema["oneOf"].as_array() {
        Some(either) if either[0]["type"] == "null" => resolved(&either[1], description),
        _ => schema,
    }
}

/// The fields of an object, those of its parts too, and whether each must be there.
fn properties(schema: &Value, description: &Value) -> Vec<(String, (Value, bool))> {
    let schema = resolved(schema, description);
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().flat_map(|part| properties(part, description)).collect();
    }
    let Some(fields) = schema["properties"].as_object() else { return Vec::new() };
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let is_required = |name: &String| required.contains(&json!(name));
    let field =
        |(name, schema): (&String, &Value)| (name.clone(), (schema.clone(), is_required(name)));
    fields.iter().map(field).collect()
}

#[test]
fn two_hundred_clients_are_all_answered() {
    let server = Server::start(&four_pieces(), &[]);
    let paths = |client: usize| {
        let fens = positions(1000 + client as u64, 50);
        fens.into_iter().map(|fen| format!("/international?fen={fen}")).collect()
    };
    let time = Duration::from_secs(3);
    let outcomes = Load { address: server.address, clients: 200, time, paths: &paths }.run();
    assert_eq!(outcomes.errors, Vec::<String>::new());
    assert!(outcomes.latencies.len() >= 200);
    let log = server.stop();
    assert!(!log.contains("refused") && !log.contains("failed"), "{log}");
}
