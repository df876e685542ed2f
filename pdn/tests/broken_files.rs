//! Files with something wrong: the place, the message, and the next game all the same.

use manoury_pdn::{ReadError, Reader};
use std::io::{self, BufReader, Read};

/// What each file is read as: the event of a game, or what is wrong with it.
fn read(file: &[u8]) -> Vec<String> {
    Reader::new(file)
        .map(|game| match game {
            Ok(game) => game.tag("Event").unwrap_or("-").to_string(),
            Err(error) => error.to_string(),
        })
        .collect()
}

const NEXT: &str = "\n[Event \"next\"]\n[White \"x\"]\n\n1. 32-28 19-23 1-1\n";

/// Each file is one broken game; the one after it is read.
const BROKEN: &[(&str, &str)] = &[
    // Tags.
    (
        "[Event \"a\"]\n[White \"Jansen]\n1. 32-28 *",
        "line 2, column 8: these double quotes are not closed on their line",
    ),
    (
        "[Event \"a\"]\n[White Jansen]\n[Black \"b\"]\n1. 32-28 *",
        "line 2, column 8: the value of the tag White must follow in double quotes, as in \
         [White \"Name\"]",
    ),
    (
        "[Event \"a\"]\n  [White \"J. \"Big\" Doe\"]\n1. 32-28 *",
        "line 2, column 15: the tag White must end with ]; inside its value write \\\" for \"",
    ),
    (
        "[Event \"a\"]\n[White \"Jansen\"\n[Black \"b\"]\n1. 32-28 *",
        "line 2, column 1: the tag White must end with ]; inside its value write \\\" for \"",
    ),
    (
        "[Event \"é\"] [\"b\"]\n1. 32-28 *",
        "line 1, column 14: a tag's name must follow its [, as in [White \"Name\"]",
    ),
    (
        "[Event \"a\"]\n[2nd \"b\"]\n1. 32-28 *",
        "line 2, column 2: a tag's name must follow its [, as in [White \"Name\"]",
    ),
    (
        "[Event \"a\"]\n[\n1. 32-28 *",
        "line 2, column 1: a tag's name must follow its [, as in [White \"Name\"]",
    ),
    ("[Event \"a\"]]\n1. 32-28 *", "line 1, column 12: this ] closes no tag; remove it"),
    // Comments.
    (
        "[Event \"a\"]\n1. 32-28 {never closed\n19-23 *",
        "line 2, column 10: the comment that begins here is never closed; end it with }",
    ),
    (
        "[Event \"a\"]\r\n1. 32-28 {a {b} 19-23\r\n2. 37-32 *\r\n",
        "line 2, column 10: the comment that begins here is never closed; end it with }",
    ),
    (
        "[Event \"a\"]\n1. 32-28 {é} } 19-23 *",
        "line 2, column 14: this } closes no comment; remove it",
    ),
    // Variations.
    (
        "[Event \"a\"]\n1. 32-28 (1. 33-29 (1. 34-30) 19-23 *",
        "line 2, column 10: the variation that begins here is never closed; end it with )",
    ),
    (
        "[Event \"a\"]\n1. 32-28 (1. 33-29",
        "line 2, column 10: the variation that begins here is never closed; end it with )",
    ),
    (
        "[Event \"a\"]\n1. 32-28\n\t) 19-23 *",
        "line 3, column 2: this ) closes no variation; remove it",
    ),
    // Moves.
    (
        "[Event \"a\"]\n1. 32-28 19-23\n2. e4 e5 *",
        "line 3, column 4: 'e4' is no move; write moves like 32-28 or 32x23, and put remarks into \
         braces { }",
    ),
    (
        "[Event \"a\"]\n1. 32-28 nice move 19-23 *",
        "line 2, column 10: 'nice' is no move; write moves like 32-28 or 32x23, and put remarks \
         into braces { }",
    ),
    (
        "[Event \"a\"]\n1. 32- 19-23 *",
        "line 2, column 4: '32- 19-23' is no move; a step is written 32-28, a capture 32x23 or \
         32x23x14",
    ),
    (
        "[Event \"a\"]\n1. 3228 19-23 *",
        "line 2, column 4: '3228' is no move; write moves like 32-28 or 32x23, and put remarks \
         into braces { }",
    ),
    (
        "[Event \"a\"]\n1. 32-28-23 19-23 *",
        "line 2, column 4: '32-28-23' is no move; a step is written 32-28, a capture 32x23 or \
         32x23x14",
    ),
    (
        "[Event \"a\"]\n1. 32-28 19x23-14 *",
        "line 2, column 10: '19x23-14' is no move; a step is written 32-28, a capture 32x23 or \
         32x23x14",
    ),
    (
        "[Event \"a\"]\n1. 32-28 $99999 *",
        "line 2, column 10: '$99999' is no annotation; they go from $0 to $65535",
    ),
    (
        "[Event \"a\"]\n1. 32-28 /W:W31:BK3/ 31-26 *",
        "line 2, column 10: '/W:W31:BK3/' sets up no position; write it as /FEN \"W:W31,32:BK3\"/",
    ),
    (
        "[Event \"a\"]\n1. 32-28 19-23 2-1",
        "line 2, column 16: '2-1' is no move; write moves like 32-28 or 32x23, and put remarks \
         into braces { }",
    ),
    (
        "[Event \"a\"]\n1. 32-28 \u{0}\u{1b}[31m *",
        "line 2, column 10: '??' is no move; write moves like 32-28 or 32x23, and put remarks into \
         braces { }",
    ),
    (
        "[Event \"a\"]\n1. 32-28 [a slip] 19-23 *",
        "line 2, column 13: the value of the tag a must follow in double quotes, as in \
         [White \"Name\"]",
    ),
    (
        "[Event \"a\"]\n1. 32-28 19–23 *",
        "line 2, column 10: '19' is no move; write moves like 32-28 or 32x23, and put remarks into \
         braces { }",
    ),
];

#[test]
fn each_problem_has_its_place_and_the_next_game_is_read() {
    for &(broken, message) in BROKEN {
        let file = format!("{broken}\n{NEXT}");
        assert_eq!(read(file.as_bytes()), [message, "next"], "{file}");
        // Alone, between other games, and with other line ends.
        assert_eq!(read(broken.as_bytes()), [message], "{broken}");
        let file = format!("{NEXT}{NEXT}{broken}\n{NEXT}");
        let lines = 2 * NEXT.lines().count();
        let moved = message.split_once(|c: char| c.is_ascii_digit()).unwrap().1;
        let line: usize = message[5..6].parse().unwrap();
        let moved = format!("line {}{moved}", line + lines);
        assert_eq!(read(file.as_bytes()), ["next", "next", moved.as_str(), "next"], "{file}");
        let file = format!("{broken}\n{NEXT}").replace("\r\n", "\n").replace('\n', "\r\n");
        assert_eq!(read(file.as_bytes()), [message, "next"], "{file:?}");
    }
}

#[test]
fn only_the_first_problem_of_a_game_is_told() {
    let file = format!("[Event \"a\"]\n1. e4 {{x}} }} ) (\n[White \"y\"]\n*{NEXT}");
    let found = read(file.as_bytes());
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("line 2, column 4: 'e4' is no move"), "{found:?}");
    // The tag in the middle began a game of its own.
    assert_eq!(found[1..], ["-", "next"]);
}

#[test]
fn limits_keep_files_from_filling_the_memory() {
    let line = format!("[Event \"a\"]\n1. 32-28 {}\n2-0{NEXT}", "19-23 ".repeat(200_000));
    let found = read(line.as_bytes());
    assert_eq!(
        found,
        ["line 2, column 1048577: the line is longer than 1048576 bytes; break it", "next"]
    );

    let deep =
        format!("[Event \"a\"]\n32-28 {} 19-23 {}*{NEXT}", "(1-7".repeat(65), ")".repeat(65));
    assert_eq!(
        read(deep.as_bytes()),
        ["line 2, column 263: variations are nested more than 64 deep; end some of them", "next"]
    );
    let open = format!("[Event \"a\"]\n32-28 {}\n{NEXT}", "(".repeat(1_000_000));
    assert_eq!(read(open.as_bytes()).len(), 2);

    let large = format!("[Event \"a\"]\n{}2-0{NEXT}", "32-28 19-23\n".repeat(300_000));
    let found = read(large.as_bytes());
    assert!(
        found[0]
            .ends_with("the game is larger than 16777216 bytes; a result is missing, or split it")
    );
    assert_eq!((found.len(), found[1].as_str()), (2, "next"));

    let comment = |lines| format!("[Event \"a\"]\n32-28 {{{}}} 2-0{NEXT}", "x y\n".repeat(lines));
    let problem = "line 2, column 7: the comment that begins here is longer than 1048576 bytes; \
                   shorten it";
    for lines in [262_145, 600_000] {
        assert_eq!(read(comment(lines).as_bytes()), [problem, "next"]);
    }
    assert_eq!(read(comment(262_144).as_bytes()), ["a", "next"]);
}

#[test]
fn other_encodings_and_other_files_are_told() {
    let utf_16: Vec<u8> =
        "\u{feff}[Event \"a\"] *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(
        read(&utf_16),
        ["line 1, column 1: the file is encoded in UTF-16; save it as UTF-8"]
    );
    let picture = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR";
    assert_eq!(
        read(picture),
        ["line 1, column 1: '‰PNG' is no move; write moves like 32-28 or 32x23, and put remarks \
          into braces { }"]
    );
}

#[test]
fn a_file_that_cannot_be_read_on_ends() {
    struct Failing(&'static [u8]);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("the disk is gone")),
                read => Ok(read),
            }
        }
    }
    let file = BufReader::new(Failing(b"[Event \"a\"]\n32-28 *\n[Event \"b\"]\n32-28"));
    let mut games = Reader::new(file);
    assert_eq!(games.next().unwrap().unwrap().tag("Event"), Some("a"));
    let error = games.next().unwrap().unwrap_err();
    assert!(matches!(error, ReadError::Io(_)));
    assert_eq!(error.to_string(), "reading failed: the disk is gone");
    assert!(games.next().is_none());
}
