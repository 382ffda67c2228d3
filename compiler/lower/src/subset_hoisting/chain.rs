//! The reads and writes of a tensor that a loop passes on from one iteration to the next.

use tvmlike_ir::{Context, LoopLike, Op, OpOperand, Traits, Value};

use super::subset::Subset;

/// What is found along the chain from an argument of the body to what the body yields.
#[derive(Default)]
pub(super) struct Chain {
    /// Pairs of a read and a write of the same elements; one can be missing.
    pairs: Vec<(Option<Subset>, Option<Subset>)>,
    all: Vec<Subset>,
}

impl Chain {
    /// Follows a chain. `None`: the tensor is used in another way, or passed on in another place.
    pub(super) fn of(context: &Context, op: Op, number: usize) -> Option<Self> {
        let mut chain = Self::default();
        chain.follow(context, op, number, true)?;
        Some(chain)
    }

    /// The pairs that no other read or write of the tensor can meet.
    pub(super) fn pairs(&self, context: &Context) -> Vec<(Subset, Subset)> {
        let complete = self
            .pairs
            .iter()
            .filter_map(|(read, write)| Some(((*read)?, (*write)?)));
        complete
            .filter(|(read, write)| {
                let ty = |subset: &Subset| subset.value(context).map(|value| value.ty(context));
                let mut others = self.all.iter().filter(|other| *other != read && *other != write);
                ty(read) == ty(write)
                    && others.all(|other| other.is_apart(context, *read) && other.is_apart(context, *write))
            })
            .collect()
    }

    fn insert(&mut self, context: &Context, subset: Subset, is_candidate: bool) {
        self.all.push(subset);
        if !is_candidate {
            return;
        }
        let same = self.pairs.iter_mut().find_map(|(read, write)| {
            let (own, other) = if subset.is_write {
                (write, read)
            } else {
                (read, write)
            };
            other
                .is_some_and(|other| other.is_same(context, subset))
                .then_some(own)
        });
        match (same, subset.is_write) {
            (Some(own), _) => *own = Some(subset),
            (None, true) => self.pairs.push((None, Some(subset))),
            (None, false) => self.pairs.push((Some(subset), None)),
        }
    }

    fn follow(&mut self, context: &Context, op: Op, number: usize, is_candidate: bool) -> Option<()> {
        let interface = op.interface::<LoopLike>(context)?;
        let mut value = *(interface.iteration_arguments)(context, op).get(number)?;
        loop {
            if let Some(at) = only_use_of_terminator(context, value) {
                let is_yielded = (interface.yielded)(context, op).get(number) == Some(&value);
                let is_own = at.owner(context).parent_op(context) == Some(op);
                return (is_yielded && is_own).then_some(());
            }
            value = self.next(context, value, is_candidate)?;
        }
    }

    /// The tensor after the uses of one. `None`: there is a use of another kind, or not one write.
    fn next(&mut self, context: &Context, value: Value, is_candidate: bool) -> Option<Value> {
        let mut next = None;
        let uses: Vec<OpOperand> = value.uses(context).collect();
        for at in uses {
            let (user, operand) = (at.owner(context), at.index(context));
            if let Some(interface) = user.interface::<LoopLike>(context) {
                let inits = (interface.inits)(context, user);
                let number = inits.contains(&operand).then(|| operand - inits.start)?;
                self.follow(context, user, number, false)?;
                next = Some(user.result(context, number)?);
                continue;
            }
            let subset = Subset::of(context, user)?;
            if operand != subset.tensor_operand() {
                return None;
            }
            self.insert(context, subset, is_candidate);
            if subset.is_write && next.replace(user.result(context, 0)?).is_some() {
                return None;
            }
        }
        next
    }
}

fn only_use_of_terminator(context: &Context, value: Value) -> Option<OpOperand> {
    let mut uses = value.uses(context);
    let only = uses.next()?;
    let is_terminator = only.owner(context).has_trait(context, Traits::TERMINATOR);
    (uses.next().is_none() && is_terminator).then_some(only)
}
