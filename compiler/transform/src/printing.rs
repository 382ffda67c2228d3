//! Printing the IR before and after passes, as MLIR does: to a stream, or to a tree of files.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tvmlike_ir::{Context, Equivalence, Op};
use tvmlike_text::{PrintOptions, print_op};

use crate::pass::{Observer, PassOutcome, ScheduledPass};

/// When the IR is printed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PrintWhen {
    /// Before each pass.
    pub before: bool,
    /// After each pass.
    pub after: bool,
    /// Before passes with these arguments.
    pub before_passes: Vec<String>,
    /// After passes with these arguments.
    pub after_passes: Vec<String>,
    /// After passes that changed the operation; narrows `after`.
    pub only_changed: bool,
    /// After passes that failed; narrows `after`.
    pub only_failed: bool,
}

impl PrintWhen {
    /// Whether something is printed.
    pub fn prints(&self) -> bool {
        self.before || self.after || !self.before_passes.is_empty() || !self.after_passes.is_empty()
    }
}

fn has(passes: &[String], pass: &ScheduledPass) -> bool {
    passes.iter().any(|each| **each == *pass.record().argument)
}

/// The text of an operation for reports; of one that cannot be printed, the reason.
pub fn shown_text(context: &Context, op: Op, options: &PrintOptions) -> String {
    let mut text = Vec::new();
    match print_op(context, op, options, &mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => format!("<cannot be printed: {error}>"),
    }
}

/// Takes what is printed.
pub type Output = Box<dyn Fn(&str) + Send + Sync>;

/// A file for each time that something is printed, in folders that are nested as the operations are.
struct FileTree {
    root: PathBuf,
    /// How often an operation was printed before.
    counts: Mutex<HashMap<Op, usize>>,
}

impl FileTree {
    /// The file for what is printed next: `ROOT/builtin_module_NAME/func_func_NAME/1_0_PASS.mlir`, with a number for each
    /// operation around: how often it was printed before.
    fn next_file(&self, context: &Context, pass: &ScheduledPass, op: Op) -> PathBuf {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.entry(op).and_modify(|count| *count += 1).or_default();
        let mut around: Vec<Op> = std::iter::successors(Some(op), |op| op.parent_op(context)).collect();
        around.reverse();
        let mut path = self.root.clone();
        let mut file = String::new();
        for op in around {
            let symbol = op
                .symbol_name(context)
                .map(|name| match std::str::from_utf8(name) {
                    Ok(text) => text.to_owned(),
                    Err(_) => name.escape_ascii().to_string(),
                });
            // A symbol can have characters that would lead to another folder.
            let folder = format!(
                "{}_{}",
                op.name(context).text(context),
                symbol.as_deref().unwrap_or("no-symbol-name")
            );
            path.push(folder.replacen('.', "_", 1).replace(['/', '\\', '\0'], "_"));
            // What is around counts as printed once from then on, as in MLIR.
            file.push_str(&format!("{}_", counts.entry(op).or_default()));
        }
        path.join(format!("{file}{}.mlir", pass.record().argument.replace('/', "_")))
    }

    fn print(&self, context: &Context, pass: &ScheduledPass, op: Op, text: &str) {
        let path = self.next_file(context, pass, op);
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = folder.and_then(|()| std::fs::write(&path, text)) {
            let message = format!("cannot write the IR to `{}`: {error}", path.display());
            let _ = op.emit_error(context, message).emit();
        }
    }
}

/// Prints the IR around passes.
pub struct IrPrinter {
    when: PrintWhen,
    /// Whether the outermost operation is printed, not the one that the pass runs on.
    module_scope: bool,
    options: PrintOptions,
    output: Output,
    /// Takes the place of the output.
    files: Option<FileTree>,
    /// The hashes of operations before a pass.
    hashes: Mutex<HashMap<Op, u64>>,
}

impl IrPrinter {
    /// A printer to an output.
    pub fn new(when: PrintWhen, module_scope: bool, options: PrintOptions, output: Output) -> Self {
        Self {
            when,
            module_scope,
            options,
            output,
            files: None,
            hashes: Mutex::default(),
        }
    }

    /// Prints to files in a folder, which is made if it does not exist, in the place of the output.
    #[must_use]
    pub fn to_files(mut self, root: Option<PathBuf>) -> Self {
        self.files = root.map(|root| FileTree {
            root,
            counts: Mutex::default(),
        });
        self
    }

    fn print(&self, context: &Context, pass: &ScheduledPass, op: Op, what: &str, end: &str) {
        let record = pass.record();
        let mut heading = format!(
            "// -----// IR Dump {what} {}{end} ({})",
            record.display, record.argument
        );
        let mut shown = op;
        if self.module_scope {
            heading.push_str(&format!(" ('{}' operation", op.name(context).text(context)));
            if let Some(name) = op.symbol_name(context) {
                heading.push_str(&format!(": @{}", String::from_utf8_lossy(name)));
            }
            heading.push(')');
            while let Some(parent) = shown.parent_op(context) {
                shown = parent;
            }
        }
        let text = shown_text(context, shown, &self.options);
        let text = format!("{heading} //----- //\n{text}\n\n");
        match &self.files {
            Some(files) => files.print(context, pass, op, &text),
            None => (self.output)(&text),
        }
    }
}

impl std::fmt::Debug for IrPrinter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IrPrinter")
            .field("when", &self.when)
            .finish_non_exhaustive()
    }
}

impl Observer for IrPrinter {
    fn before(&self, context: &Context, pass: &ScheduledPass, op: Op) {
        if self.when.before || has(&self.when.before_passes, pass) {
            self.print(context, pass, op, "Before", "");
        }
        if self.when.only_changed {
            let hash = op.structural_hash(context, Equivalence::NONE);
            self.hashes
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(op, hash);
        }
    }

    fn after(&self, context: &Context, pass: &ScheduledPass, op: Op, outcome: PassOutcome) {
        let before = self
            .hashes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&op);
        let failed = outcome == PassOutcome::Failed;
        let is_asked = self.when.after || has(&self.when.after_passes, pass);
        if !is_asked || (self.when.only_failed && !failed) {
            return;
        }
        let is_same = || before == Some(op.structural_hash(context, Equivalence::NONE));
        if self.when.only_changed && !failed && is_same() {
            return;
        }
        self.print(context, pass, op, "After", if failed { " Failed" } else { "" });
    }
}
