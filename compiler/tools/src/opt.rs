//! `tvmlike-opt`: reads MLIR, verifies it and prints it, with mlir-opt's options and exit codes.

mod input;
mod options;

use std::io::{Read, Write};
use std::sync::Arc;

use tvmlike_engine::llvm_ir::translate;
use tvmlike_engine::{Program, location_text};
use tvmlike_ir::Context;
use tvmlike_text::{ParseOptions, Parsed, PrintOptions, op_for_note, parse_source, print_top_level};

use crate::arguments::{self, Others};
use crate::diagnostics::Reporter;
use crate::expected::Expectations;
use crate::host::Host;
use crate::passes;
use crate::progress;
use crate::reproducer;
use crate::split::{self, Part};
use crate::stats::Stats;
use input::read;
pub(crate) use input::read_file;
use options::{Emit, FLAGS, Options};

/// Runs the tool. While a long input is read, a line on the terminal shows how far. Returns the exit code: 0 if everything was processed, else 1.
pub fn run(
    host: &'static dyn Host,
    arguments: impl IntoIterator<Item = String>,
    input: &mut dyn Read,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> i32 {
    match process(host, arguments, input, output, errors) {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(message) => {
            // Where errors cannot be written, the exit code is all that is left to say.
            let _ = writeln!(errors, "{message}");
            1
        }
    }
}

fn process(
    host: &'static dyn Host,
    arguments: impl IntoIterator<Item = String>,
    input: &mut dyn Read,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<bool, String> {
    let mut options = Options::new(host);
    let passes = Others {
        apply: &|options: &mut Options, name, value| options.passes.flag(name, value),
        names: &passes::names,
    };
    let files = arguments::parse_with("tvmlike-opt", FLAGS, &mut options, arguments, &passes)?;
    if let Some(text) = information(&options) {
        return output
            .write_all(text.as_bytes())
            .map(|()| true)
            .map_err(|error| error.to_string());
    }
    let (name, text) = read(&files, input)?;
    let mut printed = Vec::new();
    let mut reports = String::new();
    let good = process_text(&options, &name, &text, &mut printed, &mut reports);
    errors
        .write_all(reports.as_bytes())
        .map_err(|error| error.to_string())?;
    match &options.output {
        // As in mlir-opt, there is no file of a run that failed, nor an old one. Devices and links stay.
        Some(path) if !good => {
            if std::fs::symlink_metadata(path).is_ok_and(|file| file.is_file()) {
                std::fs::remove_file(path)
                    .map_err(|error| format!("cannot remove output file '{path}': {error}"))?;
            }
        }
        Some(path) => std::fs::write(path, &printed)
            .map_err(|error| format!("cannot open output file '{path}': {error}"))?,
        None => output
            .write_all(&printed)
            .and_then(|()| output.flush())
            .map_err(|error| format!("cannot write the output: {error}"))?,
    }
    Ok(good)
}

/// What options ask for instead of a run.
fn information(options: &Options) -> Option<String> {
    Some(match options {
        Options { help: true, .. } => arguments::help("tvmlike-opt [options] <input file>", FLAGS),
        Options { version: true, .. } => format!("tvmlike-opt {}\n", env!("CARGO_PKG_VERSION")),
        Options {
            show_dialects: true, ..
        } => {
            let names = tvmlike_dialects::names().collect::<Vec<_>>().join(",");
            format!("Available Dialects: {names}\n")
        }
        Options {
            list_passes: true, ..
        } => passes::list(),
        _ => return options.dump_op.clone(),
    })
}

fn process_text(
    options: &Options,
    name: &str,
    text: &Arc<Vec<u8>>,
    printed: &mut Vec<u8>,
    reports: &mut String,
) -> bool {
    let Some(marker) = &options.split else {
        return process_part(options, name, Part::whole(text), text, printed, reports);
    };
    let mut good = true;
    for (index, part) in split::split(text, marker).into_iter().enumerate() {
        if index > 0 {
            printed.extend_from_slice(options.output_split.as_bytes());
            printed.push(b'\n');
        }
        good &= process_part(options, name, part, text, printed, reports);
    }
    good
}

/// Processes a part of a text in a context of its own.
fn process_part(
    options: &Options,
    name: &str,
    part: Part,
    text: &Arc<Vec<u8>>,
    printed: &mut Vec<u8>,
    reports: &mut String,
) -> bool {
    let mut good = false;
    options.host.with_context(&mut |context| {
        good = process_in(context, options, name, part, text, printed, reports);
    });
    good
}

fn process_in(
    context: &Context,
    options: &Options,
    name: &str,
    part: Part,
    text: &Arc<Vec<u8>>,
    printed: &mut Vec<u8>,
    reports: &mut String,
) -> bool {
    context.allow_unregistered_dialects(options.allow_unregistered);
    // As in mlir-opt, comments need not expect the note with the operation.
    if !options.verify_diagnostics {
        context.set_diagnostic_printer(Some(op_for_note));
    }
    let reporter = Arc::new(Reporter::new(name, text, part));
    let handler = Arc::clone(&reporter);
    context.attach_diagnostic_handler(move |context, diagnostic| {
        handler.take(context, diagnostic);
        true
    });
    for (file, text) in &options.irdl {
        if let Err(errors) = load_irdl(context, file, text) {
            reports.push_str(&errors);
            return false;
        }
    }
    let parsed = parse(context, options, name, text, part);
    let parsed = parsed.and_then(|parsed| run_passes(context, options, parsed, reports));
    let mut good = parsed.is_some();
    if options.verify_diagnostics {
        let expectations = Expectations::read(name, text, part);
        let failures = expectations.compare(name, &reporter.taken());
        good = failures.is_empty();
        reports.push_str(&failures);
    } else {
        reports.push_str(&reporter.text());
    }
    let Some(Parsed { op: root, external }) = parsed else {
        return good;
    };
    match options.emit {
        Emit::Text => {
            // What was read is valid.
            let print = PrintOptions {
                assume_verified: true,
                ..options.print.clone()
            };
            let start = printed.len();
            match print_top_level(context, root, &external, &print, printed) {
                Ok(()) => printed.push(b'\n'),
                Err(error) => {
                    printed.truncate(start);
                    reports.push_str(&format!("{name}: error: {error}\n"));
                    good = false;
                }
            }
        }
        Emit::LlvmIr => match Program::read(context, root)
            .and_then(|program| translate(&program, options.print.debug_info))
        {
            Ok(text) => printed.extend_from_slice(text.as_bytes()),
            Err(error) => {
                let place = error
                    .location
                    .map(|location| format!("{}: ", location_text(context, location)));
                let place = place.unwrap_or_else(|| format!("{name}: "));
                reports.push_str(&format!("{place}error: {error}\n"));
                good = false;
            }
        },
        Emit::StatsJson => printed.extend_from_slice(Stats::of(context, root).json().as_bytes()),
        Emit::Stats => printed.extend_from_slice(Stats::of(context, root).to_string().as_bytes()),
    }
    good
}

/// Runs the passes of the command line, or those of a reproducer, on what was read; `None`: one failed.
fn run_passes(
    context: &Context,
    options: &Options,
    mut parsed: Parsed,
    reports: &mut String,
) -> Option<Parsed> {
    let mut passes = std::borrow::Cow::Borrowed(&options.passes);
    if options.run_reproducer {
        match reproducer::take(&mut parsed.external) {
            Ok(Some(recipe)) => passes.to_mut().take_recipe(recipe),
            Ok(None) => {}
            Err(error) => {
                reports.push_str(&format!("<unknown>:0: error: {error}\n"));
                return None;
            }
        }
    }
    passes
        .run(context, parsed.op, &options.print, reports)
        .then_some(parsed)
}

/// Makes a context know the dialects of a file; the error has the diagnostics.
pub(crate) fn load_irdl(context: &Context, name: &str, text: &Arc<Vec<u8>>) -> Result<(), String> {
    let (loaded, diagnostics) = context.capture_diagnostics(|| {
        let parsed = {
            let mut edit = context.exclusive().expect("a new context is not in use");
            parse_source(&mut edit, name, text, &ParseOptions::default()).ok()
        };
        let loaded = parsed.map(|parsed| tvmlike_dialects::load_irdl(context, parsed.op));
        if let Some(Err(error)) = &loaded {
            context.emit_error(error.location, error.message.clone()).emit();
        }
        matches!(loaded, Some(Ok(())))
    });
    if loaded {
        return Ok(());
    }
    let reporter = Reporter::new(name, text, Part::whole(text));
    for diagnostic in &diagnostics {
        reporter.take(context, diagnostic);
    }
    Err(reporter.text())
}

fn parse(context: &Context, options: &Options, name: &str, text: &[u8], part: Part) -> Option<Parsed> {
    let mut edit = context.exclusive().expect("a new context is not in use");
    let text = &text[part.start..part.end];
    progress::watch(text.len(), |progress| {
        let parse = ParseOptions {
            single_operation: options.no_implicit_module,
            skip_verification: options.skip_verification,
            // A text of one part is no part.
            begin: (part.start > 0).then_some((part.line as u32, part.column as u32)),
            progress,
            ..ParseOptions::default()
        };
        parse_source(&mut edit, name, text, &parse).ok()
    })
}
