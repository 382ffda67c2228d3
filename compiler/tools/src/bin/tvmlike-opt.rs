//! The program `tvmlike-opt`; with `lsp` as its first argument, `tvmlike-lsp`. They are one file because each contains the
//! compiler.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments
        .next_if(|first| first == tvmlike_tools::lsp::COMMAND)
        .is_some()
    {
        return code(tvmlike_tools::lsp::run(arguments));
    }
    code(tvmlike_tools::opt::run(
        arguments,
        &mut std::io::stdin().lock(),
        &mut std::io::stdout().lock(),
        &mut std::io::stderr().lock(),
    ))
}

fn code(code: i32) -> ExitCode {
    ExitCode::from(u8::from(code != 0))
}
