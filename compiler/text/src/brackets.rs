//! The ends of `<…>` in symbols within symbols, so that text with n levels of them is read and printed in linear time.

/// The groups in the body that was scanned last. Invariant: they are sorted by their starts.
#[derive(Default)]
pub(crate) struct FoundBodies {
    groups: Vec<(u32, u32)>,
    /// The groups that are not closed yet.
    open: Vec<usize>,
}

impl FoundBodies {
    /// The end of the group that begins at a place, if the last scan passed it.
    pub(crate) fn end(&self, start: u32) -> Option<u32> {
        let index = self
            .groups
            .binary_search_by_key(&start, |(start, _)| *start)
            .ok()?;
        Some(self.groups[index].1).filter(|end| *end != 0)
    }

    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.open.clear();
    }

    pub(crate) fn open(&mut self, start: u32) {
        self.open.push(self.groups.len());
        self.groups.push((start, 0));
    }

    pub(crate) fn close(&mut self, end: u32) {
        if let Some(index) = self.open.pop() {
            self.groups[index].1 = end;
        }
    }
}

/// A printed group: the address of the buffer, and the start and end there.
type Group = (usize, usize, usize);

/// The groups that were printed as parts of the symbol that is being printed; none outside of symbols.
#[derive(Default)]
pub(crate) struct PrintedBodies {
    groups: Vec<Group>,
    /// How many symbols are being printed, each as a part of the one before.
    depth: usize,
}

/// The groups in one buffer, in the order of their places.
pub(crate) struct Printed<'a> {
    buffer: usize,
    groups: std::slice::Iter<'a, Group>,
}

impl PrintedBodies {
    /// Begins a symbol. Returns a mark for [`since`](Self::since) and [`end`](Self::end).
    pub(crate) fn begin(&mut self) -> usize {
        self.depth += 1;
        self.groups.len()
    }

    /// The groups that were printed to a buffer since a mark.
    pub(crate) fn since(&self, mark: usize, buffer: *const Vec<u8>) -> Printed<'_> {
        Printed {
            buffer: buffer.addr(),
            groups: self.groups[mark..].iter(),
        }
    }

    /// Ends a symbol, and keeps its group for the symbol around it.
    pub(crate) fn end(&mut self, mark: usize, group: Option<(*const Vec<u8>, usize, usize)>) {
        self.depth -= 1;
        self.groups.truncate(mark);
        if let Some((buffer, start, end)) = group.filter(|_| self.depth > 0) {
            self.groups.push((buffer.addr(), start, end));
        }
    }
}

impl Printed<'_> {
    /// The end of the group that begins at a place, which is behind those asked for before.
    pub(crate) fn end_of(&mut self, start: usize) -> Option<usize> {
        while let Some((buffer, at, end)) = self.groups.as_slice().first().copied() {
            if buffer == self.buffer && at > start {
                return None;
            }
            self.groups.next();
            if buffer == self.buffer && at == start {
                return Some(end);
            }
        }
        None
    }
}
