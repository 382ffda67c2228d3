//! Exports a packed function, so that compiled code can call it under the memref convention.
//!
//! The C pointer has the signature of `_mlir_ciface_f`, which MLIR calls for a private declaration with
//! `llvm.emit_c_interface`. The function gets arrays as tensors that borrow the caller's memory for the call, or as copies.
//! Invariant: a tensor that outlives its call no longer refers to the caller's memory, and the call fails.

mod borrowed;
mod results;
mod returned;

use std::sync::Arc;

use tvmlike_runtime::{Any, Error, PackedFunc, Result};

use super::descriptor::Descriptor;
use super::results::{complex, number};
use super::signature::{FunctionType, Param};
use super::types::{MAX_RANK, Scalar, Type};
use crate::native::closure::{self, Closure, OnError, RawCall};
use crate::native::ctype::{CType, Scalar as CScalar};
use borrowed::BorrowedArray;
use results::Results;

pub use borrowed::Arrays;

/// An exported function.
struct Exported {
    name: String,
    params: Box<[Param]>,
    /// Shared with the closure's `zeros`, which outlives this.
    results: Arc<Results>,
    arrays: Arrays,
}

/// Makes a C function pointer with the `_mlir_ciface_` signature of a type that calls a packed function.
///
/// The function gets numbers and tensors as from any other caller. Arrays that it returns are copied to buffers that the
/// compiled code frees, as the convention requires.
///
/// # Errors
/// ValueError for a type with a result at a fixed offset other than 0.
pub fn export(function: PackedFunc, ty: &FunctionType, arrays: Arrays, on_error: OnError) -> Result<Closure> {
    let name = match &ty.symbol {
        Some(symbol) => format!("the exported function {symbol}"),
        None => format!("the exported function {ty}"),
    };
    let results = Results::new(&ty.results).map_err(|what| Error::value_error(format!("{name}: {what}")))?;
    let results = Arc::new(results);
    let mut params = Vec::new();
    if results.in_memory() {
        params.push(CScalar::Ptr.into());
    }
    for param in &ty.params {
        match &param.ty {
            Type::Scalar(scalar) => {
                let part = scalar.part().unwrap_or(*scalar);
                // The parts of a complex number are passed like two numbers.
                let count = if scalar.part().is_some() { 2 } else { 1 };
                params.extend(std::iter::repeat_n(CType::from(in_register(part)), count));
            }
            Type::MemRef(_) | Type::Unranked(_) => params.push(CScalar::Ptr.into()),
        }
    }
    let result = match &*ty.results {
        [Type::Scalar(scalar)] if !results.in_memory() => CType::from(in_register(*scalar)),
        _ => CType::Void,
    };
    let exported = Exported {
        params: ty.params.clone().into(),
        results: results.clone(),
        arrays,
        name: name.clone(),
    };
    closure::raw_of(
        function,
        name,
        &params,
        &result,
        on_error,
        move |call| results.write_zeros(call),
        move |function, call| exported.run(function, call),
    )
}

/// The C type that is passed in the same register. 16-bit floats use the low half of a float's register.
fn in_register(scalar: Scalar) -> CScalar {
    match scalar {
        Scalar::Integer { bits: 1, .. } => CScalar::U8,
        Scalar::Integer { bits: 8, .. } => CScalar::I8,
        Scalar::Integer { bits: 16, .. } => CScalar::I16,
        Scalar::Integer { bits: 32, .. } => CScalar::I32,
        Scalar::Integer { .. } | Scalar::Index => CScalar::I64,
        Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::ComplexF32 => CScalar::F32,
        Scalar::F64 | Scalar::ComplexF64 => CScalar::F64,
    }
}

impl Exported {
    fn run(&self, function: &PackedFunc, call: &RawCall<'_>) -> Result<()> {
        let mut position = usize::from(self.results.in_memory());
        let mut values = Vec::with_capacity(self.params.len());
        let mut lent = Vec::new();
        for (index, param) in self.params.iter().enumerate() {
            let value = self.argument(param, call, &mut position, index, &mut lent);
            values.push(value.map_err(|error| self.about(&argument(index, param), &error))?);
        }
        let outcome = function
            .invoke(Any::views(&values))
            .and_then(|result| self.results.convert(&self.name, &result));
        // Drop our references before checking whether the function kept any.
        drop(values);
        let mut kept = None;
        for (index, lent) in lent {
            if lent.end(outcome.is_ok()) {
                kept.get_or_insert(index);
            }
        }
        let returned = outcome?;
        if let Some(index) = kept {
            return Err(Error::new(
                "BufferError",
                format!(
                    "{}: the function kept {}, whose memory is borrowed for the call; what it kept is now a copy, and views \
                     of it that other libraries made are invalid; keep a copy instead",
                    self.name,
                    argument(index, &self.params[index])
                ),
            ));
        }
        self.results.write(call, returned);
        Ok(())
    }

    /// The value of a parameter.
    fn argument(
        &self,
        param: &Param,
        call: &RawCall<'_>,
        position: &mut usize,
        index: usize,
        lent: &mut Vec<(usize, BorrowedArray)>,
    ) -> Result<Any> {
        let mut next = || {
            *position += 1;
            call.word(*position - 1)
        };
        let descriptor = match &param.ty {
            Type::Scalar(scalar) if scalar.part().is_some() => return Ok(complex(*scalar, next(), next())),
            Type::Scalar(scalar) => return number(*scalar, next()),
            Type::MemRef(memref) => {
                let at = address(next())?;
                // SAFETY: by the convention the argument is the address of a descriptor of this rank.
                unsafe { Descriptor::read(param.ty.clone(), memref.rank(), at) }
            }
            Type::Unranked(_) => {
                let at = address(next())?;
                // SAFETY: by the convention the argument is the address of a rank and a descriptor's address.
                let (rank, descriptor) = unsafe { (at.read_unaligned() as i64, at.add(1).read_unaligned()) };
                let rank = usize::try_from(rank)
                    .ok()
                    .filter(|&rank| rank <= MAX_RANK)
                    .ok_or_else(|| {
                        Error::value_error(format!("unsupported rank {rank}; supported: 0 to {MAX_RANK}"))
                    })?;
                // SAFETY: as above.
                unsafe { Descriptor::read(param.ty.clone(), rank, address(descriptor)?) }
            }
        };
        let array = BorrowedArray::new(&descriptor, param.read_only, self.arrays)?;
        let value = array.value();
        lent.push((index, array));
        Ok(value)
    }

    #[cold]
    fn about(&self, what: &str, error: &Error) -> Error {
        Error::new(
            &*error.kind(),
            format!("{}: {what}: {}", self.name, error.message()),
        )
    }
}

fn address(word: u64) -> Result<*const u64> {
    if word == 0 {
        return Err(Error::value_error("null descriptor"));
    }
    Ok(word as *const u64)
}

fn argument(index: usize, param: &Param) -> String {
    match &param.name {
        Some(name) => format!("argument {} `{name}`", index + 1),
        None => format!("argument {}", index + 1),
    }
}
