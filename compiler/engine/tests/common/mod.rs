//! What the tests share: modules from text, compiled.

use std::sync::Arc;

use tvmlike_engine::{Backend, CompileOptions, Cranelift, Loaded, Program, Resolver};
use tvmlike_ir::{Context, Op};
use tvmlike_text::{ParseOptions, parse_source};

/// Parses a module in a context with all dialects.
pub(crate) fn parse(text: &str) -> (Context, Op) {
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
    let parsed = {
        let mut edit = context.exclusive().expect("the context is not in use");
        let bytes = Arc::new(text.as_bytes().to_vec());
        let (parsed, found) = context
            .capture_diagnostics(|| parse_source(&mut edit, "test.mlir", &bytes, &ParseOptions::default()));
        parsed
            .unwrap_or_else(|_| panic!("the text is not valid: {found:?}"))
            .op
    };
    (context, parsed)
}

/// Compiles a module with symbols that the test supplies.
pub(crate) fn try_load(text: &str, resolve: Resolver<'_>) -> Result<Box<dyn Loaded>, String> {
    let (context, module) = parse(text);
    let options = CompileOptions {
        packed_entries: true,
        ..CompileOptions::default()
    };
    Program::read(&context, module)
        .and_then(|program| Cranelift.load(&program, &options, resolve))
        .map_err(|error| error.text(&context))
}

/// Compiles a module.
pub(crate) fn load(text: &str) -> Box<dyn Loaded> {
    try_load(text, &|_| None).unwrap_or_else(|error| panic!("{error}"))
}
