//! Entries of a bitbase as they are made: outcomes with gaps of free entries between them.

/// Entries of one value, from the first that has it to the last. Free entries may lie between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// 0 draw, 1 loss, 2 win.
    pub(super) value: u8,
    /// The first entry.
    pub(super) start: u64,
    /// Behind the last entry.
    pub(super) end: u64,
}

/// A stretch of entries. Whatever lies in no span is free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    len: u64,
    /// Of different values, each and the next.
    spans: Vec<Span>,
}

impl Runs {
    /// Entries.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The spans.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Adds free entries.
    #[inline(always)]
    pub(super) fn push_free(&mut self, count: u64) {
        self.len += count;
    }

    /// Adds an entry.
    #[inline(always)]
    pub(super) fn push(&mut self, value: u8) {
        let start = self.len;
        self.len += 1;
        self.join(Span { value, start, end: self.len });
    }

    /// Adds the entries of another stretch.
    pub(super) fn append(&mut self, other: &Runs) {
        for &Span { value, start, end } in &other.spans {
            self.join(Span { value, start: self.len + start, end: self.len + end });
        }
        self.len += other.len;
    }

    /// Adds a span behind the others.
    #[inline(always)]
    fn join(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if last.value == span.value => last.end = span.end,
            _ => self.spans.push(span),
        }
    }

    /// Removes the first spans.
    pub(super) fn drop_spans(&mut self, count: usize) {
        self.spans.drain(..count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_reach_over_free_entries_and_parts() {
        let mut whole = Runs::default();
        let mut parts = [Runs::default(), Runs::default(), Runs::default()];
        // Free entries are written as 3.
        for (i, value) in [3, 3, 2, 3, 2, 1, 3, 3, 3, 1, 0, 3].into_iter().enumerate() {
            for runs in [&mut whole, &mut parts[i / 4]] {
                if value == 3 { runs.push_free(1) } else { runs.push(value) }
            }
        }
        let span = |value, start, end| Span { value, start, end };
        assert_eq!(whole.spans(), [span(2, 2, 5), span(1, 5, 10), span(0, 10, 11)]);
        assert_eq!(whole.len(), 12);
        let mut joined = Runs::default();
        parts.iter().for_each(|part| joined.append(part));
        assert_eq!(joined, whole);
    }
}
