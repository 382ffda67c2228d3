//! Results: from registers and memory to values.
//!
//! Invariant: every buffer that a call gave up is owned before anything is looked at that can fail, so that it is freed
//! whatever is wrong with the rest.

use half::{bf16, f16};
use tvmlike_runtime::{Any, Array, Error, IntoReturn, Result, Tensor, ToAny};

use super::assign::{self, Field, Source};
use super::call::{Convention, Ownership};
use super::descriptor::Descriptor;
use super::frame::Frame;
use super::owner::{self, Given, Owners};
use super::portable::Portable;
use super::types::{MAX_RANK, MemRef, Scalar, Sign, Type};

/// What becomes of one result.
enum Outcome {
    Number(Scalar, Source),
    Complex(Scalar, Source, Source),
    Ranked(Box<MemRef>, Box<[Source]>),
    /// The address only, all else is in the type.
    Data(Box<MemRef>, Source),
    Unranked(Scalar, Source, Source),
}

/// What becomes of all results.
pub(super) struct Plan {
    results: Box<[Outcome]>,
    /// How many values the function leaves on the x87 stack.
    pub(super) x87_count: usize,
    /// Bytes of the struct that the function writes, where it does.
    pub(super) memory: Option<usize>,
    /// Whether some result is an array.
    pub(super) arrays: bool,
    /// Whether a struct goes through memory as in C.
    ciface: bool,
}

impl Plan {
    pub(super) fn new(types: &[Type], convention: Convention) -> Self {
        let bare = convention == Convention::BarePointer;
        let fields: Vec<Vec<Field>> = types.iter().map(|ty| assign::fields(ty, bare)).collect();
        let flat = fields.concat();
        // Through ciface whatever is a struct goes through memory; at the bare entry, what finds no registers.
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
        Self {
            results: results.collect(),
            x87_count,
            memory,
            ciface: convention == Convention::Ciface,
            arrays: types.iter().any(|ty| !matches!(ty, Type::Scalar(_))),
        }
    }
}

/// Where the fields of a call's results are.
pub(super) struct Found<'a> {
    pub(super) frame: Frame<'a>,
    /// The word of the frame where the struct in memory starts.
    pub(super) memory: usize,
}

impl Found<'_> {
    /// The bits of a field; those above its width are arbitrary.
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
                // SAFETY: the struct has room in the frame, which was cleared before the call.
                unsafe {
                    let field = self.frame.address(self.memory).cast::<u8>().add(at as usize);
                    field.copy_to_nonoverlapping(bytes.as_mut_ptr(), usize::from(size));
                }
                u64::from_le_bytes(bytes)
            }
        }
    }
}

/// A call's surroundings, for its results.
pub(super) struct Context<'a, 'v> {
    /// What error messages call the function.
    pub(super) name: &'a str,
    /// The arrays among the arguments, and what their descriptors had as `allocated`.
    pub(super) given: &'a [Given<'v>],
    pub(super) ownership: Ownership,
    /// What keeps the code, and the data beside it.
    pub(super) code: &'a owner::Keep,
}

impl Plan {
    /// How libffi calls a function of these arguments, in order, and results.
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

    /// The value that a call of the function `name` gives; `all` makes it where there are arrays among the results, or several.
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

    /// The value of results with arrays among them, or of several.
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

/// The error of a result, with the function in front.
#[cold]
fn about(function: &str, result: &str, error: &Error) -> Error {
    Error::new(&*error.kind(), format!("{function}: {result}{}", error.message()))
}

#[cold]
fn beyond_libffi(name: &str) -> Error {
    Error::not_implemented(format!(
        "{name}: several results, and arrays, come back from this entry by a rule of LLVM's own, which is known for x86-64 \
         Linux only; compile with llvm.emit_c_interface"
    ))
}

/// A number of its type, from its bits; what stands above its width is not looked at.
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
            _ => return bits.into_return(),
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

/// What a descriptor says.
enum Described {
    Array(Descriptor),
    Wrong(String),
}

/// Reads a result's descriptor, and takes over what it owns.
fn described(result: &Outcome, found: &mut Found<'_>, owners: &mut Owners<'_, '_>) -> Option<Described> {
    let returned = match result {
        Outcome::Number(..) | Outcome::Complex(..) => return None,
        Outcome::Ranked(memref, sources) => {
            let words: Vec<u64> = sources.iter().map(|source| found.bits(*source)).collect();
            // SAFETY: the fields of a memref are the words of its descriptor.
            unsafe { Descriptor::read(Type::MemRef((**memref).clone()), memref.rank(), words.as_ptr()) }
        }
        Outcome::Data(memref, source) => {
            let data = found.bits(*source);
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

/// Reads the descriptor of a result of any rank, and takes it over.
fn unranked(
    element: Scalar,
    rank: i64,
    descriptor: u64,
    owners: &mut Owners<'_, '_>,
    frame: &Frame<'_>,
) -> Result<Descriptor, String> {
    let ty = Type::Unranked(element);
    if descriptor == 0 {
        return Err(format!("a {ty} came back without a descriptor (a null pointer)"));
    }
    let in_range = usize::try_from(rank).ok().filter(|&rank| rank <= MAX_RANK);
    let Some(rank) = in_range else {
        // Nobody knows what is at the address, so it is left alone.
        return Err(format!(
            "a {ty} came back with the rank {rank}; 0 to {MAX_RANK} can be"
        ));
    };
    // SAFETY: by the convention a descriptor of this rank is at the address.
    let returned = unsafe { Descriptor::read(ty, rank, descriptor as *const u64) };
    // Code that returns an argument's descriptor as it is returns the address of ours.
    if !frame.holds(descriptor) {
        owners.take_descriptor(descriptor);
    }
    Ok(returned)
}

/// The tensor over a returned array, if what its descriptor says makes sense.
fn tensor(array: &Descriptor, owners: &Owners<'_, '_>) -> Result<Tensor> {
    let data = array
        .data()
        .map_err(|what| Error::value_error(format!("a {} came back with {what}", array.ty)))?;
    let dtype = array.ty.element().dtype();
    owners.tensor(array.allocated, data, dtype, &array.sizes, &array.strides)
}
