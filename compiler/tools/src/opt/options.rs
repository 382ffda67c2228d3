//! The options of `tvmlike-opt`, under mlir-opt's names.

use std::sync::Arc;

use tvmlike_define::{describe_dialect, describe_operation};
use tvmlike_text::PrintOptions;
use tvmlike_transform::{Display, TimeFormat, find_pass};

use super::input::read_file;
use crate::arguments::{self, Flag, boolean, number, switch};
use crate::host::Host;
use crate::passes::Passes;
use crate::split::MARKER;

/// What to do with what was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Emit {
    Text,
    LlvmIr,
    Stats,
    StatsJson,
}

/// The options of a run.
pub(super) struct Options {
    pub(super) host: &'static dyn Host,
    pub(super) print: PrintOptions,
    pub(super) output: Option<String>,
    pub(super) allow_unregistered: bool,
    pub(super) split: Option<String>,
    pub(super) output_split: String,
    /// Names and texts of files with dialects in IRDL.
    pub(super) irdl: Vec<(String, Arc<Vec<u8>>)>,
    pub(super) verify_diagnostics: bool,
    pub(super) no_implicit_module: bool,
    pub(super) skip_verification: bool,
    pub(super) passes: Passes,
    pub(super) emit: Emit,
    pub(super) help: bool,
    pub(super) version: bool,
    pub(super) show_dialects: bool,
    pub(super) list_passes: bool,
    pub(super) run_reproducer: bool,
    /// What to describe.
    pub(super) dump_op: Option<String>,
}

impl Options {
    pub(super) fn new(host: &'static dyn Host) -> Self {
        Self {
            host,
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

/// Adds the names of passes to a list.
fn passes(names: &str, list: &mut Vec<String>) -> Result<(), String> {
    for name in names.split(',') {
        if find_pass(name).is_none() {
            return Err(format!("Cannot find option named '{name}'!"));
        }
        list.push(name.to_owned());
    }
    Ok(())
}

/// Reads how a report is shown.
fn display(value: &str, tree: &str) -> Result<Display, String> {
    match value {
        "list" => Ok(Display::List),
        value if value == tree => Ok(Display::Tree),
        _ => Err(format!("Cannot find option named '{value}'!")),
    }
}

/// The flags that set them.
pub(super) const FLAGS: &[Flag<Options>] = &[
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
        name: "load-pass-plugin",
        value: "filename",
        help: "Load a plugin of tvmlike; the flags of its passes stand behind",
        apply: |options, value| options.host.load_plugin(value),
    },
    Flag {
        name: "load-dialect-plugin",
        value: "filename",
        help: "Load a plugin of tvmlike, before the input is read",
        apply: |options, value| options.host.load_plugin(value),
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
    Flag {
        name: "mlir-print-ir-before",
        value: "pass,...",
        help: "Print the IR before these passes",
        apply: |options, value| passes(value, &mut options.passes.print.before_passes),
    },
    Flag {
        name: "mlir-print-ir-after",
        value: "pass,...",
        help: "Print the IR after these passes",
        apply: |options, value| passes(value, &mut options.passes.print.after_passes),
    },
    switch!(
        "mlir-print-ir-after-change",
        "With --mlir-print-ir-after-all: only after passes that changed it",
        passes.print.only_changed
    ),
    switch!(
        "print-ir-diff",
        "Print the lines that each pass changes, in color on a terminal",
        passes.diff
    ),
    switch!(
        "progress",
        "Show on a terminal how many passes ran",
        passes.progress
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
        name: "mlir-print-ir-tree-dir",
        value: "folder",
        help: "Print the IR before and after passes to files in this folder",
        apply: |options, value| {
            options.passes.print_tree = Some(value.to_owned());
            Ok(())
        },
    },
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
        "mlir-pass-pipeline-local-reproducer",
        "With --mlir-pass-pipeline-crash-reproducer: only the pass that fails, and the module before it",
        passes.local_reproducer
    ),
    switch!(
        "run-reproducer",
        "Run the passes that a reproducer has",
        run_reproducer
    ),
    Flag {
        name: "report",
        value: "filename",
        help: "Write a page in HTML about the run of the passes: times, and what each one changed",
        apply: |options, value| {
            options.passes.report = Some(value.to_owned());
            Ok(())
        },
    },
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
    Flag {
        name: "mlir-output-format",
        value: "text|json",
        help: "How the time is written",
        apply: |options, value| {
            options.passes.timing_format = match value {
                "text" => TimeFormat::Text,
                "json" => TimeFormat::Json,
                _ => return Err(format!("Cannot find option named '{value}'!")),
            };
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
        value: "mlir|llvm-ir|stats|stats-json",
        help: "Print the module, as LLVM IR if it is in the llvm dialect, or an overview of it, as text or as a line of JSON",
        apply: |options, value| {
            options.emit = match value {
                "mlir" => Emit::Text,
                "llvm-ir" => Emit::LlvmIr,
                "stats" => Emit::Stats,
                "stats-json" => Emit::StatsJson,
                _ => {
                    return Err(format!(
                        "'{value}' is unknown: expected mlir, llvm-ir, stats or stats-json"
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
