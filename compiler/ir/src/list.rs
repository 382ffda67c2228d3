//! Lists inside uniqued nodes: ids and sizes that are read in place.
//!
//! Invariant: a list borrows the words of a node, so it is `Copy` and reading it allocates nothing.

use std::fmt;
use std::iter::{Copied, Map};
use std::marker::PhantomData;
use std::slice;

use smallvec::SmallVec;

use crate::id::{AffineExpr, Attribute, Identifier, Location, Type};

/// An id of a uniqued thing, as lists contain it.
pub trait UniquedId: Copy + private::FromRaw {}

mod private {
    pub trait FromRaw {
        fn from_list(raw: u32) -> Self;
    }
}

macro_rules! uniqued_ids {
    ($($name:ident)*) => {$(
        impl UniquedId for $name {}
        impl private::FromRaw for $name {
            #[inline]
            fn from_list(raw: u32) -> Self {
                Self::new(raw)
            }
        }
    )*};
}

uniqued_ids! { Type Attribute Identifier Location AffineExpr }

/// The ids that a type or attribute refers to.
pub struct Ids<'a, T> {
    raw: &'a [u32],
    of: PhantomData<fn() -> T>,
}

/// A list of types.
pub type Types<'a> = Ids<'a, Type>;
/// A list of attributes.
pub type Attributes<'a> = Ids<'a, Attribute>;
/// A list of names.
pub type Identifiers<'a> = Ids<'a, Identifier>;
/// A list of locations.
pub type Locations<'a> = Ids<'a, Location>;
/// A list of affine expressions.
pub type AffineExprs<'a> = Ids<'a, AffineExpr>;

/// Iterates over [`Ids`].
pub type IdsIter<'a, T> = Map<Copied<slice::Iter<'a, u32>>, fn(u32) -> T>;

impl<'a, T: UniquedId> Ids<'a, T> {
    /// The list over words that are ids of this kind.
    #[inline]
    pub(crate) const fn new(raw: &'a [u32]) -> Self {
        Self { raw, of: PhantomData }
    }

    /// The number of ids.
    #[inline]
    pub const fn len(self) -> usize {
        self.raw.len()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.raw.is_empty()
    }

    /// The id at a position.
    #[inline]
    pub fn get(self, index: usize) -> Option<T> {
        self.raw.get(index).map(|raw| T::from_list(*raw))
    }

    /// The ids in order.
    #[inline]
    pub fn iter(self) -> IdsIter<'a, T> {
        self.raw.iter().copied().map(T::from_list)
    }

    /// The ids in a vector.
    pub fn to_vec(self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<T> Clone for Ids<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ids<'_, T> {}

impl<T> PartialEq for Ids<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl<T> Eq for Ids<'_, T> {}

impl<T: UniquedId + fmt::Debug> fmt::Debug for Ids<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: UniquedId> IntoIterator for Ids<'a, T> {
    type Item = T;
    type IntoIter = IdsIter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The parameters of a type or an attribute of a registered dialect. Optional ones can be absent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Parameters<'a>(&'a [u32]);

impl<'a> Parameters<'a> {
    /// The list over words that are ids of attributes, or 0.
    #[inline]
    pub(crate) const fn new(words: &'a [u32]) -> Self {
        Self(words)
    }

    /// The number of parameters.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The parameter at a position, if it is present.
    #[inline]
    pub fn get(self, index: usize) -> Option<Attribute> {
        self.0.get(index).and_then(|word| Attribute::from_raw(*word))
    }

    /// The parameters in order; `None` for absent ones.
    pub fn iter(self) -> impl Iterator<Item = Option<Attribute>> + 'a {
        self.0.iter().map(|word| Attribute::from_raw(*word))
    }

    /// The parameters in a vector.
    pub fn to_vec(self) -> Vec<Option<Attribute>> {
        self.iter().collect()
    }
}

impl fmt::Debug for Parameters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The size or stride that is only known at run time: MLIR's `ShapedType::kDynamic`, printed `?`.
pub const DYNAMIC: i64 = i64::MIN;

/// A shape or a list of strides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Dims<'a>(&'a [[u32; 2]]);

/// Iterates over [`Dims`].
pub type DimsIter<'a> = Map<Copied<slice::Iter<'a, [u32; 2]>>, fn([u32; 2]) -> i64>;

impl<'a> Dims<'a> {
    /// The list over pairs of words, the low one first.
    #[inline]
    pub(crate) fn new(words: &'a [u32]) -> Self {
        Self(words.as_chunks().0)
    }

    /// The number of dimensions.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether the rank is 0.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The size of a dimension, which can be [`DYNAMIC`].
    #[inline]
    pub fn get(self, index: usize) -> Option<i64> {
        self.0.get(index).copied().map(join)
    }

    /// The sizes in order.
    #[inline]
    pub fn iter(self) -> DimsIter<'a> {
        self.0.iter().copied().map(join)
    }

    /// The sizes in a vector.
    pub fn to_vec(self) -> Vec<i64> {
        self.iter().collect()
    }

    /// Whether no size is [`DYNAMIC`].
    pub fn is_static(self) -> bool {
        self.iter().all(|size| size != DYNAMIC)
    }

    /// The product of the sizes; `None` if one is dynamic or the product exceeds an `i64`.
    pub fn product(self) -> Option<i64> {
        if !self.is_static() {
            return None;
        }
        if self.iter().any(|size| size == 0) {
            return Some(0);
        }
        self.iter().try_fold(1i64, i64::checked_mul)
    }
}

#[inline]
fn join([low, high]: [u32; 2]) -> i64 {
    (u64::from(low) | u64::from(high) << 32).cast_signed()
}

impl fmt::Debug for Dims<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for Dims<'a> {
    type Item = i64;
    type IntoIter = DimsIter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The words of a node that is being made.
#[derive(Default)]
pub(crate) struct Words(SmallVec<[u32; 24]>);

impl Words {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn word(mut self, word: u32) -> Self {
        self.0.push(word);
        self
    }

    #[inline]
    pub(crate) fn words(mut self, words: impl IntoIterator<Item = u32>) -> Self {
        // `extend` reserves first, which takes longer than to push a few.
        for word in words {
            self.0.push(word);
        }
        self
    }

    pub(crate) fn int(self, value: i64) -> Self {
        let value = value.cast_unsigned();
        self.word(value as u32).word((value >> 32) as u32)
    }

    pub(crate) fn ints(self, values: impl IntoIterator<Item = i64>) -> Self {
        values.into_iter().fold(self, Self::int)
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.0
    }
}

/// Reads an `i64` from two words.
#[inline]
pub(crate) fn int(words: &[u32]) -> i64 {
    join([words[0], words[1]])
}
