//! What the tools need of the program that they run in.

use tvmlike_ir::Context;

/// A program that runs tools.
pub trait Host: Sync {
    /// Calls a function with a new context, which knows the dialects of MLIR and those of the program.
    fn with_context(&self, work: &mut dyn FnMut(&Context));

    /// Loads a plugin, whose passes and dialects can be used afterwards.
    ///
    /// # Errors
    /// Says what is wrong.
    fn load_plugin(&self, path: &str) -> Result<(), String>;
}

/// A program without plugins.
#[derive(Debug)]
pub struct Alone;

impl Host for Alone {
    fn with_context(&self, work: &mut dyn FnMut(&Context)) {
        let context = Context::new();
        tvmlike_dialects::make_available(&context);
        work(&context);
    }

    fn load_plugin(&self, path: &str) -> Result<(), String> {
        Err(format!("cannot load '{path}': this program has no plugins"))
    }
}
