//! How functions are entered: LLVM's convention on System V machines.
//!
//! Every scalar of an argument is an argument of its own. A result goes into registers if its scalars fit three integer
//! words and two floats; else the caller passes the address of memory for it before all arguments.

use cranelift_codegen::ir::{AbiParam, ArgumentPurpose, Signature, Type, types};
use cranelift_codegen::isa::CallConv;

use crate::error::{EngineError, Result};
use crate::program::Program;
use crate::types::{FunctionType, Leaf, Scalar};

/// The type of a scalar in registers of a function. 16-bit floats are numbers of 16 bits.
pub(super) fn register_type(scalar: Scalar) -> Result<Type> {
    Ok(match scalar {
        Scalar::Int(1 | 8) => types::I8,
        Scalar::Int(16) | Scalar::F16 | Scalar::BF16 => types::I16,
        Scalar::Int(32) => types::I32,
        Scalar::Int(64) | Scalar::Ptr => types::I64,
        Scalar::Int(128) => types::I128,
        Scalar::Int(width) => {
            return Err(EngineError::new(format!(
                "i{width} is not supported by Cranelift; supported: i1, i8, i16, i32, i64, i128"
            )));
        }
        Scalar::F32 => types::F32,
        Scalar::F64 => types::F64,
    })
}

/// The type of a scalar as an argument or result: 16-bit floats go into registers of floats.
pub(super) fn abi_type(scalar: Scalar) -> Result<Type> {
    match scalar {
        Scalar::F16 | Scalar::BF16 => Ok(types::F16),
        other => register_type(other),
    }
}

/// The entry of a function.
pub(super) struct Entry {
    /// Cranelift's signature.
    pub(super) signature: Signature,
    /// The scalars of the result.
    pub(super) result: Vec<Leaf>,
    /// Whether the result is written to memory.
    pub(super) in_memory: bool,
    /// The words of arguments on the stack, at most.
    pub(super) stack_words: usize,
}

/// Whether a result goes through memory.
fn needs_memory(result: &[Leaf]) -> bool {
    let (mut words, mut floats) = (0, 0);
    for leaf in result {
        match leaf.scalar {
            Scalar::Int(128) => words += 2,
            Scalar::Int(_) | Scalar::Ptr => words += 1,
            Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => floats += 1,
        }
    }
    words > 3 || floats > 2
}

/// Counts arguments as System V assigns them.
#[derive(Default)]
struct Assignment {
    words: usize,
    floats: usize,
    stack: usize,
}

impl Assignment {
    fn add(&mut self, ty: Type) {
        let (used, most, size) = match ty {
            types::F16 | types::F32 | types::F64 => (&mut self.floats, 8, 1),
            types::I128 => (&mut self.words, 6, 2),
            _ => (&mut self.words, 6, 1),
        };
        if *used + size <= most {
            *used += size;
        } else {
            // A number of two words can be aligned.
            self.stack += if size == 2 { 3 } else { 1 };
        }
    }
}

/// The entry of a function of a type.
///
/// # Errors
/// A type that cannot be passed.
pub(super) fn entry(program: &Program<'_>, ty: &FunctionType, convention: CallConv) -> Result<Entry> {
    let mut signature = Signature::new(convention);
    let mut assignment = Assignment::default();
    let result = match ty.result {
        Some(result) => program.types.leaves(result)?.to_vec(),
        None => Vec::new(),
    };
    let in_memory = needs_memory(&result);
    if in_memory {
        let address = AbiParam::special(types::I64, ArgumentPurpose::StructReturn);
        signature.params.push(address);
        assignment.add(types::I64);
    } else {
        for leaf in &result {
            signature.returns.push(AbiParam::new(abi_type(leaf.scalar)?));
        }
    }
    for param in &ty.params {
        for leaf in program.types.leaves(*param)?.iter() {
            let ty = abi_type(leaf.scalar)?;
            assignment.add(ty);
            signature.params.push(AbiParam::new(ty));
        }
    }
    Ok(Entry {
        signature,
        result,
        in_memory,
        stack_words: assignment.stack,
    })
}
