//! Objects with every kind of member, and objects that hold others.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{self, AtomicI64, AtomicU64};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use tvmlike::prelude::*;

/// How many nodes there are.
static NODES: AtomicI64 = AtomicI64::new(0);

/// A number that goes up in steps.
///
/// Counters are equal if they have the same count and step, whatever their labels are.
#[derive(Object)]
#[object(key = "testing.Counter", repr, str, eq, ord, hash, pickle)]
struct Counter {
    /// The amount of one step.
    #[field]
    step: i64,
    /// The count.
    #[field(set)]
    value: AtomicI64,
    /// What it is called.
    #[field(set)]
    label: Mutex<String>,
    /// How much it weighs, if anything.
    #[field(set)]
    weight: RwLock<Option<f32>>,
    /// How often it was written to.
    writes: AtomicU64,
}

impl Counter {
    fn at(&self) -> (i64, i64) {
        (self.value.load(atomic::Ordering::Relaxed), self.step)
    }

    fn label(&self) -> String {
        self.label.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, step) = self.at();
        write!(f, "Counter(step={step}, value={value}, label={:?})", self.label())
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.label(), self.at().0)
    }
}

impl PartialEq for Counter {
    fn eq(&self, other: &Self) -> bool {
        self.at() == other.at()
    }
}

impl PartialOrd for Counter {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.at().partial_cmp(&other.at())
    }
}

impl Hash for Counter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at().hash(state);
    }
}

#[methods]
impl Counter {
    /// Creates a counter at 0.
    #[init]
    fn new(#[default(1)] step: i64, #[default("counter")] label: &str) -> Result<Self> {
        if step == 0 {
            return Err(Error::value_error("Counter: a step of 0 goes nowhere"));
        }
        Ok(Self {
            step,
            value: AtomicI64::new(0),
            label: Mutex::new(label.to_owned()),
            weight: RwLock::new(None),
            writes: AtomicU64::new(0),
        })
    }

    /// Advances by some steps and returns the new count.
    fn add(&self, #[default(1)] by: i64) -> Result<i64> {
        let too_far = || Error::overflow_error("Counter.add: the number does not fit 64 bits");
        let way = by.checked_mul(self.step).ok_or_else(too_far)?;
        let next = |value: i64| value.checked_add(way);
        let before = self
            .value
            .fetch_update(atomic::Ordering::Relaxed, atomic::Ordering::Relaxed, next);
        before.map(|value| value + way).map_err(|_| too_far())
    }

    /// Advances by each number in turn.
    fn add_all(&self, by: TVMArgs<'_>) -> Result<i64> {
        by.iter().try_fold(self.at().0, |_, by| self.add(by.convert()?))
    }

    /// Calls a function with the counter itself, and returns its result.
    fn call(this: &ObjectPtr<Self>, f: &PackedFunc) -> Result<Any> {
        f.call((this,))
    }

    /// The counter itself.
    fn itself(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }

    /// Waits before it advances by a step.
    #[release_gil]
    fn add_later(&self, ms: u64) -> Result<i64> {
        thread::sleep(Duration::from_millis(ms));
        self.add(1)
    }

    /// The counter that is further.
    fn further(a: ObjectPtr<Self>, b: ObjectPtr<Self>) -> ObjectPtr<Self> {
        if *a < *b { b } else { a }
    }

    /// How many steps it made.
    #[getter]
    fn steps(&self) -> i64 {
        self.at().0.wrapping_div(self.step)
    }

    #[setter]
    fn set_steps(&self, steps: i64) -> Result<()> {
        let value = steps.checked_mul(self.step);
        let value = value.ok_or_else(|| Error::overflow_error("Counter.steps: too far"))?;
        self.value.store(value, atomic::Ordering::Relaxed);
        self.writes.fetch_add(1, atomic::Ordering::Relaxed);
        Ok(())
    }

    /// How often `steps` was written to.
    #[getter]
    fn writes(&self) -> u64 {
        self.writes.load(atomic::Ordering::Relaxed)
    }

    #[name("__len__")]
    fn length(&self) -> i64 {
        self.at().0
    }

    /// Panics.
    fn panic(&self) {
        panic!("a counter panics");
    }
}

/// What holds others: children, and a callback.
#[derive(Object)]
#[object(key = "testing.Node")]
struct Node {
    /// What it is called.
    #[field]
    name: String,
    /// Is called with the node when `touch` is.
    #[field(set)]
    on_change: Mutex<Option<PackedFunc>>,
    /// The nodes below it.
    #[field(set)]
    children: RwLock<Vec<ObjectPtr<Node>>>,
    /// Anything.
    #[field(set)]
    tag: Mutex<Any>,
}

#[methods]
impl Node {
    #[init]
    fn new(name: String, #[default(Vec::new())] children: Vec<ObjectPtr<Node>>) -> Self {
        NODES.fetch_add(1, atomic::Ordering::Relaxed);
        Self {
            name,
            on_change: Mutex::new(None),
            children: RwLock::new(children),
            tag: Mutex::new(Any::default()),
        }
    }

    /// Puts a node below this one.
    fn add(&self, child: ObjectPtr<Node>) {
        let mut children = self.children.write().unwrap_or_else(PoisonError::into_inner);
        children.push(child);
    }

    /// Calls the callback, if there is one.
    fn touch(this: &ObjectPtr<Self>) -> Result<Any> {
        // Taken out of the lock, which the callback may need.
        let callback = this
            .on_change
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        callback.map_or_else(|| Ok(Any::default()), |callback| callback.call((this,)))
    }

    /// How many nodes there are in the process.
    fn alive() -> i64 {
        NODES.load(atomic::Ordering::Relaxed)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        NODES.fetch_sub(1, atomic::Ordering::Relaxed);
    }
}
