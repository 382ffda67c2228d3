//! The fields of an object while a collector of cycles holds them still, and what it takes out of them.
//!
//! Invariant: what is taken is dropped only after every lock has been released, since destructors run an author's code,
//! which may need the same locks.

use std::any::Any;

use super::visitor::Visitor;

/// A lock of a field, held.
pub trait Locked {
    /// Reports the references behind the lock.
    fn visit(&self, visitor: &mut Visitor);

    /// Moves them out, see [`Traverse::take`](super::Traverse::take).
    fn take(&mut self, taken: &mut Taken);
}

/// The locks of an object's fields, held until it is dropped.
#[derive(Default)]
pub struct Frozen<'a> {
    locks: Vec<Box<dyn Locked + 'a>>,
}

impl<'a> Frozen<'a> {
    /// Keeps a lock.
    pub fn hold(&mut self, lock: impl Locked + 'a) {
        self.locks.push(Box::new(lock));
    }

    /// Reports the references behind the locks.
    pub fn visit(&self, visitor: &mut Visitor) {
        for lock in &self.locks {
            lock.visit(visitor);
        }
    }

    /// Moves them out.
    pub fn take(&mut self) -> Taken {
        let mut taken = Taken::default();
        for lock in &mut self.locks {
            lock.take(&mut taken);
        }
        taken
    }
}

/// Values that were moved out of fields.
#[derive(Default)]
pub struct Taken {
    values: Vec<Box<dyn Any>>,
}

impl Taken {
    /// Keeps a value.
    pub fn put<T: 'static>(&mut self, value: T) {
        self.values.push(Box::new(value));
    }
}
