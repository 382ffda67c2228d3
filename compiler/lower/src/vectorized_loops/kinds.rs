//! What the values of the body of a loop are for the iterations of a group.
//!
//! Invariant: a body of which something is not known to be right for vectors has no kinds.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, Op, Type, TypeKind, Value};

use crate::make::is_set;

/// Operations on elements that the vectors of the machine have.
const ELEMENTWISE: [&str; 27] = [
    "arith.addf",
    "arith.addi",
    "arith.andi",
    "arith.cmpf",
    "arith.cmpi",
    "arith.divf",
    "arith.extf",
    "arith.maximumf",
    "arith.maxnumf",
    "arith.maxsi",
    "arith.maxui",
    "arith.minimumf",
    "arith.minnumf",
    "arith.minsi",
    "arith.minui",
    "arith.mulf",
    "arith.muli",
    "arith.negf",
    "arith.ori",
    "arith.select",
    "arith.sitofp",
    "arith.subf",
    "arith.subi",
    "arith.truncf",
    "arith.xori",
    "math.absf",
    "math.sqrt",
];
/// The most operations of a body.
const MOST: usize = 64;

/// What a value is for the iterations of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The same.
    Uniform,
    /// A number, and the next ones.
    Linear,
    /// Each has its own.
    Lanes,
}

/// A read or a write.
pub(super) struct Access {
    pub(super) memref: Value,
    pub(super) indices: Vec<Value>,
    pub(super) writes: bool,
}

/// The kinds of the values of a body.
pub(super) struct Kinds {
    kinds: HashMap<Value, Kind, FixedState>,
    bytes: i64,
    has_loop: bool,
    count: usize,
    accesses: Vec<Access>,
}

/// The bytes of an element of a vector.
fn bytes(context: &Context, ty: Type) -> Option<i64> {
    let is_known = [context.f32(), context.f64(), context.i32(), context.i64()].contains(&ty);
    is_known.then(|| ty.bit_width(context).map(|bits| i64::from(bits / 8)))?
}

impl Kinds {
    /// The kinds of a body for the iterations of a variable.
    pub(super) fn of(context: &Context, op: Op, body: Block, variable: Value) -> Option<Self> {
        let mut found = Self {
            kinds: HashMap::default(),
            bytes: i64::MAX,
            has_loop: false,
            count: 0,
            accesses: Vec::new(),
        };
        for argument in body.arguments(context) {
            found.kinds.insert(argument, Kind::Uniform);
        }
        found.kinds.insert(variable, Kind::Linear);
        found.block(context, op, body)?;
        (found.bytes != i64::MAX).then_some(found)
    }

    /// The kind of a value; one from outside of the loop is the same for all iterations.
    pub(super) fn kind(&self, value: Value) -> Kind {
        self.kinds.get(&value).copied().unwrap_or(Kind::Uniform)
    }

    /// The least bytes of an element.
    pub(super) fn bytes(&self) -> i64 {
        self.bytes
    }

    /// What is read and written, of memrefs from outside of the loop.
    pub(super) fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// Whether there is a loop in the body.
    pub(super) fn has_loop(&self) -> bool {
        self.has_loop
    }

    fn block(&mut self, context: &Context, around: Op, block: Block) -> Option<()> {
        let last = block.last_op(context)?;
        block.operations(context).try_for_each(|op| {
            self.count += 1;
            if self.count > MOST {
                return None;
            }
            match op == last {
                true => self.end(context, around, op),
                false => self.operation(context, op),
            }
        })
    }

    /// The end of a body: what a loop passes on has the kind of its argument.
    fn end(&mut self, context: &Context, around: Op, op: Op) -> Option<()> {
        let is_known = match around.is_named(context, "scf.for") {
            true => op.is_named(context, "scf.yield"),
            false => op.num_operands(context) == 0,
        };
        (is_known && op.operands(context).all(|value| self.kind(value) != Kind::Linear)).then_some(())
    }

    fn operation(&mut self, context: &Context, op: Op) -> Option<()> {
        if op.is_named(context, "scf.for") {
            return self.nested(context, op);
        }
        if op.is_named(context, "memref.load") {
            let kind = self.access(context, op, 0)?;
            return self.define(context, op, kind);
        }
        if op.is_named(context, "memref.store") {
            let is_linear = self.access(context, op, 1)? == Kind::Lanes;
            let is_value = self.kind(op.operand(context, 0)?) != Kind::Linear;
            return (is_linear && is_value).then_some(());
        }
        if op.num_regions(context) > 0 || !op.is_memory_effect_free(context) {
            return None;
        }
        let kinds: Vec<Kind> = op.operands(context).map(|value| self.kind(value)).collect();
        if kinds.iter().all(|kind| *kind == Kind::Uniform) {
            return self.define(context, op, Kind::Uniform);
        }
        match (&*kinds, op.name(context).bytes(context)) {
            ([Kind::Linear, Kind::Uniform], b"arith.addi" | b"arith.subi")
            | ([Kind::Uniform, Kind::Linear], b"arith.addi") => self.define(context, op, Kind::Linear),
            (kinds, _) if kinds.contains(&Kind::Linear) => None,
            (_, name) => {
                let is_known = ELEMENTWISE.iter().any(|each| each.as_bytes() == name);
                is_known.then(|| self.define(context, op, Kind::Lanes))?
            }
        }
    }

    /// The kind of what an access is of. It has the operands memref and indices, behind others.
    fn access(&mut self, context: &Context, op: Op, before: usize) -> Option<Kind> {
        let memref = op.operand(context, before)?;
        if self.kinds.contains_key(&memref) {
            return None;
        }
        let indices: Vec<Value> = op.operands(context).skip(before + 1).collect();
        let kinds: Vec<Kind> = indices.iter().map(|value| self.kind(*value)).collect();
        self.accesses.push(Access {
            memref,
            indices,
            writes: before > 0,
        });
        let Some((last, others)) = kinds.split_last() else {
            return Some(Kind::Uniform);
        };
        if others.iter().any(|kind| *kind != Kind::Uniform) {
            return None;
        }
        if *last == Kind::Uniform {
            return Some(Kind::Uniform);
        }
        let (strides, _) = memref.ty(context).strides_and_offset(context)?;
        let TypeKind::MemRef { element, .. } = memref.ty(context).kind(context) else {
            return None;
        };
        let is_next = strides.last() == Some(&1) && bytes(context, element).is_some();
        (*last == Kind::Linear && is_next).then_some(Kind::Lanes)
    }

    /// A loop in the body, which is the same for all iterations but for what it passes on.
    fn nested(&mut self, context: &Context, op: Op) -> Option<()> {
        let body = op.region(context, 0)?.first_block(context)?;
        let mut operands = op.operands(context);
        let is_same = operands
            .by_ref()
            .take(3)
            .all(|bound| self.kind(bound) == Kind::Uniform);
        if !is_same
            || is_set(context, op, "unsignedCmp")
            || operands.any(|init| self.kind(init) == Kind::Linear)
        {
            return None;
        }
        self.has_loop = true;
        let mut arguments = body.arguments(context);
        self.kinds.insert(arguments.next()?, Kind::Uniform);
        for argument in arguments {
            self.lanes(context, argument)?;
        }
        self.block(context, op, body)?;
        op.results(context)
            .try_for_each(|result| self.lanes(context, result))
    }

    fn define(&mut self, context: &Context, op: Op, kind: Kind) -> Option<()> {
        for result in op.results(context) {
            match kind {
                Kind::Lanes => self.lanes(context, result)?,
                _ => {
                    self.kinds.insert(result, kind);
                }
            }
        }
        Some(())
    }

    /// Each iteration has a value of its own.
    fn lanes(&mut self, context: &Context, value: Value) -> Option<()> {
        let ty = value.ty(context);
        if !ty.is_signless_integer(context, 1) {
            self.bytes = self.bytes.min(bytes(context, ty)?);
        }
        self.kinds.insert(value, Kind::Lanes);
        Some(())
    }
}
