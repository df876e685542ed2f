//! What can be wrong with a file.

use crate::Place;
use std::io;

/// Most bytes of a line, and of a comment, that are read.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// Most bytes of one game that are kept.
pub(crate) const LARGEST_GAME: usize = 16 << 20;

/// Variations inside each other at most.
pub(crate) const DEEPEST: usize = 64;

/// Why a game cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The game is no PDN. The games after it can be read.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The file cannot be read on.
    #[error("reading failed: {0}")]
    Io(#[from] io::Error),
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct SyntaxError {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub problem: Problem,
}

/// What is wrong with a game as a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A word that has no meaning among the moves.
    #[error("'{0}' is no move; write moves like 32-28 or 32x23, and put remarks into braces {{ }}")]
    Unknown(String),
    /// Squares with separators that do not go together.
    #[error("'{0}' is no move; a step is written 32-28, a capture 32x23 or 32x23x14")]
    Malformed(String),
    /// A comment that is never closed.
    #[error("the comment that begins here is never closed; end it with }}")]
    UnclosedComment,
    /// A brace that closes nothing.
    #[error("this }} closes no comment; remove it")]
    UnopenedComment,
    /// A variation that is never closed.
    #[error("the variation that begins here is never closed; end it with )")]
    UnclosedVariation,
    /// A parenthesis that closes nothing.
    #[error("this ) closes no variation; remove it")]
    UnopenedVariation,
    /// Variations too deep in each other.
    #[error("variations are nested more than {DEEPEST} deep; end some of them")]
    TooDeep,
    /// A tag without a name.
    #[error("a tag's name must follow its [, as in [White \"Name\"]")]
    TagName,
    /// A tag without a value.
    #[error("the value of the tag {0} must follow in double quotes, as in [White \"Name\"]")]
    TagValue(String),
    /// A tag that is not closed.
    #[error("the tag {0} must end with ]; inside its value write \\\" for \"")]
    TagEnd(String),
    /// A value that is not closed.
    #[error("these double quotes are not closed on their line")]
    UnclosedQuotes,
    /// A bracket that closes nothing.
    #[error("this ] closes no tag; remove it")]
    UnopenedTag,
    /// A number of an annotation that is too large.
    #[error("'{0}' is no annotation; they go from $0 to $65535")]
    Annotation(String),
    /// A position among the moves that is none.
    #[error("'{0}' sets up no position; write it as /FEN \"W:W31,32:BK3\"/")]
    SetUp(String),
    /// A line too long.
    #[error("the line is longer than {LONGEST_LINE} bytes; break it")]
    LongLine,
    /// A comment too long.
    #[error("the comment that begins here is longer than {LONGEST_LINE} bytes; shorten it")]
    LongComment,
    /// A game too large.
    #[error("the game is larger than {LARGEST_GAME} bytes; a result is missing, or split it")]
    LargeGame,
    /// A file in an encoding that is not read.
    #[error("the file is encoded in UTF-16; save it as UTF-8")]
    Utf16,
}

/// Why a game cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A comment that would not be read back.
    #[error(
        "the comment '{0}' has braces that do not close each other and more than one line; \
         balance the braces"
    )]
    Comment(String),
    /// A move that would not be read back as one.
    #[error("'{0}' is no move as PDN writes it")]
    Move(String),
    /// A mark that would not be read back as one.
    #[error("'{0}' is no mark of a move; marks are made of ! and ?, or *")]
    Mark(String),
    /// A tag whose name PDN has no way to write.
    #[error("'{0}' is no name of a tag; use letters, digits and _, a letter first")]
    TagName(String),
    /// The name of the first tag again, which would begin the next game.
    #[error("the tag {0} is there twice; a second one begins the next game")]
    TagTwice(String),
    /// Neither tags nor moves.
    #[error("a game without tags and moves cannot be written; give it a tag")]
    Empty,
    /// A value or a position on more than one line.
    #[error("'{0}' does not fit on one line; leave line breaks and control characters out")]
    Text(String),
    /// Variations too deep in each other.
    #[error("variations are nested more than {DEEPEST} deep; end some of them")]
    TooDeep,
    /// Writing failed.
    #[error("writing failed: {0}")]
    Io(#[from] io::Error),
}
