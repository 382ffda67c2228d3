//! Which step begins next.
//!
//! Invariant: a step begins when all that it follows have ended and nobody holds what it holds. Among those that may
//! begin, the one goes first behind which the most time lies: its own, and that of the longest chain of steps that wait
//! for it. So the long ones are not what the run ends with, alone. Steps point to earlier ones only, so that there is
//! always one that may begin while none runs.

use std::collections::{BTreeMap, BTreeSet};

use super::step::Step;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waits,
    Runs,
    Ended,
}

pub(super) struct Schedule<'a> {
    steps: &'a [Step],
    states: Vec<State>,
    /// Seconds that lie behind each step; the plan's order where all are alike.
    urgency: Vec<u32>,
    held: BTreeSet<&'static str>,
    /// Where the steps are that others follow.
    places: BTreeMap<&'a str, usize>,
}

impl<'a> Schedule<'a> {
    /// One step after the other, as planned.
    pub(super) fn in_turn(steps: &'a [Step]) -> Schedule<'a> {
        Schedule {
            steps,
            states: vec![State::Waits; steps.len()],
            urgency: vec![0; steps.len()],
            held: BTreeSet::new(),
            places: steps
                .iter()
                .enumerate()
                .map(|(at, step)| (&*step.name, at))
                .collect(),
        }
    }

    /// Side by side, the most urgent first.
    pub(super) fn side_by_side(steps: &'a [Step]) -> Schedule<'a> {
        let mut schedule = Schedule::in_turn(steps);
        // Steps follow earlier ones, so one pass from the end has seen all that wait for a step.
        for (at, step) in steps.iter().enumerate().rev() {
            schedule.urgency[at] += step.seconds;
            for before in step.follows() {
                if let Some(&before) = schedule.places.get(before) {
                    // Until its own time is added it stands for the longest chain behind it.
                    schedule.urgency[before] = schedule.urgency[before].max(schedule.urgency[at]);
                }
            }
        }
        schedule
    }

    /// Begins a step, if there is one that may begin.
    pub(super) fn begin(&mut self) -> Option<usize> {
        let ready = (0..self.steps.len()).filter(|&at| self.may_begin(at));
        // Of equals the last wins: from the back, that is the first of the plan.
        let chosen = ready.rev().max_by_key(|&at| self.urgency[at])?;
        self.states[chosen] = State::Runs;
        self.held.extend(&self.steps[chosen].holds);
        Some(chosen)
    }

    /// A step that was begun is over.
    pub(super) fn end(&mut self, at: usize) {
        self.states[at] = State::Ended;
        for held in &self.steps[at].holds {
            self.held.remove(held);
        }
    }

    fn may_begin(&self, at: usize) -> bool {
        let step = &self.steps[at];
        // A step that is not part of this run has nothing to wait for.
        let ended = |name: &str| {
            self.places
                .get(name)
                .is_none_or(|&at| self.states[at] == State::Ended)
        };
        self.states[at] == State::Waits
            && step.follows().all(ended)
            && step.holds.iter().all(|what| !self.held.contains(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, needs: &[&'static str]) -> Step {
        Step::new(name, needs, || Ok(()))
    }

    #[test]
    fn in_turn_is_the_plan() {
        let steps = [
            step("a", &[]).takes(1),
            step("b", &[]).takes(9),
            step("c", &["a"]),
        ];
        let mut schedule = Schedule::in_turn(&steps);
        for at in 0..3 {
            assert_eq!(schedule.begin(), Some(at));
            schedule.end(at);
        }
        assert_eq!(schedule.begin(), None);
    }

    #[test]
    fn what_most_time_lies_behind_goes_first() {
        let steps = [
            step("short", &[]).takes(1),
            step("makes", &[]).takes(5),
            step("long", &[]).takes(20),
            step("waits", &["makes"]).takes(30),
            step("last", &[]).after(["waits".to_owned()]).takes(1),
        ];
        let mut schedule = Schedule::side_by_side(&steps);
        assert_eq!([schedule.begin(), schedule.begin()], [Some(1), Some(2)]);
        schedule.end(1);
        assert_eq!([schedule.begin(), schedule.begin()], [Some(3), Some(0)]);
        // The last waits for one that runs.
        assert_eq!(schedule.begin(), None);
        schedule.end(3);
        assert_eq!(schedule.begin(), Some(4));
    }

    #[test]
    fn what_is_held_is_waited_for_and_holds_up_nobody_else() {
        let steps = [
            step("first", &[]).holds(&["x", "y"]).takes(9),
            step("second", &[]).holds(&["y"]).takes(8),
            step("other", &[]).takes(1),
        ];
        let mut schedule = Schedule::side_by_side(&steps);
        assert_eq!([schedule.begin(), schedule.begin()], [Some(0), Some(2)]);
        assert_eq!(schedule.begin(), None);
        schedule.end(0);
        assert_eq!(schedule.begin(), Some(1));
    }

    #[test]
    fn what_is_left_out_of_a_run_is_not_waited_for() {
        let steps = [step("alone", &["not there"])];
        assert_eq!(Schedule::side_by_side(&steps).begin(), Some(0));
    }
}
