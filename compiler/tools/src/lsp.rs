//! `tvmlike-lsp`: a language server for MLIR.
//!
//! | module | what |
//! |---|---|
//! | `transport` | messages on streams |
//! | `protocol` | what the server reads and writes of messages |
//! | `positions` | the text with its lines, and positions in UTF-16 |
//! | `tokens` | what the tokens say, of texts that do not parse, too |
//! | `analysis` | what is known about one part of a document |
//! | `navigate` | definitions and uses |
//! | `describe` | what hovering shows |
//! | `complete` | completion |
//! | `document` | open documents, part by part |
//! | `server` | requests and notifications |

mod analysis;
mod complete;
mod describe;
mod document;
mod navigate;
mod positions;
mod protocol;
mod server;
mod tokens;
mod transport;

use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use tvmlike_ir::Context;

use crate::arguments::{self, Flag, boolean, switch};
use crate::opt::{load_irdl, read_file};

#[derive(Default)]
struct Options {
    allow_unregistered: bool,
    irdl: Vec<(String, Arc<Vec<u8>>)>,
    help: bool,
    version: bool,
}

const FLAGS: &[Flag<Options>] = &[
    switch!(
        "allow-unregistered-dialect",
        "Allow operations of dialects that are not registered",
        allow_unregistered
    ),
    Flag {
        name: "irdl-file",
        value: "filename",
        help: "Register the dialects that a file defines in IRDL",
        apply: |options, value| {
            options.irdl.push((value.to_owned(), read_file(value)?));
            Ok(())
        },
    },
    Flag {
        name: "stdio",
        value: "",
        help: "Accepted: the server always uses the standard streams",
        apply: |_, value| boolean(value).map(drop),
    },
    switch!("help", "Print this", help),
    switch!("version", "Print the version", version),
];

/// Serves one client on two streams. Returns the exit code: 0 if the client ended the session, else 1.
pub fn run(
    arguments: impl IntoIterator<Item = String>,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    errors: &mut dyn Write,
) -> i32 {
    match process(arguments, input, output) {
        Ok(code) => code,
        Err(message) => {
            // Where errors cannot be written, the exit code is all that is left to say.
            let _ = writeln!(errors, "{message}");
            1
        }
    }
}

fn process(
    arguments: impl IntoIterator<Item = String>,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
) -> Result<i32, String> {
    let information = |output: &mut dyn Write, text: &str| {
        let written = writeln!(output, "{text}").and_then(|()| output.flush());
        written
            .map(|()| 0)
            .map_err(|error| format!("tvmlike-lsp: {error}"))
    };
    let mut options = Options::default();
    let files = arguments::parse("tvmlike-lsp", FLAGS, &mut options, arguments)?;
    if let Some(file) = files.first() {
        return Err(format!(
            "tvmlike-lsp: unexpected argument '{file}': the client opens the files"
        ));
    }
    if options.help {
        return information(output, &arguments::help("tvmlike-lsp [options]", FLAGS));
    }
    if options.version {
        return information(output, concat!("tvmlike-lsp ", env!("CARGO_PKG_VERSION")));
    }
    // A wrong file is an error at once, not when a document is opened.
    context(&options)?;
    let (sender, messages) = mpsc::channel();
    let reader = move || {
        let mut input = BufReader::new(input);
        while let Some(message) = transport::read(&mut input).transpose() {
            let is_last = message.is_err();
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    };
    // It is not joined: it may wait for input when the session has ended.
    let reader = thread::Builder::new()
        .name("tvmlike-lsp-reader".to_owned())
        .spawn(reader);
    reader.map_err(|error| format!("tvmlike-lsp: {error}"))?;
    let make = || context(&options).expect("the files of options were read before");
    let ended = server::Server::new(make).run(&messages, output);
    match ended.map_err(|error| format!("tvmlike-lsp: {error}"))? {
        true => Ok(0),
        false => Ok(1),
    }
}

/// A context that knows MLIR's dialects, and those of the options.
fn context(options: &Options) -> Result<Context, String> {
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
    context.allow_unregistered_dialects(options.allow_unregistered);
    for (name, text) in &options.irdl {
        load_irdl(&context, name, text)?;
    }
    Ok(context)
}
