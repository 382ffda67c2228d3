//! Arrays in slots: passed unchanged if they fit, converted into new memory if nothing is lost, or refused.
//!
//! Invariants: an array that the callee writes to is the caller's memory, never a copy; in a call, a symbolic dimension has
//! one size wherever it occurs.

use tvmlike_runtime::convert::FromArg;
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{Any, AnyView, Array, DataType, Device, Tensor, TypeIndex};

use super::element::{Codec, Loss, Unfit};
use super::fault::Fault;
use super::scalar::{Number, number_of};
use super::types::{Copying, Dim, Ndarray};

/// The sizes of the symbolic dimensions in one call.
pub(super) struct Sizes<'p> {
    pub(super) names: &'p [Box<str>],
    pub(super) known: Vec<Option<i64>>,
}

impl<'p> Sizes<'p> {
    pub(super) fn new(names: &'p [Box<str>]) -> Self {
        Self {
            names,
            known: vec![None; names.len()],
        }
    }

    /// Checks a shape against the record's dimensions.
    pub(super) fn check(&mut self, dims: &[Dim], shape: &[i64]) -> Result<(), Fault> {
        if dims.len() != shape.len() {
            return Err(Fault::value_error(format!(
                "rank mismatch: expected {} dimension{}, got shape {shape:?}",
                dims.len(),
                if dims.len() == 1 { "" } else { "s" }
            )));
        }
        for (axis, (dim, &got)) in dims.iter().zip(shape).enumerate() {
            let expected = match *dim {
                Dim::Any => continue,
                Dim::Size(size) => size,
                Dim::Symbol(at) => *self.known[at].get_or_insert(got),
            };
            if expected != got {
                let name = match *dim {
                    Dim::Symbol(at) => format!(" `{}`", self.names[at]),
                    _ => String::new(),
                };
                return Err(Fault::value_error(format!(
                    "shape mismatch: dimension {axis}{name}: expected {expected}, got {got}"
                )));
            }
        }
        Ok(())
    }
}

impl Ndarray {
    /// Converts an argument.
    pub(super) fn argument(&self, value: &AnyView<'_>, sizes: &mut Sizes<'_>) -> Result<Any, Fault> {
        if let Ok(tensor) = <&Tensor>::from_arg(value) {
            return self.tensor(tensor, sizes).map(Any::from);
        }
        if !self.is_convertible() {
            let got = match value.kind() {
                // The function may keep its argument, but the caller's memory is borrowed for the call.
                TypeIndex::DLTENSOR_PTR => "a borrowed DLTensor, which would have to be copied".into(),
                _ => value.type_name(),
            };
            return Err(Fault::type_error(format!(
                "expected {self}, got {got}; {}",
                self.why_not_converted()
            )));
        }
        match value.kind() {
            TypeIndex::INT | TypeIndex::BOOL | TypeIndex::FLOAT | TypeIndex::ARRAY | TypeIndex::LIST => {
                let tensor = self.nested(value)?;
                self.check_dims(tensor.shape(), sizes)?;
                Ok(tensor.into())
            }
            TypeIndex::DLTENSOR_PTR => {
                let view = TensorView::from_arg(value).map_err(|why| Fault::from(why.into_error("it")))?;
                self.check_dims(view.shape(), sizes)?;
                self.converted(view).map(Any::from)
            }
            _ => Err(Fault::wrong_type(self, value)),
        }
    }

    /// Checks a shape.
    pub(super) fn check_dims(&self, shape: &[i64], sizes: &mut Sizes<'_>) -> Result<(), Fault> {
        match &self.dims {
            Some(dims) => sizes.check(dims, shape),
            None => Ok(()),
        }
    }

    /// Whether the function may get a converted copy instead of the caller's array.
    fn is_convertible(&self) -> bool {
        let written = self.in_place || (self.may_be_written && self.copy != Copying::Always);
        !written && self.copy != Copying::Never
    }

    fn why_not_converted(&self) -> &'static str {
        if self.in_place {
            "an array that the function writes to is not converted"
        } else if self.may_be_written && self.copy != Copying::Never {
            "the native function may write to the array, and would write to a copy; mark its parameter as only read (for a memref: \
             {llvm.readonly}, for a C pointer: *const), or set the option copy=\"always\""
        } else {
            "the option copy=\"never\" forbids a conversion"
        }
    }

    fn tensor(&self, tensor: &Tensor, sizes: &mut Sizes<'_>) -> Result<Tensor, Fault> {
        self.check_dims(tensor.shape(), sizes)?;
        let of_type = self.element.is_none_or(|element| tensor.dtype() == element);
        if self.in_place && tensor.is_read_only() {
            return Err(Fault::value_error(
                "the array is read-only, but the function writes to it",
            ));
        }
        let fits = of_type && (!self.contiguous || tensor.view().is_contiguous());
        if fits && (self.copy != Copying::Always || self.in_place) {
            return Ok(tensor.clone());
        }
        if !of_type && !self.is_convertible() {
            return Err(self.other_elements(tensor.dtype(), self.why_not_converted()));
        }
        if !fits && !self.is_convertible() {
            return Err(Fault::value_error(format!(
                "expected elements in C order without gaps, got shape {:?} with strides {:?}; {}",
                tensor.shape(),
                tensor.view().strides(),
                self.why_not_converted()
            )));
        }
        self.converted(tensor.view())
    }

    #[cold]
    fn other_elements(&self, got: DataType, why: &str) -> Fault {
        Fault::type_error(format!("expected {self}, got an array of {got}; {why}"))
    }

    /// A copy in C order with the record's element type.
    fn converted(&self, view: TensorView<'_>) -> Result<Tensor, Fault> {
        let from = view.dtype();
        let to = self.element.unwrap_or(from);
        if !view.device().is_host_accessible() {
            return Err(Fault::type_error(format!(
                "expected {self}, got an array of {from} on {}; copy it to the CPU first",
                view.device()
            )));
        }
        let size = usize::from(from.bits).div_ceil(8) * usize::from(from.lanes);
        let mut made = Tensor::zeros(view.shape(), to, Device::CPU)?;
        if view.is_empty() {
            return Ok(made);
        }
        if from != to && (Codec::of(from).is_none() || Codec::of(to).is_none()) {
            return Err(self.other_elements(from, "no conversion between these element types"));
        }
        if !usize::from(from.bits).is_multiple_of(8) {
            return Err(self.other_elements(from, "elements smaller than a byte cannot be copied"));
        }
        let start = view.data_ptr().cast::<u8>();
        // SAFETY: the offsets of a checked tensor are those of its elements, of `size` bytes each, in memory that the caller
        // lends for the call. By convention the caller does not write to it during the call.
        let element =
            |offset: isize| unsafe { std::slice::from_raw_parts(start.offset(offset * size as isize), size) };
        if from == to {
            let target = bytes_of_new(&mut made, view.len() * size);
            for (place, offset) in target.chunks_exact_mut(size).zip(view.offsets()) {
                place.copy_from_slice(element(offset));
            }
            return Ok(made);
        }
        let Some(reader) = Codec::of(from) else {
            return Err(self.other_elements(from, "no conversion between these element types"));
        };
        let loss = if self.cast { Loss::Cast } else { Loss::None };
        let mut filling = Filling::new(self, &mut made, to, loss)?;
        for offset in view.offsets() {
            filling.push(reader.read(element(offset)))?;
        }
        Ok(made)
    }

    /// An array of nested lists of numbers, or of one number.
    fn nested(&self, value: &AnyView<'_>) -> Result<Tensor, Fault> {
        let mut shape = Vec::new();
        shape_of(value, &mut shape)?;
        let to = match self.element {
            Some(element) => element,
            None => natural_type(value),
        };
        let mut made = Tensor::zeros(&shape, to, Device::CPU)?;
        let loss = if self.cast { Loss::Cast } else { Loss::Rounding };
        if made.view().is_empty() {
            // Nothing to convert, but the lists must be nested regularly.
            return check_lengths(value, &shape).map(|()| made);
        }
        let mut filling = Filling::new(self, &mut made, to, loss)?;
        fill(value, &shape, &mut filling)?;
        Ok(made)
    }
}

/// A new array that is filled in C order.
struct Filling<'a> {
    array: &'a Ndarray,
    codec: Codec,
    to: DataType,
    rest: std::slice::ChunksExactMut<'a, u8>,
    loss: Loss,
}

impl<'a> Filling<'a> {
    fn new(array: &'a Ndarray, made: &'a mut Tensor, to: DataType, loss: Loss) -> Result<Self, Fault> {
        let Some(codec) = Codec::of(to) else {
            return Err(Fault::type_error(format!(
                "expected {array}: cannot convert numbers to {to}; pass an array of {to}"
            )));
        };
        let size = made.view().len() * codec.size;
        let bytes = bytes_of_new(made, size);
        Ok(Self {
            array,
            codec,
            to,
            rest: bytes.chunks_exact_mut(codec.size),
            loss,
        })
    }

    fn push(&mut self, number: Number) -> Result<(), Fault> {
        let Some(place) = self.rest.next() else {
            return Err(Fault::value_error("a list changed during the conversion"));
        };
        self.codec
            .write(number, place, self.loss)
            .map_err(|why| match why {
                Unfit::Kind => Fault::type_error(format!(
                    "expected {}, got {number}, which is not {}",
                    self.array, self.to
                )),
                Unfit::Range => Fault::overflow(format!("{number} is out of range for {}", self.to)),
                Unfit::Inexact => Fault::value_error(format!("{} cannot hold {number} exactly", self.to)),
            })
    }
}

/// The memory of a new array.
fn bytes_of_new(tensor: &mut Tensor, size: usize) -> &mut [u8] {
    if size == 0 {
        return &mut [];
    }
    // SAFETY: `Tensor::zeros` made it with this many bytes in C order, and there is no other reference yet.
    unsafe { std::slice::from_raw_parts_mut(tensor.data_ptr().cast::<u8>(), size) }
}

/// The shape of nested lists, by the first item of each.
fn shape_of(value: &AnyView<'_>, shape: &mut Vec<i64>) -> Result<(), Fault> {
    if shape.len() > 64 {
        return Err(Fault::value_error("lists nested more than 64 levels deep"));
    }
    if !matches!(value.kind(), TypeIndex::ARRAY | TypeIndex::LIST) {
        return Ok(());
    }
    let items = value.convert::<Array>()?;
    shape.push(items.len() as i64);
    match items.get(0) {
        Some(first) => shape_of(first, shape),
        None => Ok(()),
    }
}

fn items_of(value: &AnyView<'_>, size: i64) -> Result<Array, Fault> {
    if !matches!(value.kind(), TypeIndex::ARRAY | TypeIndex::LIST) {
        return Err(ragged(format!("a list of {size} values"), &value.type_name()));
    }
    let items = value.convert::<Array>()?;
    if items.len() as i64 != size {
        return Err(ragged(
            format!("a list of {size} values"),
            &format!("one of {}", items.len()),
        ));
    }
    Ok(items)
}

#[cold]
fn ragged(expected: String, got: &str) -> Fault {
    Fault::value_error(format!("ragged nested list: expected {expected}, got {got}"))
}

fn check_lengths(value: &AnyView<'_>, shape: &[i64]) -> Result<(), Fault> {
    let Some((&size, inner)) = shape.split_first() else {
        return Ok(());
    };
    let items = items_of(value, size)?;
    items.iter().try_for_each(|item| check_lengths(item, inner))
}

fn fill(value: &AnyView<'_>, shape: &[i64], filling: &mut Filling<'_>) -> Result<(), Fault> {
    let Some((&size, inner)) = shape.split_first() else {
        return match number_of(value) {
            Some(number) => filling.push(number),
            None if value.kind() == TypeIndex::ARRAY => Err(ragged("a number".to_owned(), "a list")),
            None => Err(Fault::wrong_type(filling.array, value)),
        };
    };
    let items = items_of(value, size)?;
    for (at, item) in items.iter().enumerate() {
        fill(item, inner, filling).map_err(|fault| fault.within(format!("item {at}")))?;
    }
    Ok(())
}

/// The element type of lists if the record has none: the widest kind of number in them, as in NumPy.
fn natural_type(value: &AnyView<'_>) -> DataType {
    fn width(value: &AnyView<'_>) -> usize {
        match value.kind() {
            TypeIndex::BOOL => 0,
            TypeIndex::INT => 1,
            TypeIndex::ARRAY => value.convert::<Array>().map_or(2, |items| {
                let first = if items.is_empty() { 2 } else { 0 };
                items.iter().map(width).fold(first, usize::max)
            }),
            _ => 2,
        }
    }
    [DataType::BOOL, DataType::INT64, DataType::FLOAT64][width(value)]
}
