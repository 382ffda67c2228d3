//! Rewriting operations on tensors to those on memrefs, inner ones first.
//!
//! Between rewritten operations and the others, `bufferization.to_tensor` and `to_buffer` convert; pairs of them are folded
//! in the end. Invariant: after a run without an error, nothing but these conversions has tensors, unless options allow it.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Context, DYNAMIC, Exclusive, Failure, InsertionPoint, Listener, Location, Op, Rewriter, Type, Value,
    WalkOrder, WalkResult,
};

use super::analysis::State;
use super::copies::behind;
use super::globals::Globals;
use super::kinds::{Kind, kind};
use super::signatures::signature;
use super::types::can_cast;
use super::values::is_tensor;
use crate::make::{Make, build, index_constant, integer};

/// What happened to operations.
#[derive(Default)]
struct Log {
    erased: HashSet<Op>,
    to_buffers: Vec<Op>,
    added: Vec<Op>,
}

struct Watch(Rc<RefCell<Log>>);

impl Listener for Watch {
    fn op_inserted(&mut self, context: &Context, op: Op, from: Option<InsertionPoint>) {
        if from.is_some() {
            return;
        }
        let mut log = self.0.borrow_mut();
        log.erased.remove(&op);
        match kind(context, op) {
            Some(Kind::ToBuffer) => log.to_buffers.push(op),
            Some(Kind::ToTensor) => {}
            _ if has_tensors(context, op) => log.added.push(op),
            _ => {}
        }
    }

    fn op_erased(&mut self, _: &Context, op: Op) {
        self.0.borrow_mut().erased.insert(op);
    }
}

/// Whether an operation has operands, results or arguments of regions that are tensors, or is a function of tensors.
pub(super) fn has_tensors(context: &Context, op: Op) -> bool {
    let is_value = |value: Value| is_tensor(context, value.ty(context));
    let mut blocks = op.regions(context).flat_map(|region| region.blocks(context));
    if op.operands(context).any(is_value)
        || op.results(context).any(is_value)
        || blocks.any(|block| block.arguments(context).any(is_value))
    {
        return true;
    }
    op.is_named(context, "func.func")
        && signature(context, op).is_some_and(|(inputs, results)| {
            let mut all = inputs.into_iter().chain(results);
            all.any(|ty| is_tensor(context, ty))
        })
}

/// Rewrites operations.
pub(super) struct Bufferizer<'b, 'e, 'c> {
    pub(super) rewriter: Rewriter<'e, 'c>,
    pub(super) state: &'b State<'b>,
    /// The symbols of modules with constants.
    pub(super) globals: HashMap<Op, Globals>,
    /// Whether the error of a type is not yet followed by that of the operation that needs it.
    is_rejected: Cell<bool>,
}

/// Bufferizes an operation and everything in it.
///
/// # Errors
/// An operation cannot be bufferized; the error was emitted.
pub(super) fn run(edit: &mut Exclusive<'_>, state: &State<'_>, root: Op) -> Result<(), Failure> {
    let context = state.context;
    let mut work = Vec::new();
    let mut log = Log::default();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if allows(state, op) && has_tensors(context, op) {
            work.push(op);
        }
        if kind(context, op) == Some(Kind::ToBuffer) {
            log.to_buffers.push(op);
        }
        WalkResult::Advance
    });
    let log = Rc::new(RefCell::new(log));
    let mut watch = Watch(Rc::clone(&log));
    let mut bufferizer = Bufferizer {
        rewriter: Rewriter::with_listener(edit, &mut watch),
        state,
        globals: HashMap::new(),
        is_rejected: Cell::new(false),
    };
    let mut next = 0;
    while let Some(op) = work.get(next).copied() {
        next += 1;
        let is_erased = log.borrow().erased.contains(&op);
        if is_erased || !has_tensors(context, op) {
            continue;
        }
        let Some(kind) = state.kind(op) else {
            continue;
        };
        if kind != Kind::Func
            && op
                .regions(context)
                .any(|region| region.blocks(context).nth(1).is_some())
        {
            let message = "op or BufferizableOpInterface implementation does not support unstructured control flow, \
                           but at least one region has multiple blocks";
            return Err(op.emit_op_error(context, message).emit());
        }
        bufferizer.rewriter.set_before(op);
        if let Err(failure) = bufferizer.bufferize(op, kind) {
            return Err(match bufferizer.is_rejected.get() {
                true => op.emit_error(context, "failed to bufferize op").emit(),
                false => failure,
            });
        }
        let added = std::mem::take(&mut log.borrow_mut().added);
        work.extend(added.into_iter().filter(|op| allows(state, *op)));
    }
    let to_buffers = std::mem::take(&mut log.borrow_mut().to_buffers);
    for op in to_buffers {
        let is_erased = log.borrow().erased.contains(&op);
        if !is_erased {
            bufferizer.fold_pair(op);
        }
    }
    erase_unused(&mut bufferizer.rewriter, root);
    if state.options.allow_unknown_ops {
        return Ok(());
    }
    let log = log.borrow();
    for op in work {
        let is_converted = log.erased.contains(&op) || !has_tensors(context, op);
        if is_converted || is_unused(context, op) && op.is_memory_effect_free(context) {
            continue;
        }
        if matches!(kind(context, op), Some(Kind::ToBuffer | Kind::ToTensor)) {
            continue;
        }
        return Err(op.emit_error(context, "op was not bufferized").emit());
    }
    Ok(())
}

fn allows(state: &State<'_>, op: Op) -> bool {
    state.options.allows(state.context, op)
}

fn is_unused(context: &Context, op: Op) -> bool {
    op.results(context).all(|value| !value.has_uses(context))
}

/// Erases conversions to tensors that nothing uses.
fn erase_unused(rewriter: &mut Rewriter<'_, '_>, root: Op) {
    let context = rewriter.context();
    let mut unused = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if op.is_named(context, "bufferization.to_tensor") && is_unused(context, op) {
            unused.push(op);
        }
        WalkResult::Advance
    });
    for op in unused {
        rewriter.erase_op(op);
    }
}

impl<'c> Bufferizer<'_, '_, 'c> {
    pub(super) fn context(&self) -> &'c Context {
        self.rewriter.context()
    }

    /// The memref that a value becomes.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn buffer_type(&self, value: Value) -> Result<Type, Failure> {
        let context = self.context();
        self.state.buffer_type(value).ok_or_else(|| {
            if let Some(failure) = self.state.rejected() {
                self.is_rejected.set(true);
                return failure;
            }
            let place = self.state.place(value);
            let message = "failed to compute the type of a buffer";
            place.map_or_else(
                || context.emit_error(value.location(context), message).emit(),
                |op| op.emit_error(context, message).emit(),
            )
        })
    }

    /// The memref with the contents of a tensor.
    ///
    /// # Errors
    /// As [`buffer_type`](Self::buffer_type).
    pub(super) fn buffer(&mut self, value: Value) -> Result<Value, Failure> {
        let context = self.context();
        if let Some(op) = value.defining_op(context)
            && op.is_named(context, "bufferization.to_tensor")
            && let Some(buffer) = op.operand(context, 0)
        {
            return Ok(buffer);
        }
        let ty = self.buffer_type(value)?;
        let location = value.location(context);
        let place = behind(context, value);
        Ok(self.rewriter.at(place, |rewriter| {
            Make::new("bufferization.to_buffer", &[value], &[ty]).value(rewriter, location)
        }))
    }

    /// Replaces an operation: results that are tensors by conversions of memrefs.
    pub(super) fn replace(&mut self, op: Op, values: &[Value]) {
        let context = self.context();
        let mut all = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let Some(result) = op.result(context, index) else {
                continue;
            };
            self.rewriter.set_after(op);
            let ty = result.ty(context);
            all.push(match is_tensor(context, ty) {
                true => Make::new("bufferization.to_tensor", &[*value], &[ty])
                    .value(&mut self.rewriter, value.location(context)),
                false => *value,
            });
        }
        self.rewriter.replace_op(op, &all);
    }

    /// A memref with another type, by a cast.
    pub(super) fn cast(&mut self, value: Value, ty: Type) -> Value {
        let context = self.context();
        match value.ty(context) == ty {
            true => value,
            false => {
                Make::new("memref.cast", &[value], &[ty]).value(&mut self.rewriter, value.location(context))
            }
        }
    }

    /// A memref with another type: by a cast, or by a copy if a cast can fail.
    pub(super) fn cast_or_copy(&mut self, value: Value, ty: Type) -> Value {
        let context = self.context();
        let from = value.ty(context);
        let is_ranked = from.rank(context).is_some() && ty.rank(context).is_some();
        if from == ty || !is_ranked || can_cast(context, from, ty) {
            return self.cast(value, ty);
        }
        let location = value.location(context);
        let shape = ty.shape(context).map(|shape| shape.to_vec()).unwrap_or_default();
        let sizes: Vec<Value> = (0..shape.len())
            .filter(|dim| shape[*dim] == DYNAMIC)
            .map(|dim| self.dim(value, dim, location))
            .collect();
        let copy = self.allocate(ty, &sizes, location);
        self.copy(value, copy, location);
        copy
    }

    /// The size of a dimension of a memref.
    pub(super) fn dim(&mut self, value: Value, dim: usize, location: Location) -> Value {
        let index = self.context().index_type();
        let dim = index_constant(&mut self.rewriter, location, dim as i64);
        Make::new("memref.dim", &[value, dim], &[index]).value(&mut self.rewriter, location)
    }

    /// Allocates memory.
    pub(super) fn allocate(&mut self, ty: Type, sizes: &[Value], location: Location) -> Value {
        let context = self.context();
        let mut op = OpBuilder::new("memref.alloc")
            .operand("dynamicSizes", sizes.iter().copied())
            .operand("symbolOperands", [])
            .result("memref", [ty]);
        if self.state.options.alignment != 0 {
            op = op.attribute(
                "alignment",
                integer(context, context.i64(), self.state.options.alignment as i64),
            );
        }
        let made = build(&mut self.rewriter, op, location);
        made.result(context, 0).expect("an allocation has a result")
    }

    /// Copies memory.
    pub(super) fn copy(&mut self, from: Value, to: Value, location: Location) {
        Make::new("memref.copy", &[from, to], &[]).at(&mut self.rewriter, location);
    }

    /// Replaces a conversion of a conversion by its operand.
    fn fold_pair(&mut self, op: Op) {
        let context = self.context();
        let (Some(tensor), Some(result)) = (op.operand(context, 0), op.result(context, 0)) else {
            return;
        };
        let Some(inner) = tensor.defining_op(context) else {
            return;
        };
        if !inner.is_named(context, "bufferization.to_tensor") {
            return;
        }
        if let Some(buffer) = inner.operand(context, 0) {
            self.rewriter.set_before(op);
            let value = self.cast_or_copy(buffer, result.ty(context));
            self.rewriter.replace_op(op, &[value]);
        }
    }
}
