//! Extensions: data that crates above this one attach to an operation's record, a dialect or a context.
//!
//! A parser, a builder or a fold of an operation belongs to a crate that this one does not know. It is stored by its
//! type. Invariant: an extension is never replaced or removed, so it is read without a lock.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::OnceLock;

/// At most one value of each type.
#[derive(Default)]
pub struct Extensions {
    first: OnceLock<Box<Link>>,
}

struct Link {
    key: TypeId,
    value: Box<dyn Any + Send + Sync>,
    next: OnceLock<Box<Link>>,
}

impl Extensions {
    /// The value of a type.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        let mut at = &self.first;
        while let Some(link) = at.get() {
            if link.key == TypeId::of::<T>() {
                return link.value.downcast_ref();
            }
            at = &link.next;
        }
        None
    }

    /// The value of a type, which is made by `make` if there is none. If two threads make one, the first is kept.
    pub fn get_or_insert_with<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        if let Some(value) = self.get() {
            return value;
        }
        let mut new = Some(Box::new(Link {
            key: TypeId::of::<T>(),
            value: Box::new(make()),
            next: OnceLock::new(),
        }));
        let mut at = &self.first;
        loop {
            if let Some(link) = new.take() {
                new = at.set(link).err();
            }
            let link = at.get().expect("a cell that was set has a value");
            if let Some(value) = link.value.downcast_ref() {
                return value;
            }
            at = &link.next;
        }
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extensions").finish_non_exhaustive()
    }
}
