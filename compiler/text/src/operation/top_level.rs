//! Printing whole texts, single operations, and operations within messages.

use tvmlike_ir::{Block, Context, Op, Traits, Value, ValueOwner};

use super::aliases::names_and_aliases;
use super::numbering::Numbering;
use super::print::{OperationPrinter, Place};
use crate::error::TooLarge;
use crate::metadata::ExternalResources;
use crate::options::PrintOptions;
use crate::printer::Printer;

/// The names of values and blocks in the text of an operation.
pub struct ValueNames<'c>(Numbering<'c>);

impl std::fmt::Debug for ValueNames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValueNames").finish_non_exhaustive()
    }
}

impl<'c> ValueNames<'c> {
    /// The names in an operation.
    pub fn new(context: &'c Context, root: Op, options: &PrintOptions) -> Self {
        Self(Numbering::new(context, root, options))
    }

    /// Appends the name of a value: `%0`, `%0#1`, `%arg0`.
    pub fn write(&self, out: &mut Vec<u8>, value: Value) {
        self.0.write_value(out, value, true);
    }

    /// Appends the name of a block: `^bb0`.
    pub fn write_block(&self, out: &mut Vec<u8>, block: Block) {
        self.0.write_block(out, block);
    }
}

/// Where an operation stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedPlace {
    /// The operation.
    pub op: Op,
    /// The line, from 1.
    pub line: u32,
    /// The number of spaces before it.
    pub indent: u32,
}

/// Appends an operation as [`print_op`] does. Returns where it and the operations in it stand; operations that a form leaves out
/// are not among them.
///
/// # Errors
/// As [`print_top_level`].
pub fn print_op_with_places(
    context: &Context,
    op: Op,
    options: &PrintOptions,
    out: &mut Vec<u8>,
) -> Result<Vec<PrintedPlace>, TooLarge> {
    let (begin, mut places) = (out.len(), Some(Vec::new()));
    print_one(context, op, options, out, &mut places)?;
    let (mut line, mut at) = (1, begin);
    let printed = places.into_iter().flatten().map(|place| {
        let lines = memchr::memchr_iter(b'\n', &out[at..place.offset]).count();
        line += u32::try_from(lines).unwrap_or(u32::MAX);
        at = place.offset;
        PrintedPlace {
            op: place.op,
            line,
            indent: u32::try_from(place.indent).unwrap_or(u32::MAX),
        }
    });
    Ok(printed.collect())
}

/// Appends an operation as the text of a file: definitions of aliases, the operation, file metadata, which contains the
/// resources of the context that the operation names and those in `external`.
///
/// If the operation does not verify, it is printed in generic form, as `mlir-opt` does;
/// [`PrintOptions::assume_verified`] skips the check. With [`PrintOptions::local_scope`] there are no aliases, no metadata
/// and no final newline.
///
/// # Errors
/// Something has more text than [`PrintOptions::most_nested_bytes`]. What was appended to `out` then is of no use.
pub fn print_top_level(
    context: &Context,
    root: Op,
    external: &ExternalResources,
    options: &PrintOptions,
    out: &mut Vec<u8>,
) -> Result<(), TooLarge> {
    print_file(context, root, external, options, out, &mut None)
}

/// As [`print_top_level`], with the places of operations if there is a list for them.
fn print_file(
    context: &Context,
    root: Op,
    external: &ExternalResources,
    options: &PrintOptions,
    out: &mut Vec<u8>,
    places: &mut Option<Vec<Place>>,
) -> Result<(), TooLarge> {
    let options = &adjusted(context, root, options);
    let mut printer = Printer::new(context, options.clone());
    let (mut numbering, aliases) = names_and_aliases(context, root, options);
    if let Some(scope) = options.numbered_in
        && scope != root
    {
        numbering = Numbering::new(context, scope, options);
    }
    printer.aliases = aliases;
    printer.print_alias_definitions(out, false);
    let mut printer =
        OperationPrinter::new(context, options.clone(), printer, numbering, std::mem::take(out));
    printer.places = places.take();
    printer.print_indented(root);
    *places = printer.places.take();
    *out = printer.out;
    if !options.local_scope {
        out.push(b'\n');
        printer.printer.print_alias_definitions(out, true);
        printer.printer.print_metadata(out, external);
    }
    printer.printer.finish()
}

/// The texts of operations in another one, with the names that values have in that, each without what is around it.
///
/// # Errors
/// As [`print_top_level`].
pub fn print_ops(
    context: &Context,
    root: Op,
    ops: &[Op],
    options: &PrintOptions,
) -> Result<Vec<Vec<u8>>, TooLarge> {
    let mut printer = inside(context, root, &adjusted(context, root, options), Vec::new());
    let texts = ops.iter().map(|op| {
        printer.print_indented(*op);
        std::mem::take(&mut printer.out)
    });
    let texts = texts.collect();
    printer.printer.finish()?;
    Ok(texts)
}

/// Appends an operation with the names that its values have in the outermost operation around it. A detached operation
/// is printed as by [`print_top_level`]; others without aliases, metadata and final newline.
///
/// # Errors
/// As [`print_top_level`].
pub fn print_op(
    context: &Context,
    op: Op,
    options: &PrintOptions,
    out: &mut Vec<u8>,
) -> Result<(), TooLarge> {
    print_one(context, op, options, out, &mut None)
}

/// As [`print_op`], with the places of operations if there is a list for them.
fn print_one(
    context: &Context,
    op: Op,
    options: &PrintOptions,
    out: &mut Vec<u8>,
    places: &mut Option<Vec<Place>>,
) -> Result<(), TooLarge> {
    if op.block(context).is_none() && !options.local_scope {
        return print_file(context, op, &ExternalResources::new(), options, out, places);
    }
    let mut printer = inside(context, op, &adjusted(context, op, options), std::mem::take(out));
    printer.places = places.take();
    printer.print_indented(op);
    *places = printer.places.take();
    *out = printer.out;
    printer.printer.finish()
}

/// Prints a block with its label within its surroundings, with the names that its values have there.
///
/// # Errors
/// As [`print_top_level`].
pub fn print_block(
    context: &Context,
    block: Block,
    options: &PrintOptions,
    out: &mut Vec<u8>,
) -> Result<(), TooLarge> {
    let Some(op) = block.parent_op(context) else {
        out.extend_from_slice(b"<<UNLINKED BLOCK>>\n");
        return Ok(());
    };
    let mut printer = inside(context, op, &adjusted(context, op, options), std::mem::take(out));
    printer.print_block(block, true);
    *out = printer.out;
    printer.printer.finish()
}

/// Prints the name that a value has in its surroundings: `%0`, `%0#1`, `%arg0`.
pub fn print_value_name(context: &Context, value: Value, options: &PrintOptions, out: &mut Vec<u8>) {
    let op = match value.owner(context) {
        ValueOwner::Result { op, .. } => Some(op),
        ValueOwner::Argument { block, .. } => block.parent_op(context),
    };
    let Some(op) = op else {
        return out.extend_from_slice(b"<<UNKNOWN SSA VALUE>>");
    };
    let numbering = Numbering::new(context, scope_of(context, op, options), options);
    numbering.write_value(out, value, true);
}

/// A printer of parts of an operation, without aliases.
fn inside<'c>(context: &'c Context, op: Op, options: &PrintOptions, out: Vec<u8>) -> OperationPrinter<'c> {
    let printer = Printer::new(context, options.clone());
    let numbering = Numbering::new(context, scope_of(context, op, options), options);
    OperationPrinter::new(context, options.clone(), printer, numbering, out)
}

fn scope_of(context: &Context, op: Op, options: &PrintOptions) -> Op {
    let scope = || numbering_scope(context, op, options.local_scope);
    options.numbered_in.unwrap_or_else(scope)
}

/// The operation in which the values of another one are numbered: the outermost one around it, or with `local_scope` the
/// closest one that is isolated from above.
pub fn numbering_scope(context: &Context, op: Op, local_scope: bool) -> Op {
    let mut root = op;
    while let Some(parent) = root.parent_op(context) {
        let isolated = root
            .info(context)
            .is_some_and(|info| info.traits().contains(Traits::ISOLATED_FROM_ABOVE));
        if local_scope && isolated {
            break;
        }
        root = parent;
    }
    root
}

/// The options for an operation whose text may have to be in generic form, because it is not valid.
fn adjusted(context: &Context, op: Op, options: &PrintOptions) -> PrintOptions {
    let mut options = options.clone();
    if !options.generic && !options.assume_verified {
        let (result, _) = context.capture_diagnostics(|| context.verify(op));
        options.generic = result.is_err();
    }
    options
}

/// Elements attributes with more elements are elided in messages.
const ELEMENTS_IN_MESSAGES: usize = 16;

/// The text of an operation for the note "see current operation" of diagnostics, in generic form. Set it with
/// [`Context::set_diagnostic_printer`].
pub fn op_for_note(context: &Context, op: Op) -> String {
    let options = PrintOptions {
        generic: true,
        local_scope: true,
        elide_elements_above: Some(ELEMENTS_IN_MESSAGES),
        ..PrintOptions::default()
    };
    let mut out = Vec::new();
    match print_op(context, op, &options, &mut out) {
        Ok(()) => String::from_utf8_lossy(&out).into_owned(),
        Err(error) => format!("<<{error}>>"),
    }
}
