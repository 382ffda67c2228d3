//! Results: from registers and memory to values.
//!
//! Invariants: all buffers that a call has returned are owned before any check can fail, so that they are freed on errors
//! too. A descriptor that the function did not write is neither read as an array nor freed.

use half::{bf16, f16};
use tvmlike_runtime::{Any, Array, Error, Result, Tensor, ToAny};

use super::assign::{self, Field, Source};
use super::convention::Convention;
use super::descriptor::Descriptor;
use super::frame::Frame;
use super::owner::{Context, Owners};
use super::portable::Portable;
use super::types::{MAX_RANK, MemRef, Scalar, Sign, Type};
use crate::native::load::unsigned;

/// What every word of the struct of results holds before a call that returns arrays. It is neither an address nor a size.
const UNWRITTEN: u64 = u64::from_ne_bytes([0x5A; 8]);

/// The conversion of one result.
enum Outcome {
    Number(Scalar, Source),
    Complex(Scalar, Source, Source),
    Ranked(Box<MemRef>, Box<[Source]>),
    /// The address; the type fixes all else.
    Data(Box<MemRef>, Source),
    Unranked(Scalar, Source, Source),
}

/// The conversion of all results.
pub(super) struct Plan {
    results: Box<[Outcome]>,
    /// The number of values that the function leaves on the x87 stack.
    pub(super) x87_count: usize,
    /// The size of the struct that the function returns in memory, if it does.
    pub(super) memory: Option<usize>,
    /// Whether any result is an array.
    pub(super) arrays: bool,
    /// The word that fills the struct in memory before a call.
    pub(super) before_call: u64,
    /// Whether the entry is the `ciface` one.
    ciface: bool,
}

impl Plan {
    pub(super) fn new(types: &[Type], convention: Convention) -> Self {
        let bare = convention == Convention::BarePointer;
        let fields: Vec<Vec<Field>> = types.iter().map(|ty| assign::fields(ty, bare)).collect();
        let flat = fields.concat();
        // A `ciface` entry returns every struct in memory; other entries do so if registers run out.
        let registers = match convention {
            Convention::Ciface if flat.len() > 1 => None,
            _ => assign::in_registers(&flat),
        };
        let x87_count = registers.as_deref().map_or(0, assign::x87_count);
        let (sources, memory) = registers.map_or_else(
            || {
                let (sources, size) = assign::in_memory(&flat);
                (sources, Some(size))
            },
            |sources| (sources, None),
        );
        let mut left = sources.as_slice();
        let results = types.iter().zip(&fields).map(|(ty, fields)| {
            let (own, rest) = left.split_at(fields.len());
            left = rest;
            match (ty, own) {
                (Type::Scalar(scalar), [real, imaginary]) => Outcome::Complex(*scalar, *real, *imaginary),
                (Type::Scalar(scalar), own) => Outcome::Number(*scalar, own[0]),
                (Type::Unranked(element), own) => Outcome::Unranked(*element, own[0], own[1]),
                (Type::MemRef(memref), [data]) => Outcome::Data(Box::new(memref.clone()), *data),
                (Type::MemRef(memref), own) => Outcome::Ranked(Box::new(memref.clone()), own.into()),
            }
        });
        let arrays = types.iter().any(|ty| !matches!(ty, Type::Scalar(_)));
        Self {
            results: results.collect(),
            x87_count,
            memory,
            ciface: convention == Convention::Ciface,
            arrays,
            before_call: if arrays { UNWRITTEN } else { 0 },
        }
    }
}

/// The memory of a call's results.
pub(super) struct Found<'a> {
    pub(super) frame: Frame<'a>,
    /// The first word of the struct in memory.
    pub(super) memory: usize,
}

impl Found<'_> {
    /// The bits of a field; those above its width are unspecified.
    #[inline]
    fn bits(&mut self, source: Source) -> u64 {
        match source {
            Source::Int(which) => self.frame.registers().int_results[usize::from(which)],
            Source::Float(which) => self.frame.registers().float_results[usize::from(which)],
            Source::X87Single(which) => {
                u64::from((self.frame.registers().x87_results[usize::from(which)] as f32).to_bits())
            }
            Source::X87Double(which) => self.frame.registers().x87_results[usize::from(which)].to_bits(),
            Source::Memory { at, size } => {
                let mut bytes = [0; 8];
                // SAFETY: the field is in the struct in the frame, which was filled before the call.
                unsafe {
                    let field = self.frame.address(self.memory).cast::<u8>().add(at as usize);
                    field.copy_to_nonoverlapping(bytes.as_mut_ptr(), usize::from(size));
                }
                u64::from_le_bytes(bytes)
            }
        }
    }
}

impl Plan {
    /// libffi's description of a function with these arguments, in order, and results.
    pub(super) fn portable(&self, args: &[(usize, Field)], name: &str) -> Result<Portable> {
        let result = match (&*self.results, self.memory) {
            ([], _) | (_, Some(_)) => None,
            ([Outcome::Number(scalar, _)], None) => Some(Field::of(*scalar)),
            ([Outcome::Data(..)], None) => Some(Field::Int(8)),
            _ => return Err(beyond_libffi(name)),
        };
        if self.memory.is_some() && !self.ciface {
            return Err(beyond_libffi(name));
        }
        Portable::new(args, result)
    }

    /// The value of a call; computed by `all` if there are several results or any is an array.
    #[inline]
    pub(super) fn value<'f>(
        &self,
        name: &str,
        mut found: Found<'f>,
        all: impl FnOnce(Found<'f>) -> Result<Any>,
    ) -> Result<Any> {
        match &*self.results {
            [] => Ok(Any::default()),
            [Outcome::Number(scalar, source)] => {
                number(*scalar, found.bits(*source)).map_err(|error| about(name, "", &error))
            }
            [Outcome::Complex(scalar, real, imaginary)] => {
                Ok(complex(*scalar, found.bits(*real), found.bits(*imaginary)))
            }
            _ => all(found),
        }
    }

    /// The value of several results, or of an array.
    pub(super) fn values(&self, mut found: Found<'_>, context: &Context<'_, '_>) -> Result<Any> {
        let mut owners = Owners::new(context);
        let described: Vec<Option<Described>> = self
            .results
            .iter()
            .map(|result| described(result, &mut found, &mut owners))
            .collect();
        let mut values = Vec::with_capacity(self.results.len());
        for (position, (result, described)) in self.results.iter().zip(described).enumerate() {
            let value = match (result, described) {
                (Outcome::Number(scalar, source), _) => number(*scalar, found.bits(*source)),
                (Outcome::Complex(scalar, real, imaginary), _) => {
                    Ok(complex(*scalar, found.bits(*real), found.bits(*imaginary)))
                }
                (_, Some(Described::Array(array))) => tensor(&array, &owners).map(Any::from),
                (_, Some(Described::Wrong(what))) => Err(Error::value_error(what)),
                (_, None) => Ok(Any::default()),
            };
            values.push(
                value.map_err(|error| about(context.name, &format!("result {}: ", position + 1), &error))?,
            );
        }
        if let [_] = &*values {
            return Ok(values.remove(0));
        }
        Ok(Array::new(values).into())
    }
}

/// The error of a result, with the function's name in front.
#[cold]
fn about(function: &str, result: &str, error: &Error) -> Error {
    Error::new(&*error.kind(), format!("{function}: {result}{}", error.message()))
}

#[cold]
fn beyond_libffi(name: &str) -> Error {
    Error::not_implemented(format!(
        "{name}: this entry returns arrays or several results in registers, which is supported on x86-64 Linux only; \
         compile with llvm.emit_c_interface"
    ))
}

/// A number from its bits; those above its width are ignored.
#[inline]
pub(super) fn number(scalar: Scalar, bits: u64) -> Result<Any> {
    Ok(match scalar {
        Scalar::Integer { bits: 1, .. } => (bits & 1 != 0).to_any(),
        Scalar::Integer {
            bits: width,
            sign: Sign::Unsigned,
        } => match width {
            8 => (bits as u8).to_any(),
            16 => (bits as u16).to_any(),
            32 => (bits as u32).to_any(),
            _ => unsigned(bits),
        },
        Scalar::Integer { bits: width, .. } => match width {
            8 => (bits as i8).to_any(),
            16 => (bits as i16).to_any(),
            32 => (bits as i32).to_any(),
            _ => (bits as i64).to_any(),
        },
        Scalar::Index => (bits as i64).to_any(),
        Scalar::F16 => f16::from_bits(bits as u16).to_f64().to_any(),
        Scalar::BF16 => bf16::from_bits(bits as u16).to_f64().to_any(),
        Scalar::F32 | Scalar::ComplexF32 => f32::from_bits(bits as u32).to_any(),
        Scalar::F64 | Scalar::ComplexF64 => f64::from_bits(bits).to_any(),
    })
}

/// A complex number, as an Array of its parts.
pub(super) fn complex(scalar: Scalar, real: u64, imaginary: u64) -> Any {
    let part = |bits: u64| match scalar {
        Scalar::ComplexF32 => f32::from_bits(bits as u32).to_any(),
        _ => f64::from_bits(bits).to_any(),
    };
    Array::new(vec![part(real), part(imaginary)]).into()
}

/// A returned descriptor, or why it could not be read.
enum Described {
    Array(Descriptor),
    Wrong(String),
}

/// Reads a result's descriptor, and takes ownership of its buffer.
fn described(result: &Outcome, found: &mut Found<'_>, owners: &mut Owners<'_, '_>) -> Option<Described> {
    let returned = match result {
        Outcome::Number(..) | Outcome::Complex(..) => return None,
        Outcome::Ranked(memref, sources) => {
            let words: Vec<u64> = sources.iter().map(|source| found.bits(*source)).collect();
            if words.contains(&UNWRITTEN) {
                return Some(Described::Wrong(unwritten(&Type::MemRef((**memref).clone()))));
            }
            // SAFETY: the fields of a memref are the words of its descriptor.
            unsafe { Descriptor::read(Type::MemRef((**memref).clone()), memref.rank(), words.as_ptr()) }
        }
        Outcome::Data(memref, source) => {
            let data = found.bits(*source);
            if data == UNWRITTEN {
                return Some(Described::Wrong(unwritten(&Type::MemRef((**memref).clone()))));
            }
            let fixed = |extents: &[Option<i64>]| extents.iter().map(|extent| extent.unwrap_or(0)).collect();
            Descriptor {
                allocated: data,
                aligned: data,
                offset: memref.offset().unwrap_or(0),
                sizes: fixed(&memref.shape),
                strides: fixed(&memref.strides()),
                ty: Type::MemRef((**memref).clone()),
            }
        }
        Outcome::Unranked(element, rank, descriptor) => {
            let (rank, descriptor) = (found.bits(*rank) as i64, found.bits(*descriptor));
            match unranked(*element, rank, descriptor, owners, &found.frame) {
                Ok(returned) => returned,
                Err(wrong) => return Some(Described::Wrong(wrong)),
            }
        }
    };
    owners.take(returned.allocated);
    Some(Described::Array(returned))
}

#[cold]
fn unwritten(ty: &Type) -> String {
    format!("the function did not write the {ty} that it returns")
}

/// Reads the descriptor of an unranked result, and takes ownership of it.
fn unranked(
    element: Scalar,
    rank: i64,
    descriptor: u64,
    owners: &mut Owners<'_, '_>,
    frame: &Frame<'_>,
) -> Result<Descriptor, String> {
    let ty = Type::Unranked(element);
    if rank as u64 == UNWRITTEN || descriptor == UNWRITTEN {
        return Err(unwritten(&ty));
    }
    if descriptor == 0 {
        return Err(format!("returned a {ty} with a null descriptor"));
    }
    let in_range = usize::try_from(rank).ok().filter(|&rank| rank <= MAX_RANK);
    let Some(rank) = in_range else {
        // Nothing is known about the address, so it is neither read nor freed.
        return Err(format!(
            "returned a {ty} with unsupported rank {rank}; supported: 0 to {MAX_RANK}"
        ));
    };
    // SAFETY: by the convention a descriptor of this rank is at the address.
    let returned = unsafe { Descriptor::read(ty, rank, descriptor as *const u64) };
    // Code that returns an argument unchanged returns the address of our descriptor.
    if !frame.holds(descriptor) {
        owners.take_descriptor(descriptor);
    }
    Ok(returned)
}

/// The tensor over a returned array, if its descriptor is valid.
fn tensor(array: &Descriptor, owners: &Owners<'_, '_>) -> Result<Tensor> {
    let data = array
        .data()
        .map_err(|what| Error::value_error(format!("returned a {} with {what}", array.ty)))?;
    owners.tensor(array, data)
}
