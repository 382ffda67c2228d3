//! Parameters that require a certain kind of tensor: an element type, C-contiguous layout, writable memory.
//!
//! A function that takes [`Contiguous<f32>`] has this in its signature record, and an unsuitable argument is an error
//! that names the function, the argument, the expected type, what was passed and a remedy. Invariant: each of these
//! types wraps a tensor that passed the checks of the type, so its accessors cannot fail.
//!
//! | type | element type | on the CPU, aligned | writable | C-contiguous |
//! |---|---|---|---|---|
//! | [`TensorView`] | | | | |
//! | [`TensorViewMut`] | | | yes | |
//! | [`Strided<T>`] | `T` | yes | | |
//! | [`StridedMut<T>`] | `T` | yes | yes | |
//! | [`Contiguous<T>`] | `T` | yes | | yes |
//! | [`ContiguousMut<T>`] | `T` | yes | yes | yes |
//!
//! The memory is the caller's. Other threads, callbacks, and another argument can access it too: callers often pass the
//! same array twice. Reading and writing single elements is still safe (every bit pattern is an element, and each
//! access is a separate volatile one); a slice promises more, so making one is unsafe.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::slice;

use super::{Element, TensorView};
use crate::convert::{FromArg, Mismatch, Remedy};
use crate::error::{ErrorKind, Result};
use crate::signature::record::TypeRecord;
use crate::value::AnyView;

/// The requirements of a parameter, apart from the element type.
#[derive(Clone, Copy)]
struct Asks {
    writable: bool,
    contiguous: bool,
}

/// The tensor in a value.
fn view_of<'a>(value: &'a AnyView<'a>, expected: TypeRecord) -> Result<TensorView<'a>, Mismatch> {
    TensorView::of(value).unwrap_or_else(|| Err(Mismatch::wrong_type(expected, value)))
}

/// Checks a tensor's access and layout.
fn check(view: TensorView<'_>, expected: TypeRecord, asks: Asks) -> Result<(), Mismatch> {
    if asks.writable && view.is_read_only() {
        return Err(unfit(expected, "a read-only tensor".to_owned(), Remedy::Copy));
    }
    if asks.contiguous && !view.is_contiguous() {
        let got = format!("shape {:?} with strides {:?}", view.shape(), view.strides());
        return Err(unfit(expected, got, Remedy::Contiguous));
    }
    Ok(())
}

/// Checks that a tensor has elements `T` that the CPU can access.
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

/// A borrowed writable tensor of any element type.
///
/// ```
/// use tvmlike_runtime::tensor::TensorViewMut;
/// use tvmlike_runtime::{FromArg, Tensor, ToAny};
///
/// let value = Tensor::from_vec(vec![1_i32, 2], &[2])?.to_any();
/// let view = TensorViewMut::from_arg(value.view()).unwrap();
/// assert_eq!((view.shape(), view.is_read_only()), (&[2_i64][..], false));
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
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

            /// Iterates over the elements in C order, whatever the strides.
            pub fn elements(&self) -> impl Iterator<Item = T> + use<'a, T> {
                let start = self.as_ptr();
                // SAFETY: every offset is that of an element, by the tensor's own shape and strides, and `start` is
                // aligned. A concurrent write makes the numbers arbitrary, not invalid.
                self.view.offsets().map(move |offset| unsafe { start.offset(offset).read_volatile() })
            }
        }
    )*};
}

typed! {
    /// A borrowed tensor of elements `T` on the CPU, with any strides.
    ///
    /// ```
    /// use tvmlike_runtime::tensor::Strided;
    /// use tvmlike_runtime::{FromArg, Tensor, ToAny};
    ///
    /// let value = Tensor::from_vec(vec![1.0_f32, 2.0], &[2])?.to_any();
    /// let numbers = Strided::<f32>::from_arg(value.view()).unwrap();
    /// assert_eq!(numbers.elements().sum::<f32>(), 3.0);
    /// # Ok::<(), tvmlike_runtime::Error>(())
    /// ```
    Strided: TypeRecord::TensorOf(T::DTYPE), Asks { writable: false, contiguous: false };
    /// A borrowed writable tensor of elements `T` on the CPU, with any strides.
    ///
    /// ```
    /// use tvmlike_runtime::tensor::StridedMut;
    /// use tvmlike_runtime::{FromArg, Tensor, ToAny};
    ///
    /// let value = Tensor::from_vec(vec![1_i32, 2], &[2])?.to_any();
    /// let mut numbers = StridedMut::<i32>::from_arg(value.view()).unwrap();
    /// numbers.fill(7);
    /// assert_eq!(numbers.to_vec::<i32>()?, [7, 7]);
    /// # Ok::<(), tvmlike_runtime::Error>(())
    /// ```
    StridedMut: TypeRecord::Writable(&TypeRecord::TensorOf(T::DTYPE)), Asks { writable: true, contiguous: false };
    /// A borrowed C-contiguous tensor of elements `T` on the CPU.
    ///
    /// ```
    /// use tvmlike_runtime::tensor::Contiguous;
    /// use tvmlike_runtime::{FromArg, Tensor, ToAny};
    ///
    /// let value = Tensor::from_vec(vec![1_i32, 2, 3], &[3])?.to_any();
    /// let numbers = Contiguous::<i32>::from_arg(value.view()).unwrap();
    /// assert_eq!(numbers.to_vec::<i32>()?, [1, 2, 3]);
    /// assert!(Contiguous::<i64>::from_arg(value.view()).is_err());
    /// # Ok::<(), tvmlike_runtime::Error>(())
    /// ```
    Contiguous: TypeRecord::Contiguous(&TypeRecord::TensorOf(T::DTYPE)), Asks { writable: false, contiguous: true };
    /// A borrowed writable C-contiguous tensor of elements `T` on the CPU.
    ///
    /// ```
    /// use tvmlike_runtime::tensor::ContiguousMut;
    /// use tvmlike_runtime::{FromArg, Tensor, ToAny};
    ///
    /// let value = Tensor::from_vec(vec![1_i32, 2], &[2])?.to_any();
    /// let mut numbers = ContiguousMut::<i32>::from_arg(value.view()).unwrap();
    /// numbers.update(|number| number * 10);
    /// assert_eq!(numbers.to_vec::<i32>()?, [10, 20]);
    /// # Ok::<(), tvmlike_runtime::Error>(())
    /// ```
    ContiguousMut: TypeRecord::Writable(&TypeRecord::Contiguous(&TypeRecord::TensorOf(T::DTYPE))),
        Asks { writable: true, contiguous: true };
}

impl<'a, T: Element> Strided<'a, T> {
    /// Copies the elements, in C order.
    ///
    /// # Errors
    /// MemoryError: a broadcast tensor can have more elements than fit in memory.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.view.to_vec()
    }
}

impl<T: Element> StridedMut<'_, T> {
    /// The address of the first element, aligned and writable.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.view.data_ptr().cast()
    }

    /// Writes one value to every element.
    pub fn fill(&mut self, value: T) {
        let start = self.as_mut_ptr();
        for offset in self.view.offsets() {
            // SAFETY: the offset of an element, by the tensor's own shape and strides; the memory is writable. The
            // write is volatile, so that a concurrent reader sees the old or the new element.
            unsafe { start.offset(offset).write_volatile(value) }
        }
    }
}

impl<'a, T: Element> Contiguous<'a, T> {
    /// The elements as a slice.
    ///
    /// # Safety
    /// While the slice is used, nothing writes to these elements: no other thread, no function that is called, and not
    /// the function itself through another argument over the same memory (see [`TensorView::overlaps`]).
    pub unsafe fn as_slice(&self) -> &'a [T] {
        // SAFETY: `len` elements follow the aligned start, for 'a; not written, by contract.
        unsafe { slice_at(self.as_ptr(), self.view.len()) }
    }
}

impl<T: Element> ContiguousMut<'_, T> {
    /// The address of the first element, aligned and writable.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.view.data_ptr().cast()
    }

    /// Replaces each element by the closure's result. Safe even if others access the memory, but slower than a loop
    /// over a slice, since every access is separate.
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

    /// The elements as a mutable slice.
    ///
    /// # Safety
    /// While the slice is used, nothing else reads or writes these elements: no other thread, no function that is
    /// called, and not the function itself through another argument over the same memory (see
    /// [`TensorView::overlaps`]).
    pub unsafe fn as_mut_slice(&mut self) -> &mut [T] {
        if self.view.is_empty() {
            return &mut [];
        }
        // SAFETY: `len` elements follow the aligned start; nothing else accesses them, by contract.
        unsafe { slice::from_raw_parts_mut(self.as_mut_ptr(), self.view.len()) }
    }
}

/// A slice whose start may be NULL if it is empty, as DLPack allows.
///
/// # Safety
/// `len` elements are at the aligned `start` for `'a`, and are not written.
unsafe fn slice_at<'a, T>(start: *const T, len: usize) -> &'a [T] {
    if len == 0 {
        return &[];
    }
    // SAFETY: not NULL, since there are elements; by contract.
    unsafe { slice::from_raw_parts(start, len) }
}
