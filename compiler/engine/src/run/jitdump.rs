//! Code in memory that perf knows: a file in the format of perf's "jitdump", with the code and the lines of each function.
//!
//! The variable `TVMLIKE_JITDUMP` names the folder; the file is `jit-PID.dump`, as `perf inject --jit` wants it. perf finds it
//! by a mapping of its first page that can be executed. Invariant: a record is written as a whole, under one lock; a process
//! that was forked has a file of its own.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::{EngineError, Result};
use crate::unit::{Code, Unit};

/// The variable that names the folder.
const VARIABLE: &str = "TVMLIKE_JITDUMP";
/// "JiTD"
const MAGIC: u32 = 0x4A69_5444;
const HEADER: u32 = 40;
const EM_X86_64: u32 = 62;
const CODE_LOAD: u32 = 0;
const CODE_DEBUG_INFO: u32 = 2;

/// The file of a process.
struct Dump {
    process: u32,
    file: File,
    /// The number of the next function.
    next: u64,
}

static DUMP: Mutex<Option<Dump>> = Mutex::new(None);

/// The time that `perf record -k mono` writes.
fn now() -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the struct is valid for the result.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// A record that grows.
struct Record(Vec<u8>);

impl Record {
    fn new(kind: u32) -> Self {
        let mut record = Self(Vec::new());
        record.word(kind);
        // The size, which `finish` knows.
        record.word(0);
        record.long(now());
        record
    }

    fn word(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn long(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.0.extend(text.bytes().filter(|byte| *byte != 0));
        self.0.push(0);
    }

    fn finish(mut self) -> Result<Vec<u8>> {
        let len = u32::try_from(self.0.len());
        let len = len.map_err(|_| EngineError::new("a function has too much code for perf"))?;
        self.0[4..8].copy_from_slice(&len.to_le_bytes());
        Ok(self.0)
    }
}

impl Dump {
    fn open(folder: &Path, process: u32) -> std::io::Result<Self> {
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(folder.join(format!("jit-{process}.dump")))?;
        let mut header = Record(Vec::new());
        for word in [MAGIC, 1, HEADER, EM_X86_64, 0, process] {
            header.word(word);
        }
        header.long(now());
        header.long(0);
        file.write_all(&header.0)?;
        // SAFETY: a new mapping at an address that the system chooses, which stays: perf takes note of it.
        let mapped = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                super::mapping::page_size(),
                libc::PROT_READ | libc::PROT_EXEC,
                libc::MAP_PRIVATE,
                file.as_raw_fd(),
                0,
            )
        };
        match mapped == libc::MAP_FAILED {
            true => Err(std::io::Error::last_os_error()),
            false => Ok(Self {
                process,
                file,
                next: 0,
            }),
        }
    }

    fn add(&mut self, unit: &Unit, code: &Code, address: usize, bytes: &[u8]) -> Result<std::io::Result<()>> {
        let address = address as u64;
        let mut all = Vec::new();
        if !code.lines.is_empty() {
            let mut record = Record::new(CODE_DEBUG_INFO);
            record.long(address);
            record.long(code.lines.len() as u64);
            for line in &code.lines {
                record.long(address + u64::from(line.offset));
                record.word(line.line);
                record.word(line.column);
                record.text(&unit.files[line.file]);
            }
            all = record.finish()?;
        }
        let mut record = Record::new(CODE_LOAD);
        record.word(self.process);
        // SAFETY: a query without arguments.
        record.word(unsafe { libc::gettid() } as u32);
        record.long(address);
        record.long(address);
        record.long(bytes.len() as u64);
        record.long(self.next);
        record.text(&unit.symbols[code.symbol].name);
        record.0.extend(bytes);
        all.extend(record.finish()?);
        self.next += 1;
        let end = self.file.stream_position();
        Ok(end.and_then(|end| {
            // A record that is written in part would end what perf reads.
            self.file.write_all(&all).inspect_err(|_| {
                let _ = self.file.set_len(end);
            })
        }))
    }
}

/// Writes the functions of a unit that was put into memory, if the variable names a folder.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(unit: &Unit, base: usize, places: &[usize], memory: &[u8]) -> Result<()> {
    let Some(folder) = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) else {
        return Ok(());
    };
    let folder = PathBuf::from(folder);
    let failed =
        |error: std::io::Error| EngineError::new(format!("{VARIABLE}={}: {error}", folder.display()));
    let mut dump = DUMP.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if dump.as_ref().is_none_or(|dump| dump.process != process) {
        *dump = Some(Dump::open(&folder, process).map_err(failed)?);
    }
    let Some(dump) = dump.as_mut() else { return Ok(()) };
    for (code, at) in unit.code.iter().zip(places) {
        let bytes = &memory[*at..*at + code.bytes.len()];
        dump.add(unit, code, base + at, bytes)?.map_err(failed)?;
    }
    Ok(())
}
