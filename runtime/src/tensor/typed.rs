//! Parameters that say which tensors will do: the element type, C order, memory that may be written to.
//!
//! A function that takes [`Contiguous<f32>`] says so in its signature record, and its callers get an error that names
//! the function, the argument, what came, what was expected and what to do. Invariant: whoever holds one of these holds
//! a tensor that passed the checks of its type, so what it offers cannot fail.
//!
//! | type | element type | on the CPU, aligned | writable | C order without gaps |
//! |---|---|---|---|---|
//! | [`TensorView`] | | | | |
//! | [`TensorViewMut`] | | | yes | |
//! | [`Strided<T>`] | `T` | yes | | |
//! | [`StridedMut<T>`] | `T` | yes | yes | |
//! | [`Contiguous<T>`] | `T` | yes | | yes |
//! | [`ContiguousMut<T>`] | `T` | yes | yes | yes |
//!
//! The memory is the caller's. Other threads, a callback that the function calls, and another argument can reach it too:
//! callers pass one array twice without a second thought. Reading and writing element by element is safe all the same
//! (every bit pattern is an element, and each access is a volatile one of its own); a slice promises more, so making one
//! is unsafe and says what it asks.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::slice;

use super::{Element, TensorView};
use crate::convert::{FromArg, Mismatch, Remedy};
use crate::error::{ErrorKind, Result};
use crate::signature::TypeRecord;
use crate::value::AnyView;

/// What a parameter asks of a tensor beside its element type.
#[derive(Clone, Copy)]
struct Asks {
    writable: bool,
    contiguous: bool,
}

/// The tensor that a value holds.
fn view_of<'a>(value: &'a AnyView<'a>, expected: TypeRecord) -> Result<TensorView<'a>, Mismatch> {
    TensorView::of(value).unwrap_or_else(|| Err(Mismatch::wrong_type(expected, value)))
}

/// Fails unless a tensor is what is asked for, whatever its elements.
fn check(view: TensorView<'_>, expected: TypeRecord, asks: Asks) -> Result<(), Mismatch> {
    if asks.writable && view.is_read_only() {
        return Err(unfit(expected, "a read-only one".to_owned(), Remedy::Copy));
    }
    if asks.contiguous && !view.is_contiguous() {
        let got = format!("shape {:?} with strides {:?}", view.shape(), view.strides());
        return Err(unfit(expected, got, Remedy::Contiguous));
    }
    Ok(())
}

/// Fails unless a tensor has elements `T` that the CPU can reach.
fn check_elements<T: Element>(view: TensorView<'_>, expected: TypeRecord) -> Result<(), Mismatch> {
    if view.dtype() != T::DTYPE {
        return Err(Mismatch::Unfit {
            kind: ErrorKind::TYPE_ERROR,
            expected,
            got: TypeRecord::TensorOf(view.dtype()).to_string(),
            remedy: Remedy::Convert(T::DTYPE),
        });
    }
    if !view.device().is_host_accessible() {
        return Err(unfit(
            expected,
            format!("a tensor on {}", view.device()),
            Remedy::ToCpu,
        ));
    }
    let start = view.data_ptr().cast::<T>();
    if !start.is_aligned() {
        let got = format!("a misaligned tensor at {start:p}");
        return Err(unfit(expected, got, Remedy::Copy));
    }
    Ok(())
}

#[cold]
fn unfit(expected: TypeRecord, got: String, remedy: Remedy) -> Mismatch {
    Mismatch::Unfit {
        kind: ErrorKind::VALUE_ERROR,
        expected,
        got,
        remedy,
    }
}

/// A borrowed tensor of any element type whose memory may be written to.
#[derive(Clone, Copy)]
pub struct TensorViewMut<'a>(TensorView<'a>);

impl<'a> FromArg<'a> for TensorViewMut<'a> {
    const TYPE: TypeRecord = TypeRecord::Writable(&TypeRecord::Tensor);

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        let asks = Asks {
            writable: true,
            contiguous: false,
        };
        let view = view_of(value, Self::TYPE)?;
        check(view, Self::TYPE, asks)?;
        Ok(Self(view))
    }
}

impl<'a> Deref for TensorViewMut<'a> {
    type Target = TensorView<'a>;

    fn deref(&self) -> &TensorView<'a> {
        &self.0
    }
}

impl fmt::Debug for TensorViewMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show("TensorViewMut", self.0, f)
    }
}

fn show(name: &str, view: TensorView<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{name}(shape={:?}, dtype={})", view.shape(), view.dtype())
}

macro_rules! typed {
    ($($(#[$doc:meta])* $name:ident: $record:expr, $asks:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name<'a, T> {
            view: TensorView<'a>,
            element: PhantomData<T>,
        }

        impl<'a, T: Element> FromArg<'a> for $name<'a, T> {
            const TYPE: TypeRecord = $record;

            fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
                let view = view_of(value, Self::TYPE)?;
                check_elements::<T>(view, Self::TYPE)?;
                check(view, Self::TYPE, $asks)?;
                Ok(Self { view, element: PhantomData })
            }
        }

        impl<'a, T> Deref for $name<'a, T> {
            type Target = TensorView<'a>;

            fn deref(&self) -> &TensorView<'a> {
                &self.view
            }
        }

        impl<T> fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show(stringify!($name), self.view, f)
            }
        }

        impl<'a, T: Element> $name<'a, T> {
            /// The address of the first element, aligned.
            pub fn as_ptr(&self) -> *const T {
                self.view.data_ptr().cast()
            }

            /// The elements one after the other, in C order, whatever the strides.
            pub fn elements(&self) -> impl Iterator<Item = T> + use<'a, T> {
                let start = self.as_ptr();
                // SAFETY: every offset is that of an element, by the tensor's own shape and strides, and `start` is
                // aligned. Another thread that writes meanwhile makes the numbers arbitrary, not invalid.
                self.view.offsets().map(move |offset| unsafe { start.offset(offset).read_volatile() })
            }
        }
    )*};
}

typed! {
    /// A borrowed tensor of elements `T` on the CPU, of any strides.
    Strided: TypeRecord::TensorOf(T::DTYPE), Asks { writable: false, contiguous: false };
    /// A borrowed tensor of elements `T` on the CPU, of any strides, that may be written to.
    StridedMut: TypeRecord::Writable(&TypeRecord::TensorOf(T::DTYPE)), Asks { writable: true, contiguous: false };
    /// A borrowed tensor of elements `T` on the CPU that lie in C order without gaps.
    Contiguous: TypeRecord::Contiguous(&TypeRecord::TensorOf(T::DTYPE)), Asks { writable: false, contiguous: true };
    /// A borrowed tensor of elements `T` on the CPU that lie in C order without gaps and may be written to.
    ContiguousMut: TypeRecord::Writable(&TypeRecord::Contiguous(&TypeRecord::TensorOf(T::DTYPE))),
        Asks { writable: true, contiguous: true };
}

impl<'a, T: Element> Strided<'a, T> {
    /// A copy of the elements, in C order.
    ///
    /// # Errors
    /// MemoryError: a broadcast tensor can have more elements than any memory.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.view.to_vec()
    }
}

impl<T: Element> StridedMut<'_, T> {
    /// The address of the first element, aligned, to write to.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.view.data_ptr().cast()
    }

    /// Writes one value to every element.
    pub fn fill(&mut self, value: T) {
        let start = self.as_mut_ptr();
        for offset in self.view.offsets() {
            // SAFETY: the offset of an element, by the tensor's own shape and strides; the memory is writable. The
            // write is volatile, so that a reader on another thread meets an element, old or new.
            unsafe { start.offset(offset).write_volatile(value) }
        }
    }
}

impl<'a, T: Element> Contiguous<'a, T> {
    /// The elements as a slice.
    ///
    /// # Safety
    /// As long as the slice is used, nobody writes to these elements: no other thread, nothing that the function calls,
    /// and not the function itself through another argument over the same memory ([`TensorView::overlaps`] tells).
    pub unsafe fn as_slice(&self) -> &'a [T] {
        // SAFETY: `len` elements stand one behind the other at the aligned start, for 'a; not written to, by contract.
        unsafe { slice_at(self.as_ptr(), self.view.len()) }
    }
}

impl<T: Element> ContiguousMut<'_, T> {
    /// The address of the first element, aligned, to write to.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.view.data_ptr().cast()
    }

    /// Puts what a closure makes of an element in its place, for each. It is safe whoever else reaches the memory, and
    /// slower than a loop over a slice, since every access is one of its own.
    pub fn update(&mut self, mut next: impl FnMut(T) -> T) {
        let start = self.as_mut_ptr();
        for at in 0..self.view.len() {
            // SAFETY: an element of the tensor, aligned; the memory is writable.
            unsafe {
                let place = start.add(at);
                place.write_volatile(next(place.read_volatile()));
            }
        }
    }

    /// The elements as a slice.
    ///
    /// # Safety
    /// As [`Contiguous::as_slice`].
    pub unsafe fn as_slice(&self) -> &[T] {
        // SAFETY: as in `Contiguous::as_slice`.
        unsafe { slice_at(self.as_ptr(), self.view.len()) }
    }

    /// The elements as a slice to write to.
    ///
    /// # Safety
    /// As long as the slice is used, nobody else reads or writes these elements: no other thread, nothing that the
    /// function calls, and not the function itself through another argument over the same memory
    /// ([`TensorView::overlaps`] tells).
    pub unsafe fn as_mut_slice(&mut self) -> &mut [T] {
        if self.view.is_empty() {
            return &mut [];
        }
        // SAFETY: `len` elements stand one behind the other at the aligned start; used by nobody else, by contract.
        unsafe { slice::from_raw_parts_mut(self.as_mut_ptr(), self.view.len()) }
    }
}

/// A slice whose start may be NULL where it has no elements, as DLPack allows it.
///
/// # Safety
/// `len` elements stand at the aligned `start` for `'a`, and are not written to.
unsafe fn slice_at<'a, T>(start: *const T, len: usize) -> &'a [T] {
    if len == 0 {
        return &[];
    }
    // SAFETY: not NULL, since there are elements; by contract.
    unsafe { slice::from_raw_parts(start, len) }
}
