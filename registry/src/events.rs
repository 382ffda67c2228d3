//! Notice of change: telling who wants to know that names came, went, or stand for something else.
//!
//! A change is told when it has been made, on the thread that made it, with one call for each subscription however many
//! names it is about. Invariants: no lock of ours is held while a subscriber runs; each subscription hears of the
//! changes that one thread makes in the order in which they were made, also where a subscriber changes names itself:
//! what it changes is told when everybody has heard of what it was called for. Changes that two threads make at one
//! moment are told at one moment, in either order; who needs the present state looks the name up.
//!
//! As long as nobody subscribes, a change costs one atomic load.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tvmlike_runtime::{Any, Array, Error, PackedFunc, Result, String as TvmString, function, host};

use crate::name;

/// What happened to names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// They stood for nothing and stand for a function now.
    Registered,
    /// They stand for another function than before.
    Overridden,
    /// They stand for nothing any more.
    Removed,
}

impl Event {
    /// The word for it, as callbacks get it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::Overridden => "overridden",
            Self::Removed => "removed",
        }
    }

    fn of_name(name: &str) -> Result<Self> {
        [Self::Registered, Self::Overridden, Self::Removed]
            .into_iter()
            .find(|event| event.name() == name)
            .ok_or_else(|| {
                Error::value_error(format!(
                    "unknown event {name:?}: the host is newer than this plugin"
                ))
            })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

struct Subscriber {
    id: i64,
    prefix: Box<str>,
    function: PackedFunc,
    /// Set when the subscription has ended: what was to be told is not told any more.
    ended: AtomicBool,
}

static SUBSCRIBERS: Mutex<Vec<Arc<Subscriber>>> = Mutex::new(Vec::new());

/// How many want to know of changes: the subscriptions, and the trace while it is on.
static WATCHERS: AtomicUsize = AtomicUsize::new(0);

/// Called with the names that were registered or overridden, before any subscriber; set by the trace.
static TRACE: OnceLock<fn(&[&str])> = OnceLock::new();

/// Fails for a function that can no longer subscribe; set by the plugins.
static CHECK: OnceLock<fn(&PackedFunc) -> Result<()>> = OnceLock::new();

/// Sets what is called with the names that were registered or overridden. Further calls have no effect.
#[cfg(feature = "trace")]
pub(crate) fn set_trace(trace: fn(&[&str])) {
    TRACE.get_or_init(|| trace);
}

/// Sets the check that a function must pass to subscribe. Further calls have no effect.
pub(crate) fn set_check(check: fn(&PackedFunc) -> Result<()>) {
    CHECK.get_or_init(|| check);
}

/// The number of the next subscription.
static NEXT: Mutex<i64> = Mutex::new(1);

/// The subscriptions, for a fork.
pub(crate) fn lock_for_fork() -> impl Sized + 'static {
    let next = NEXT.lock().unwrap_or_else(PoisonError::into_inner);
    (subscribers(), next)
}

fn subscribers() -> MutexGuard<'static, Vec<Arc<Subscriber>>> {
    SUBSCRIBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One more wants to know of changes.
pub(crate) fn watch() {
    // Release, and an acquire where it is read: who changes something after a subscription was made tells of it.
    WATCHERS.fetch_add(1, Ordering::Release);
}

/// One less wants to know of changes.
pub(crate) fn unwatch() {
    WATCHERS.fetch_sub(1, Ordering::Release);
}

/// Whether anybody wants to know of changes.
pub(crate) fn is_watched() -> bool {
    WATCHERS.load(Ordering::Acquire) != 0
}

/// Tells of a change that has been made. To be called without a lock, once for all names that changed together.
pub(crate) fn changed<N: AsRef<str>>(event: Event, names: &[N]) {
    if !is_watched() || names.is_empty() {
        return;
    }
    tell(event, &names.iter().map(AsRef::as_ref).collect::<Vec<_>>());
}

/// One call that is to be made.
struct Telling {
    subscriber: Arc<Subscriber>,
    event: Event,
    names: Array,
}

thread_local! {
    /// What this thread has to tell, while it is telling.
    static TELLING: RefCell<Option<VecDeque<Telling>>> = const { RefCell::new(None) };
}

/// Says that the thread has told everything, whatever happened meanwhile.
struct Told;

impl Drop for Told {
    fn drop(&mut self) {
        let rest = TELLING.try_with(RefCell::take);
        // What is left would only be there after a panic; it is dropped when nothing is borrowed any more.
        drop(rest);
    }
}

#[cold]
#[inline(never)]
fn tell(event: Event, names: &[&str]) {
    if event != Event::Removed
        && let Some(trace) = TRACE.get()
    {
        trace(names);
    }
    let everybody = subscribers().clone();
    let tellings = everybody.into_iter().filter_map(|subscriber| {
        let names: Array = names
            .iter()
            .filter(|name| name::covers(&subscriber.prefix, name))
            .map(|name| TvmString::new(name))
            .collect();
        (!names.is_empty()).then_some(Telling {
            subscriber,
            event,
            names,
        })
    });
    let mut tellings: VecDeque<Telling> = tellings.collect();
    let outermost = TELLING.try_with(|telling| {
        let mut telling = telling.borrow_mut();
        match &mut *telling {
            Some(waiting) => {
                waiting.append(&mut tellings);
                false
            }
            None => {
                *telling = Some(std::mem::take(&mut tellings));
                true
            }
        }
    });
    match outermost {
        Ok(false) => {}
        Ok(true) => {
            let told = Told;
            // The place is not borrowed while a subscriber runs.
            while let Some(next) = TELLING.with_borrow_mut(|telling| telling.as_mut()?.pop_front()) {
                next.call();
            }
            drop(told);
        }
        // The thread is ending and has no place any more to put off what its subscribers change.
        Err(_) => tellings.into_iter().for_each(Telling::call),
    }
}

impl Telling {
    fn call(self) {
        let subscriber = &self.subscriber;
        // A front end that has ended hears nothing, and is no failure to report.
        if subscriber.ended.load(Ordering::Acquire) || !function::answers(&subscriber.function) {
            return;
        }
        if let Err(error) = subscriber.function.call((self.event.name(), self.names)) {
            // The change has been made and stands, and whoever made it did nothing wrong: nobody else hears of this.
            let _ = writeln!(
                std::io::stderr(),
                "tvmlike: subscription {} to \"{}\" failed when names were {}: {error}",
                subscriber.id,
                subscriber.prefix,
                self.event,
            );
        }
    }
}

/// Has a function called as `function(event, names)` after each change to names under a prefix; the empty one covers
/// all. Returns the subscription's number.
///
/// # Errors
/// RuntimeError for a function of a plugin that was unloaded.
pub fn subscribe_function(prefix: &str, function: PackedFunc) -> Result<i64> {
    if host::connected().is_some() {
        return tvmlike_client::get("registry.subscribe")?.call_as((prefix, function));
    }
    if let Some(check) = CHECK.get() {
        check(&function)?;
    }
    let id = {
        let mut next = NEXT.lock().unwrap_or_else(PoisonError::into_inner);
        *next += 1;
        *next - 1
    };
    let subscriber = Subscriber {
        id,
        prefix: prefix.into(),
        function,
        ended: AtomicBool::new(false),
    };
    subscribers().push(Arc::new(subscriber));
    watch();
    Ok(id)
}

/// Ends a subscription: its function is called no more, but a call that has begun on another thread may still run.
///
/// # Errors
/// ValueError where there is no subscription of this number.
pub fn unsubscribe(id: i64) -> Result<()> {
    if host::connected().is_some() {
        return tvmlike_client::get("registry.unsubscribe")?.call((id,)).map(drop);
    }
    let removed = {
        let mut subscribers = subscribers();
        let at = subscribers.iter().position(|subscriber| subscriber.id == id);
        at.map(|at| subscribers.remove(at))
    };
    // Dropped behind the lock: the function may be the last of its kind, and its end may call back.
    let Some(subscriber) = removed else {
        return Err(Error::value_error(format!("no subscription has the id {id}")));
    };
    subscriber.ended.store(true, Ordering::Release);
    unwatch();
    Ok(())
}

/// Ends the subscriptions of functions that are to be called no more, such as those of a plugin that is unloaded.
pub fn end_where(over: impl Fn(&PackedFunc) -> bool) {
    // What is asked may be anybody's code, so it is asked of a copy, without the lock.
    let everybody = subscribers().clone();
    for subscriber in everybody.iter().filter(|subscriber| over(&subscriber.function)) {
        // One that has ended meanwhile has done so itself.
        let _ = unsubscribe(subscriber.id);
    }
}

/// A subscription that ends when it is dropped.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use tvmlike_runtime::PackedFunc;
///
/// let seen = Arc::new(Mutex::new(Vec::new()));
/// let told = seen.clone();
/// let subscription = tvmlike_registry::subscribe("told", move |event, names| {
///     told.lock().unwrap().push(format!("{event} {}", names.join(" ")));
/// })?;
/// tvmlike_registry::register("told.f", PackedFunc::typed("told.f", || 1_i64))?;
/// drop(subscription);
/// tvmlike_registry::remove("told.f")?;
/// assert_eq!(*seen.lock().unwrap(), ["registered told.f"]);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "a subscription that is dropped ends"]
pub struct Subscription(i64);

impl Subscription {
    /// The number by which `registry.unsubscribe` knows it.
    pub fn id(&self) -> i64 {
        self.0
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        // Somebody who knows the number may have ended it already.
        let _ = unsubscribe(self.0);
    }
}

/// Has a closure called after each change to names under a prefix, the empty one for all names, until what is returned
/// is dropped. It runs on the thread that made the change; see [the module](self) for what is promised.
///
/// # Errors
/// Only in a plugin, where the host does it.
pub fn subscribe(
    prefix: &str,
    subscriber: impl Fn(Event, &[String]) + Send + Sync + 'static,
) -> Result<Subscription> {
    let function = PackedFunc::typed(
        "a subscriber",
        move |event: String, names: Vec<String>| -> Result<Any> {
            subscriber(Event::of_name(&event)?, &names);
            Ok(Any::default())
        },
    );
    subscribe_function(prefix, function).map(Subscription)
}
