//! The program `tvmlike-opt`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let code = tvmlike_tools::opt::run(
        std::env::args().skip(1),
        &mut std::io::stdin().lock(),
        &mut std::io::stdout().lock(),
        &mut std::io::stderr().lock(),
    );
    ExitCode::from(u8::from(code != 0))
}
