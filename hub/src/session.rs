//! A session: what the client says, what is answered, and the search that may run meanwhile.
//!
//! The session is the only one to write. A thread reads the input, another one searches; both send
//! [`Event`]s. Commands that belong between searches wait until the running one has answered.

use crate::board_text::{move_text, position_text};
use crate::command::{Command, Mode, Pos};
use crate::control::Control;
use crate::input;
use crate::level::Level;
use crate::line::{Line, LineError};
use crate::params::Params;
use crate::record::Record;
use crate::thinking::{Report, Thinking, failure};
use manoury_prober::{Options, Tablebase};
use manoury_rules::{Move, Variant, WithVariant};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// What happens.
pub(crate) enum Event {
    /// The client has sent a line.
    Text(String),
    /// The client has sent a line beyond all bounds.
    TooLong,
    /// The client is gone.
    End,
    /// The running search says something.
    Report(Report),
}

/// How long a search without a level of its own may take.
const NO_LEVEL: Duration = Duration::from_secs(1);

/// Stack of a search: probing captures at the end of a deep line takes a list of moves for each.
const STACK: usize = 16 << 20;

/// Speaks the Hub protocol until the client says `quit` or closes the input.
///
/// `input` is read on a thread of its own, which lives until the input ends. A search that runs at
/// the end is stopped, and answers.
///
/// ```
/// use manoury_hub::{Params, run};
///
/// let input = "hub\nset-param name=variant value=brazilian\ninit\nping\nquit\n";
/// let mut output = Vec::new();
/// run(Params::default(), input.as_bytes(), &mut output)?;
/// assert!(String::from_utf8(output).unwrap().ends_with("wait\nready\npong\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The output cannot be written to.
pub fn run(
    params: Params,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let reader = sender.clone();
    thread::Builder::new().spawn(move || input::forward(input, &reader))?;
    let mut desk = Desk { params, output, sender, events, queue: VecDeque::new() };
    loop {
        // Each turn plays one variant; it ends when another is chosen.
        let variant = desk.params.variant;
        if variant.dispatch(Turn(&mut desk))? == Next::Quit {
            return Ok(());
        }
    }
}

/// What all variants share.
struct Desk<W> {
    params: Params,
    output: W,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Commands that wait for the running search to end.
    queue: VecDeque<Command>,
}

/// What comes after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Go,
    Variant,
    Quit,
}

struct Turn<'a, W>(&'a mut Desk<W>);

impl<W: Write> WithVariant for Turn<'_, W> {
    type Output = io::Result<Next>;

    fn run<V: Variant>(self) -> io::Result<Next> {
        let desk = self.0;
        let session: Session<'_, W, V> =
            Session { desk, tables: None, record: None, level: None, running: None };
        session.serve()
    }
}

impl<W: Write> Desk<W> {
    fn tell(&mut self, line: &Line) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn refuse(&mut self, error: &impl std::error::Error) -> io::Result<()> {
        self.tell(&failure(error))
    }
}

/// A session as long as it plays one variant.
struct Session<'a, W, V: Variant> {
    desk: &'a mut Desk<W>,
    /// The tables as the parameters name them, once opened; within, `None` if they cannot be.
    tables: Option<Option<Arc<Tablebase<V>>>>,
    record: Option<Record<V>>,
    level: Option<Level>,
    running: Option<Running>,
}

/// A search that runs, or that has ended and holds its answer back.
struct Running {
    control: Arc<Control>,
    infinite: bool,
    answer: Option<(Move, Option<Move>)>,
}

impl Running {
    /// Whether an answer has to wait for the client: until `stop`, or `ponder-hit`.
    fn holds_back(&self) -> bool {
        !self.control.is_stopped() && (self.infinite || self.control.is_pondering())
    }
}

/// What is wrong with what the client does, apart from its words.
#[derive(Debug, thiserror::Error)]
enum Misuse {
    #[error("there is no position to search; send pos first")]
    NoPosition,
    #[error("the game is over in {0}: its side to move has no move")]
    Over(String),
    #[error("a line of the input is too long")]
    TooLong,
}

impl<W: Write, V: Variant> Session<'_, W, V> {
    fn serve(mut self) -> io::Result<Next> {
        loop {
            // A command may have waited for a search of this variant or the one before to end.
            while let Some(command) = self.next_in_queue() {
                let next = self.carry_out(command)?;
                if next != Next::Go {
                    return Ok(next);
                }
            }
            let Ok(event) = self.desk.events.recv() else { return Ok(Next::Quit) };
            match event {
                Event::Report(report) => self.hear(report)?,
                Event::TooLong => self.desk.refuse(&Misuse::TooLong)?,
                Event::End => return self.quit(),
                Event::Text(text) => match self.read(&text)? {
                    Some(Command::Quit) => return self.quit(),
                    Some(Command::Ping) => self.desk.tell(&Line::new("pong"))?,
                    Some(command) => self.desk.queue.push_back(command),
                    None => {}
                },
            }
        }
    }

    /// Reads a line; `None` if it asks for nothing that is known here.
    fn read(&mut self, text: &str) -> io::Result<Option<Command>> {
        let line = match text.parse::<Line>() {
            Ok(line) => line,
            Err(LineError::Empty) => return Ok(None),
            Err(error) => return self.desk.refuse(&error).map(|()| None),
        };
        match Command::read(&line) {
            Ok(command) => Ok(command),
            Err(error) => self.desk.refuse(&error).map(|()| None),
        }
    }

    /// The next command that can be carried out now. One that has to wait for a search that would
    /// not end by itself stops it.
    fn next_in_queue(&mut self) -> Option<Command> {
        let first = self.desk.queue.front()?;
        if let Some(running) = &self.running
            && !first.is_for_search()
        {
            if !running.holds_back() {
                return None;
            }
            return Some(Command::Stop);
        }
        self.desk.queue.pop_front()
    }

    fn carry_out(&mut self, command: Command) -> io::Result<Next> {
        match command {
            Command::Hub => self.introduce()?,
            Command::Init => {
                self.open_tables()?;
                self.desk.tell(&Line::new("ready"))?;
            }
            Command::SetParam { name, value } => return self.set(&name, &value),
            Command::NewGame => self.record = None,
            Command::Pos(pos) => self.set_up(&pos)?,
            Command::Level(level) => self.level = Some(level),
            Command::Go(mode) => self.go(mode)?,
            Command::Stop | Command::PonderHit => {
                if let Some(running) = &self.running {
                    match command {
                        Command::Stop => running.control.stop(),
                        _ => running.control.ponder_hit(),
                    }
                }
                self.answer()?;
            }
            // Answered as they come.
            Command::Ping | Command::Quit => {}
        }
        Ok(Next::Go)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let id = Line::new("id")
            .with("name", "manoury")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("author", "The manoury authors")
            .with("country", "");
        self.desk.tell(&id)?;
        for line in self.desk.params.declarations() {
            self.desk.tell(&line)?;
        }
        self.desk.tell(&Line::new("wait"))
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<Next> {
        let before = self.desk.params.clone();
        if let Err(error) = self.desk.params.set(name, value) {
            self.desk.refuse(&error)?;
        }
        let after = &self.desk.params;
        if (&before.tables, before.cache) != (&after.tables, after.cache) {
            self.tables = None;
        }
        Ok(if before.variant == after.variant { Next::Go } else { Next::Variant })
    }

    /// Opens the tables, unless they are open. Without them the search plays alone.
    fn open_tables(&mut self) -> io::Result<Option<Arc<Tablebase<V>>>> {
        if let Some(tables) = &self.tables {
            return Ok(tables.clone());
        }
        let params = &self.desk.params;
        let mut tables = None;
        if !params.tables.is_empty() {
            let options = Options::new().with_cache(params.cache << 20);
            match options.open::<V>(&params.tables) {
                Ok(opened) => tables = Some(Arc::new(opened)),
                Err(error) => self.desk.refuse(&error)?,
            }
        }
        self.tables = Some(tables.clone());
        Ok(tables)
    }

    fn set_up(&mut self, pos: &Pos) -> io::Result<()> {
        match Record::read(pos, self.record.as_ref(), self.desk.params.reading) {
            Ok(record) => self.record = Some(record),
            Err(error) => {
                self.record = None;
                self.desk.refuse(&error)?;
            }
        }
        Ok(())
    }

    fn go(&mut self, mode: Mode) -> io::Result<()> {
        let Some(record) = &self.record else { return self.desk.refuse(&Misuse::NoPosition) };
        let game = record.game().clone();
        if game.position().is_over() {
            return self.desk.refuse(&Misuse::Over(position_text(game.position())));
        }
        let level = self.level.unwrap_or_else(|| match mode {
            Mode::Analyze => Level { infinite: true, ..Level::default() },
            _ => Level { move_time: Some(NO_LEVEL), ..Level::default() },
        });
        let control = Arc::new(Control::new(mode == Mode::Ponder));
        let thinking = Thinking { game, tablebase: self.open_tables()?, level };
        let events = self.desk.sender.clone();
        let strings = control.clone();
        thread::Builder::new().stack_size(STACK).spawn(move || {
            // Nobody listens any more when the session is over.
            thinking.run(&strings, |report| drop(events.send(Event::Report(report))));
        })?;
        self.running = Some(Running { control, infinite: level.infinite, answer: None });
        Ok(())
    }

    /// Passes on what the running search says.
    fn hear(&mut self, report: Report) -> io::Result<()> {
        match report {
            Report::Tell(line) => self.desk.tell(&line),
            Report::Answer(best, expected) => {
                if let Some(running) = &mut self.running {
                    running.answer = Some((best, expected));
                }
                self.answer()
            }
        }
    }

    /// Answers the search, if it has ended and nothing holds the answer back.
    fn answer(&mut self) -> io::Result<()> {
        let Some(running) = self.running.as_ref().filter(|running| !running.holds_back()) else {
            return Ok(());
        };
        let Some((best, expected)) = running.answer else { return Ok(()) };
        self.running = None;
        if let Some(record) = &mut self.record {
            record.answered(best);
        }
        let done = Line::new("done")
            .with("move", move_text::<V>(best))
            .with_some("ponder", expected.map(move_text::<V>));
        self.desk.tell(&done)
    }

    /// Stops the search that runs and waits for its answer.
    fn quit(&mut self) -> io::Result<Next> {
        if let Some(running) = &self.running {
            running.control.stop();
            self.answer()?;
        }
        while self.running.is_some() {
            match self.desk.events.recv() {
                Ok(Event::Report(report)) => self.hear(report)?,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        Ok(Next::Quit)
    }
}
