//! Whether an operand in place would be seen by a read that has to see the old contents.

use std::collections::HashSet;

use tvmlike_ir::{Block, Context, DominanceInfo, Op, Region, Value};

use super::analysis::State;
use super::kinds::Kind;
use super::values::{Use, owner, position};

/// Whether an operation is executed before another one, wherever both are.
fn happens_before(context: &Context, dominance: &mut DominanceInfo, mut a: Op, b: Op) -> bool {
    loop {
        if b != a && b.is_inside(context, a) {
            return false;
        }
        if dominance.op_properly_dominates(context, a, b) {
            return true;
        }
        match a.parent_op(context) {
            Some(parent) => a = parent,
            None => return false,
        }
    }
}

/// Whether a block contains an operation, however deep.
fn contains(context: &Context, block: Block, op: Op) -> bool {
    let mut at = Some(op);
    while let Some(op) = at {
        if op.block(context) == Some(block) {
            return true;
        }
        at = op.parent_op(context);
    }
    false
}

impl State<'_> {
    /// The values that share memory with an operand if it is in place.
    fn sharing(&self, at: Use) -> Vec<Value> {
        let mut all = self.aliases.members(self.value(at));
        for alias in self.values_of(at) {
            all.extend(self.aliases.members(alias.of));
        }
        let mut seen = HashSet::new();
        all.retain(|value| seen.insert(*value));
        all
    }

    /// Whether an operand in place would write memory that may not be written. With `is_decided`, the writes that are
    /// in place already count only.
    pub(super) fn writes_read_only(&self, at: Use, is_decided: bool) -> bool {
        let sharing = self.sharing(at);
        let is_written = !is_decided && self.writes(at)
            || sharing
                .iter()
                .any(|value| self.uses(*value).into_iter().any(|at| self.writes_in_place(at)));
        is_written && sharing.iter().any(|value| !self.is_writable(*value))
    }

    /// Whether an operand in place would change what is read later; `is_decided` as in
    /// [`writes_read_only`](Self::writes_read_only).
    pub(super) fn would_conflict(&self, at: Use, is_decided: bool, dominance: &mut DominanceInfo) -> bool {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for value in self.sharing(at) {
            for at in self.uses(value) {
                if self.reads(at) || self.passes_on_to_read(at) {
                    reads.push(at);
                }
                if self.writes_in_place(at) {
                    writes.push(at);
                }
            }
        }
        if !is_decided && self.writes(at) && !writes.contains(&at) {
            writes.push(at);
        }
        if self.options.check_parallel_regions
            && !reads.is_empty()
            && writes.iter().any(|write| self.crosses_threads(*write))
        {
            return true;
        }
        reads.iter().any(|read| {
            let definitions = self.definitions(*read);
            !definitions.is_empty()
                && writes
                    .iter()
                    .any(|write| self.conflicts(*read, *write, &definitions, dominance))
        })
    }

    /// Whether an operand is not read itself, but what is in its memory behind its operation.
    fn passes_on_to_read(&self, at: Use) -> bool {
        !self.writes(at) && self.values_of(at).iter().any(|alias| self.is_read(alias.of))
    }

    fn conflicts(&self, read: Use, write: Use, definitions: &[Value], dominance: &mut DominanceInfo) -> bool {
        let context = self.context;
        let (reader, writer) = (read.0, write.0);
        if self.order_counts(reader, writer, definitions) {
            if happens_before(context, dominance, reader, writer)
                || read == write
                || self.exclude_each_other(reader, writer)
            {
                return false;
            }
            let is_elementwise = reader == writer
                && self.is_elementwise(reader, [read.1, write.1])
                && (self.comes_from(read, self.value(write)) || self.comes_from(write, self.value(read)));
            if is_elementwise {
                return false;
            }
        }
        if self.are_disjoint(read, write) {
            return false;
        }
        let written = self.values_of(write);
        definitions.iter().any(|definition| {
            let (is_result, _) = position(context, *definition);
            let is_hidden = match definition.defining_op(context).filter(|_| is_result) {
                Some(op) => {
                    happens_before(context, dominance, writer, op)
                        || (writer != op && writer.is_inside(context, op))
                }
                None => {
                    let block = definition.parent_block(context);
                    block.is_none_or(|block| !contains(context, block, writer))
                }
            };
            !(is_hidden || written.len() == 1 && written[0].of == *definition)
        })
    }

    /// The innermost region around a place that is repeated, from a region on outwards.
    fn repetitive(&self, mut region: Option<Region>) -> Option<Region> {
        let context = self.context;
        while let Some(at) = region {
            let op = at.parent_op(context)?;
            if self.is_repeated(op) {
                return Some(at);
            }
            region = op.parent_region(context);
        }
        None
    }

    /// Whether the order of operations says which comes first: not if a loop around the read and the write repeats both after
    /// the definition.
    fn order_counts(&self, reader: Op, writer: Op, definitions: &[Value]) -> bool {
        let context = self.context;
        definitions.iter().all(|definition| {
            let mut around = self.repetitive(reader.parent_region(context));
            let block = definition.parent_block(context);
            let defined = self.repetitive(block.and_then(|block| block.region(context)));
            if around == defined {
                return true;
            }
            loop {
                let next = around
                    .and_then(|region| region.parent_op(context))
                    .and_then(|op| self.repetitive(op.parent_region(context)));
                if next == defined {
                    break;
                }
                if next.is_none() {
                    return false;
                }
                around = next;
            }
            let repeated = around.and_then(|region| region.parent_op(context));
            repeated.is_none_or(|op| op != writer && !writer.is_inside(context, op))
        })
    }

    /// Whether two operations are in regions of which only one is entered.
    fn exclude_each_other(&self, a: Op, b: Op) -> bool {
        let context = self.context;
        let mut at = a;
        while let Some(parent) = at.parent_op(context) {
            let region = at.parent_region(context);
            if parent != b && b.is_inside(context, parent) {
                let mut other = b;
                while let Some(up) = other.parent_op(context).filter(|up| *up != parent) {
                    other = up;
                }
                let is_choice = matches!(self.kind(parent), Some(Kind::If));
                return is_choice && other.parent_region(context) != region;
            }
            at = parent;
        }
        false
    }

    /// Whether an operation reads each element of two operands before it writes the element.
    fn is_elementwise(&self, op: Op, operands: [usize; 2]) -> bool {
        let context = self.context;
        let loops = match self.kind(op) {
            Some(Kind::Materialize) => return true,
            Some(Kind::Destination) => tvmlike_dialects::structured_loops(context, op),
            _ => None,
        };
        loops.is_some_and(|loops| {
            let is_identity =
                |index: usize| loops.maps.get(index).is_some_and(|map| map.is_identity(context));
            loops.reductions.iter().all(|is_reduction| !is_reduction) && operands.into_iter().all(is_identity)
        })
    }

    /// The operation that owns a value, if it may be bufferized.
    pub(super) fn known_owner(&self, value: Value) -> Option<Op> {
        owner(self.context, value).filter(|op| self.kind(*op).is_some())
    }
}
