//! What is counted, and the memory that it is counted in.
//!
//! Counts lie in segments of a file that is mapped and shared, or of plain memory where there is no file. Each name has
//! one record: four counters, the length of the name, the name. Invariants: a record never moves and is never freed,
//! since calls hold pointers to its counters; its length is written last, so a reader sees the whole name; a
//! segment of the file is reserved before it is used, so that a full disk is met here and not by a call.

use std::collections::HashMap;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foldhash::fast::FixedState;

use super::file::{self, HEADER, Header, SEGMENT};

/// The counters of one name.
#[repr(C)]
pub(super) struct Counters {
    calls: AtomicU64,
    errors: AtomicU64,
    total: AtomicU64,
    longest: AtomicU64,
}

impl Counters {
    /// One call has ended. Relaxed: the numbers order nothing; each of them adds up.
    #[inline]
    pub(super) fn add(&self, took: Duration, failed: bool) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.total.fetch_add(took, Ordering::Relaxed);
        if failed {
            self.errors.fetch_add(1, Ordering::Relaxed);
        }
        // Asked first: a call that is the longest so far is rare, and a compare-exchange is not free.
        if took > self.longest.load(Ordering::Relaxed) {
            self.longest.fetch_max(took, Ordering::Relaxed);
        }
    }

    fn row(&self, name: &str) -> Row {
        Row {
            name: name.to_owned(),
            calls: self.calls.load(Ordering::Relaxed),
            errors: self.errors.load(Ordering::Relaxed),
            total: Duration::from_nanos(self.total.load(Ordering::Relaxed)),
            longest: Duration::from_nanos(self.longest.load(Ordering::Relaxed)),
        }
    }

    fn reset(&self) {
        for counter in [&self.calls, &self.errors, &self.total, &self.longest] {
            counter.store(0, Ordering::Relaxed);
        }
    }
}

/// What was counted under one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The name.
    pub name: String,
    /// How many calls have ended.
    pub calls: u64,
    /// How many of them failed.
    pub errors: u64,
    /// How long all calls took together, what they called included.
    pub total: Duration,
    /// How long the longest took.
    pub longest: Duration,
}

/// What a record begins with; the name stands behind it.
#[repr(C)]
struct Record {
    counters: Counters,
    name_size: AtomicU32,
    zero: u32,
}

/// Records begin at multiples of this, so that no two functions share a cache line.
const ALIGN: usize = 64;
const RECORD: usize = size_of::<Record>();

const fn record_size(name: usize) -> usize {
    (RECORD + name).next_multiple_of(ALIGN)
}

const _: () = {
    assert!(RECORD == 40 && HEADER.is_multiple_of(ALIGN) && SEGMENT.is_multiple_of(ALIGN));
    assert!(record_size(tvmlike_client::MAX_NAME) <= SEGMENT - HEADER);
};

/// The counts of this process.
pub(super) struct Storage {
    file: Option<(File, PathBuf)>,
    /// How many segments of the file there are.
    in_file: usize,
    /// Where the segments are, all of the same size.
    segments: Vec<usize>,
    /// How much of the last segment is taken.
    used: usize,
    names: HashMap<Box<str>, &'static Counters, FixedState>,
}

impl Storage {
    /// Makes the file, or does without.
    pub(super) fn new() -> Self {
        let mut storage = Self {
            file: file::create().ok(),
            in_file: 0,
            segments: Vec::new(),
            used: 0,
            names: HashMap::default(),
        };
        storage.add_segment();
        if storage.in_file == 0
            && let Some((_, path)) = storage.file.take()
        {
            file::remove(&path);
        }
        if let Some((_, path)) = &storage.file {
            file::remove_at_exit(path);
            storage.header().describe(now());
        }
        storage
    }

    fn header(&self) -> &Header {
        // SAFETY: there is a first segment, aligned to a page, and it begins with the header, whose memory is zeroed or
        // written by `describe`; it is never unmapped.
        unsafe { &*(self.segments[0] as *const Header) }
    }

    /// Counting begins, or goes on.
    pub(super) fn begin(&self) -> Option<PathBuf> {
        self.header().set_active(true);
        self.file.as_ref().map(|(_, path)| path.clone())
    }

    /// Counting has stopped.
    pub(super) fn end(&self) {
        self.header().set_active(false);
    }

    /// The counters of a name.
    pub(super) fn counters(&mut self, name: &str) -> &'static Counters {
        if let Some(counters) = self.names.get(name) {
            return counters;
        }
        let size = record_size(name.len());
        if self.used + size > SEGMENT {
            self.add_segment();
        }
        let start = self.segments[self.segments.len() - 1] + self.used;
        self.used += size;
        // SAFETY: `size` zeroed bytes of a segment of this record only, aligned to 64, and never unmapped; zeroes
        // are a record without a name. Readers look at the name after its length.
        let record: &'static Record = unsafe {
            let record = start as *mut Record;
            ptr::copy_nonoverlapping(name.as_ptr(), record.cast::<u8>().add(RECORD), name.len());
            &*record
        };
        record.name_size.store(name.len() as u32, Ordering::Release);
        self.names.insert(name.into(), &record.counters);
        &record.counters
    }

    fn add_segment(&mut self) {
        let from_file = self.file.as_ref().and_then(|(file, _)| {
            let offset = self.in_file * SEGMENT;
            file::reserve(file, offset, SEGMENT).ok()?;
            map(ptr::null_mut(), libc::MAP_SHARED, file.as_raw_fd(), offset)
        });
        self.in_file += usize::from(from_file.is_some());
        let segment = from_file.or_else(|| map(ptr::null_mut(), PLAIN, -1, 0));
        // Without memory for a segment there is none for anything else either.
        let segment = segment.unwrap_or_else(|| {
            let layout = std::alloc::Layout::new::<[u8; SEGMENT]>();
            std::alloc::handle_alloc_error(layout)
        });
        self.used = if self.segments.is_empty() { HEADER } else { 0 };
        self.segments.push(segment);
    }

    /// What was counted, by name.
    pub(super) fn rows(&self) -> Vec<Row> {
        let rows = self.names.iter().map(|(name, counters)| counters.row(name));
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        rows
    }

    /// Begins at zero.
    pub(super) fn reset(&self) {
        for counters in self.names.values() {
            counters.reset();
        }
        self.header().set_since(now());
    }

    /// Gives up the file of the parent process after a fork: a call that was running during the fork counts into memory
    /// that is never read.
    pub(super) fn abandon(self) {
        for segment in self.segments {
            // Where the kernel refuses, that one call is counted in the other process.
            let _ = map(segment as *mut _, PLAIN | libc::MAP_FIXED, -1, 0);
        }
    }
}

const PLAIN: libc::c_int = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;

/// Maps one segment: fresh memory or a part of a file, at a free place or over a segment that is there.
fn map(at: *mut libc::c_void, flags: libc::c_int, file: libc::c_int, offset: usize) -> Option<usize> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, or one in the place of a segment that is reached through raw pointers to atomics only, for
    // which other memory of the same size is as good.
    let segment = unsafe { libc::mmap(at, SEGMENT, access, flags, file, offset as libc::off_t) };
    (segment != libc::MAP_FAILED).then_some(segment as usize)
}

/// The time of day, in nanoseconds.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
}

/// The records in a copy of a segment, or of what follows the header in the first one.
pub(super) fn rows_in(segment: &[u8]) -> impl Iterator<Item = Row> {
    let mut rest = segment;
    std::iter::from_fn(move || {
        let number = |at: usize| Some(u64::from_ne_bytes(rest.get(at..at + 8)?.try_into().ok()?));
        let size = u32::from_ne_bytes(rest.get(32..36)?.try_into().ok()?) as usize;
        if size == 0 {
            return None;
        }
        let name = std::str::from_utf8(rest.get(RECORD..RECORD.checked_add(size)?)?).ok()?;
        let row = Row {
            name: name.to_owned(),
            calls: number(0)?,
            errors: number(8)?,
            total: Duration::from_nanos(number(16)?),
            longest: Duration::from_nanos(number(24)?),
        };
        rest = rest.get(record_size(size)..).unwrap_or_default();
        Some(row)
    })
}
