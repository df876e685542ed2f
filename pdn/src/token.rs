//! The words that a line of PDN is made of.

use logos::Logos;

/// Whether a character stands between words and is none.
pub(crate) const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0b' | '\x0c' | '\u{a0}' | '\u{feff}' | '\x1a')
}

/// A kind of word. Comments are not among them: they may go over many lines, see the lexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\x0b\x0c\u{a0}\u{feff}\x1a]+")]
pub(crate) enum Token {
    /// The beginning of a comment.
    #[token("{")]
    CommentStart,
    /// A brace that closes no comment.
    #[token("}")]
    CommentEnd,
    /// The beginning of a comment that goes to the end of the line.
    #[token(";")]
    #[token("%")]
    LineComment,
    /// The beginning of a tag.
    #[token("[")]
    TagStart,
    /// The end of a tag.
    #[token("]")]
    TagEnd,
    /// A value in double quotes.
    #[regex(r#""([^"\\]|\\.)*""#)]
    Quoted,
    /// Double quotes that are not closed, with the rest of the line: a pattern that never fails
    /// before its end is gone through once.
    #[regex(r#""([^"\\]|\\.)*\\?"#)]
    Quotes,
    /// The beginning of a variation.
    #[token("(")]
    VariationStart,
    /// The end of a variation.
    #[token(")")]
    VariationEnd,
    /// The number of a move.
    #[regex(r"[0-9]+[ \t]*\.+")]
    Number,
    /// What stands for a move left out.
    #[regex(r"\.+")]
    #[token("…")]
    Ellipsis,
    /// A step or a capture.
    #[regex(r"[0-9]+([ \t]*[-xX:×][ \t]*[0-9]+)+", priority = 20)]
    #[regex(r"[a-h][1-8]([ \t]*[-xX:×][ \t]*[a-h][1-8])+", priority = 20)]
    #[regex(r"[a-h][1-8][a-h][1-8]", priority = 20)]
    Move,
    /// A result, also one that looks like a move.
    #[regex(r"[012][ \t]*-[ \t]*[012]", priority = 40)]
    #[regex(r"1/2[ \t]*-[ \t]*1/2")]
    Result,
    /// A result that is not known, or the mark of a forced move.
    #[token("*")]
    Star,
    /// What the annotator thinks of a move.
    #[regex(r"[!?]+")]
    #[regex(r"\([!?]+\)")]
    Mark,
    /// The same by number.
    #[regex(r"\$[0-9]+")]
    Annotation,
    /// A position set up among the moves.
    #[regex(r"/[^/]*/")]
    SetUp,
    /// A name of a tag, or what does not belong there.
    #[regex(r#"[^ \t\x0b\x0c\u{a0}\u{feff}0-9{}()\[\]";%$!?.*/\x1a…-][^ \t\x0b\x0c\u{a0}{}()\[\]";!?*]*"#, priority = 3)]
    Word,
    /// What belongs nowhere.
    #[regex(r"[0-9]+", priority = 2)]
    #[regex(r".", priority = 0)]
    Other,
}
