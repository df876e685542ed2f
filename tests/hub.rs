//! Sessions of `manoury hub` over pipes.

mod common;

use common::Random;
use manoury_hub::{choose, move_text, position_text, read_move};
use manoury_rules::{DrawClocks, End, Game, International, Position, Reading};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Longest that an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts it over a folder of tables.
    fn over(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_manoury"))
            .args(["hub", "--tables"])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.unwrap())));
        Engine { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_ref()).unwrap();
        input.write_all(b"\n").unwrap();
    }

    /// The lines up to the first that begins with a word.
    #[track_caller]
    fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no {word} after {lines:?}: {error}"),
            }
            if lines.last().unwrap().split(' ').next() == Some(word) {
                return lines;
            }
        }
    }

    /// What is said and answered up to a word.
    #[track_caller]
    fn ask(&mut self, text: &str, word: &str) -> Vec<String> {
        self.say(text);
        self.until(word)
    }

    /// That nothing is said for a while.
    #[track_caller]
    fn is_silent(&self, millis: u64) {
        let end = Instant::now() + Duration::from_millis(millis);
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            assert!(line.starts_with("info "), "{line}");
        }
    }

    /// Waits for the end of the process.
    fn ended(mut self) -> ExitStatus {
        drop(self.input.take());
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "still running");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn nowhere() -> Engine {
    Engine::over(Path::new("no/such/folder"))
}

fn pos(fen: &str) -> String {
    format!("pos pos={}", position_text(&fen.parse::<Position<International>>().unwrap()))
}

fn move_of(done: &[String]) -> &str {
    let done = done.last().unwrap();
    done.split(' ').find_map(|arg| arg.strip_prefix("move=")).unwrap()
}

const START: &str = "W:W31-50:B1-20";
const KINGS: &str = "W:WK46,K47,K48,45:BK1,K2,K3,6";

#[test]
fn the_protocol_from_hub_to_quit() {
    let mut engine = Engine::over(&common::four_pieces());
    let hello = engine.ask("hub", "wait");
    assert!(hello[0].starts_with("id name=manoury version="), "{hello:?}");
    for name in ["variant", "reading", "tables", "cache"] {
        assert!(hello.iter().any(|line| line.starts_with(&format!("param name={name} "))));
    }
    engine.say("set-param name=cache value=16");
    assert_eq!(engine.ask("init", "ready"), ["ready"]);
    engine.say(pos("W:WK12,K40,50:BK11"));
    engine.say("level move-time=0.2");
    let answer = engine.ask("go think", "done");
    assert!(answer[0].contains(" source=tables outcome=win ") && answer[0].contains(" dtw=31 "));
    engine.say(pos(START));
    let answer = engine.ask("go think", "done");
    assert_eq!(answer[0], "info source=search pieces=40");
    assert!(read_move(&Position::<International>::start(), move_of(&answer)).is_ok());
    engine.say("new-game");
    let refused = engine.ask("go think", "error");
    assert!(refused[0].contains("send pos first"), "{refused:?}");
    engine.say("quit");
    assert!(engine.ended().success());
}

#[test]
fn nothing_that_is_sent_ends_the_session() {
    let mut engine = nowhere();
    let missing = engine.ask("init", "ready");
    assert!(missing[0].starts_with("error message=\"cannot read the tables folder"), "{missing:?}");
    for text in [
        "go",
        "go think",
        "pos",
        "pos pos=W",
        "pos pos=\"",
        "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=1-7",
        "level",
        "level depth=-3",
        "level time=nan",
        "set-param name=variant value=chess",
        "set-param name=threads value=4",
        "hub=1",
    ] {
        let lines = engine.ask(&format!("{text}\nping"), "pong");
        assert!(lines.len() == 2 || lines.len() == 1, "{text}: {lines:?}");
        if lines.len() == 1 {
            // The answer to a ping does not wait for what was queued before it.
            assert!(engine.until("error").len() == 1, "{text}");
        } else {
            assert!(lines[0].starts_with("error message="), "{text}: {lines:?}");
        }
    }
    // What the protocol does not know is passed over.
    assert_eq!(engine.ask("uci\nisready now=1\n\n   \nping colour=blue", "pong"), ["pong"]);
    let mut random = Random(11);
    for _ in 0..300 {
        let noise: Vec<u8> = (0..random.below(80)).map(|_| random.below(256) as u8).collect();
        engine.say(noise);
    }
    engine.say("x".repeat(3 << 20));
    engine.until("error");
    engine.ask("ping", "pong");
    assert!(engine.ended().success());
}

#[test]
fn an_endless_search_answers_when_it_is_stopped() {
    let mut engine = nowhere();
    engine.ask("init", "ready");
    engine.say(format!("{}\nlevel infinite\ngo analyze", pos(KINGS)));
    engine.is_silent(200);
    assert_eq!(engine.ask("ping", "pong").pop().unwrap(), "pong");
    engine.is_silent(100);
    engine.ask("stop", "done");
    // A search that has nothing more to find holds its answer back all the same.
    engine.say(format!("{}\ngo analyze", pos("W:WK1,K2,K3:BK45")));
    engine.is_silent(300);
    engine.ask("stop", "done");
    // A client that does not wait for the answer, or forgets to stop.
    engine.say(format!(
        "{}\ngo analyze\nstop\n{}\nlevel depth=3\ngo think",
        pos(KINGS),
        pos(START)
    ));
    engine.until("done");
    assert!(move_of(&engine.until("done")).starts_with('3'));
    engine.say(format!("level infinite\ngo analyze\n{}\nlevel depth=3\ngo think", pos(KINGS)));
    engine.until("done");
    engine.until("done");
    engine.is_silent(100);
    // The client is gone.
    engine.say("level infinite\ngo analyze");
    assert!(engine.ended().success());
    let mut engine = nowhere();
    engine.say(format!("init\n{}\nlevel infinite\ngo think\nquit", pos(KINGS)));
    engine.until("done");
    assert!(engine.ended().success());
}

#[test]
fn pondering_waits_for_the_opponent() {
    let folder = common::four_pieces();
    for fen in [KINGS, "W:WK12,K40,50:BK11"] {
        let mut engine = Engine::over(&folder);
        engine.say(format!("init\n{}\nlevel move-time=0.2\ngo ponder", pos(fen)));
        engine.until("ready");
        engine.is_silent(500);
        let hit = Instant::now();
        engine.ask("ponder-hit", "done");
        assert!(hit.elapsed() < Duration::from_secs(3), "{:?}", hit.elapsed());
        engine.say("go ponder");
        engine.is_silent(300);
        engine.ask("stop", "done");
        engine.say("ponder-hit\nstop\nping");
        assert_eq!(engine.until("pong"), ["pong"]);
    }
}

#[test]
fn levels_are_kept() {
    let mut engine = nowhere();
    engine.ask("init", "ready");
    engine.say(pos(KINGS));
    let mut timed = |level: &str| {
        let begun = Instant::now();
        let answer = engine.ask(&format!("level {level}\ngo think"), "done");
        (begun.elapsed().as_secs_f64(), answer)
    };
    for (level, most) in
        [("move-time=0.3", 0.3), ("time=3", 1.0), ("time=1 moves=1", 1.0), ("time=-1 inc=1.5", 0.5)]
    {
        let (seconds, _) = timed(level);
        // The machine may be busy with other tests.
        assert!(seconds < most + 1.0, "{level}: {seconds}");
    }
    let (_, answer) = timed("depth=3");
    assert!(answer[answer.len() - 2].starts_with("info depth=3 "), "{answer:?}");
    timed("nodes=2000");
}

#[test]
fn another_variant_can_be_chosen() {
    let mut engine = nowhere();
    let hello = engine.ask("hub", "wait");
    assert!(hello.iter().any(|line| line.ends_with("values=\"normal brazilian english\"")));
    engine.say("set-param name=tables value=\"\"\nset-param name=variant value=brazilian");
    assert_eq!(engine.ask("init", "ready"), ["ready"]);
    let start = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    let answer = engine.ask(&format!("pos pos={start}\nlevel depth=5\ngo think"), "done");
    assert!(move_of(&answer).starts_with('2'), "{answer:?}");
}

/// Plays a game against best play, sending positions as the protocol's own client does: the one
/// after the last capture or man's move, and the king moves since. Only the first position comes
/// with a clock.
fn play(engine: &mut Engine, fen: &str, used: u16) -> (Game<International>, End) {
    let tablebase = common::tablebase();
    let position: Position<International> = fen.parse().unwrap();
    let clocks = DrawClocks::given(&position, None, Some(used), None, Reading::Fmjd).unwrap();
    let mut game = Game::new(position, clocks, Reading::Fmjd);
    engine.say("new-game");
    let mut set_up = format!("pos pos={} clock16={used}", position_text(&position));
    let mut since: Vec<String> = Vec::new();
    loop {
        if let Some(end) = game.over() {
            return (game, end);
        }
        let mv = if game.plies().is_multiple_of(2) {
            engine.say(format!("{set_up} moves=\"{}\"", since.join(" ")));
            let answer = engine.ask("level move-time=1\ngo think", "done");
            read_move(game.position(), move_of(&answer)).unwrap()
        } else {
            choose(&tablebase, &game).unwrap().unwrap().ranked.mv
        };
        let conversion = game.position().is_conversion(mv);
        game.play(mv);
        if conversion {
            set_up = format!("pos pos={}", position_text(game.position()));
            since.clear();
        } else {
            since.push(move_text::<International>(mv));
        }
    }
}

#[test]
fn a_win_on_the_last_ply_of_sixteen_moves_is_won_through_positions_set_up_anew() {
    let mut engine = Engine::over(&common::four_pieces());
    engine.ask("init", "ready");
    for (fen, dtw) in [("W:WK12,K40,50:BK11", 31), ("B:WK40:BK39,K11,1", 31)] {
        let plies = common::tablebase().probe(&fen.parse().unwrap()).unwrap().dtw.unwrap();
        assert_eq!(plies, dtw, "{fen}");
        let (game, end) = play(&mut engine, fen, 32 - plies);
        assert!(
            !end.is_draw() && game.plies() == u32::from(plies),
            "{fen}: {end} {}",
            game.plies()
        );
        let (_, end) = play(&mut engine, fen, 33 - plies);
        assert!(end.is_draw(), "{fen}: {end}");
    }
}
