//! Everything at once, from many threads: registering, overriding, removing, listing, looking up, calling, and a plugin
//! that is loaded, reloaded and unloaded meanwhile. In the end nothing is lost: names, references, finish functions.
//!
//! It runs for three seconds, or for TVMLIKE_STRESS_SECONDS; longer if some threads have not run by then.

// Links the built-in functions, with which this host queries plugins.
extern crate tvmlike_builtin as _;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use tvmlike::prelude::*;
use tvmlike::{Registration, plugin};

const OWNERS: usize = 2;
const NAMES: usize = 16;
/// Libraries are never unmapped, and a process cannot have any number of mappings.
const BETWEEN_LOADS: Duration = Duration::from_millis(3);

fn seconds() -> u64 {
    let given = std::env::var("TVMLIKE_STRESS_SECONDS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// tests/plugins/bad_late, which calls `test.finished` when it is finished.
fn build_plugin() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let library = folder.join(format!("stress-{}.so", std::process::id()));
    let compiled = Command::new(std::env::var_os("CC").unwrap_or("cc".into()))
        .args(["-std=c99", "-O2", "-g", "-shared", "-fPIC", "-I"])
        .arg(root.join("ffi/include"))
        .arg(root.join("tests/plugins/bad_late/bad_late.c"))
        .arg("-o")
        .arg(&library)
        .status();
    assert!(
        compiled.is_ok_and(|status| status.success()),
        "the plugin cannot be compiled"
    );
    library
}

/// A generator of numbers that are only to be different.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// What the threads count.
#[derive(Default)]
struct Counts {
    stop: AtomicBool,
    /// Functions of the test's own that are alive: each has one of [`Alive`].
    alive: AtomicI64,
    /// Names of all threads: successful registrations minus removals.
    shared: [AtomicI64; NAMES],
    loads: AtomicU64,
    finished: AtomicU64,
    finished_early: AtomicU64,
    calls: AtomicU64,
    looked_up: AtomicU64,
    held: AtomicU64,
}

impl Counts {
    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Whether the plugin was loaded and called, and names were looked up.
    fn each_ran(&self) -> bool {
        let counts = [&self.loads, &self.calls, &self.looked_up];
        counts.iter().all(|count| count.load(Ordering::SeqCst) > 0)
    }
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// Counts the function that owns it as alive.
struct Alive(&'static Counts);

impl Alive {
    fn new(counts: &'static Counts) -> Self {
        counts.alive.fetch_add(1, Ordering::Relaxed);
        Self(counts)
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.alive.fetch_sub(1, Ordering::Relaxed);
        // Dropped under a lock of the registry, this would deadlock.
        let _ = tvmlike::find("stress.shared.0");
    }
}

fn numbered(counts: &'static Counts, number: i64) -> PackedFunc {
    let alive = Alive::new(counts);
    PackedFunc::typed("numbered", move |x: i64| {
        let _ = &alive;
        number + x
    })
}

fn call(function: &PackedFunc) -> i64 {
    function.call_as::<i64>((1,)).unwrap()
}

/// Names that no other thread changes: each step has its exact effect.
fn own_names(counts: &'static Counts, owner: usize) {
    let mut turn = 0_i64;
    while counts.goes_on() {
        turn += 1;
        let name = format!("stress.own{owner}.f{}", turn % NAMES as i64);
        assert!(tvmlike::find(&name).is_none(), "{name}");
        tvmlike::register(&name, numbered(counts, turn)).unwrap();
        let first = tvmlike::get(&name).unwrap();
        assert_eq!(call(&first), turn + 1);
        let refused = tvmlike::register(&name, numbered(counts, -1)).unwrap_err();
        assert!(refused.message().contains("is already registered"), "{refused}");
        let over = Registration::new(&name, numbered(counts, -turn)).overriding(true);
        over.register().unwrap();
        assert_eq!(call(&tvmlike::get(&name).unwrap()), 1 - turn);
        assert_eq!(
            tvmlike::list(&format!("stress.own{owner}")).unwrap(),
            [name.as_str()]
        );
        tvmlike::remove(&name).unwrap();
        assert_eq!(call(&first), turn + 1, "a handle outlives its name");
    }
}

/// Names that all threads register, override and remove.
fn shared_names(counts: &'static Counts, mut dice: Dice) {
    while counts.goes_on() {
        let at = dice.below(NAMES);
        let name = format!("stress.shared.{at}");
        match dice.below(3) {
            0 => match tvmlike::register(&name, numbered(counts, at as i64)) {
                Ok(()) => {
                    counts.shared[at].fetch_add(1, Ordering::Relaxed);
                }
                Err(error) => assert!(error.message().contains("is already registered"), "{error}"),
            },
            1 => match tvmlike::remove(&name) {
                Ok(()) => {
                    counts.shared[at].fetch_sub(1, Ordering::Relaxed);
                }
                Err(error) => assert!(error.message().contains("no packed function"), "{error}"),
            },
            _ => {
                if let Some(function) = tvmlike::find(&name) {
                    assert_eq!(call(&function), at as i64 + 1);
                    add(&counts.looked_up);
                }
            }
        }
    }
}

/// Looks up and lists names: they are sorted, without duplicates.
fn look(counts: &'static Counts, mut dice: Dice) {
    while counts.goes_on() {
        let names = tvmlike::list("stress").unwrap();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        for name in &names {
            // It may have been removed by now.
            let _ = tvmlike::info(name);
        }
        let loaded = plugin::list().unwrap();
        // One of them may be unloaded by now, but was there.
        let known = ["loaded", "unloaded", "finished"];
        assert!(loaded.iter().all(|plugin| known.contains(&&*plugin.state)));
        for _ in 0..dice.below(1_000) {
            if let Some(function) = tvmlike::find("stress.always") {
                assert_eq!(call(&function), 1_001);
                add(&counts.looked_up);
            }
        }
    }
}

/// Calls into the plugin, which may be unloading, and keeps results for a while.
fn use_plugin(counts: &'static Counts, mut dice: Dice) {
    let mut functions: Vec<PackedFunc> = Vec::new();
    let mut tokens: Vec<Any> = Vec::new();
    while counts.goes_on() {
        if let Some(token) = tvmlike::find("bad_late.token") {
            functions.push(token);
        }
        for _ in 0..dice.below(20) {
            if functions.is_empty() {
                break;
            }
            // Of any generation, loaded or not.
            let function = &functions[dice.below(functions.len())];
            tokens.push(function.call(()).unwrap());
            add(&counts.calls);
        }
        if dice.below(4) == 0 {
            functions.clear();
        }
        if dice.below(4) == 0 {
            tokens.clear();
        }
        if let Some(later) = tvmlike::find("bad_late.later") {
            let name = format!("bad_late.given{}", dice.below(NAMES));
            match later.call((&*name,)) {
                Ok(_) => {}
                Err(error) => assert!(
                    error.message().contains("is already registered")
                        || error.message().contains("was unloaded"),
                    "{error}"
                ),
            }
        }
    }
}

/// Loads, reloads and unloads the plugin; several threads do it at once, and are refused then.
fn come_and_go(counts: &'static Counts, library: &Path, mut dice: Dice) {
    while counts.goes_on() {
        let done = match dice.below(4) {
            0 => plugin::load(library).map(|_| add(&counts.loads)),
            1 => plugin::reload("bad_late").map(|_| add(&counts.loads)),
            2 => plugin::unload("bad_late", false).map(drop),
            _ => plugin::unload("bad_late", true).map(drop),
        };
        if let Err(error) = done {
            let message = error.message();
            let expected = [
                "already loaded",
                "no plugin is named",
                "being loaded",
                "being reloaded",
                "is still in use by",
                "is already registered",
            ];
            assert!(expected.iter().any(|text| message.contains(text)), "{error}");
            if message.contains("is still in use by") {
                add(&counts.held);
            }
        }
        thread::sleep(BETWEEN_LOADS);
    }
}

/// Begins one thread of each kind, two of most.
fn begin<'scope>(scope: &'scope Scope<'scope, '_>, counts: &'static Counts, library: &'scope Path) {
    let dice = |seed: u64| Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for owner in 0..OWNERS {
        scope.spawn(move || own_names(counts, owner));
    }
    for seed in 1..3 {
        scope.spawn(move || shared_names(counts, dice(seed)));
        scope.spawn(move || use_plugin(counts, dice(seed + 10)));
        scope.spawn(move || come_and_go(counts, library, dice(seed + 20)));
    }
    scope.spawn(move || look(counts, dice(30)));
}

#[test]
fn everything_at_once() {
    let library = build_plugin();
    let counts: &'static Counts = Box::leak(Box::default());
    tvmlike::register("stress.always", numbered(counts, 1_000)).unwrap();
    tvmlike::register_closure("test.finished", move |text: String| {
        add(&counts.finished);
        if text != "bad_late" {
            add(&counts.finished_early);
        }
    })
    .unwrap();

    thread::scope(|scope| {
        begin(scope, counts, &library);
        let start = Instant::now();
        let goes_on = |at_least: Duration| {
            // A machine with other work may not have run each kind of thread by then.
            start.elapsed() < at_least || (!counts.each_ran() && start.elapsed() < 20 * at_least)
        };
        while goes_on(Duration::from_secs(seconds())) {
            thread::sleep(Duration::from_millis(20));
        }
        counts.stop.store(true, Ordering::Relaxed);
    });

    // The plugin's end runs on a thread of its own.
    let _ = plugin::unload("bad_late", false);
    let get = |count: &AtomicU64| count.load(Ordering::SeqCst);
    let start = Instant::now();
    while get(&counts.finished) < get(&counts.loads) && start.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(1));
    }
    println!(
        "{} loads, {} times held, {} calls into plugins, {} look-ups",
        get(&counts.loads),
        get(&counts.held),
        get(&counts.calls),
        get(&counts.looked_up)
    );
    assert_eq!(
        get(&counts.finished),
        get(&counts.loads),
        "each load is finished once"
    );
    assert_eq!(get(&counts.finished_early), 0);
    assert!(counts.each_ran());
    assert_eq!(tvmlike::list("bad_late").unwrap(), [""; 0]);
    assert!(tvmlike::type_table::index_of("bad_late.Token").is_none());

    let mut left = 0;
    for (at, count) in counts.shared.iter().enumerate() {
        let present = i64::from(tvmlike::find(&format!("stress.shared.{at}")).is_some());
        assert_eq!(count.load(Ordering::SeqCst), present, "stress.shared.{at}");
        left += present;
    }
    let names = tvmlike::list("stress").unwrap();
    assert_eq!(names.len() as i64, left + 1, "{names:?}");
    assert_eq!(
        counts.alive.load(Ordering::SeqCst),
        left + 1,
        "nothing keeps what was removed"
    );
    for name in names {
        tvmlike::remove(&name).unwrap();
    }
    assert_eq!(counts.alive.load(Ordering::SeqCst), 0);
    std::fs::remove_file(library).unwrap();
}
