//! The project's commands: `cargo xtask --help`.
//!
//! This file contains the table of commands; each command has its own module.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `error`: errors
//! - `invocation`, `step_env`, `workspace`: what the user typed; a step's environment and output; paths in the repository
//! - `process`: programs that are run
//! - `build`: what cargo builds
//! - `dialects`, `header`, `install`, `new_plugin`, `venv`: commands that need no environment; Python environments
//! - `compiler`, `front_ends`, `package`: C compilers; front ends of TVM and DGL; the package in an environment
//! - `bench`, `examples`, `wheel`: what runs in these
//! - `demo`, `test`: what runs the rest

mod bench;
mod build;
mod compiler;
mod demo;
mod dialects;
mod error;
mod examples;
mod front_ends;
mod header;
mod install;
mod invocation;
mod new_plugin;
mod package;
mod process;
mod step_env;
mod test;
mod venv;
mod wheel;
mod workspace;

use std::process::ExitCode;

use error::{Context, Result};
use invocation::Invocation;

struct Command {
    name: &'static str,
    about: &'static str,
    help: &'static str,
    run: fn(&Invocation) -> Result,
}

const COMMANDS: [Command; 8] = [
    Command {
        name: "demo",
        about: demo::ABOUT,
        help: demo::HELP,
        run: demo::run,
    },
    Command {
        name: "test",
        about: test::ABOUT,
        help: test::HELP,
        run: test::run,
    },
    Command {
        name: "bench",
        about: bench::ABOUT,
        help: bench::HELP,
        run: bench::run,
    },
    Command {
        name: "wheel",
        about: wheel::ABOUT,
        help: wheel::HELP,
        run: wheel::run,
    },
    Command {
        name: "new-plugin",
        about: new_plugin::ABOUT,
        help: new_plugin::HELP,
        run: new_plugin::run,
    },
    Command {
        name: "install",
        about: install::ABOUT,
        help: install::HELP,
        run: install::run,
    },
    Command {
        name: "header",
        about: header::ABOUT,
        help: header::HELP,
        run: header::run,
    },
    Command {
        name: "dialects",
        about: dialects::ABOUT,
        help: dialects::HELP,
        run: dialects::run,
    },
];

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let is_help = |arg: &String| matches!(arg.as_str(), "--help" | "-h" | "help");
    let Some(name) = args.first().cloned() else {
        eprintln!("{}", usage());
        return ExitCode::from(2);
    };
    if is_help(&name) {
        println!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprintln!("unknown command `{name}`\n\n{}", usage());
        return ExitCode::from(2);
    };
    args.remove(0);
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        println!("{}\n\n{}", command.about, command.help);
        return ExitCode::SUCCESS;
    }
    match start(command, args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is_reported() {
                eprintln!("\ncargo xtask {name}: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

fn start(command: &Command, args: Vec<String>) -> Result {
    let from = std::env::current_dir().context("cannot determine the working directory")?;
    std::env::set_current_dir(workspace::root())
        .context(format_args!("cannot change to {}", workspace::root().display()))?;
    (command.run)(&Invocation { args, from })
}

fn usage() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND [ARGUMENT…]\n\n");
    for command in &COMMANDS {
        text += &format!("  {:<12}{}\n", command.name, command.about);
    }
    text + "\ncargo xtask COMMAND --help describes a command."
}
