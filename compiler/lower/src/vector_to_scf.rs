//! Transfers between memory and vectors of several dimensions, and those that are no loads and stores: loops and choices over
//! transfers of one dimension, or over elements.
//!
//! A dimension at a time is taken apart, the outermost first. Invariant: an index is checked where it can leave the memory, and the
//! mask where it is not passed on, so what is read and written is the same.

mod buffers;
mod choices;
mod elements;
mod permutations;
mod print;
mod transfer;
mod unroll;

use tvmlike_ir::{Op, Pattern, PatternSet, Rewriter};

pub(crate) use permutations::add_patterns as add_permutations;
use transfer::Transfer;

/// How transfers are lowered.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    /// Whether there is an operation for each part, not a loop over a buffer.
    pub(crate) unrolls: bool,
    /// The number of dimensions of vectors that stay.
    pub(crate) target_rank: usize,
    /// Whether transfers from and to tensors are lowered, too.
    pub(crate) lowers_tensors: bool,
}

/// A rewrite of a transfer under the options.
type Rewrite = fn(&mut Rewriter<'_, '_>, Op, Options) -> Option<()>;

/// A pattern with options.
struct Lowering {
    name: &'static str,
    root: &'static str,
    rewrite: Rewrite,
    options: Options,
}

impl Pattern for Lowering {
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Option<&str> {
        Some(self.root)
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        (self.rewrite)(rewriter, op, self.options)
    }
}

const READ: &str = "vector.transfer_read";
const WRITE: &str = "vector.transfer_write";

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut PatternSet, options: Options) {
    const UNROLLED: [(&str, &str, Rewrite); 2] = [
        ("UnrollTransferReadConversion", READ, unroll::read),
        ("UnrollTransferWriteConversion", WRITE, unroll::write),
    ];
    const BUFFERED: [(&str, &str, Rewrite); 4] = [
        ("PrepareTransferReadConversion", READ, buffers::prepare_read),
        ("PrepareTransferWriteConversion", WRITE, buffers::prepare_write),
        ("TransferOpConversion<TransferReadOp>", READ, buffers::unpack),
        ("TransferOpConversion<TransferWriteOp>", WRITE, buffers::unpack),
    ];
    const ONE_DIMENSION: [(&str, &str, Rewrite); 2] = [
        ("TransferOp1dConversion<TransferReadOp>", READ, elements::read),
        ("TransferOp1dConversion<TransferWriteOp>", WRITE, elements::write),
    ];
    permutations::add_folds(patterns);
    let mut add = |table: &[(&'static str, &'static str, Rewrite)]| {
        for (name, root, rewrite) in table {
            patterns.add(Lowering {
                name,
                root,
                rewrite: *rewrite,
                options,
            });
        }
    };
    match options.unrolls {
        true => add(&UNROLLED),
        false => add(&BUFFERED),
    }
    if options.target_rank == 1 {
        add(&ONE_DIMENSION);
    }
    patterns.add(print::PRINT);
}

/// A transfer whose outermost dimension is to be taken apart.
fn unpackable(rewriter: &Rewriter<'_, '_>, op: Op, options: Options) -> Option<Transfer> {
    let context = rewriter.context();
    let transfer = Transfer::of(context, op)?;
    let fits = transfer.sizes.len() > options.target_rank
        && (!transfer.is_tensor || options.lowers_tensors)
        && transfer.base.ty(context).element_type(context) == Some(transfer.element);
    fits.then_some(transfer)
}
