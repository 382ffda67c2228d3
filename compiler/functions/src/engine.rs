//! `engine.*`: modules become packed functions.
//!
//! A module is copied, lowered to the llvm dialect by a pipeline, and compiled. Each of its public functions whose type the
//! memref convention can pass becomes a packed function. Invariant: code is freed after the last function of it, and after
//! the last library object; the caller's module never changes.

mod contexts;
mod library;
mod lowering;
mod signatures;
mod symbols;

use std::sync::Arc;

use tvmlike::packed_func;
use tvmlike_engine::{Backend, CompileOptions, Cranelift, Program};
use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{Context, OperationBase, Ref};
use crate::module::Module;
use crate::{diagnostics, errors, parse};
use contexts::Lease;
use library::{Code, Library};
use lowering::Lowering;
use signatures::Callable;

/// What is compiled.
#[derive(Union)]
enum Source {
    Operation(ObjectPtr<OperationBase>),
    Module(ObjectPtr<Module>),
    Text(String),
}

impl Source {
    /// The module, and the context of a text, whose dialects are all of MLIR's.
    fn part(&self) -> Result<(Ref, Option<Lease>)> {
        Ok(match self {
            Self::Operation(operation) => (operation.part(), None),
            Self::Module(module) => (module.part(), None),
            Self::Text(text) => {
                let lease = Lease::take(text.len())?;
                let op = parse::module(lease.context(), text.as_bytes(), "-")?;
                (OperationBase::of_root(lease.context(), op).part(), Some(lease))
            }
        })
    }
}

/// The back end of a name.
fn backend(name: &str) -> Result<&'static dyn Backend> {
    match name {
        "cranelift" => Ok(&Cranelift),
        "llvm" => Ok(&tvmlike_engine::Clang),
        _ => Err(errors::value_error(format_args!(
            "unknown engine {name:?}; supported: cranelift, llvm"
        ))),
    }
}

/// The error of a module that could not be compiled.
fn refused(context: &ObjectPtr<Context>, error: tvmlike_engine::EngineError) -> Error {
    let location = error.location.unwrap_or_else(|| context.core.unknown_location());
    diagnostics::error_at(context, "Unable to compile module", location, error.message)
}

/// A copy of a module, lowered, which is erased afterwards.
fn with_lowered<R>(
    source: &Source,
    lowering: Lowering<'_>,
    given: &Map,
    act: impl FnOnce(&ir::Context, ir::Op, Vec<Callable>) -> std::result::Result<R, tvmlike_engine::EngineError>,
) -> Result<R> {
    let given = signatures::given(given)?;
    let (part, lease) = source.part()?;
    let context = part.context().clone();
    let mut edit = context.edit()?;
    let module = part.op()?;
    let copy = module.clone_op(&mut edit, &mut ir::Mapping::new());
    let callables = signatures::of_functions(&mut edit, copy, &given);
    let (lowered, found) = context
        .core
        .capture_diagnostics(|| lowering::lower(&mut edit, copy, lowering));
    let outcome = lowered.and_then(|()| {
        let callables = signatures::complete(&edit, copy, callables, &given);
        signatures::check(&callables, &given).map_err(Some)?;
        Ok(act(&edit, copy, callables))
    });
    let erased = copy.erase(&mut edit);
    drop(edit);
    erased.map_err(errors::value_error)?;
    match outcome {
        Err(Some(message)) => Err(errors::value_error(message)),
        Err(None) => Err(diagnostics::error(
            &context,
            "Failure while executing pass pipeline",
            found,
        )),
        Ok(Err(error)) => Err(refused(&context, error)),
        Ok(Ok(done)) => {
            drop((part, context));
            if let Some(lease) = lease {
                lease.give_back();
            }
            Ok(done)
        }
    }
}

/// Compiles a module, a copy of which is lowered first.
///
/// `pipeline` is the text of the passes that lower it to the llvm dialect; by default those that its operations need.
/// `signatures` maps the names of functions to MLIR function types, for functions whose types the module does not tell, such
/// as those of the llvm dialect with pointers. `symbols` maps what the module declares to closures and addresses; a
/// declaration without one is the registered function of the same name, or a function of the process. With a `namespace`,
/// the functions are registered under it. `packed` adds the entries `_mlir_NAME` that take an array of pointers.
/// `bounds_checks` makes an index or a view outside of a memref an error that names the operation and its place.
#[packed_func("engine.compile", release_gil)]
#[expect(clippy::too_many_arguments, reason = "front ends pass them by name")]
fn compile(
    source: Source,
    #[default(None)] pipeline: Option<String>,
    #[default("cranelift")] engine: &str,
    #[default(None)] namespace: Option<&str>,
    #[default(Map::new([]))] signatures: Map,
    #[default(Map::new([]))] symbols: Map,
    #[default(true)] optimize: bool,
    #[default(false)] packed: bool,
    #[default(false)] bounds_checks: bool,
) -> Result<ObjectPtr<Library>> {
    let backend = backend(engine)?;
    let mut imports = symbols::Imports::new(&symbols)?;
    library::receive_traps();
    let options = CompileOptions {
        optimize,
        packed_entries: packed,
        ..CompileOptions::default()
    };
    let lowering = Lowering {
        pipeline: pipeline.as_deref(),
        bounds_checks,
    };
    let compiled = with_lowered(&source, lowering, &signatures, |context, module, callables| {
        let program = Program::read(context, module)?;
        imports.declare(&callables);
        let loaded = backend.load(&program, &options, &|name| imports.resolve(name))?;
        Ok((loaded, callables))
    });
    // The error of a function that could not be exported is the reason for the missing symbol.
    let compiled = match imports.failure() {
        Some(error) => Err(error),
        None => compiled,
    };
    let (loaded, callables) = compiled?;
    let code = Arc::new(Code::new(loaded, imports));
    Library::of(code, &callables, namespace)
}

/// Compiles a module to an object file, with the signatures of its functions, for the linker of the system.
#[packed_func("engine.object", release_gil)]
fn object(
    source: Source,
    #[default(None)] pipeline: Option<String>,
    #[default(Map::new([]))] signatures: Map,
    #[default(true)] optimize: bool,
    #[default("cranelift")] engine: &str,
    #[default(false)] bounds_checks: bool,
) -> Result<Bytes> {
    let backend = backend(engine)?;
    let options = CompileOptions {
        optimize,
        host_features: false,
        ..CompileOptions::default()
    };
    let lowering = Lowering {
        pipeline: pipeline.as_deref(),
        bounds_checks,
    };
    let bytes = with_lowered(&source, lowering, &signatures, |context, module, callables| {
        let mut program = Program::read(context, module)?;
        program.signatures = Some(signatures::json(&callables));
        backend.object(&program, &options)
    })?;
    Ok(Bytes::from(&*bytes))
}

/// Returns a module as LLVM IR.
#[packed_func("engine.translate", release_gil)]
fn translate(source: Source, #[default(None)] pipeline: Option<String>) -> Result<String> {
    with_lowered(
        &source,
        Lowering {
            pipeline: pipeline.as_deref(),
            ..Lowering::default()
        },
        &Map::new([]),
        |context, module, _| tvmlike_engine::llvm_ir::translate(&Program::read(context, module)?),
    )
}
