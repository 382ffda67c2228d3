//! `tvmlike-opt`: reads MLIR, verifies it and prints it, with mlir-opt's options and exit codes.

use std::io::{Read, Write};
use std::sync::Arc;

use tvmlike_define::{describe_dialect, describe_operation};
use tvmlike_ir::Context;
use tvmlike_text::{ParseOptions, Parsed, PrintOptions, op_for_note, parse_source, print_top_level};
use tvmlike_transform::Display;

use crate::arguments::{self, Flag, boolean, number, switch};
use crate::diagnostics::Reporter;
use crate::expected::Expectations;
use crate::passes::{self, Passes};
use crate::progress;
use crate::reproducer;
use crate::split::{self, MARKER, Part};
use crate::stats::Stats;

/// What to do with what was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Emit {
    Text,
    Stats,
    StatsJson,
}

struct Options {
    print: PrintOptions,
    output: Option<String>,
    allow_unregistered: bool,
    split: Option<String>,
    output_split: String,
    /// Names and texts of files with dialects in IRDL.
    irdl: Vec<(String, Arc<Vec<u8>>)>,
    verify_diagnostics: bool,
    no_implicit_module: bool,
    skip_verification: bool,
    passes: Passes,
    emit: Emit,
    help: bool,
    version: bool,
    show_dialects: bool,
    list_passes: bool,
    run_reproducer: bool,
    /// What to describe.
    dump_op: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            print: PrintOptions::default(),
            output: None,
            allow_unregistered: false,
            split: None,
            output_split: MARKER.to_owned(),
            irdl: Vec::new(),
            verify_diagnostics: false,
            no_implicit_module: false,
            skip_verification: false,
            passes: Passes::default(),
            emit: Emit::Text,
            help: false,
            version: false,
            show_dialects: false,
            list_passes: false,
            run_reproducer: false,
            dump_op: None,
        }
    }
}

/// The limit of an option in which a negative number is none.
fn limit(value: &str) -> Result<Option<usize>, String> {
    Ok(usize::try_from(number(value)?).ok())
}

/// Reads how a report is shown.
fn display(value: &str, tree: &str) -> Result<Display, String> {
    match value {
        "list" => Ok(Display::List),
        value if value == tree => Ok(Display::Tree),
        _ => Err(format!("Cannot find option named '{value}'!")),
    }
}

const FLAGS: &[Flag<Options>] = &[
    Flag {
        name: "o",
        value: "filename",
        help: "Output file; - is the standard output",
        apply: |options, value| {
            options.output = (value != "-").then(|| value.to_owned());
            Ok(())
        },
    },
    switch!(
        "allow-unregistered-dialect",
        "Allow operations of dialects that are not registered",
        allow_unregistered
    ),
    Flag {
        name: "irdl-file",
        value: "filename",
        help: "Register the dialects that a file defines in IRDL before the input is read",
        apply: |options, value| {
            options.irdl.push((value.to_owned(), read_file(value)?));
            Ok(())
        },
    },
    Flag {
        name: "split-input-file",
        value: "",
        help: "Split the input at lines with the marker (`// -----`) and process each part by itself",
        apply: |options, value| {
            options.split = Some(if value.is_empty() { MARKER } else { value }.to_owned());
            Ok(())
        },
    },
    Flag {
        name: "output-split-marker",
        value: "string",
        help: "The marker between the parts of the output",
        apply: |options, value| {
            value.clone_into(&mut options.output_split);
            Ok(())
        },
    },
    switch!(
        "verify-diagnostics",
        "Compare the diagnostics with the comments `// expected-error {{…}}`",
        verify_diagnostics
    ),
    switch!(
        "mlir-very-unsafe-disable-verifier-on-parsing",
        "Do not verify what is read",
        skip_verification
    ),
    Flag {
        name: "verify-each",
        value: "",
        help: "Verify after each pass",
        apply: |options, value| {
            options.passes.verify_each = boolean(value)?;
            Ok(())
        },
    },
    Flag {
        name: "pass-pipeline",
        value: "string",
        help: "Run passes: builtin.module(func.func(canonicalize,cse))",
        apply: |options, value| {
            options.passes.pipeline = Some(value.to_owned());
            Ok(())
        },
    },
    switch!(
        "dump-pass-pipeline",
        "Print the passes before they run",
        passes.dump
    ),
    switch!("list-passes", "Print the passes with their options", list_passes),
    switch!(
        "mlir-print-ir-before-all",
        "Print the IR before each pass",
        passes.print.before
    ),
    switch!(
        "mlir-print-ir-after-all",
        "Print the IR after each pass",
        passes.print.after
    ),
    switch!(
        "mlir-print-ir-after-change",
        "With --mlir-print-ir-after-all: only after passes that changed it",
        passes.print.only_changed
    ),
    Flag {
        name: "mlir-print-ir-after-failure",
        value: "",
        help: "Print the IR after a pass that failed",
        apply: |options, value| {
            options.passes.print.only_failed = boolean(value)?;
            options.passes.print.after |= options.passes.print.only_failed;
            Ok(())
        },
    },
    switch!(
        "mlir-print-ir-module-scope",
        "Print the whole module, not only what the pass runs on",
        passes.module_scope
    ),
    Flag {
        name: "mlir-generate-reproducer",
        value: "filename",
        help: "Write a module with the passes that run on it, before they run",
        apply: |options, value| {
            options.passes.reproducer = Some(value.to_owned());
            Ok(())
        },
    },
    Flag {
        name: "mlir-pass-pipeline-crash-reproducer",
        value: "filename",
        help: "Write a module with the passes that run on it, if one fails",
        apply: |options, value| {
            options.passes.failure_reproducer = Some(value.to_owned());
            Ok(())
        },
    },
    switch!(
        "run-reproducer",
        "Run the passes that a reproducer has",
        run_reproducer
    ),
    switch!("mlir-timing", "Report the time of each pass", passes.timing),
    Flag {
        name: "mlir-timing-display",
        value: "tree|list",
        help: "How the time is shown",
        apply: |options, value| {
            options.passes.timing_display = display(value, "tree")?;
            Ok(())
        },
    },
    switch!(
        "mlir-pass-statistics",
        "Report what the passes have counted",
        passes.statistics
    ),
    Flag {
        name: "mlir-pass-statistics-display",
        value: "pipeline|list",
        help: "How the counts are shown",
        apply: |options, value| {
            options.passes.statistics_display = display(value, "pipeline")?;
            Ok(())
        },
    },
    switch!(
        "mlir-disable-threading",
        "Run all passes on one thread",
        passes.no_threads
    ),
    switch!(
        "no-implicit-module",
        "Require one operation at the top of the input",
        no_implicit_module
    ),
    Flag {
        name: "emit",
        value: "mlir|stats|stats-json",
        help: "Print the module, or an overview of it, as text or as a line of JSON",
        apply: |options, value| {
            options.emit = match value {
                "mlir" => Emit::Text,
                "stats" => Emit::Stats,
                "stats-json" => Emit::StatsJson,
                _ => {
                    return Err(format!(
                        "'{value}' is unknown: expected mlir, stats or stats-json"
                    ));
                }
            };
            Ok(())
        },
    },
    switch!(
        "mlir-print-op-generic",
        "Print operations in generic form",
        print.generic
    ),
    switch!("mlir-print-debuginfo", "Print locations", print.debug_info),
    switch!(
        "mlir-pretty-debuginfo",
        "Print locations in a form for people",
        print.pretty_debug_info
    ),
    switch!(
        "mlir-print-local-scope",
        "Print without aliases",
        print.local_scope
    ),
    switch!(
        "mlir-print-assume-verified",
        "Accepted for mlir-opt's sake: printing never verifies",
        print.assume_verified
    ),
    switch!("mlir-print-skip-regions", "Print no regions", print.skip_regions),
    switch!(
        "mlir-print-unique-ssa-ids",
        "Print names of values that are unique over the whole text",
        print.unique_ssa_ids
    ),
    switch!(
        "mlir-print-value-users",
        "Print the users of values in comments",
        print.value_users
    ),
    switch!(
        "mlir-use-nameloc-as-prefix",
        "Name values after their locations",
        print.name_loc_as_prefix
    ),
    Flag {
        name: "mlir-elide-elementsattrs-if-larger",
        value: "number",
        help: "Elide elements attributes with more elements",
        apply: |options, value| {
            options.print.elide_elements_above = limit(value)?;
            Ok(())
        },
    },
    Flag {
        name: "mlir-print-elementsattrs-with-hex-if-larger",
        value: "number",
        help: "Print elements attributes with more elements as hexadecimal strings; -1 for none",
        apply: |options, value| {
            options.print.hex_elements_above = limit(value)?;
            Ok(())
        },
    },
    Flag {
        name: "mlir-elide-resource-strings-if-larger",
        value: "number",
        help: "Elide resources whose text is longer",
        apply: |options, value| {
            options.print.elide_resources_above = limit(value)?;
            Ok(())
        },
    },
    switch!("show-dialects", "Print the names of the dialects", show_dialects),
    Flag {
        name: "dump-op",
        value: "name",
        help: "Describe an operation, such as arith.addi; for a dialect, print a page in Markdown",
        apply: |options, value| {
            options.dump_op = Some(describe(value)?);
            Ok(())
        },
    },
    switch!("help", "Print this", help),
    switch!("version", "Print the version", version),
];

/// Runs the tool. While a long input is read, a line on the terminal shows how far. Returns the exit code: 0 if everything was processed, else 1.
pub fn run(
    arguments: impl IntoIterator<Item = String>,
    input: &mut dyn Read,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> i32 {
    match process(arguments, input, output, errors) {
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
    arguments: impl IntoIterator<Item = String>,
    input: &mut dyn Read,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<bool, String> {
    let mut options = Options::default();
    let other = |options: &mut Options, name: &str, value: Option<&str>| options.passes.flag(name, value);
    let files = arguments::parse_with("tvmlike-opt", FLAGS, &mut options, arguments, &other)?;
    if options.help {
        let text = arguments::help("tvmlike-opt [options] <input file>", FLAGS);
        return output
            .write_all(text.as_bytes())
            .map(|()| true)
            .map_err(|error| error.to_string());
    }
    if options.version {
        return writeln!(output, "tvmlike-opt {}", env!("CARGO_PKG_VERSION"))
            .map(|()| true)
            .map_err(|error| error.to_string());
    }
    if options.show_dialects {
        let names = tvmlike_dialects::names().collect::<Vec<_>>().join(",");
        return writeln!(output, "Available Dialects: {names}")
            .map(|()| true)
            .map_err(|error| error.to_string());
    }
    if options.list_passes {
        return output
            .write_all(passes::list().as_bytes())
            .map(|()| true)
            .map_err(|error| error.to_string());
    }
    if let Some(text) = &options.dump_op {
        return output
            .write_all(text.as_bytes())
            .map(|()| true)
            .map_err(|error| error.to_string());
    }
    let (name, text) = read(&files, input)?;
    let text = Arc::new(text);
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

/// The description of an operation or of a dialect.
fn describe(name: &str) -> Result<String, String> {
    let (dialect, is_dialect) = match name.split_once('.') {
        Some((dialect, _)) => (dialect, false),
        None => (name, true),
    };
    let Some(record) = tvmlike_dialects::record(dialect) else {
        return Err(tvmlike_dialects::LoadError::NotFound(dialect.to_owned()).to_string());
    };
    if is_dialect {
        return Ok(describe_dialect(record));
    }
    match record.operations.iter().find(|each| *each.name == *name) {
        Some(op) => Ok(describe_operation(record, op)),
        None => {
            let names = record.operations.iter().map(|each| &*each.name);
            Err(format!(
                "'{name}' is no operation{}",
                arguments::near(name, names)
            ))
        }
    }
}

/// The contents of a file.
pub(crate) fn read_file(path: &str) -> Result<Arc<Vec<u8>>, String> {
    match std::fs::read(path) {
        Ok(text) => Ok(Arc::new(text)),
        Err(error) => Err(format!("cannot open input file '{path}': {}", reason(&error))),
    }
}

fn read(files: &[String], input: &mut dyn Read) -> Result<(String, Vec<u8>), String> {
    let mut text = Vec::new();
    match files {
        [] => {}
        [file] if file == "-" => {}
        [file] => {
            let text = std::fs::read(file)
                .map_err(|error| format!("cannot open input file '{file}': {}", reason(&error)))?;
            return Ok((file.clone(), text));
        }
        _ => {
            return Err(
                "tvmlike-opt: Too many positional arguments specified!\nCan specify at most 1 positional \
                        arguments: See: tvmlike-opt --help"
                    .to_owned(),
            );
        }
    }
    input
        .read_to_end(&mut text)
        .map_err(|error| format!("cannot read the standard input: {error}"))?;
    Ok(("<stdin>".to_owned(), text))
}

/// The system's reason, without the number that Rust appends.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
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
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
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
        if let Err(errors) = load_irdl(&context, file, text) {
            reports.push_str(&errors);
            return false;
        }
    }
    let parsed = parse(&context, options, name, text, part);
    let parsed = parsed.and_then(|parsed| run_passes(&context, options, parsed, reports));
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
            match print_top_level(&context, root, &external, &print, printed) {
                Ok(()) => printed.push(b'\n'),
                Err(error) => {
                    printed.truncate(start);
                    reports.push_str(&format!("{name}: error: {error}\n"));
                    good = false;
                }
            }
        }
        Emit::StatsJson => printed.extend_from_slice(Stats::of(&context, root).json().as_bytes()),
        Emit::Stats => printed.extend_from_slice(Stats::of(&context, root).to_string().as_bytes()),
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
