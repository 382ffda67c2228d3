//! `engine.*`: modules become packed functions.
//!
//! A module is copied, lowered to the llvm dialect by a pipeline, and compiled. Each of its public functions whose type the
//! memref convention can pass becomes a packed function. Invariant: code is freed after the last function of it, and after
//! the last library object; the caller's module never changes.

mod cache;
mod contexts;
mod copies;
mod library;
mod lowering;
mod parallel;
mod signatures;
mod symbols;
mod tensors;

use std::sync::Arc;

use tvmlike::packed_func;
use tvmlike_engine::{Backend, CompileOptions, Cranelift, Program};
use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{Context, OperationBase, Ref};
use crate::module::Module;
use crate::{diagnostics, errors, parse, text};
use cache::{Cache, Entry, Request};
use contexts::Lease;
use library::{Code, Library};
use lowering::{Loops, Lowering};
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

/// Appends the text of a source, with all its locations.
fn text_of(source: &Source, out: &mut tvmlike_engine::bytes::Encoder) -> Result<()> {
    let part = match source {
        Source::Text(text) => {
            out.number(0);
            out.text(text);
            return Ok(());
        }
        Source::Operation(operation) => operation.part(),
        Source::Module(module) => module.part(),
    };
    let options = text::Options {
        debug_info: true,
        ..text::Options::default()
    };
    let printed = text::operation(&*part.read()?, part.op()?, &options)?;
    out.number(1);
    out.bytes(&printed);
    Ok(())
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

const UNABLE: &str = "Unable to compile module";

/// The error of a module that could not be compiled. A pass that leaves an operation can have emitted why: that is shown then.
fn refused(
    context: &ObjectPtr<Context>,
    error: tvmlike_engine::EngineError,
    mut emitted: Vec<ir::Diagnostic>,
) -> Error {
    emitted.retain(|diagnostic| diagnostic.severity == ir::Severity::Error);
    if !emitted.is_empty() {
        return diagnostics::error(context, UNABLE, emitted);
    }
    let location = error.location.unwrap_or_else(|| context.core.unknown_location());
    diagnostics::error_at(context, UNABLE, location, error.message)
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
    let (lowered, found) = context.core.capture_diagnostics(|| {
        if lowering.pipeline.is_none() && tensors::has_tensors(&edit, copy) {
            tensors::bufferize(&mut edit, copy)?;
        }
        let start = signatures::of_llvm(&edit, copy);
        let callables = signatures::of_functions(&mut edit, copy, &given);
        lowering::lower(&mut edit, copy, lowering).map(|()| (callables, start))
    });
    let outcome = lowered.and_then(|(callables, start)| {
        let callables = signatures::complete(&edit, copy, callables, &start, &given);
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
        Ok(Err(error)) => Err(refused(&context, error, found)),
        Ok(Ok(done)) => {
            drop((part, context));
            if let Some(lease) = lease {
                lease.give_back();
            }
            Ok(done)
        }
    }
}

/// What is done to loops before a back end gets them: LLVM does most of it itself.
fn loops(backend: &dyn Backend, optimize: bool) -> Loops {
    match optimize {
        false => Loops::AsTheyAre,
        true if backend.name() == Cranelift.name() => Loops::Optimized,
        true => Loops::Nests,
    }
}

/// Compiles a module, a copy of which is lowered first.
///
/// `pipeline` is the text of the passes that lower it to the llvm dialect; by default those that its operations need.
/// `signatures` maps the names of functions to MLIR function types, for functions whose types the module does not tell, such
/// as those of the llvm dialect with pointers. `symbols` maps what the module declares to closures and addresses; a
/// declaration without one is the registered function of the same name, or a function of the process. With a `namespace`,
/// the functions are registered under it. `packed` adds the entries `_mlir_NAME` that take an array of pointers.
/// `bounds_checks` makes an index or a view outside of a memref an error that names the operation and its place. `cache` is
/// the folder of compiled code, or whether there is one: by default if the variable `TVMLIKE_CACHE` names it. With
/// `interruptible`, loops ask the front end now and then whether the call shall end. `threads` is the number of threads that
/// run parallel loops; 0: as many as there are processors. With `debug`, debuggers and profilers know files and lines.
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
    #[default(None)] cache: Option<Request>,
    #[default(false)] interruptible: bool,
    #[default(1)] threads: u32,
    #[default(false)] debug: bool,
) -> Result<ObjectPtr<Library>> {
    let backend = backend(engine)?;
    let mut imports = symbols::Imports::new(&symbols)?;
    library::receive_traps();
    let options = CompileOptions {
        optimize,
        packed_entries: packed,
        interruptible,
        debug,
        ..CompileOptions::default()
    };
    let lowering = Lowering {
        pipeline: pipeline.as_deref(),
        bounds_checks,
        threads,
        loops: loops(backend, optimize),
        ..Lowering::default()
    };
    if threads != 1 && backend.name() != Cranelift.name() {
        return Err(errors::value_error(format_args!(
            "threads: the engine {engine:?} runs parallel loops on one thread; use {:?}",
            Cranelift.name()
        )));
    }
    let cache = Cache::of(
        cache,
        &source,
        backend,
        &options,
        lowering,
        [&signatures, &symbols],
    )?;
    if let Some((entry, origin)) = cache.as_ref().and_then(|cache| cache.find(backend)) {
        imports.declare(&entry.callables);
        // Where a symbol is missing now, compiling tells.
        if let Ok(loaded) = entry.compiled.load(&|name| imports.resolve(name)) {
            let code = Arc::new(Code::new(loaded, imports));
            return Library::of(code, &entry.callables, namespace, Some(origin));
        }
        imports = symbols::Imports::new(&symbols)?;
    }
    let compiled = with_lowered(&source, lowering, &signatures, |context, module, callables| {
        let program = Program::read(context, module)?;
        imports.declare(&callables);
        let resolve = |name: &str| imports.resolve(name);
        let compiled = backend.compile(&program, &options, &resolve)?;
        Ok((compiled.load(&resolve)?, Entry::new(compiled, callables)))
    });
    // The error of a function that could not be exported is the reason for the missing symbol.
    let compiled = match imports.failure() {
        Some(error) => Err(error),
        None => compiled,
    };
    let (loaded, entry) = compiled?;
    let entry = Arc::new(entry);
    if let Some(cache) = cache {
        cache.keep(&entry);
    }
    let code = Arc::new(Code::new(loaded, imports));
    Library::of(code, &entry.callables, namespace, None)
}

/// Forgets the code that the cache has in memory; files stay.
#[packed_func("engine.clear_cache")]
fn clear_cache() {
    cache::clear();
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
    #[default(false)] debug: bool,
) -> Result<Bytes> {
    let backend = backend(engine)?;
    let options = CompileOptions {
        optimize,
        host_features: false,
        debug,
        ..CompileOptions::default()
    };
    let lowering = Lowering {
        pipeline: pipeline.as_deref(),
        bounds_checks,
        loops: loops(backend, optimize),
        is_file: true,
        ..Lowering::default()
    };
    let bytes = with_lowered(&source, lowering, &signatures, |context, module, callables| {
        let mut program = Program::read(context, module)?;
        program.signatures = Some(signatures::json(&callables));
        backend.object(&program, &options)
    })?;
    Ok(Bytes::from(&*bytes))
}

/// Returns a module as LLVM IR; with `debug`, the file and line of each instruction are in it.
#[packed_func("engine.translate", release_gil)]
fn translate(
    source: Source,
    #[default(None)] pipeline: Option<String>,
    #[default(false)] debug: bool,
) -> Result<String> {
    with_lowered(
        &source,
        Lowering {
            pipeline: pipeline.as_deref(),
            is_file: true,
            ..Lowering::default()
        },
        &Map::new([]),
        |context, module, _| tvmlike_engine::llvm_ir::translate(&Program::read(context, module)?, debug),
    )
}
