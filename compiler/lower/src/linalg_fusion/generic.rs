//! The parts of `linalg.generic`, and making one.

use tvmlike_define::OpBuilder;
use tvmlike_dialects::structured_loops;
use tvmlike_ir::{
    AffineExprKind, AffineMap, Attribute, Block, Context, DYNAMIC, Location, Op, Rewriter, Type, TypeKind,
    Value,
};

use crate::make::{build, property};

/// The parts of an operation.
pub(super) struct Generic {
    pub(super) op: Op,
    /// How many operands are inputs; the others are outputs.
    pub(super) inputs: usize,
    pub(super) operands: Vec<Value>,
    /// The indexing map of each operand.
    pub(super) maps: Vec<AffineMap>,
    /// For each loop whether it is a reduction.
    pub(super) reductions: Vec<bool>,
    pub(super) body: Block,
}

impl Generic {
    /// Reads an operation that was verified; `None`: it is another one.
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        if !op.is_named(context, "linalg.generic") {
            return None;
        }
        let loops = structured_loops(context, op)?;
        Some(Self {
            op,
            inputs: loops.inputs,
            operands: op.operands(context).collect(),
            maps: loops.maps,
            reductions: loops.reductions,
            body: op.region(context, 0)?.first_block(context)?,
        })
    }

    /// Whether all operands with elements are ranked tensors.
    pub(super) fn is_on_tensors(&self, context: &Context) -> bool {
        let outputs = &self.operands[self.inputs..];
        let is_shaped = |value: &Value| value.ty(context).is_shaped(context);
        outputs.iter().all(|value| is_tensor(context, value.ty(context)))
            && self
                .operands
                .iter()
                .filter(|value| is_shaped(value))
                .all(|value| is_tensor(context, value.ty(context)) || is_vector(context, value.ty(context)))
    }

    /// Whether the body uses what an operand holds.
    pub(super) fn reads(&self, context: &Context, operand: usize) -> bool {
        self.body
            .argument(context, operand)
            .is_some_and(|argument| argument.has_uses(context))
    }

    /// The numbers of the outputs among the operands.
    pub(super) fn outputs(&self) -> std::ops::Range<usize> {
        self.inputs..self.operands.len()
    }

    /// Whether each loop still has a size without some operands.
    pub(super) fn can_drop(&self, context: &Context, dropped: &[usize]) -> bool {
        let kept = (0..self.maps.len()).filter(|operand| !dropped.contains(operand));
        covers(
            context,
            self.reductions.len(),
            kept.map(|operand| self.maps[operand]),
        )
    }

    /// Whether all sizes are known.
    pub(super) fn is_static(&self, context: &Context) -> bool {
        self.operands
            .iter()
            .all(|value| is_static(context, value.ty(context)))
    }

    /// The values that the body yields.
    pub(super) fn yielded(&self, context: &Context) -> Option<Vec<Value>> {
        Some(self.body.last_op(context)?.operands(context).collect())
    }
}

pub(super) fn is_tensor(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::RankedTensor { .. })
}

fn is_vector(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Vector { .. })
}

/// Whether all sizes of a type are known.
fn is_static(context: &Context, ty: Type) -> bool {
    ty.shape(context)
        .is_none_or(|shape| !shape.to_vec().contains(&DYNAMIC))
}

/// Whether each of so many loops is a result of a map of its own.
pub(super) fn covers(context: &Context, loops: usize, maps: impl Iterator<Item = AffineMap>) -> bool {
    let mut found = vec![false; loops];
    for map in maps {
        for expr in map.results(context).iter() {
            if let AffineExprKind::Dim(dim) = expr.kind(context)
                && let Some(place) = found.get_mut(dim as usize)
            {
                *place = true;
            }
        }
    }
    found.into_iter().all(|found| found)
}

/// An operation that is to be made.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) inputs: Vec<Value>,
    pub(super) outputs: Vec<Value>,
    /// The maps of the inputs, then those of the outputs.
    pub(super) maps: Vec<AffineMap>,
}

impl Parts {
    pub(super) fn input(&mut self, value: Value, map: AffineMap) {
        self.inputs.push(value);
        self.maps.push(map);
    }

    pub(super) fn output(&mut self, value: Value, map: AffineMap) {
        self.outputs.push(value);
        self.maps.push(map);
    }

    /// Makes the operation with the loops of another one and an empty region. `keep`: the documentation and the name in a library, too.
    pub(super) fn make(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        like: Op,
        location: Location,
        keep: bool,
    ) -> Op {
        let context = rewriter.context();
        let maps: Vec<Attribute> = self
            .maps
            .iter()
            .map(|map| context.affine_map_attribute(*map))
            .collect();
        let types = self.outputs.iter().map(|value| value.ty(context));
        let types: Vec<Type> = types.filter(|ty| is_tensor(context, *ty)).collect();
        let region = rewriter.edit().create_region();
        let mut made = OpBuilder::new("linalg.generic")
            .operand("inputs", self.inputs)
            .operand("outputs", self.outputs)
            .attribute("indexing_maps", context.array_attribute(&maps))
            .result("result_tensors", types)
            .region("region", [region]);
        let kept: &[&str] = match keep {
            true => &["iterator_types", "doc", "library_call"],
            false => &["iterator_types"],
        };
        for name in kept {
            if let Some(value) = property(context, like, name) {
                made = made.attribute(name, value);
            }
        }
        build(rewriter, made, location)
    }
}
