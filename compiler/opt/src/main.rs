//! The program `tvmlike-opt`; with `lsp` as its first argument, `tvmlike-lsp`.
//!
//! The compiler is in libtvmlike, of which an environment needs one copy. So the program looks for the library and calls
//! one of its functions by name: `tools.opt` or `tools.lsp`, with the arguments of the command line.

mod find;
mod library;

use std::process::ExitCode;

use library::Library;

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("tvmlike-opt: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<i64, String> {
    let mut arguments = Vec::new();
    for argument in std::env::args_os().skip(1) {
        let text = argument.into_string();
        arguments.push(text.map_err(|argument| format!("the argument {argument:?} is not UTF-8"))?);
    }
    let tool = match arguments.first() {
        Some(first) if first == "lsp" => {
            arguments.remove(0);
            "tools.lsp"
        }
        _ => "tools.opt",
    };
    let library = Library::open(&find::library()?)?;
    library.call(tool, &arguments)
}
