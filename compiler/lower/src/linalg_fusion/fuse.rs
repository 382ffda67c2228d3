//! A producer in its consumer.

use tvmlike_ir::{
    AffineMap, Context, InsertionPoint, Location, Mapping, Op, Pattern, Rewriter, Type, Value, ValueOwner,
};

use super::Mode;
use super::generic::{Generic, Parts, covers};
use crate::make::{Make, integer};
use crate::number;

/// The most operations of a body that chains are fused into. Each fusion copies both bodies: without a limit, a chain of 6,400 takes 12
/// seconds. Next to so many operations, writing an element and reading it again takes little.
const LONGEST: usize = 256;

/// Computes the elements of an operand where they are used.
pub(super) struct Fuse(pub(super) Mode);

impl Pattern for Fuse {
    fn name(&self) -> &str {
        "FuseElementwiseOps"
    }

    fn root(&self) -> Option<&str> {
        Some("linalg.generic")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let consumer = Generic::of(context, op)?;
        let found = (0..consumer.inputs).find_map(|operand| {
            let fusion = Fusion::of(context, &consumer, operand)?;
            match self.0 {
                Mode::Mlir => fusion.has_one_use(context).then_some(fusion),
                Mode::Chains => (fusion.is_short(context) && fusion.keeps_sizes(context)).then_some(fusion),
            }
        });
        found?.apply(rewriter)
    }
}

/// A producer, and the operand of its consumer.
struct Fusion<'a> {
    consumer: &'a Generic,
    operand: usize,
    producer: Generic,
    /// Which result of the producer the operand is.
    result: usize,
    /// The loops of the producer by those of the consumer.
    loops: AffineMap,
}

/// The inverse of a permutation.
fn inverse(context: &Context, map: AffineMap) -> Option<AffineMap> {
    let dims = map.num_dims(context);
    let mut inverse = vec![0; dims as usize];
    for dim in 0..dims {
        let place = map
            .results(context)
            .iter()
            .position(|expr| expr == context.affine_dim(dim))?;
        inverse[dim as usize] = u32::try_from(place).ok()?;
    }
    context.affine_permutation_map(&inverse).ok()
}

impl<'a> Fusion<'a> {
    /// The fusion of an input if it is possible.
    fn of(context: &Context, consumer: &'a Generic, operand: usize) -> Option<Self> {
        let value = consumer.operands[operand];
        let ValueOwner::Result { op, index } = value.owner(context) else {
            return None;
        };
        let producer = Generic::of(context, op)?;
        let is_parallel = producer.reductions.iter().all(|is_reduction| !is_reduction);
        let is_computation = producer
            .body
            .operations(context)
            .all(|op| op.is_memory_effect_free(context));
        if !producer.is_on_tensors(context) || !is_parallel || !is_computation {
            return None;
        }
        let to = consumer.maps[operand];
        let from = producer.maps[producer.inputs + index];
        if to.results(context).len() != producer.reductions.len() || !from.is_permutation(context) {
            return None;
        }
        let loops = match from.num_dims(context) {
            0 => to,
            _ => inverse(context, from)?.compose(context, to).ok()?,
        };
        let fusion = Self {
            consumer,
            operand,
            producer,
            result: index,
            loops,
        };
        fusion.has_all_sizes(context).then_some(fusion)
    }

    /// The map of an operand of the producer in the loops of the consumer.
    fn map(&self, context: &Context, operand: usize) -> Option<AffineMap> {
        self.producer.maps[operand].compose(context, self.loops).ok()
    }

    /// Whether the loops of a reduction have sizes without the operand.
    fn has_all_sizes(&self, context: &Context) -> bool {
        let consumer = self.consumer;
        if !consumer.reductions.contains(&true) {
            return true;
        }
        let fused = consumer.operands[self.operand];
        let others = (0..consumer.operands.len()).filter(|other| consumer.operands[*other] != fused);
        let others = others.map(|other| consumer.maps[other]);
        let new = (0..self.producer.inputs).filter_map(|operand| self.map(context, operand));
        covers(context, consumer.reductions.len(), others.chain(new))
    }

    /// Whether the operand is the only use of the producer.
    fn has_one_use(&self, context: &Context) -> bool {
        let results = self.producer.op.results(context);
        results.map(|result| result.uses(context).count()).sum::<usize>() == 1
    }

    /// Whether the bodies are not too long together.
    fn is_short(&self, context: &Context) -> bool {
        let length = |generic: &Generic| generic.body.operations(context).take(LONGEST + 1).count();
        length(self.consumer) + length(&self.producer) <= LONGEST
    }

    /// Whether nothing else uses the producer but outputs of the consumer that are not read, each element is used once, and each size
    /// that the producer compares is compared without it.
    fn keeps_sizes(&self, context: &Context) -> bool {
        let (consumer, producer) = (self.consumer, &self.producer);
        if producer.op.num_results(context) != 1
            || producer.reads(context, producer.inputs)
            || !consumer.is_on_tensors(context)
            || !consumer.maps[self.operand].is_permutation(context)
        {
            return false;
        }
        let result = consumer.operands[self.operand];
        let is_known = |at: usize| at == self.operand || self.is_unread_output(context, at);
        let uses = result
            .uses(context)
            .all(|at| at.owner(context) == consumer.op && is_known(at.index(context)));
        uses && (self.forwards(context) || self.has_size_of_inputs(context))
    }

    /// Whether an operand of the consumer is an output that is only written, as large as the result of the producer.
    fn is_unread_output(&self, context: &Context, operand: usize) -> bool {
        let consumer = self.consumer;
        consumer.outputs().contains(&operand)
            && consumer.operands[operand] == consumer.operands[self.operand]
            && consumer.maps[operand] == consumer.maps[self.operand]
            && !consumer.reads(context, operand)
    }

    /// Whether the consumer writes to the result of the producer.
    fn forwards(&self, context: &Context) -> bool {
        self.consumer
            .outputs()
            .any(|operand| self.is_unread_output(context, operand))
    }

    /// Whether the output of the producer has the sizes of its inputs.
    fn has_size_of_inputs(&self, context: &Context) -> bool {
        let producer = &self.producer;
        let (output, map) = (producer.operands[producer.inputs], producer.maps[producer.inputs]);
        let mut inputs = 0..producer.inputs;
        if inputs.any(|input| producer.operands[input] == output && producer.maps[input] == map) {
            return true;
        }
        if producer.is_static(context) {
            return true;
        }
        let Some(empty) = output
            .defining_op(context)
            .filter(|op| op.is_named(context, "tensor.empty"))
        else {
            return false;
        };
        let Some(shape) = output.ty(context).shape(context) else {
            return false;
        };
        let mut sizes = empty.operands(context);
        shape.to_vec().into_iter().enumerate().all(|(dim, size)| {
            size == tvmlike_ir::DYNAMIC
                && sizes
                    .next()
                    .is_some_and(|size| self.is_size_of_input(context, size, dim))
        })
    }

    /// Whether a value is the size of an input where a dimension of the output is.
    fn is_size_of_input(&self, context: &Context, size: Value, dim: usize) -> bool {
        let producer = &self.producer;
        let find = || {
            let op = size
                .defining_op(context)
                .filter(|op| op.is_named(context, "tensor.dim"))?;
            let of = op.operand(context, 0)?;
            let index = number::constant(context, op.operand(context, 1)?)?;
            let index = usize::try_from(index).ok()?;
            let output = producer.maps[producer.inputs].results(context).get(dim)?;
            let is_same = |input: usize| {
                producer.operands[input] == of
                    && producer.maps[input].results(context).get(index) == Some(output)
            };
            Some((0..producer.inputs).any(is_same))
        };
        find() == Some(true)
    }

    /// The results of the producer that are used elsewhere, or whose outputs are needed.
    fn preserved(&self, context: &Context) -> Vec<usize> {
        let (consumer, producer) = (self.consumer, &self.producer);
        let mut dropped = Vec::new();
        let mut preserved = Vec::new();
        for (index, result) in producer.op.results(context).enumerate() {
            dropped.push(producer.inputs + index);
            let is_needed = producer.reads(context, producer.inputs + index)
                || !self.can_drop(context, &dropped)
                || result.uses(context).any(|at| at.owner(context) != consumer.op);
            if is_needed {
                preserved.push(index);
                dropped.pop();
            }
        }
        preserved
    }

    /// As MLIR, whether the loops of both have sizes without the operand and some outputs of the producer.
    fn can_drop(&self, context: &Context, dropped: &[usize]) -> bool {
        let (consumer, producer) = (self.consumer, &self.producer);
        let own = (0..producer.maps.len()).filter(|operand| !dropped.contains(operand));
        let own = own.map(|operand| producer.maps[operand]);
        let others = (0..consumer.maps.len()).filter(|operand| *operand != self.operand);
        let others = others.map(|operand| consumer.maps[operand]);
        let all: Vec<AffineMap> = own.chain(others).collect();
        match all.is_empty() {
            true => producer.reductions.is_empty() && consumer.reductions.is_empty(),
            false => {
                let dims = all.iter().map(|map| map.num_dims(context)).max().unwrap_or(0);
                covers(context, dims as usize, all.into_iter())
            }
        }
    }

    /// Fuses, and replaces the consumer.
    fn apply(&self, rewriter: &mut Rewriter<'_, '_>) -> Option<()> {
        let context = rewriter.context();
        let (consumer, producer) = (self.consumer, &self.producer);
        let preserved = self.preserved(context);
        let mut parts = Parts::default();
        let mut arguments: Vec<Value> = Vec::new();
        let body = |generic: &Generic, operand: usize| generic.body.argument(context, operand);
        for operand in 0..self.operand {
            parts.input(consumer.operands[operand], consumer.maps[operand]);
            arguments.extend(body(consumer, operand));
        }
        for operand in 0..producer.inputs {
            parts.input(producer.operands[operand], self.map(context, operand)?);
            arguments.extend(body(producer, operand));
        }
        for operand in self.operand + 1..consumer.inputs {
            parts.input(consumer.operands[operand], consumer.maps[operand]);
            arguments.extend(body(consumer, operand));
        }
        for index in &preserved {
            let operand = producer.inputs + index;
            parts.output(producer.operands[operand], self.map(context, operand)?);
            arguments.extend(body(producer, operand));
        }
        for operand in consumer.outputs() {
            let forwarded = !preserved.contains(&self.result) && self.is_unread_output(context, operand);
            let value = match forwarded {
                true => producer.operands[producer.inputs + self.result],
                false => consumer.operands[operand],
            };
            parts.output(value, consumer.maps[operand]);
            arguments.extend(body(consumer, operand));
        }
        if !covers(context, consumer.reductions.len(), parts.maps.iter().copied()) {
            return None;
        }
        let fused = parts.make(rewriter, consumer.op, consumer.op.location(context), false);
        self.fill(rewriter, fused, &arguments, &preserved)?;
        // As MLIR, uses of the producer elsewhere stay.
        let results: Vec<Value> = fused.results(context).skip(preserved.len()).collect();
        rewriter.replace_op(consumer.op, &results);
        Some(())
    }

    /// Makes the body: the arguments in their order, the computation of the producer, that of the consumer.
    fn fill(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        fused: Op,
        arguments: &[Value],
        preserved: &[usize],
    ) -> Option<()> {
        let context = rewriter.context();
        let (consumer, producer) = (self.consumer, &self.producer);
        let types: Vec<(Type, Location)> = arguments
            .iter()
            .map(|argument| (argument.ty(context), argument.location(context)))
            .collect();
        let region = fused.region(context, 0)?;
        let block = rewriter.create_block(region, None, &types);
        let mut mapping = Mapping::new();
        for (old, new) in arguments.iter().zip(block.arguments(context)) {
            mapping.map_value(context, *old, new);
        }
        rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
            self.indices(rewriter, &mut mapping)?;
            clone_body(rewriter, producer, &mut mapping, true)?;
            let value = *producer.yielded(context)?.get(self.result)?;
            let value = mapping.value(context, value).unwrap_or(value);
            let argument = consumer.body.argument(context, self.operand)?;
            mapping.map_value(context, argument, value);
            clone_body(rewriter, consumer, &mut mapping, false)?;
            let own = producer.yielded(context)?;
            let own = preserved.iter().map(|index| own[*index]);
            let all = own.chain(consumer.yielded(context)?);
            let all: Vec<Value> = all
                .map(|value| mapping.value(context, value).unwrap_or(value))
                .collect();
            Make::new("linalg.yield", &all, &[]).at(rewriter, fused.location(context));
            Some(())
        })
    }

    /// Maps the indices of the producer to what they are by those of the consumer.
    fn indices(&self, rewriter: &mut Rewriter<'_, '_>, mapping: &mut Mapping) -> Option<()> {
        let context = rewriter.context();
        let location = self.producer.op.location(context);
        let old: Vec<Op> = self
            .producer
            .body
            .operations(context)
            .filter(|op| op.is_named(context, "linalg.index"))
            .collect();
        if old.is_empty() {
            return Some(());
        }
        let index = context.index_type();
        let all: Vec<Value> = (0..self.consumer.reductions.len())
            .map(|dim| {
                let dim = i64::try_from(dim).unwrap_or(i64::MAX);
                Make::new("linalg.index", &[], &[index])
                    .with(&[("dim", integer(context, context.i64(), dim))])
                    .value(rewriter, location)
            })
            .collect();
        for op in old {
            let dim = number::of(context, crate::make::property(context, op, "dim")?)?;
            let map = self.loops.submap(context, &[usize::try_from(dim).ok()?]).ok()?;
            let new = Make::new("affine.apply", &all, &[index])
                .with(&[("map", context.affine_map_attribute(map))])
                .value(rewriter, location);
            mapping.map_value(context, op.result(context, 0)?, new);
        }
        Some(())
    }
}

/// Copies a body without its end.
fn clone_body(
    rewriter: &mut Rewriter<'_, '_>,
    generic: &Generic,
    mapping: &mut Mapping,
    without_indices: bool,
) -> Option<()> {
    let context = rewriter.context();
    let end = generic.body.last_op(context)?;
    let all: Vec<Op> = generic.body.operations(context).collect();
    for op in all {
        if op != end && !(without_indices && op.is_named(context, "linalg.index")) {
            rewriter.clone_op(op, mapping);
        }
    }
    Some(())
}
