//! `trace.*`

use std::time::UNIX_EPOCH;

use tvmlike::packed_func;
use tvmlike::trace::{self, Row};
use tvmlike_runtime::{Any, Array, Error, Map, Result, ToAny};

/// Begins to count the calls of the functions under a prefix; of all functions without one.
///
/// A full name stands for itself. Functions that are registered later are counted too, and what was counted before
/// stays. Returns the path of the file in which other processes of the user can see the counts; None where none can be made.
#[packed_func("trace.start")]
fn start(#[default("")] prefix: &str) -> Result<Option<String>> {
    let path = trace::start(prefix)?;
    Ok(path.map(|path| path.to_string_lossy().into_owned()))
}

/// Stops counting calls. What was counted stays.
#[packed_func("trace.stop")]
fn stop() -> Result<()> {
    trace::stop()
}

/// Begins to count at zero.
#[packed_func("trace.reset")]
fn reset() -> Result<()> {
    trace::reset()
}

/// What was counted, one map for each function, sorted by name.
///
/// A map holds `name`, `calls`, `errors`, and in nanoseconds `total` and `longest`. A call counts when it has ended, and
/// its time is that of what it called too. `pid` is the number of another process of the user that is traced; 0 stands for this one.
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

/// A count as a value; the largest there is where it is larger.
fn number(count: impl TryInto<i64>) -> Any {
    count.try_into().unwrap_or(i64::MAX).to_any()
}

/// The processes of the user that have called `trace.start`, one map for each.
///
/// A map holds `pid`, `command`, `path`, `active` (whether it counts now) and `since` (when its counts were zero, in
/// seconds since 1970).
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
