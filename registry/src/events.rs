//! Events: subscribers are called when names are registered, overridden or removed.
//!
//! A subscriber is called after the change, on the thread that made it, once for all names that changed together.
//! Invariants: no lock of the registry is held while a subscriber runs; each subscription receives the changes of one
//! thread in their order. If a subscriber changes names itself, the subscribers are called for that change after all of
//! them were called for the first one. Concurrent changes of two threads arrive concurrently, in either order; a
//! subscriber that needs the current state looks the name up.
//!
//! Without subscribers, a change costs one atomic load.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tvmlike_runtime::{Any, Array, Error, PackedFunc, Result, String as TvmString, function, host};

use crate::name;

/// What happened to names.
///
/// ```
/// use tvmlike_registry::events::Event;
/// use tvmlike_registry::{register, remove, subscribe};
/// use tvmlike_runtime::PackedFunc;
///
/// let subscription = subscribe("doc.event", |event, names| {
///     assert!(matches!(event, Event::Registered | Event::Removed));
///     assert_eq!(names, ["doc.event.f"]);
/// })?;
/// register("doc.event.f", PackedFunc::typed("doc.event.f", || 1_i64))?;
/// remove("doc.event.f")?;
/// drop(subscription);
/// assert_eq!(Event::Overridden.to_string(), "overridden");
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// They were free and now name a function.
    Registered,
    /// They name another function than before.
    Overridden,
    /// They are free again.
    Removed,
}

impl Event {
    /// The event as callbacks receive it.
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
    /// Set when the subscription has ended: calls that are still due are dropped.
    ended: AtomicBool,
}

static SUBSCRIBERS: Mutex<Vec<Arc<Subscriber>>> = Mutex::new(Vec::new());

/// The number of watchers: the subscriptions, and the trace while it is on.
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

/// The id of the next subscription.
static NEXT: Mutex<i64> = Mutex::new(1);

/// Locks the subscriptions, for a fork.
pub(crate) fn lock_for_fork() -> impl Sized + 'static {
    let next = NEXT.lock().unwrap_or_else(PoisonError::into_inner);
    (subscribers(), next)
}

fn subscribers() -> MutexGuard<'static, Vec<Arc<Subscriber>>> {
    SUBSCRIBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a watcher.
pub(crate) fn watch() {
    // Release, paired with the acquire in `is_watched`: changes after a subscription reach it.
    WATCHERS.fetch_add(1, Ordering::Release);
}

/// Removes a watcher.
pub(crate) fn unwatch() {
    WATCHERS.fetch_sub(1, Ordering::Release);
}

/// Whether there is a watcher.
pub(crate) fn is_watched() -> bool {
    WATCHERS.load(Ordering::Acquire) != 0
}

/// Reports a change to the subscribers. Call it without a lock, once for all names that changed together.
pub(crate) fn changed<N: AsRef<str>>(event: Event, names: &[N]) {
    if !is_watched() || names.is_empty() {
        return;
    }
    deliver(event, &names.iter().map(AsRef::as_ref).collect::<Vec<_>>());
}

/// One call of a subscriber that is due.
struct Delivery {
    subscriber: Arc<Subscriber>,
    event: Event,
    names: Array,
}

thread_local! {
    /// The calls that are due on this thread, while it makes them.
    static QUEUE: RefCell<Option<VecDeque<Delivery>>> = const { RefCell::new(None) };
}

/// Clears the thread's queue when dropped, after a panic too.
struct ClearQueue;

impl Drop for ClearQueue {
    fn drop(&mut self) {
        let rest = QUEUE.try_with(RefCell::take);
        // Calls remain only after a panic. They are dropped when the queue is no longer borrowed.
        drop(rest);
    }
}

#[cold]
#[inline(never)]
fn deliver(event: Event, names: &[&str]) {
    if event != Event::Removed
        && let Some(trace) = TRACE.get()
    {
        trace(names);
    }
    let all = subscribers().clone();
    let deliveries = all.into_iter().filter_map(|subscriber| {
        let names: Array = names
            .iter()
            .filter(|name| name::covers(&subscriber.prefix, name))
            .map(|name| TvmString::new(name))
            .collect();
        (!names.is_empty()).then_some(Delivery {
            subscriber,
            event,
            names,
        })
    });
    let mut deliveries: VecDeque<Delivery> = deliveries.collect();
    let outermost = QUEUE.try_with(|queue| {
        let mut queue = queue.borrow_mut();
        match &mut *queue {
            Some(waiting) => {
                waiting.append(&mut deliveries);
                false
            }
            None => {
                *queue = Some(std::mem::take(&mut deliveries));
                true
            }
        }
    });
    match outermost {
        Ok(false) => {}
        Ok(true) => {
            let clear = ClearQueue;
            // The queue is not borrowed while a subscriber runs.
            while let Some(next) = QUEUE.with_borrow_mut(|queue| queue.as_mut()?.pop_front()) {
                next.call();
            }
            drop(clear);
        }
        // The thread is ending and its queue is gone: changes by subscribers cannot be deferred.
        Err(_) => deliveries.into_iter().for_each(Delivery::call),
    }
}

impl Delivery {
    fn call(self) {
        let subscriber = &self.subscriber;
        // A front end that has ended is not called; that is no failure.
        if subscriber.ended.load(Ordering::Acquire) || !function::answers(&subscriber.function) {
            return;
        }
        if let Err(error) = subscriber.function.call((self.event.name(), self.names)) {
            // The change stands, and the caller that made it did nothing wrong: the failure is only printed.
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

/// Calls `function(event, names)` after each change to names under a prefix; the empty prefix covers all names. Returns
/// the id of the subscription.
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

/// Ends a subscription. A call that has begun on another thread may still run.
///
/// # Errors
/// ValueError if no subscription has this id.
pub fn unsubscribe(id: i64) -> Result<()> {
    if host::connected().is_some() {
        return tvmlike_client::get("registry.unsubscribe")?.call((id,)).map(drop);
    }
    let removed = {
        let mut subscribers = subscribers();
        let at = subscribers.iter().position(|subscriber| subscriber.id == id);
        at.map(|at| subscribers.remove(at))
    };
    // Dropped after the lock is released: freeing the function may call back.
    let Some(subscriber) = removed else {
        return Err(Error::value_error(format!("no subscription has the id {id}")));
    };
    subscriber.ended.store(true, Ordering::Release);
    unwatch();
    Ok(())
}

/// Ends the subscriptions of the functions for which `over` returns true, such as those of an unloaded plugin.
pub fn end_where(over: impl Fn(&PackedFunc) -> bool) {
    // `over` may run foreign code, so it is called without the lock, on a copy.
    let all = subscribers().clone();
    for subscriber in all.iter().filter(|subscriber| over(&subscriber.function)) {
        // An error means that the subscription has ended meanwhile.
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
    /// The id that `registry.unsubscribe` takes.
    pub fn id(&self) -> i64 {
        self.0
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        // An error means that other code with the id has ended it already.
        let _ = unsubscribe(self.0);
    }
}

/// Calls a closure after each change to names under a prefix, until the subscription is dropped. The empty prefix covers
/// all names. The closure runs on the thread that made the change; see [the module](self) for the guarantees.
///
/// # Errors
/// Only in a plugin: the errors of the host.
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
