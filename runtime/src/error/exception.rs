//! Error types that front ends see as exception classes of their own, which `#[derive(Exception)]` declares.
//!
//! A conversion to [`Error`] knows an error as a `dyn std::error::Error` only, so it asks the declared classes in turn.
//! Invariant: the list of classes only grows, and is read without a lock: the functions of a class are foreign code.

use std::error::Error as StdError;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use crate::object::ObjectRef;

/// What an error of a declared class has beside its message.
pub struct Described {
    /// The attributes of the exception, as a map, if the class has any.
    pub attributes: Option<ObjectRef>,
}

/// A Rust error type with an exception class of its own.
pub struct ExceptionClass {
    key: &'static str,
    describe: fn(&(dyn StdError + 'static)) -> Option<Described>,
    is_added: AtomicBool,
    next: AtomicPtr<Self>,
}

static FIRST: AtomicPtr<ExceptionClass> = AtomicPtr::new(ptr::null_mut());

impl ExceptionClass {
    /// A class: the kind of its errors, and the function that describes an error if it is of the class's type.
    pub const fn new(
        key: &'static str,
        describe: fn(&(dyn StdError + 'static)) -> Option<Described>,
    ) -> Self {
        Self {
            key,
            describe,
            is_added: AtomicBool::new(false),
            next: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// Makes conversions to [`crate::Error`] in this library use the class.
    pub fn add(&'static self) {
        if self.is_added.swap(true, Ordering::AcqRel) {
            return;
        }
        let own = ptr::from_ref(self).cast_mut();
        let mut first = FIRST.load(Ordering::Acquire);
        loop {
            self.next.store(first, Ordering::Relaxed);
            match FIRST.compare_exchange_weak(first, own, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return,
                Err(now) => first = now,
            }
        }
    }
}

/// The class of an error, as its key, and what it has beside its message; `None` for an error of another type.
pub(super) fn described(error: &(dyn StdError + 'static)) -> Option<(&'static str, Described)> {
    let mut at = FIRST.load(Ordering::Acquire);
    // SAFETY: NULL, or a class that was added, which is static; its next one was written before it was added.
    while let Some(class) = unsafe { at.as_ref() } {
        if let Some(found) = (class.describe)(error) {
            return Some((class.key, found));
        }
        at = class.next.load(Ordering::Relaxed);
    }
    None
}
