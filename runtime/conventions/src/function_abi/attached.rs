//! Calls of an attached function.
//!
//! Invariant: the native function is called only after every argument has been checked, with exactly the record's number of
//! native arguments; its results reach the caller only after they have been checked.

use tvmlike_runtime::error::ErrorParts;
use tvmlike_runtime::{
    Any, AnyView, Array, Device, Error, ErrorKind, PackedFunc, Result, TVMArgs, Tensor, TypeIndex,
};

use super::fault::Fault;
use super::flatten::Flatten;
use super::ndarray::Sizes;
use super::rebuild::{regroup, result, split};
use super::record::{Record, Returned, Slot, shape_of_out};
use super::scalar::Scalar;
use super::types::{Ndarray, Type};

/// Up to this many numbers need no allocation.
const MOST_NUMBERS: usize = 8;

/// A native function with its record.
pub(super) struct Attached {
    pub(super) name: Box<str>,
    pub(super) target: PackedFunc,
    pub(super) record: Record,
    /// Whether the members of containers are separate arguments and results.
    pub(super) leaves: bool,
    /// Whether the only result is a container that the native function returns as one value.
    pub(super) whole: bool,
    /// The slots and the result for the fast path: a few numbers, and a number or nothing.
    pub(super) numbers: Option<(Box<[Scalar]>, Option<Scalar>)>,
}

impl Attached {
    pub(super) fn new(name: &str, target: PackedFunc, record: Record, leaves: bool, whole: bool) -> Self {
        let numbers = numbers(&record);
        Self {
            name: name.into(),
            target,
            record,
            leaves,
            whole,
            numbers,
        }
    }

    /// Calls the function.
    #[inline]
    pub(super) fn call(&self, args: TVMArgs<'_>) -> Result<Any> {
        match &self.numbers {
            Some((slots, returned)) if slots.len() == args.len() => self.call_numbers(args, slots, *returned),
            _ => self.call_any(args),
        }
    }

    fn call_numbers(&self, args: TVMArgs<'_>, slots: &[Scalar], returned: Option<Scalar>) -> Result<Any> {
        let mut row = [AnyView::NONE; MOST_NUMBERS];
        for (at, (slot, value)) in slots.iter().zip(args.iter()).enumerate() {
            match slot.argument(value, false) {
                // SAFETY: a number refers to no memory.
                Ok(number) => row[at] = unsafe { AnyView::from_raw(number) },
                Err(fault) => return Err(self.argument_error(at, fault)),
            }
        }
        let value = self.target.invoke(&row[..slots.len()])?;
        match returned {
            Some(scalar) => scalar
                .result(value)
                .map_err(|fault| fault.at(&format!("{}: result", self.name))),
            None if value.is_none() => Ok(value),
            None => self.results(value, Vec::new(), Sizes::new(&[])),
        }
    }

    #[inline(never)]
    fn call_any(&self, args: TVMArgs<'_>) -> Result<Any> {
        let Record {
            slots,
            variadic,
            symbols,
            ..
        } = &self.record;
        let mut flatten = Flatten {
            sizes: Sizes::new(symbols),
            leaves: self.leaves,
            cast: false,
            in_place: Vec::new(),
        };
        let most = slots.len() + self.record.outs().count();
        if args.len() > most && variadic.is_none() {
            return Err(self.wrong_count(args.len(), most));
        }
        let mut row = Vec::with_capacity(args.len().max(most));
        for (at, slot) in slots.iter().enumerate() {
            let value = given(args, at).or_else(|| slot.default.as_ref().map(Any::view));
            let Some(value) = value else {
                return Err(self.missing(args, at));
            };
            flatten.cast = slot.cast;
            let pushed = flatten.push(&slot.ty, value, &mut row);
            pushed.map_err(|fault| self.argument_error(at, fault))?;
        }
        let mut outs = Vec::new();
        for (at, (name, array)) in self.record.outs().enumerate() {
            let at = slots.len() + at;
            let value = given(args, at).filter(|value| !value.is_none());
            let made = self.out(name, array, value, &mut flatten);
            let made = made.map_err(|fault| self.argument_error(at, fault))?;
            row.push(made.clone());
            outs.push(made);
        }
        if let Some(types) = variadic {
            flatten.cast = false;
            self.further(args, types, &mut flatten, &mut row)?;
        }
        let value = self.target.invoke(Any::views(&row))?;
        self.results(value, outs, flatten.sizes)
    }

    /// The array that the native function writes to: the caller's, or one made now.
    fn out(
        &self,
        name: &str,
        array: &Ndarray,
        value: Option<&AnyView<'_>>,
        flatten: &mut Flatten<'_>,
    ) -> Result<Any, Fault> {
        if let Some(value) = value {
            return flatten.value(&Type::Ndarray(Box::new(array.clone())), value);
        }
        let (Some(shape), Some(dtype)) = (shape_of_out(array, &flatten.sizes.known), array.element) else {
            return Err(Fault::value_error(format!(
                "its size cannot be inferred from the arguments; pass an array as `{name}`"
            )));
        };
        Ok(Tensor::zeros(&shape, dtype, Device::CPU)?.into())
    }

    /// Arguments beyond the slots.
    fn further(
        &self,
        args: TVMArgs<'_>,
        types: &[Type],
        flatten: &mut Flatten<'_>,
        row: &mut Vec<Any>,
    ) -> Result<()> {
        let rest = args.from(self.record.slots.len());
        if !rest.len().is_multiple_of(types.len()) {
            return Err(arity(format!(
                "{}: mismatched call arity: the number of further arguments must be a multiple of {}, got {}",
                self.name,
                types.len(),
                rest.len()
            )));
        }
        for (at, (value, ty)) in rest.iter().zip(types.iter().cycle()).enumerate() {
            let value = flatten.value(ty, value);
            row.push(value.map_err(|fault| self.argument_error(self.record.slots.len() + at, fault))?);
        }
        Ok(())
    }

    /// Rebuilds the record's structure from the native results.
    fn results(&self, value: Any, outs: Vec<Any>, mut sizes: Sizes<'_>) -> Result<Any> {
        let one = match &self.record.results[..] {
            [Returned::Native(ty)] => self.only_result(ty, value, &mut sizes),
            [] => split(value, 0).map(|_| Any::default()),
            _ => return self.several_results(value, outs, &mut sizes),
        };
        one.map_err(|fault| fault.at(&format!("{}: result", self.name)))
    }

    fn only_result(&self, ty: &Type, value: Any, sizes: &mut Sizes<'_>) -> Result<Any, Fault> {
        if self.whole || !ty.is_flattened() {
            return result(ty, value, sizes);
        }
        if self.leaves {
            let mut leaves = Vec::new();
            ty.leaves(&mut leaves);
            return regroup(ty, &mut split(value, leaves.len())?.into_iter(), sizes);
        }
        let whole = match value.view().kind() {
            TypeIndex::MAP => comes_as_map(ty),
            // The list of results is the container itself.
            TypeIndex::ARRAY => comes_as_list(ty),
            _ => false,
        };
        if whole {
            return result(ty, value, sizes);
        }
        result(ty, Array::new(split(value, ty.member_count())?).into(), sizes)
    }

    fn several_results(&self, value: Any, outs: Vec<Any>, sizes: &mut Sizes<'_>) -> Result<Any> {
        let mut natives = Vec::new();
        for one in &self.record.results {
            match one {
                Returned::Native(ty) if self.leaves => ty.leaves(&mut natives),
                Returned::Native(ty) => natives.push(ty),
                Returned::Out(..) => {}
            }
        }
        let values = split(value, natives.len());
        let values = values.map_err(|fault| fault.at(&format!("{}: result", self.name)))?;
        let (mut values, mut outs) = (values.into_iter(), outs.into_iter());
        let mut built = Vec::with_capacity(self.record.results.len());
        for (at, one) in self.record.results.iter().enumerate() {
            let one = match one {
                Returned::Out(..) => Ok(outs.next().unwrap_or_default()),
                Returned::Native(ty) if self.leaves => regroup(ty, &mut values, sizes),
                Returned::Native(ty) => result(ty, values.next().unwrap_or_default(), sizes),
            };
            built.push(one.map_err(|fault| fault.at(&format!("{}: result {at}", self.name)))?);
        }
        Ok(match built.len() {
            1 => built.pop().unwrap_or_default(),
            _ => Array::new(built).into(),
        })
    }

    /// The name of a slot in errors, by its position from 0.
    fn place(&self, at: usize) -> String {
        let slots = &self.record.slots;
        let out = || {
            self.record
                .outs()
                .nth(at.checked_sub(slots.len())?)
                .map(|(name, _)| name)
        };
        let name = slots.get(at).map_or_else(out, |slot: &Slot| slot.name.as_deref());
        match name {
            Some(name) => format!("{}: argument {} `{name}`", self.name, at + 1),
            None => format!("{}: argument {}", self.name, at + 1),
        }
    }

    #[cold]
    fn argument_error(&self, at: usize, fault: Fault) -> Error {
        fault.at(&self.place(at))
    }

    #[cold]
    fn missing(&self, args: TVMArgs<'_>, at: usize) -> Error {
        let slots = &self.record.slots;
        let required = slots.iter().filter(|slot| slot.default.is_none()).count();
        let got = (0..args.len()).filter(|&at| given(args, at).is_some()).count();
        arity(format!(
            "{}: mismatched call arity: expected {}{required} argument{}, got {got}: {} is missing",
            self.name,
            if required == slots.len() && self.record.variadic.is_none() {
                ""
            } else {
                "at least "
            },
            if required == 1 { "" } else { "s" },
            self.place(at).split_once(": ").map_or("one", |(_, place)| place),
        ))
    }

    #[cold]
    fn wrong_count(&self, got: usize, most: usize) -> Error {
        arity(format!(
            "{}: mismatched call arity: expected {most} argument{}, got {got}",
            self.name,
            if most == 1 { "" } else { "s" }
        ))
    }
}

#[cold]
fn arity(message: String) -> Error {
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::TYPE_ERROR),
        message: message.into(),
        ..ErrorParts::default()
    })
}

/// The argument at a position, if the caller passed one.
fn given<'a>(args: TVMArgs<'a>, at: usize) -> Option<&'a AnyView<'a>> {
    args.as_slice()
        .get(at)
        .filter(|value| value.type_index() != TypeIndex::MISSING)
}

/// Whether a returned map is the dict itself, as from functions of languages with dicts, instead of its only member. If the
/// only member may be a map, the map is the member.
fn comes_as_map(ty: &Type) -> bool {
    match ty {
        Type::Dict(entries) => match &entries[..] {
            [(_, only)] => !matches!(only, Type::Dict(_) | Type::Map(_) | Type::Unknown | Type::Null),
            _ => true,
        },
        _ => false,
    }
}

/// The same for an array: it is the only member if that may be an array.
fn comes_as_list(ty: &Type) -> bool {
    match &ty.members()[..] {
        [only] => matches!(
            only,
            Type::Scalar(_) | Type::Ndarray(_) | Type::Str | Type::Bytes | Type::Pointer
        ),
        _ => true,
    }
}

/// The slots and the result, if they are suitable for the fast path.
fn numbers(record: &Record) -> Option<(Box<[Scalar]>, Option<Scalar>)> {
    let slot = |slot: &Slot| match slot.ty {
        Type::Scalar(scalar) if !slot.cast && slot.default.is_none() => Some(scalar),
        _ => None,
    };
    let returned = match &record.results[..] {
        [] => None,
        [Returned::Native(Type::Scalar(scalar))] => Some(*scalar),
        _ => return None,
    };
    if record.slots.len() > MOST_NUMBERS || record.variadic.is_some() {
        return None;
    }
    let slots = record.slots.iter().map(slot).collect::<Option<_>>()?;
    Some((slots, returned))
}
