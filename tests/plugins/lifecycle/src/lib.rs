//! A plugin whose coming and going the tests watch.
//!
//! The feature `next` builds its next generation, with other results and another layout of its type; `fails` builds one
//! that cannot be loaded, because it registers a name of the host.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use tvmlike::plugin::Hold;
use tvmlike::prelude::*;

/// What was built.
const GENERATION: &str = if cfg!(feature = "next") { "2" } else { "1" };

tvmlike::plugin!(name = "lifecycle", version = GENERATION, finish = finish);

/// Called when the plugin is finished; the host sets it with `lifecycle.on_finish`.
static ON_FINISH: Mutex<Option<PackedFunc>> = Mutex::new(None);
static STOP: AtomicBool = AtomicBool::new(false);
static WORKER: Mutex<Option<JoinHandle<()>>> = Mutex::new(None);
static TICKS: AtomicI64 = AtomicI64::new(0);

fn finish() {
    STOP.store(true, Ordering::Relaxed);
    let worker = WORKER.lock().ok().and_then(|mut worker| worker.take());
    if let Some(worker) = worker {
        worker.join().expect("the worker does not panic");
    }
    let told = ON_FINISH.lock().ok().and_then(|mut told| told.take());
    if let Some(told) = told {
        told.call((GENERATION, TICKS.load(Ordering::Relaxed)))
            .expect("the host listens");
    }
}

/// What is called when the plugin is finished.
#[packed_func("lifecycle.on_finish")]
fn on_finish(callback: PackedFunc) {
    *ON_FINISH.lock().expect("the lock is never held during a panic") = Some(callback);
}

/// Which build this is.
#[packed_func("lifecycle.generation")]
fn generation() -> &'static str {
    GENERATION
}

/// Registered by the first generation only.
#[cfg(not(feature = "next"))]
#[packed_func("lifecycle.only_first")]
fn only_first() -> i64 {
    1
}

/// How far something is; the next generation knows more.
#[derive(Enum, Clone, Copy)]
#[enum_type("lifecycle.Phase")]
enum Phase {
    Begin = 1,
    #[cfg(feature = "next")]
    End = 2,
}

/// The phase itself.
#[packed_func("lifecycle.phase")]
fn phase(phase: Phase) -> Phase {
    phase
}

/// A name that the host has.
#[cfg(feature = "fails")]
#[packed_func("lifecycle_host.taken")]
fn taken() {}

/// Overrides a function of the host.
#[packed_func("lifecycle_host.answer", override)]
fn answer() -> i64 {
    7
}

/// How often a function was called: state of the plugin's own.
#[packed_func("lifecycle.count")]
fn count() -> i64 {
    static COUNT: AtomicI64 = AtomicI64::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed) + 1
}

/// A closure that keeps a number.
#[packed_func("lifecycle.closure")]
fn closure(x: i64) -> PackedFunc {
    PackedFunc::typed("lifecycle closure", move |y: i64| x + y)
}

/// Text, long enough for an object.
#[packed_func("lifecycle.text")]
fn text() -> String {
    format!("text of the generation {GENERATION}")
}

/// A tensor in memory of the plugin's own.
#[packed_func("lifecycle.tensor")]
fn tensor() -> Result<Tensor> {
    Tensor::from_vec(vec![1.0_f64, 2.0, 3.0], &[3])
}

/// Calls back while the call runs.
#[packed_func("lifecycle.during", release_gil)]
fn during(call: &PackedFunc) -> Result<Any> {
    call.call(())
}

/// Registers a function after init.
#[packed_func("lifecycle.register_later")]
fn register_later(name: &str) -> Result<()> {
    tvmlike::register_closure(name, || GENERATION.to_owned())
}

/// Unloads the plugin that this is a function of.
#[packed_func("lifecycle.unload_itself")]
fn unload_itself() -> Result<String> {
    tvmlike::plugin::unload("lifecycle", false).map(|plugin| plugin.state)
}

/// Starts a thread that runs until the plugin is finished.
#[packed_func("lifecycle.start_worker")]
fn start_worker() {
    let worker = std::thread::spawn(|| {
        while !STOP.load(Ordering::Relaxed) {
            TICKS.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    *WORKER.lock().expect("the lock is never held during a panic") = Some(worker);
}

/// Holds the plugin from a thread of its own for so long.
#[packed_func("lifecycle.hold_for")]
fn hold_for(milliseconds: u64) {
    let hold = Hold::new();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(milliseconds));
        drop(hold);
    });
}

/// Counts, and has a layout that differs between generations.
#[derive(Object)]
#[object(key = "lifecycle.Counter")]
pub struct Counter {
    /// Precedes the count, in the next generation only.
    #[cfg(feature = "next")]
    #[field]
    label: i64,
    /// How often `add` was called.
    #[field]
    count: Mutex<i64>,
}

#[methods]
impl Counter {
    #[init]
    fn new() -> Self {
        Self {
            #[cfg(feature = "next")]
            label: 1_000,
            count: Mutex::new(0),
        }
    }

    /// Adds one.
    fn add(&self) -> i64 {
        let mut count = self.count.lock().expect("the lock is never held during a panic");
        *count += 1;
        *count
    }

    /// Which build made the object.
    fn made_by(&self) -> &'static str {
        GENERATION
    }
}

/// Reads a counter of the present generation.
#[packed_func("lifecycle.read")]
fn read(counter: ObjectPtr<Counter>) -> i64 {
    *counter
        .count
        .lock()
        .expect("the lock is never held during a panic")
}

/// A number, the base type of refinements.
#[derive(Object)]
#[object(key = "lifecycle.Number")]
pub struct Number {
    #[field]
    value: i64,
}

/// A number of more than one digit.
#[derive(Object)]
#[object(key = "lifecycle.Big", when = |number: &Number| number.value > 9)]
#[repr(transparent)]
pub struct Big(Number);

#[methods]
impl Big {
    fn digits(&self) -> usize {
        self.value.to_string().len()
    }
}

/// A number.
#[packed_func("lifecycle.number")]
fn number(value: i64) -> Number {
    Number { value }
}

/// Makes a class for all objects of another, which may be another library's.
#[packed_func("lifecycle.refine")]
fn refine(key: &str, parent: &str) -> Result<()> {
    let made_by = PackedFunc::typed("made_by", |_: tvmlike::ObjectRef| GENERATION);
    tvmlike::ClassBuilder::new(key)
        .refines(parent, PackedFunc::typed(key, |_: tvmlike::ObjectRef| true))
        .method("made_by", made_by)
        .params([])
        .register()
        .map(|_| ())
}

/// An object of a pool.
#[derive(Object)]
#[object(key = "lifecycle.Pooled")]
pub struct Pooled {
    #[field]
    text: String,
}

static POOL: std::sync::LazyLock<tvmlike::object::Pool<Pooled>> = std::sync::LazyLock::new(Default::default);

/// An object of the plugin's pool.
#[packed_func("lifecycle.pooled")]
fn pooled(text: String) -> ObjectPtr<Pooled> {
    ObjectPtr::new_in(&POOL, Pooled { text })
}

/// An object whose pool no longer exists.
#[packed_func("lifecycle.orphan")]
fn orphan(text: String) -> ObjectPtr<Pooled> {
    ObjectPtr::new_in(&tvmlike::object::Pool::new(), Pooled { text })
}
