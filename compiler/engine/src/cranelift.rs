//! The back end that makes machine code in the process, by Cranelift.
//!
//! # Layers
//!
//! - `target`, `abi`, `state`, `loops`: the machine; how functions are entered; what functions share; loops of blocks
//! - `carried`: elements of memory that loops read and write in each iteration
//! - `function`, `emit`: the values and blocks of a function; its machine code
//! - `part`, `parts`, `lanes`: the parts of types; how vectors are held; their lanes
//! - `addresses`, `aggregate`, `control`, `float`, `float_intrinsics`, `helpers`, `integer`, `integer_intrinsics`, `interrupt`,
//!   `masked`, `memory`, `resized`, `short_float`, `vectors`: the operations of a kind, as methods of the type in `function`
//! - `packed`: entries that take an array of pointers
//! - `module`: all functions and globals

mod abi;
mod addresses;
mod aggregate;
mod carried;
mod control;
mod emit;
mod float;
mod float_classes;
mod float_intrinsics;
mod function;
mod helpers;
mod integer;
mod integer_intrinsics;
mod interrupt;
mod lanes;
mod loops;
mod masked;
mod memory;
mod module;
mod packed;
mod part;
mod parts;
mod resized;
mod short_float;
mod state;
mod target;
mod vectors;

use crate::backend::{Backend, CompileOptions, Compiled, Loaded, Resolver};
use crate::bytes::{Decoder, Encoder};
use crate::error::{EngineError, Result};
use crate::object_file;
use crate::program::Program;
use crate::run::Image;
use crate::unit::Unit;

/// Machine code by Cranelift.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cranelift;

impl Cranelift {
    /// Compiles a program to code without addresses.
    ///
    /// # Errors
    /// An operation or a type that is not supported, with its location.
    pub fn unit(program: &Program<'_>, options: &CompileOptions) -> Result<Unit> {
        if options.debug && !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
            return Err(EngineError::new(
                "engine cranelift: files and lines for debuggers are supported on x86-64 with Linux only",
            ));
        }
        let isa = target::isa(options)?;
        module::compile(program, &*isa, options)
    }
}

/// The options of code that is loaded.
fn in_memory(options: &CompileOptions) -> CompileOptions {
    CompileOptions {
        position_independent: false,
        ..options.clone()
    }
}

impl Compiled for Unit {
    fn load(&self, resolve: Resolver<'_>) -> Result<Box<dyn Loaded>> {
        Ok(Box::new(Image::load(self, resolve)?))
    }

    fn encode(&self, out: &mut Encoder) {
        Self::encode(self, out);
    }
}

impl Backend for Cranelift {
    fn name(&self) -> &'static str {
        "cranelift"
    }

    fn target(&self, options: &CompileOptions) -> Result<String> {
        target::description(&in_memory(options))
    }

    fn compile(
        &self,
        program: &Program<'_>,
        options: &CompileOptions,
        _resolve: Resolver<'_>,
    ) -> Result<Box<dyn Compiled>> {
        Ok(Box::new(Self::unit(program, &in_memory(options))?))
    }

    fn decode(&self, bytes: &mut Decoder<'_>) -> Option<Box<dyn Compiled>> {
        Some(Box::new(Unit::decode(bytes)?))
    }

    fn object(&self, program: &Program<'_>, options: &CompileOptions) -> Result<Vec<u8>> {
        let options = CompileOptions {
            position_independent: true,
            ..options.clone()
        };
        object_file::write(&Self::unit(program, &options)?)
    }
}
