//! Lists of objects that a function only reads: no reference is counted.
//!
//! Invariant: every item is an object of the type.

use std::marker::PhantomData;

use super::container::{array, array_or_list};
use super::{FromArg, Mismatch};
use crate::array::Array;
use crate::object::{ObjectPtr, ObjectType};
use crate::signature::record::TypeRecord;
use crate::value::{Any, AnyView};

/// A list of objects, borrowed from the caller. It accepts what `Vec<ObjectPtr<T>>` accepts, but neither allocates nor
/// counts references.
///
/// ```
/// use tvmlike_runtime::convert::Objects;
/// use tvmlike_runtime::{FromArg, ObjectPtr, ToAny, object_type};
///
/// struct Leaf(i64);
/// object_type!(Leaf = "doc.objects.Leaf");
///
/// let list = vec![ObjectPtr::new(Leaf(1)), ObjectPtr::new(Leaf(2))].to_any();
/// let leaves = Objects::<Leaf>::from_arg(list.view()).unwrap();
/// assert_eq!(leaves.iter().map(|leaf| leaf.0).sum::<i64>(), 3);
/// ```
pub struct Objects<'a, T> {
    items: Items<'a>,
    of: PhantomData<&'a ObjectPtr<T>>,
}

enum Items<'a> {
    Borrowed(&'a [Any]),
    /// The copy of a list that others can change.
    Copied(Array),
}

impl<T> Objects<'_, T> {
    fn items(&self) -> &[Any] {
        match &self.items {
            Items::Borrowed(items) => items,
            Items::Copied(array) => array.as_slice(),
        }
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.items().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items().is_empty()
    }

    /// The objects.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &ObjectPtr<T>> {
        // SAFETY: `from_arg` has checked that each is an object of the type.
        self.items().iter().map(|item| unsafe { item.view().pointer() })
    }
}

impl<T> Default for Objects<'_, T> {
    fn default() -> Self {
        Self {
            items: Items::Borrowed(&[]),
            of: PhantomData,
        }
    }
}

impl<'a, T: ObjectType> FromArg<'a> for Objects<'a, T> {
    const TYPE: TypeRecord = <Vec<ObjectPtr<T>> as FromArg<'a>>::TYPE;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        let items = match array(value) {
            Some(array) => Items::Borrowed(array.as_slice()),
            None => Items::Copied(
                array_or_list(value)?
                    .ok_or_else(|| Mismatch::wrong_type(<Self as FromArg<'_>>::TYPE, value))?,
            ),
        };
        let made = Self {
            items,
            of: PhantomData,
        };
        let wrong = made
            .items()
            .iter()
            .position(|item| item.view().downcast_ref::<T>().is_none());
        match wrong {
            None => Ok(made),
            Some(position) => Err(refused::<T>(made.items()[position].view(), position)),
        }
    }
}

#[cold]
fn refused<T: ObjectType>(item: &AnyView<'_>, position: usize) -> Mismatch {
    Mismatch::wrong_type(<ObjectPtr<T> as FromArg<'_>>::TYPE, item).of_part(format!("item {position}"))
}
