//! Whether an operand in place would be seen by a read that has to see the old contents.

use tvmlike_ir::{Block, Context, DominanceInfo, Op, Region, Value};

use super::analysis::State;
use super::kinds::Kind;
use super::memo::Checked;
use super::values::{Alias, Use, owner, position};

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

/// Uses of the values of a set.
#[derive(Default)]
struct Accesses {
    reads: Vec<Use>,
    writes: Vec<Use>,
}

impl State<'_> {
    /// The sets of values that share memory with an operand if it is in place, each once.
    fn sharing<'s>(&'s self, value: &'s Value, results: &'s [Alias<Value>]) -> Vec<&'s [Value]> {
        let mut sets = vec![self.aliases.members(value)];
        for alias in results {
            let set = self.aliases.members(&alias.of);
            if !sets.iter().any(|other| other[0] == set[0]) {
                sets.push(set);
            }
        }
        sets
    }

    /// Whether an operand in place would write memory that may not be written. With `is_decided`, the writes that are
    /// in place already count only.
    pub(super) fn writes_read_only(&self, at: Use, is_decided: bool) -> bool {
        let (value, results) = (self.value(at), self.values_of(at));
        let sharing = self.sharing(&value, &results);
        let mut all = sharing.iter().copied().flatten();
        let is_written = !is_decided && self.writes(at)
            || all.any(|value| self.uses(*value).into_iter().any(|at| self.writes_in_place(at)));
        let mut all = sharing.iter().copied().flatten();
        if is_written && self.options.print_conflicts {
            let read_only = all.clone().filter(|value| !self.is_writable(**value));
            read_only.for_each(|value| self.notes().read_only(self.context, *value));
        }
        is_written && all.any(|value| !self.is_writable(*value))
    }

    /// The uses of the values of a set that read, and those that write in place.
    fn accesses(&self, set: &[Value]) -> Accesses {
        let mut found = Accesses::default();
        for at in set.iter().flat_map(|value| self.uses(*value)) {
            if self.reads(at) || self.passes_on_to_read(at) {
                found.reads.push(at);
            }
            if self.writes_in_place(at) {
                found.writes.push(at);
            }
        }
        found
    }

    /// Whether an operand in place would change what is read later. With the sets that are checked, the writes that are in place
    /// already count only; without, all sets are.
    ///
    /// What is in one set does not conflict: sets are checked before the first decision, and a decision unites sets after it is
    /// found that their values do not conflict. So only what is in different sets is compared.
    pub(super) fn would_conflict(
        &self,
        at: Use,
        mut checked: Option<&mut Checked>,
        dominance: &mut DominanceInfo,
    ) -> bool {
        let (value, results) = (self.value(at), self.values_of(at));
        let sets = self.sharing(&value, &results);
        let all: Vec<Accesses> = sets.iter().map(|set| self.accesses(set)).collect();
        let added = (checked.is_none() && self.writes(at) && !self.in_place.contains(&at)).then_some(at);
        if self.options.check_parallel_regions && all.iter().any(|set| !set.reads.is_empty()) {
            let mut writes = all.iter().flat_map(|set| &set.writes).chain(&added);
            if writes.any(|write| self.crosses_threads(*write)) {
                return true;
            }
        }
        for (number, (set, accesses)) in sets.iter().zip(&all).enumerate() {
            let is_known = checked.as_mut().is_none_or(|checked| !checked.0.insert(set[0]));
            let others = all
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number || !is_known);
            let writes = others.flat_map(|(_, other)| &other.writes).chain(&added);
            if writes.clone().next().is_none() {
                continue;
            }
            for read in &accesses.reads {
                let definitions = self.definitions(*read);
                if definitions.is_empty() {
                    continue;
                }
                for write in writes.clone() {
                    if let Some(definition) = self.conflict(*read, *write, &definitions, dominance) {
                        if self.options.print_conflicts {
                            self.notes().conflict(self.context, *read, *write, definition);
                        }
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether an operand is not read itself, but what is in its memory behind its operation.
    fn passes_on_to_read(&self, at: Use) -> bool {
        !self.writes(at) && self.values_of(at).iter().any(|alias| self.is_read(alias.of))
    }

    /// The definition that a read has to see, though a write that would hide it can come between.
    fn conflict(
        &self,
        read: Use,
        write: Use,
        definitions: &[Value],
        dominance: &mut DominanceInfo,
    ) -> Option<Value> {
        let context = self.context;
        let (reader, writer) = (read.0, write.0);
        if self.order_counts(reader, writer, definitions) {
            if happens_before(context, dominance, reader, writer)
                || read == write
                || self.exclude_each_other(reader, writer)
            {
                return None;
            }
            let is_elementwise = reader == writer
                && self.is_elementwise(reader, [read.1, write.1])
                && (self.comes_from(read, self.value(write)) || self.comes_from(write, self.value(read)));
            if is_elementwise {
                return None;
            }
        }
        if self.are_disjoint(read, write) {
            return None;
        }
        let written = self.values_of(write);
        let is_seen = |definition: &&Value| {
            let (is_result, _) = position(context, **definition);
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
            !(is_hidden || written.len() == 1 && written[0].of == **definition)
        };
        definitions.iter().find(is_seen).copied()
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
                let is_choice = matches!(self.kind(parent), Some(Kind::If | Kind::Switch));
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
