//! Lines of a file, whatever ends and encodes them.

use crate::error::LONGEST_LINE;
use encoding_rs::WINDOWS_1252;
use memchr::memchr2;
use std::io::{self, BufRead};

/// Takes lines from a file.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    reader: R,
    /// Lines taken so far: the number of the last one.
    number: u64,
    /// The last line ended in CR: an LF that follows is part of its end.
    after_cr: bool,
    bytes: Vec<u8>,
}

/// How a line was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Whole.
    Whole,
    /// Only its beginning; the rest was too long and is dropped.
    Cut,
    /// The file is in UTF-16.
    Utf16,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Lines { reader, number: 0, after_cr: false, bytes: Vec::new() }
    }

    /// The number of the line taken last, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Puts the next line without its end into `line`; `None` at the end of the file.
    pub(crate) fn take(&mut self, line: &mut String) -> io::Result<Option<Taken>> {
        line.clear();
        self.bytes.clear();
        let mut any = false;
        let mut taken = Taken::Whole;
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                if !any {
                    return Ok(None);
                }
                break;
            }
            if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
                self.reader.consume(1);
                continue;
            }
            any = true;
            let end = memchr2(b'\n', b'\r', buffer);
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = LONGEST_LINE - self.bytes.len();
            if part.len() > room {
                taken = Taken::Cut;
            }
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            self.after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.number += 1;
        let mut bytes = self.bytes.as_slice();
        if self.number == 1 {
            if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
                return Ok(Some(Taken::Utf16));
            }
            bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => line.push_str(text),
            // Only the cut may have gone through a character.
            Err(error) if taken == Taken::Cut && error.error_len().is_none() => {
                let whole = &bytes[..error.valid_up_to()];
                line.push_str(std::str::from_utf8(whole).unwrap_or_default());
            }
            Err(_) => line.push_str(&WINDOWS_1252.decode_without_bom_handling(bytes).0),
        }
        Ok(Some(taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<String> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, bytes));
        let (mut line, mut all) = (String::new(), Vec::new());
        while lines.take(&mut line).unwrap().is_some() {
            all.push(line.clone());
        }
        assert_eq!(lines.number(), all.len() as u64);
        all
    }

    #[test]
    fn every_line_end_is_one() {
        for buffer in 1..12 {
            assert_eq!(lines(b"a\r\nb\n\nc\rd\r\r\ne", buffer), ["a", "b", "", "c", "d", "", "e"]);
            assert_eq!(lines(b"a\r\n", buffer), ["a"]);
            assert_eq!(lines(b"", buffer), [""; 0]);
            assert_eq!(lines(b"\n", buffer), [""]);
        }
    }

    #[test]
    fn each_line_is_decoded_as_what_it_is() {
        assert_eq!(lines(b"\xef\xbb\xbfa\n\xc3\xa9\n\xe9 \x93\n", 64), ["a", "é", "é “"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let long = "é".repeat(LONGEST_LINE) + "\nb";
        let mut lines = Lines::new(long.as_bytes());
        let mut line = String::new();
        assert_eq!(lines.take(&mut line).unwrap(), Some(Taken::Cut));
        assert_eq!((line.len(), line.chars().last()), (LONGEST_LINE, Some('é')));
        assert_eq!(lines.take(&mut line).unwrap(), Some(Taken::Whole));
        assert_eq!((line.as_str(), lines.number()), ("b", 2));
    }
}
