//! Arguments: from values to the words of a call.
//!
//! Binding lowers each parameter's type to an [`Op`]. A call walks the ops: each checks its value and writes its words.
//! Invariant: a descriptor is written only for memory that matches the type, because compiled code does not check what its
//! type fixes.

mod check;
mod number;

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, DataType, Error, FromArg, Tensor};

use super::assign::Arguments;
use super::convention::Convention;
use super::frame::Frame;
use super::types::{Layout, MemRef, Scalar, Type};

pub(super) use check::{Refusal, contains, overlap, shared};
pub(super) use number::{bits, complex};

/// A stride or size that the type does not fix.
const DYNAMIC: i64 = i64::MIN;

/// How a memref is passed.
enum Pass {
    /// Each word of the descriptor at its place.
    Words(Box<[u32]>),
    /// The address of the descriptor.
    Pointer(usize),
    /// The address of the data.
    Data(usize),
}

/// A parameter that is a ranked memref.
pub(super) struct Ranked {
    pub(super) memref: MemRef,
    elements: Elements,
    /// `DYNAMIC` for `?`.
    sizes: Box<[i64]>,
    strides: Box<[i64]>,
    /// Whether the layout is the identity, so that the strides follow from the sizes.
    identity: bool,
    /// The offset of the first element from the address that is passed, in elements.
    offset: i64,
    /// The first word of the descriptor.
    pub(super) at: usize,
    pass: Pass,
}

/// The requirements on an array's elements.
#[derive(Clone, Copy)]
struct Elements {
    element: Scalar,
    dtype: DataType,
    other_dtype: DataType,
    size: i64,
    align_mask: usize,
    read_only: bool,
}

impl Elements {
    fn new(element: Scalar, read_only: bool) -> Self {
        let dtype = element.dtype();
        Self {
            element,
            dtype,
            other_dtype: element.other_dtype().unwrap_or(dtype),
            size: element.size() as i64,
            align_mask: element.align() - 1,
            read_only,
        }
    }
}

/// A parameter that is an unranked memref.
pub(super) struct Unranked {
    elements: Elements,
    /// The places of the rank and the address or, if `pointer` is set, their words in the frame.
    rank: usize,
    descriptor: usize,
    /// The place of the address of both words.
    pointer: Option<usize>,
}

/// Checks and writes one argument.
pub(super) enum Op {
    Number { scalar: Scalar, place: usize },
    Complex { part: Scalar, places: [usize; 2] },
    Ranked(Box<Ranked>),
    Unranked(Box<Unranked>),
}

/// Lowers the parameters' types, in order.
pub(super) struct Lowering {
    pub(super) assign: Arguments,
    pub(super) convention: Convention,
    /// The number of words of descriptors so far. They follow the stack words, whose number is known at the end.
    pub(super) descriptors: usize,
}

impl Lowering {
    pub(super) fn new(convention: Convention) -> Self {
        Self {
            assign: Arguments::default(),
            convention,
            descriptors: 0,
        }
    }

    /// The op of a parameter. The place of its descriptor is relative until [`Op::shift`].
    pub(super) fn op(&mut self, ty: &Type, read_only: bool) -> Op {
        match ty {
            Type::Scalar(scalar) => match scalar.part() {
                Some(part) => Op::Complex {
                    part,
                    places: [self.assign.scalar(part), self.assign.scalar(part)],
                },
                None => Op::Number {
                    scalar: *scalar,
                    place: self.assign.scalar(*scalar),
                },
            },
            Type::MemRef(memref) => Op::Ranked(Box::new(self.ranked(memref, read_only))),
            Type::Unranked(element) => Op::Unranked(Box::new(self.unranked(*element, read_only))),
        }
    }

    fn ranked(&mut self, memref: &MemRef, read_only: bool) -> Ranked {
        let words = memref.words();
        let pass = match self.convention {
            Convention::Expanded => Pass::Words((0..words).map(|_| self.assign.word() as u32).collect()),
            Convention::BarePointer => Pass::Data(self.assign.word()),
            Convention::Ciface => Pass::Pointer(self.assign.word()),
        };
        let at = self.descriptors;
        self.descriptors += words;
        let dynamic = |extent: &Option<i64>| extent.unwrap_or(DYNAMIC);
        Ranked {
            elements: Elements::new(memref.element, read_only),
            sizes: memref.shape.iter().map(dynamic).collect(),
            strides: memref.strides().iter().map(dynamic).collect(),
            identity: memref.layout == Layout::Identity,
            offset: memref.offset().unwrap_or(0),
            at,
            pass,
            memref: memref.clone(),
        }
    }

    fn unranked(&mut self, element: Scalar, read_only: bool) -> Unranked {
        let elements = Elements::new(element, read_only);
        if self.convention == Convention::Ciface {
            let at = self.descriptors;
            self.descriptors += 2;
            return Unranked {
                elements,
                rank: at,
                descriptor: at + 1,
                pointer: Some(self.assign.word()),
            };
        }
        Unranked {
            elements,
            rank: self.assign.word(),
            descriptor: self.assign.word(),
            pointer: None,
        }
    }
}

impl Op {
    /// Adds the number of words before the descriptors to the relative places.
    pub(super) fn shift(&mut self, by: usize) {
        match self {
            Self::Ranked(ranked) => ranked.at += by,
            Self::Unranked(unranked) if unranked.pointer.is_some() => {
                unranked.rank += by;
                unranked.descriptor += by;
            }
            _ => {}
        }
    }

    /// The number of additional words that the call needs for this value.
    pub(super) fn extra_words(&self, value: &AnyView<'_>) -> usize {
        match self {
            // If the value is not an array, `write` fails.
            Self::Unranked(_) => view_of(value).map_or(0, |view| 3 + 2 * view.shape().len()),
            _ => 0,
        }
    }

    /// Checks a value and writes its words. `free` is the first unused word.
    #[inline]
    pub(super) fn write(
        &self,
        value: &AnyView<'_>,
        frame: &mut Frame<'_>,
        free: &mut usize,
    ) -> Result<(), Refusal> {
        match self {
            Self::Number { scalar, place } => {
                let bits = match number::quick_bits(*scalar, value) {
                    Some(bits) => bits,
                    None => number::bits(*scalar, value)?,
                };
                frame.set(*place, bits);
            }
            Self::Complex { part, places } => {
                let parts = number::complex(*part, value)?;
                frame.set(places[0], parts[0]);
                frame.set(places[1], parts[1]);
            }
            Self::Ranked(ranked) => ranked.write(value, frame)?,
            Self::Unranked(unranked) => unranked.write(value, frame, free)?,
        }
        Ok(())
    }

    /// The `allocated` pointer in an array's descriptor; `None` for a number.
    pub(super) fn allocated(&self, value: &AnyView<'_>) -> Option<u64> {
        let view = view_of(value)?;
        match self {
            Self::Ranked(ranked) => Some(ranked.base(view)),
            Self::Unranked(_) => Some(view.data_ptr() as u64),
            _ => None,
        }
    }
}

impl Ranked {
    /// The address in the descriptor: the first element is `offset` elements after it.
    #[inline]
    fn base(&self, view: TensorView<'_>) -> u64 {
        (view.data_ptr() as i64).wrapping_sub(self.offset.wrapping_mul(self.elements.size)) as u64
    }

    #[inline]
    fn write(&self, value: &AnyView<'_>, frame: &mut Frame<'_>) -> Result<(), Refusal> {
        let Some(view) = view_of(value) else {
            return Err(check::no_array(value, &self.memref));
        };
        if let Some(wrong) = self.elements.wrong(view) {
            return Err(wrong.of(&self.memref, view));
        }
        let rank = self.sizes.len();
        let shape = view.shape();
        if shape.len() != rank {
            return Err(check::rank(&self.memref, view));
        }
        let strides = view.strides();
        let strides = &*strides;
        let at = self.at;
        let base = self.base(view);
        frame.set(at, base);
        frame.set(at + 1, base);
        frame.set(at + 2, self.offset as u64);
        // The stride in C order without gaps, for the identity layout.
        let mut expected = 1_i64;
        let mut odd_stride = false;
        let mut empty = false;
        for axis in (0..rank).rev() {
            let (size, stride) = (shape[axis], strides[axis]);
            if self.sizes[axis] != DYNAMIC && self.sizes[axis] != size {
                return Err(check::size(&self.memref, view, axis));
            }
            let wanted = if self.identity {
                expected
            } else {
                self.strides[axis]
            };
            // Strides of dimensions with at most one element are not used.
            odd_stride |= wanted != DYNAMIC && wanted != stride && size > 1;
            empty |= size == 0;
            frame.set(at + 3 + axis, size as u64);
            let passed = if wanted == DYNAMIC { stride } else { wanted };
            frame.set(at + 3 + rank + axis, passed as u64);
            expected = expected.wrapping_mul(size);
        }
        if odd_stride && !empty {
            return Err(check::strides(&self.memref, view));
        }
        match &self.pass {
            Pass::Words(places) => frame.scatter(at, places),
            Pass::Pointer(place) => {
                let address = frame.address(at) as u64;
                frame.set(*place, address);
            }
            Pass::Data(place) => frame.set(*place, base),
        }
        Ok(())
    }
}

impl Unranked {
    #[inline(never)]
    fn write(&self, value: &AnyView<'_>, frame: &mut Frame<'_>, free: &mut usize) -> Result<(), Refusal> {
        let ty = Type::Unranked(self.elements.element);
        let Some(view) = view_of(value) else {
            return Err(check::no_array(value, &ty));
        };
        if let Some(wrong) = self.elements.wrong(view) {
            return Err(wrong.of(&ty, view));
        }
        let at = *free;
        let (shape, strides) = (view.shape(), view.strides());
        let data = view.data_ptr() as u64;
        frame.set(at, data);
        frame.set(at + 1, data);
        frame.set(at + 2, 0);
        for (axis, (&size, &stride)) in shape.iter().zip(strides.iter()).enumerate() {
            frame.set(at + 3 + axis, size as u64);
            frame.set(at + 3 + shape.len() + axis, stride as u64);
        }
        *free += 3 + 2 * shape.len();
        let address = frame.address(at) as u64;
        frame.set(self.rank, shape.len() as u64);
        frame.set(self.descriptor, address);
        if let Some(pointer) = self.pointer {
            let address = frame.address(self.rank) as u64;
            frame.set(pointer, address);
        }
        Ok(())
    }
}

/// The view of a value that is an array.
#[inline]
pub(super) fn view_of<'a>(value: &'a AnyView<'a>) -> Option<TensorView<'a>> {
    match <&Tensor>::from_arg(value) {
        Ok(tensor) => Some(tensor.view()),
        Err(_) => lent(value),
    }
}

/// Fails unless an array has elements of a type in memory that the CPU can read.
pub(super) fn refuse_elements(element: Scalar, ty: &Type, view: TensorView<'_>) -> Result<(), Error> {
    match Elements::new(element, true).wrong(view) {
        Some(wrong) => Err(wrong.of(ty, view).into_plain()),
        None => Ok(()),
    }
}

/// The view of a borrowed `DLTensor*`.
#[cold]
#[inline(never)]
fn lent<'a>(value: &'a AnyView<'a>) -> Option<TensorView<'a>> {
    TensorView::from_arg(value).ok()
}

impl From<Mismatch> for Refusal {
    #[cold]
    fn from(why: Mismatch) -> Self {
        Self(Box::new(why))
    }
}
