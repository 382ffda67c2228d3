//! What is known of each operation on tensors: what it reads, writes and allocates, and which results are in the memory of
//! which operands.
//!
//! Invariant: a rule of an operation depends on the operation, its regions, and the decisions made so far; nothing else.

use std::rc::Rc;

use tvmlike_ir::{Context, Op, TypeKind, Value};

use super::analysis::State;
use super::kinds::{Kind, inputs, kind};
use super::values::{
    Alias, Use, argument, argument_attribute, copy_of, is_tensor, owner, position, terminator,
};
use super::vectors::overwrites_all;
use crate::make::property;
use crate::number;
use crate::strided_metadata::{Number, mixed};

impl State<'_> {
    /// The kind of an operation that may be bufferized.
    pub(super) fn kind(&self, op: Op) -> Option<Kind> {
        let context = self.context;
        let find = || self.options.allows(context, op).then(|| kind(context, op))?;
        self.memo.of(|memo| &memo.kinds, op, find)
    }

    /// Whether the memory of an operand is read by its operation.
    pub(super) fn reads(&self, at: Use) -> bool {
        self.memo.of(|memo| &memo.reads, at, || self.find_reads(at))
    }

    fn find_reads(&self, (op, index): Use) -> bool {
        let context = self.context;
        match self.kind(op) {
            None => true,
            Some(kind) => match kind {
                Kind::Cast
                | Kind::Dim
                | Kind::ExpandShape
                | Kind::ExtractSlice
                | Kind::Rank
                | Kind::Select => false,
                Kind::DeallocTensor => false,
                Kind::Destination => self.payload_uses(op, index),
                Kind::For => {
                    // Without an iteration, the result is what the loop gets.
                    self.may_be_empty(op)
                        || argument(context, op, 0, index - 2).is_some_and(|value| self.is_read(value))
                }
                Kind::InsertSlice => index == 0 || !self.overwrites_all(op),
                Kind::ParallelInsertSlice => index == 0,
                Kind::Materialize => index == 0,
                Kind::Reshape => index == 1,
                Kind::VectorWrite => !overwrites_all(context, op),
                Kind::Call => self.callee(op).is_none_or(|callee| callee.read.contains(&index)),
                _ => true,
            },
        }
    }

    /// Whether the memory of an operand is written by its operation.
    pub(super) fn writes(&self, at: Use) -> bool {
        self.memo.of(|memo| &memo.writes, at, || self.find_writes(at))
    }

    fn find_writes(&self, (op, index): Use) -> bool {
        let context = self.context;
        match self.kind(op) {
            None => true,
            Some(kind) => match kind {
                Kind::Destination => inputs(context, op).is_some_and(|inputs| index >= inputs),
                Kind::For | Kind::Forall | Kind::VectorWrite | Kind::While => true,
                Kind::Insert | Kind::InsertSlice | Kind::Materialize | Kind::ParallelInsertSlice => {
                    index == 1
                }
                Kind::ToBuffer => property(context, op, "read_only").is_none(),
                Kind::Call => self
                    .callee(op)
                    .is_none_or(|callee| callee.written.contains(&index)),
                _ => false,
            },
        }
    }

    /// The values that can be in the memory of an operand, if that is not copied.
    pub(super) fn values_of(&self, at: Use) -> Rc<[Alias<Value>]> {
        self.memo
            .of(|memo| &memo.values, at, || self.find_values_of(at).into())
    }

    fn find_values_of(&self, (op, index): Use) -> Vec<Alias<Value>> {
        let context = self.context;
        let result = |number: usize| {
            op.result(context, number)
                .filter(|value| is_tensor(context, value.ty(context)))
        };
        let one =
            |value: Option<Value>, alias: fn(Value) -> Alias<Value>| value.map(alias).into_iter().collect();
        let Some(kind) = self.kind(op) else {
            return self.any_values(op);
        };
        match kind {
            Kind::Cast | Kind::CollapseShape | Kind::ExpandShape => one(result(0), Alias::equivalent),
            Kind::ExtractSlice => one(result(0), Alias::unknown),
            Kind::Insert | Kind::InsertSlice | Kind::Materialize if index == 1 => {
                one(result(0), Alias::equivalent)
            }
            Kind::Reshape if index == 0 => one(result(0), Alias::equivalent),
            Kind::VectorWrite => one(result(0), Alias::equivalent),
            Kind::MaskYield => one(
                op.parent_op(context).and_then(|mask| mask.result(context, index)),
                Alias::equivalent,
            ),
            Kind::Select => one(result(0), |value| Alias::maybe(value, true)),
            Kind::Destination => {
                let tied = inputs(context, op).and_then(|inputs| index.checked_sub(inputs));
                one(tied.and_then(result), Alias::equivalent)
            }
            Kind::For => {
                let number = index - 3;
                let relate = |value| Alias::related(value, self.for_is_equivalent(op, number));
                result(number).map(relate).into_iter().collect()
            }
            Kind::Forall => {
                let outputs = crate::make::operand_group(context, op, "outputs").unwrap_or_default();
                one(
                    index.checked_sub(outputs.start).and_then(result),
                    Alias::equivalent,
                )
            }
            Kind::While => {
                let fits = |value: &Value| {
                    op.operand(context, index)
                        .is_some_and(|operand| operand.ty(context) == value.ty(context))
                };
                let relate = |value| Alias::related(value, self.while_is_equivalent(op, index));
                result(index).filter(fits).map(relate).into_iter().collect()
            }
            Kind::Yield => match op.parent_op(context).map(|parent| (parent, self.kind(parent))) {
                Some((parent, Some(Kind::ExecuteRegion))) => {
                    one(parent.result(context, index), Alias::equivalent)
                }
                Some((parent, Some(Kind::If | Kind::Switch))) => parent
                    .result(context, index)
                    .map(|value| Alias::maybe(value, true))
                    .into_iter()
                    .collect(),
                _ => Vec::new(),
            },
            Kind::Call => match self.callee(op) {
                None => self.any_values(op),
                Some(callee) => {
                    let results = callee.aliasing.get(&index).cloned().unwrap_or_default();
                    let is_equivalent =
                        results.len() == 1 && callee.equivalent.get(&results[0]) == Some(&index);
                    results
                        .into_iter()
                        .filter_map(result)
                        .map(|value| Alias::related(value, is_equivalent))
                        .collect()
                }
            },
            _ => Vec::new(),
        }
    }

    /// All values that an operation of which nothing is known defines.
    fn any_values(&self, op: Op) -> Vec<Alias<Value>> {
        let context = self.context;
        let entries = op
            .regions(context)
            .filter_map(|region| region.first_block(context));
        let arguments = entries.flat_map(|block| block.arguments(context));
        op.results(context)
            .chain(arguments)
            .filter(|value| is_tensor(context, value.ty(context)))
            .map(|value| Alias::maybe(value, false))
            .collect()
    }

    /// The operands in whose memory a value can be.
    pub(super) fn operands_of(&self, value: Value) -> Rc<[Alias<Use>]> {
        self.memo.of(
            |memo| &memo.operands,
            value,
            || self.find_operands_of(value).into(),
        )
    }

    fn find_operands_of(&self, value: Value) -> Vec<Alias<Use>> {
        let context = self.context;
        let Some(op) = owner(context, value) else {
            return Vec::new();
        };
        let (is_result, index) = position(context, value);
        let kind = self.kind(op);
        if let (Some(Kind::ExecuteRegion | Kind::Mask), true) = (kind, is_result) {
            let end = terminator(context, op, 0);
            return end
                .map(|end| Alias::equivalent((end, index)))
                .into_iter()
                .collect();
        }
        if let (Some(Kind::If | Kind::Switch), true) = (kind, is_result) {
            return (0..op.num_regions(context))
                .filter_map(|region| Some(Alias::maybe((terminator(context, op, region)?, index), true)))
                .collect();
        }
        if kind.is_none() && !is_result {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (number, operand) in op.operands(context).enumerate() {
            if !is_tensor(context, operand.ty(context)) {
                continue;
            }
            for alias in self.values_of((op, number)).iter() {
                if alias.of == value {
                    let Alias {
                        is_equivalent,
                        is_definite,
                        ..
                    } = *alias;
                    found.push(Alias {
                        of: (op, number),
                        is_equivalent,
                        is_definite,
                    });
                }
            }
        }
        found
    }

    /// Whether an operand is in place whatever the analysis finds. What has no rank cannot be copied.
    pub(super) fn must_be_in_place(&self, at: Use) -> bool {
        match self.kind(at.0) {
            None => false,
            Some(Kind::Yield | Kind::Condition | Kind::MaskYield | Kind::Materialize | Kind::Return) => true,
            Some(_) => {
                let ty = self.value(at).ty(self.context);
                matches!(ty.kind(self.context), TypeKind::UnrankedTensor(_))
            }
        }
    }

    /// Whether the memory of a value may be written.
    pub(super) fn is_writable(&self, value: Value) -> bool {
        self.memo
            .of(|memo| &memo.is_writable, value, || self.find_writable(value))
    }

    fn find_writable(&self, value: Value) -> bool {
        let context = self.context;
        let Some(op) = owner(context, value) else {
            return false;
        };
        let (is_result, index) = position(context, value);
        match self.kind(op) {
            None | Some(Kind::Constant) => false,
            Some(Kind::ToTensor) => property(context, op, "writable").is_some(),
            Some(Kind::For | Kind::Forall | Kind::While) => true,
            Some(Kind::Func) => {
                let attribute = argument_attribute(context, op, index, "bufferization.writable");
                attribute.is_none_or(|value| number::of(context, value) != Some(0))
            }
            Some(_) => is_result,
        }
    }

    /// Whether a result is in memory of its own.
    pub(super) fn allocates(&self, op: Op) -> bool {
        matches!(
            self.kind(op),
            Some(
                Kind::AllocTensor
                    | Kind::Concat
                    | Kind::Empty
                    | Kind::FromElements
                    | Kind::Generate
                    | Kind::Pad
                    | Kind::Splat
            )
        )
    }

    /// Whether a value has contents that its operation wrote.
    pub(super) fn is_written_where_defined(&self, value: Value) -> bool {
        self.memo
            .of(|memo| &memo.is_written, value, || self.find_written(value))
    }

    fn find_written(&self, value: Value) -> bool {
        let context = self.context;
        let (is_result, _) = position(context, value);
        let Some(op) = owner(context, value).filter(|_| is_result) else {
            return true;
        };
        match self.kind(op) {
            None => return true,
            Some(Kind::Empty) => return false,
            Some(Kind::AllocTensor) => return copy_of(context, op).is_some(),
            Some(_) => {}
        }
        let operands = self.operands_of(value);
        if operands.is_empty() || operands.iter().any(|alias| self.writes(alias.of)) {
            return true;
        }
        operands.iter().any(|alias| {
            let is_inside = |inner: Value| {
                owner(context, inner).is_some_and(|at| at == op || at.is_inside(context, op))
                    && self.is_written_where_defined(inner)
            };
            !self.find_before(alias.of, &is_inside, false).is_empty()
        })
    }

    /// Whether the body of an operation of linalg uses what an operand holds.
    fn payload_uses(&self, op: Op, index: usize) -> bool {
        let context = self.context;
        match op.num_regions(context) {
            0 => inputs(context, op).is_some_and(|inputs| index < inputs),
            _ => argument(context, op, 0, index).is_some_and(|value| value.has_uses(context)),
        }
    }

    /// Whether an insertion writes all elements of its destination.
    fn overwrites_all(&self, op: Op) -> bool {
        let context = self.context;
        let numbers = |name, known| known_numbers(context, &mixed(context, op, name, known)?);
        let destination = op.operand(context, 1);
        let shape = destination.and_then(|value| value.ty(context).shape(context));
        let (Some(offsets), Some(sizes), Some(strides), Some(shape)) = (
            numbers("offsets", "static_offsets"),
            numbers("sizes", "static_sizes"),
            numbers("strides", "static_strides"),
            shape,
        ) else {
            return false;
        };
        offsets.iter().all(|each| *each == 0)
            && strides.iter().all(|each| *each == 1)
            && sizes == shape.to_vec()
    }
}

/// The numbers of a list if all of them are known.
fn known_numbers(context: &Context, numbers: &[Number]) -> Option<Vec<i64>> {
    numbers.iter().map(|number| number.known(context)).collect()
}
