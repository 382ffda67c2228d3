//! `trace.*`

use std::time::UNIX_EPOCH;

use tvmlike::packed_func;
use tvmlike::trace::{self, Row};
use tvmlike_runtime::{Any, Array, Error, Map, Result, ToAny};

/// Starts to count the calls of the functions under a prefix; of all functions without one.
///
/// A full name selects one function. Functions that are registered later are counted too. Earlier counts stay. Returns the
/// path of the file in which other processes of the user can read the counts; None if it cannot be created.
#[packed_func("trace.start")]
fn start(#[default("")] prefix: &str) -> Result<Option<String>> {
    let path = trace::start(prefix)?;
    Ok(path.map(|path| path.to_string_lossy().into_owned()))
}

/// Stops counting calls. The counts stay.
#[packed_func("trace.stop")]
fn stop() -> Result<()> {
    trace::stop()
}

/// Sets all counts to zero.
#[packed_func("trace.reset")]
fn reset() -> Result<()> {
    trace::reset()
}

/// Returns the counts, one map per function, sorted by name.
///
/// A map contains `name`, `calls`, `errors`, and in nanoseconds `total` and `longest`. A call is counted when it has ended;
/// its time includes the functions that it called. `pid` is the id of another traced process of the user; 0 means this one.
#[packed_func("trace.read")]
fn read(#[default(0)] pid: i64) -> Result<Array> {
    let rows = match u32::try_from(pid) {
        Ok(0) => trace::read()?,
        Ok(pid) => trace::read_of(pid)?,
        Err(_) => {
            return Err(Error::value_error(format!(
                "trace.read: argument 1 `pid`: expected a process id, got {pid}"
            )));
        }
    };
    Ok(rows.iter().map(row).collect())
}

fn row(row: &Row) -> Map {
    let nanoseconds = |time: std::time::Duration| number(time.as_nanos());
    let pairs: [(&str, Any); 5] = [
        ("name", row.name.as_str().to_any()),
        ("calls", number(row.calls)),
        ("errors", number(row.errors)),
        ("total", nanoseconds(row.total)),
        ("longest", nanoseconds(row.longest)),
    ];
    pairs.into_iter().collect()
}

/// Converts a count to an int; larger counts become the largest int.
fn number(count: impl TryInto<i64>) -> Any {
    count.try_into().unwrap_or(i64::MAX).to_any()
}

/// Returns the processes of the user that have called `trace.start`, one map per process.
///
/// A map contains `pid`, `command`, `path`, `active` (whether the process is counting now) and `since` (when its counts were
/// zero, in seconds since 1970).
#[packed_func("trace.processes")]
fn processes() -> Result<Array> {
    let found = trace::processes()?;
    let maps = found.iter().map(|process| -> Map {
        let since = process.since.duration_since(UNIX_EPOCH).unwrap_or_default();
        let pairs: [(&str, Any); 5] = [
            ("pid", i64::from(process.pid).to_any()),
            ("command", process.command.as_str().to_any()),
            ("path", (&*process.path.to_string_lossy()).to_any()),
            ("active", process.active.to_any()),
            ("since", since.as_secs_f64().to_any()),
        ];
        pairs.into_iter().collect()
    });
    Ok(maps.collect())
}
