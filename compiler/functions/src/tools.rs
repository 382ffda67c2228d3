//! `tools.*`: the command-line tools, for programs that have nothing of the compiler but libtvmlike.
//!
//! A tool uses the standard streams of the process.

use std::io::{self, Write};

use tvmlike::packed_func;
use tvmlike_ir as ir;
use tvmlike_runtime::FromArg;

use crate::api::*;
use crate::handles::Context;
use crate::{defined, pass_manager};

/// This library as the host of tools.
struct Library;

impl tvmlike_tools::Host for Library {
    fn with_context(&self, work: &mut dyn FnMut(&ir::Context)) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let context = ObjectPtr::new(Context::of(ir::Context::new(), threads));
        defined::make_available(&context);
        work(&context.core);
    }

    fn load_plugin(&self, path: &str) -> std::result::Result<(), String> {
        let loaded = tvmlike::plugin::load(path).map(drop);
        loaded.map_err(|error| format!("cannot load plugin '{path}': {}", error.message()))
    }
}

/// Runs `tvmlike-opt` with these arguments, texts. Returns the exit code: 0 if everything was processed, else 1.
#[packed_func("tools.opt", release_gil)]
fn opt(arguments: TVMArgs<'_>) -> Result<i32> {
    let arguments = texts("tools.opt", arguments)?;
    pass_manager::make_available();
    let mut output = io::stdout().lock();
    let code = tvmlike_tools::opt::run(
        &Library,
        arguments,
        &mut io::stdin().lock(),
        &mut output,
        &mut io::stderr().lock(),
    );
    pass_manager::take_failure();
    // The end of the process does not write what this library keeps of the output.
    output.flush().map_or(Ok(1), |()| Ok(code))
}

/// Runs `tvmlike-lsp`, the language server, with these arguments, texts. Returns the exit code: 0 if the client ended the
/// session, else 1.
#[packed_func("tools.lsp", release_gil)]
fn lsp(arguments: TVMArgs<'_>) -> Result<i32> {
    let arguments = texts("tools.lsp", arguments)?;
    Ok(tvmlike_tools::lsp::run(
        arguments,
        io::stdin(),
        &mut io::stdout().lock(),
        &mut io::stderr().lock(),
    ))
}

fn texts(function: &str, arguments: TVMArgs<'_>) -> Result<Vec<String>> {
    let text = |(index, item)| {
        String::from_arg(item).map_err(|mismatch| mismatch.into_argument_error(function, index, None))
    };
    arguments.iter().enumerate().map(text).collect()
}
