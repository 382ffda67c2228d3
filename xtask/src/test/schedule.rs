//! Chooses the step that starts next.
//!
//! Invariant: a step starts when its predecessors have ended and no running step holds one of its locks. Of several, the
//! step with the longest remaining chain starts first: its own duration plus that of the longest chain of steps that
//! wait for it. So no long step is left alone at the end of the run. Steps depend on earlier ones only, so while none
//! runs, one can always start.

use std::collections::{BTreeMap, BTreeSet};

use super::step::Step;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Ended,
}

pub(super) struct Schedule<'a> {
    steps: &'a [Step],
    states: Vec<State>,
    /// The longest remaining chain of each step in seconds; all 0 if steps run in order.
    remaining: Vec<u32>,
    locked: BTreeSet<&'static str>,
    /// The index of each step by its name.
    indices: BTreeMap<&'a str, usize>,
}

impl<'a> Schedule<'a> {
    /// Runs steps one after the other in the order of the list.
    pub(super) fn sequential(steps: &'a [Step]) -> Schedule<'a> {
        Schedule {
            steps,
            states: vec![State::Waiting; steps.len()],
            remaining: vec![0; steps.len()],
            locked: BTreeSet::new(),
            indices: steps
                .iter()
                .enumerate()
                .map(|(index, step)| (&*step.name, index))
                .collect(),
        }
    }

    /// Runs steps in parallel, the longest remaining chain first.
    pub(super) fn parallel(steps: &'a [Step]) -> Schedule<'a> {
        let mut schedule = Schedule::sequential(steps);
        // Steps depend on earlier ones, so one pass from the end has visited all steps that wait for a step.
        for (index, step) in steps.iter().enumerate().rev() {
            schedule.remaining[index] += step.seconds;
            for predecessor in step.predecessors() {
                if let Some(&predecessor) = schedule.indices.get(predecessor) {
                    // The longest chain of waiting steps; the step's own duration is added when its turn comes.
                    schedule.remaining[predecessor] =
                        schedule.remaining[predecessor].max(schedule.remaining[index]);
                }
            }
        }
        schedule
    }

    /// Marks the next step as running and returns its index; `None` if no step can start now.
    pub(super) fn start(&mut self) -> Option<usize> {
        let ready = (0..self.steps.len()).filter(|&index| self.can_start(index));
        // `max_by_key` returns the last of equals: in reverse, the first of the list.
        let chosen = ready.rev().max_by_key(|&index| self.remaining[index])?;
        self.states[chosen] = State::Running;
        self.locked.extend(&self.steps[chosen].locks);
        Some(chosen)
    }

    /// Marks a running step as ended and releases its locks.
    pub(super) fn end(&mut self, index: usize) {
        self.states[index] = State::Ended;
        for lock in &self.steps[index].locks {
            self.locked.remove(lock);
        }
    }

    fn can_start(&self, index: usize) -> bool {
        let step = &self.steps[index];
        // A predecessor that is not part of this run counts as ended.
        let ended = |name: &str| {
            self.indices
                .get(name)
                .is_none_or(|&index| self.states[index] == State::Ended)
        };
        self.states[index] == State::Waiting
            && step.predecessors().all(ended)
            && step.locks.iter().all(|lock| !self.locked.contains(lock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, needs: &[&'static str]) -> Step {
        Step::new(name, needs, || Ok(()))
    }

    #[test]
    fn sequential_steps_run_in_the_order_of_the_list() {
        let steps = [
            step("a", &[]).seconds(1),
            step("b", &[]).seconds(9),
            step("c", &["a"]),
        ];
        let mut schedule = Schedule::sequential(&steps);
        for at in 0..3 {
            assert_eq!(schedule.start(), Some(at));
            schedule.end(at);
        }
        assert_eq!(schedule.start(), None);
    }

    #[test]
    fn the_longest_remaining_chain_starts_first() {
        let steps = [
            step("short", &[]).seconds(1),
            step("makes", &[]).seconds(5),
            step("long", &[]).seconds(20),
            step("waits", &["makes"]).seconds(30),
            step("last", &[]).after(["waits".to_owned()]).seconds(1),
        ];
        let mut schedule = Schedule::parallel(&steps);
        assert_eq!([schedule.start(), schedule.start()], [Some(1), Some(2)]);
        schedule.end(1);
        assert_eq!([schedule.start(), schedule.start()], [Some(3), Some(0)]);
        // The last step waits for a running one.
        assert_eq!(schedule.start(), None);
        schedule.end(3);
        assert_eq!(schedule.start(), Some(4));
    }

    #[test]
    fn a_lock_delays_only_steps_that_need_it() {
        let steps = [
            step("first", &[]).locks(&["x", "y"]).seconds(9),
            step("second", &[]).locks(&["y"]).seconds(8),
            step("other", &[]).seconds(1),
        ];
        let mut schedule = Schedule::parallel(&steps);
        assert_eq!([schedule.start(), schedule.start()], [Some(0), Some(2)]);
        assert_eq!(schedule.start(), None);
        schedule.end(0);
        assert_eq!(schedule.start(), Some(1));
    }

    #[test]
    fn a_predecessor_outside_the_run_counts_as_ended() {
        let steps = [step("alone", &["not there"])];
        assert_eq!(Schedule::parallel(&steps).start(), Some(0));
    }
}
