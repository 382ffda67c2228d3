//! The interface of back ends: a program goes in, functions that can be entered come out.

use std::ffi::c_void;

use crate::bytes::{Decoder, Encoder};
use crate::error::Result;
use crate::program::Program;

/// How a program is compiled.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Whether the code is optimized.
    pub optimize: bool,
    /// Whether the code can be loaded anywhere, as in a shared library.
    pub position_independent: bool,
    /// Whether the code may use all that this machine can do.
    pub host_features: bool,
    /// Whether each function gets an entry `_mlir_NAME` that takes an array of pointers to its arguments.
    pub packed_entries: bool,
    /// Whether loops ask the host now and then whether they shall end: they call [`CHECK_INTERRUPT`].
    pub interruptible: bool,
    /// Whether debuggers and profilers can tell the file and line of each instruction.
    pub debug: bool,
}

/// The function that loops call, without arguments. Unless it returns 0 (`i32`), the call that entered the code ends.
pub const CHECK_INTERRUPT: &str = "__tvmlike_check_interrupt";

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            optimize: true,
            position_independent: false,
            host_features: true,
            packed_entries: false,
            interruptible: false,
            debug: false,
        }
    }
}

/// The address of a symbol that code imports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address(pub *const c_void);

// SAFETY: an address is a number until code uses it.
unsafe impl Send for Address {}
// SAFETY: as above.
unsafe impl Sync for Address {}

/// Finds what code imports: the address of a symbol, or `None`.
pub type Resolver<'a> = &'a dyn Fn(&str) -> Option<Address>;

/// Code in memory. It is freed when this is dropped; no thread may be running it then.
pub trait Loaded: Send + Sync {
    /// The address at which a function of the program is called, or a global lies; `None` if the program does not define
    /// it, or hides it.
    fn lookup(&self, symbol: &str) -> Option<Address>;

    /// The symbols that can be looked up.
    fn symbols(&self) -> Vec<String>;
}

/// Code that can be loaded any number of times; each time it has variables of its own.
pub trait Compiled: Send + Sync {
    /// Loads the code.
    ///
    /// # Errors
    /// Symbols that neither the resolver nor the process has; no memory.
    fn load(&self, resolve: Resolver<'_>) -> Result<Box<dyn Loaded>>;

    /// Appends the code to bytes, for [`Backend::decode`].
    fn encode(&self, out: &mut Encoder);
}

/// Makes code of programs.
pub trait Backend: Send + Sync {
    /// The name: `cranelift`, `llvm`.
    fn name(&self) -> &'static str;

    /// What code depends on besides the program and the options: the machine, the version of a compiler. Code of another
    /// target must not be loaded.
    ///
    /// # Errors
    /// The back end does not work here.
    fn target(&self, options: &CompileOptions) -> Result<String>;

    /// Compiles a program.
    ///
    /// # Errors
    /// An operation or a type that the back end does not support, with its location; symbols that neither the resolver nor the process has.
    fn compile(
        &self,
        program: &Program<'_>,
        options: &CompileOptions,
        resolve: Resolver<'_>,
    ) -> Result<Box<dyn Compiled>>;

    /// Code that [`Compiled::encode`] wrote. `None` if the bytes are not of this back end and version.
    fn decode(&self, bytes: &mut Decoder<'_>) -> Option<Box<dyn Compiled>>;

    /// Compiles a program and loads it.
    ///
    /// # Errors
    /// As [`compile`](Self::compile) and [`Compiled::load`].
    fn load(
        &self,
        program: &Program<'_>,
        options: &CompileOptions,
        resolve: Resolver<'_>,
    ) -> Result<Box<dyn Loaded>> {
        self.compile(program, options, resolve)?.load(resolve)
    }

    /// Compiles a program to an object file, position-independent.
    ///
    /// # Errors
    /// As [`load`](Self::load), without symbols.
    fn object(&self, program: &Program<'_>, options: &CompileOptions) -> Result<Vec<u8>>;
}
