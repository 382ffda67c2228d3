//! Ids: one word each, `Copy`, and valid for as long as their context lives.
//!
//! Invariant: an id carries no reference to its context. Uniqued ids ([`Type`], [`Attribute`], [`Location`],
//! [`Identifier`]) name the same thing for ever, and two of one context are equal if and only if the things are. Ids of
//! mutable things ([`Op`], [`Block`], [`Region`], [`Value`], [`OpOperand`]) name a place: after the thing is erased, the
//! place can be used for another. Code that keeps such an id while others may erase keeps a [`Handle`](crate::Handle).
//!
//! An id used with another context than its own, or after its thing was erased, gives the data of something else or
//! panics; it never reads memory that does not belong to the context.

use std::num::NonZeroU32;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// The id with this number; `None` for 0.
            #[inline]
            pub(crate) const fn from_raw(raw: u32) -> Option<Self> {
                match NonZeroU32::new(raw) {
                    Some(raw) => Some(Self(raw)),
                    None => None,
                }
            }

            /// The id with this number, which is not 0.
            #[inline]
            pub(crate) const fn new(raw: u32) -> Self {
                match NonZeroU32::new(raw) {
                    Some(raw) => Self(raw),
                    None => panic!("an id of the IR is not 0"),
                }
            }

            /// The number of the id: unique among the ids of its kind and context, for side tables and front ends.
            #[inline]
            pub const fn raw(self) -> u32 {
                self.0.get()
            }
        }

        // Not every kind of id needs both.
        const _: (fn(u32) -> Option<$name>, fn(u32) -> $name) = ($name::from_raw, $name::new);
    )*};
}

ids! {
    /// An operation.
    Op
    /// A block: a list of operations with arguments.
    Block
    /// A region of an operation: a list of blocks.
    Region
    /// The result of an operation, or the argument of a block.
    Value
    /// One use: an operand or a successor of an operation.
    OpOperand
    /// A type.
    Type
    /// An attribute.
    Attribute
    /// A location in the source.
    Location
    /// An interned name: of an operation, an attribute, a dialect.
    Identifier
    /// An affine expression.
    AffineExpr
    /// An affine map.
    AffineMap
    /// An integer set.
    IntegerSet
}

/// The number of an optional id; 0 for `None`.
#[inline]
pub(crate) fn raw<T: Into<Id>>(id: Option<T>) -> u32 {
    id.map_or(0, |id| id.into().0)
}

/// The number of any id.
pub(crate) struct Id(u32);

macro_rules! into_id {
    ($($name:ident)*) => {$(
        impl From<$name> for Id {
            #[inline]
            fn from(id: $name) -> Self {
                Self(id.raw())
            }
        }
    )*};
}

into_id! { Op Block Region Value OpOperand Type Attribute Location Identifier AffineExpr AffineMap IntegerSet }
