//! Dominator trees of graphs by the semi-NCA algorithm (Georgiadis), without recursion.
//!
//! Invariant: nodes are numbered in the pre-order of a depth-first search from the root, which has the number 0. A node
//! that the search does not reach has no number.

/// The targets of each node's edges.
pub(crate) struct Edges {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    /// The edges of `count` nodes, each from the first to the second of a pair, in the order of the pairs.
    pub(crate) fn new(count: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; count + 1];
        for (from, _) in pairs {
            starts[*from as usize + 1] += 1;
        }
        for node in 0..count {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; pairs.len()];
        for (from, to) in pairs {
            let place = &mut next[*from as usize];
            targets[*place as usize] = *to;
            *place += 1;
        }
        Self { starts, targets }
    }

    /// The targets of a node's edges.
    pub(crate) fn of(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// The number of nodes that are not reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// Visits nodes depth first, in pre-order. `numbers` has the number of each visited node, or [`UNREACHED`]; the visit gets
/// the node and the one that it was reached from.
pub(crate) fn search(edges: &Edges, root: u32, numbers: &mut [u32], mut visit: impl FnMut(u32, u32) -> u32) {
    let mut pending = vec![(root, root)];
    while let Some((node, from)) = pending.pop() {
        if numbers[node as usize] == UNREACHED {
            numbers[node as usize] = visit(node, from);
            let targets = edges.of(node).iter().rev();
            pending.extend(targets.map(|target| (*target, node)));
        }
    }
}

/// A dominator tree.
pub(crate) struct Tree {
    /// The number of each node.
    numbers: Vec<u32>,
    nodes: Vec<u32>,
    /// The number of the immediate dominator, by number. The root has itself.
    dominators: Vec<u32>,
    /// By number: the place in a walk over the tree at which the node starts and that at which it ends.
    spans: Vec<(u32, u32)>,
}

impl Tree {
    /// The dominators of what is reachable from `root`.
    pub(crate) fn new(root: u32, count: usize, successors: &Edges, predecessors: &Edges) -> Self {
        let mut numbers = vec![UNREACHED; count];
        let mut nodes = Vec::new();
        let mut parents = Vec::new();
        search(successors, root, &mut numbers, |node, from| {
            nodes.push(node);
            parents.push(from);
            nodes.len() as u32 - 1
        });
        for parent in &mut parents {
            *parent = numbers[*parent as usize];
        }
        let dominators = dominators(&numbers, &nodes, &parents, predecessors);
        let spans = spans(&dominators);
        Self {
            numbers,
            nodes,
            dominators,
            spans,
        }
    }

    fn number(&self, node: u32) -> Option<u32> {
        let number = self.numbers.get(node as usize).copied();
        number.filter(|number| *number != UNREACHED)
    }

    /// Whether the root reaches a node.
    pub(crate) fn is_reachable(&self, node: u32) -> bool {
        self.number(node).is_some()
    }

    /// Whether every path from the root to `b` visits `a`, which is another node. What is not reachable is dominated by
    /// everything and dominates nothing else.
    pub(crate) fn properly_dominates(&self, a: u32, b: u32) -> bool {
        match (self.number(a), self.number(b)) {
            _ if a == b => false,
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => {
                let (a, b) = (self.spans[a as usize], self.spans[b as usize]);
                a.0 <= b.0 && b.1 <= a.1
            }
        }
    }

    /// The immediate dominator of a node; `None` for the root and for what is not reachable.
    pub(crate) fn immediate_dominator(&self, node: u32) -> Option<u32> {
        let number = self.number(node).filter(|number| *number != 0)?;
        Some(self.nodes[self.dominators[number as usize] as usize])
    }

    /// The last node that dominates both, or is one of them and dominates the other.
    pub(crate) fn nearest_common_dominator(&self, a: u32, b: u32) -> Option<u32> {
        let (mut a, mut b) = (self.number(a)?, self.number(b)?);
        // A dominator has a smaller number than what it dominates.
        while a != b {
            if a > b {
                a = self.dominators[a as usize];
            } else {
                b = self.dominators[b as usize];
            }
        }
        Some(self.nodes[a as usize])
    }
}

/// The forest that semi-NCA grows from the highest number down.
struct Forest {
    /// The parent in the search tree, or a higher ancestor in the forest.
    ancestors: Vec<u32>,
    /// The node with the smallest semidominator on the compressed path.
    labels: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The node with the smallest semidominator on the path from `node` up to the root of its tree in the forest of the
    /// nodes from `linked` on.
    fn evaluate(&mut self, node: u32, linked: u32) -> u32 {
        let mut at = node as usize;
        while self.ancestors[at] >= linked {
            self.path.push(at as u32);
            at = self.ancestors[at] as usize;
        }
        let (top, mut best) = (self.ancestors[at], self.labels[at]);
        while let Some(below) = self.path.pop() {
            let below = below as usize;
            self.ancestors[below] = top;
            if self.semi[best as usize] < self.semi[self.labels[below] as usize] {
                self.labels[below] = best;
            }
            best = self.labels[below];
        }
        best
    }
}

/// The immediate dominators, all by number.
fn dominators(numbers: &[u32], nodes: &[u32], parents: &[u32], predecessors: &Edges) -> Vec<u32> {
    let count = nodes.len() as u32;
    let mut forest = Forest {
        ancestors: parents.to_vec(),
        labels: (0..count).collect(),
        semi: (0..count).collect(),
        path: Vec::new(),
    };
    for number in (1..count).rev() {
        let mut semi = parents[number as usize];
        for from in predecessors.of(nodes[number as usize]) {
            let from = numbers[*from as usize];
            if from != UNREACHED {
                let best = forest.evaluate(from, number + 1);
                semi = semi.min(forest.semi[best as usize]);
            }
        }
        forest.semi[number as usize] = semi;
    }
    let mut dominators = parents.to_vec();
    for number in 1..count as usize {
        let mut dominator = dominators[number];
        while dominator > forest.semi[number] {
            dominator = dominators[dominator as usize];
        }
        dominators[number] = dominator;
    }
    dominators
}

/// Where each node starts and ends in a walk over the tree, by number.
fn spans(dominators: &[u32]) -> Vec<(u32, u32)> {
    // A dominator has a smaller number, so sizes add up from the end and starts are given out from the beginning.
    let mut sizes = vec![1_u32; dominators.len()];
    for number in (1..dominators.len()).rev() {
        sizes[dominators[number] as usize] += sizes[number];
    }
    let mut next = vec![1_u32; dominators.len()];
    let mut spans = vec![(0, 0); dominators.len()];
    for number in 0..dominators.len() {
        let parent = dominators[number] as usize;
        let start = match number {
            0 => 0,
            _ => next[parent],
        };
        if number != 0 {
            next[parent] += sizes[number];
        }
        next[number] = start + 1;
        spans[number] = (start, start + sizes[number]);
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every path from 0 to `b` visits `a`: `b` cannot be reached without it.
    fn dominates(edges: &Edges, count: usize, a: u32, b: u32) -> bool {
        let mut numbers = vec![UNREACHED; count];
        numbers[a as usize] = 0;
        if a != 0 {
            search(edges, 0, &mut numbers, |_, _| 1);
        }
        numbers[b as usize] == UNREACHED
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut state = 7_u64;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u32 % below
        };
        for round in 0..300 {
            let count = 2 + random(14);
            let pairs: Vec<_> = (0..count + random(count * 2))
                .map(|_| (random(count), random(count)))
                .collect();
            let reversed: Vec<_> = pairs.iter().map(|(from, to)| (*to, *from)).collect();
            let [successors, predecessors] =
                [&pairs, &reversed].map(|pairs| Edges::new(count as usize, pairs));
            let tree = Tree::new(0, count as usize, &successors, &predecessors);
            for a in 0..count {
                for b in (0..count).filter(|b| *b != a) {
                    let expected = match (tree.is_reachable(a), tree.is_reachable(b)) {
                        (_, false) => true,
                        (false, true) => false,
                        _ => dominates(&successors, count as usize, a, b),
                    };
                    assert_eq!(
                        tree.properly_dominates(a, b),
                        expected,
                        "{round}: {a} {b} {pairs:?}"
                    );
                    if let Some(common) = tree.nearest_common_dominator(a, b) {
                        assert!(common == a || tree.properly_dominates(common, a));
                        assert!(common == b || tree.properly_dominates(common, b));
                        if tree.properly_dominates(a, b) {
                            assert_eq!(common, a);
                        }
                    }
                }
                let dominator = tree.immediate_dominator(a);
                assert_eq!(dominator.is_some(), a != 0 && tree.is_reachable(a));
            }
        }
    }
}
