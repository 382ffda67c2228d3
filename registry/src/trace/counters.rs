//! The counters and their memory.
//!
//! Counters are in segments of a shared mapping of a file, or of anonymous memory if there is no file. Each name has one
//! record: four counters, the length of the name, the name. Invariants: a record never moves and is never freed, because
//! calls have pointers to its counters; the length is written last, so a reader sees the complete name; disk space is
//! reserved for a segment before it is used, so that a full disk fails here and not in a call.

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
    /// Adds a call that has ended. Relaxed ordering suffices: no other memory depends on the counters.
    #[inline]
    pub(super) fn add(&self, took: Duration, failed: bool) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.total.fetch_add(took, Ordering::Relaxed);
        if failed {
            self.errors.fetch_add(1, Ordering::Relaxed);
        }
        // Checked first: a new maximum is rare, and a compare-exchange is not free.
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

/// The counts of one name.
///
/// ```
/// use tvmlike_registry::{get, register, trace};
/// use tvmlike_runtime::PackedFunc;
///
/// register("doc.row.f", PackedFunc::typed("doc.row.f", |x: i64| x))?;
/// trace::start("doc.row")?;
/// get("doc.row.f")?.call((1,))?;
/// get("doc.row.f")?.call(("one",)).unwrap_err();
/// trace::stop()?;
///
/// let rows = trace::read()?;
/// let row = rows.iter().find(|row| row.name == "doc.row.f").unwrap();
/// assert_eq!((row.calls, row.errors), (2, 1));
/// assert!(row.longest <= row.total);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The name.
    pub name: String,
    /// The number of calls that have ended.
    pub calls: u64,
    /// The number of those that failed.
    pub errors: u64,
    /// The total time of all calls, including the functions that they called.
    pub total: Duration,
    /// The time of the longest call.
    pub longest: Duration,
}

/// The header of a record; the name follows it.
#[repr(C)]
struct Record {
    counters: Counters,
    name_size: AtomicU32,
    zero: u32,
}

/// The alignment of records, so that no two functions share a cache line.
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
    /// The number of segments in the file.
    in_file: usize,
    /// The addresses of the segments, which all have the same size.
    segments: Vec<usize>,
    /// The number of used bytes in the last segment.
    used: usize,
    names: HashMap<Box<str>, &'static Counters, FixedState>,
}

impl Storage {
    /// Creates the file; if that fails, uses memory only.
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
        // SAFETY: the first segment exists, is aligned to a page, begins with the header, which is zeroed or written by
        // `describe`, and is never unmapped.
        unsafe { &*(self.segments[0] as *const Header) }
    }

    /// Marks the process as counting. Returns the path of the file.
    pub(super) fn begin(&self) -> Option<PathBuf> {
        self.header().set_active(true);
        self.file.as_ref().map(|(_, path)| path.clone())
    }

    /// Marks the process as not counting.
    pub(super) fn end(&self) {
        self.header().set_active(false);
    }

    /// Returns the counters of a name; creates them if needed.
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
        // SAFETY: `size` zeroed bytes of a segment that belong to this record only, aligned to 64, and never unmapped;
        // zeroes are a record without a name. Readers read the length before the name.
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
        // Out of memory.
        let segment = segment.unwrap_or_else(|| {
            let layout = std::alloc::Layout::new::<[u8; SEGMENT]>();
            std::alloc::handle_alloc_error(layout)
        });
        self.used = if self.segments.is_empty() { HEADER } else { 0 };
        self.segments.push(segment);
    }

    /// Returns the counts, sorted by name.
    pub(super) fn rows(&self) -> Vec<Row> {
        let rows = self.names.iter().map(|(name, counters)| counters.row(name));
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        rows
    }

    /// Sets all counts to zero.
    pub(super) fn reset(&self) {
        for counters in self.names.values() {
            counters.reset();
        }
        self.header().set_since(now());
    }

    /// Replaces the mapped file of the parent process after a fork, so that a call that was running during the fork counts
    /// into memory that is never read.
    pub(super) fn abandon(self) {
        for segment in self.segments {
            // If this fails, that one call is counted in the parent.
            let _ = map(segment as *mut _, PLAIN | libc::MAP_FIXED, -1, 0);
        }
    }
}

const PLAIN: libc::c_int = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;

/// Maps one segment, anonymous memory or a part of a file, at a free address or over an existing segment.
fn map(at: *mut libc::c_void, flags: libc::c_int, file: libc::c_int, offset: usize) -> Option<usize> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, or one that replaces a segment, which is accessed as atomics only: any zeroed or shared memory
    // of the same size is valid for these.
    let segment = unsafe { libc::mmap(at, SEGMENT, access, flags, file, offset as libc::off_t) };
    (segment != libc::MAP_FAILED).then_some(segment as usize)
}

/// Returns the nanoseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
}

/// Returns the records in a copy of a segment; for the first one, pass the bytes after the header.
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
