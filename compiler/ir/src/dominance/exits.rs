//! Where a search for post-dominators begins in a graph that may have endless loops.

use crate::dominator_tree::{Edges, UNREACHED, search};

/// The nodes from which a search against the edges reaches all nodes: those without successors, and one of each loop
/// without an exit, the one that a search from the loop's first node visits last.
pub(super) fn exits(count: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let reversed: Vec<_> = edges.iter().map(|(from, to)| (*to, *from)).collect();
    let (successors, predecessors) = (Edges::new(count, edges), Edges::new(count, &reversed));
    let mut reached = vec![UNREACHED; count];
    let mut exits: Vec<u32> = (0..count as u32)
        .filter(|node| successors.of(*node).is_empty())
        .collect();
    let plain = exits.len();
    for exit in &exits {
        search(&predecessors, *exit, &mut reached, |_, _| 0);
    }
    let mut visited = vec![UNREACHED; count];
    for node in 0..count as u32 {
        if reached[node as usize] != UNREACHED {
            continue;
        }
        let mut order = Vec::new();
        search(&successors, node, &mut visited, |at, _| {
            order.push(at);
            0
        });
        for at in &order {
            visited[*at as usize] = UNREACHED;
        }
        let last = *order.last().expect("a search visits where it begins");
        exits.push(last);
        search(&predecessors, last, &mut reached, |_, _| 0);
    }
    // A later exit makes those needless from which a search reaches it.
    let mut kept = Vec::new();
    for exit in exits.drain(plain..).rev() {
        if visited[exit as usize] == UNREACHED {
            kept.push(exit);
            search(&predecessors, exit, &mut visited, |_, _| 0);
        }
    }
    exits.extend(kept.into_iter().rev());
    exits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exits by their definition: each loop takes what its first node reaches last, and keeps it if it reaches no
    /// exit that was found later.
    fn slow_exits(count: usize, edges: &[(u32, u32)]) -> Vec<u32> {
        let reversed: Vec<_> = edges.iter().map(|(from, to)| (*to, *from)).collect();
        let (successors, predecessors) = (Edges::new(count, edges), Edges::new(count, &reversed));
        let reached = |edges: &Edges, from: u32| {
            let (mut visited, mut order) = (vec![UNREACHED; count], Vec::new());
            search(edges, from, &mut visited, |at, _| {
                order.push(at);
                0
            });
            order
        };
        let nodes = 0..count as u32;
        let mut exits: Vec<u32> = nodes
            .clone()
            .filter(|node| successors.of(*node).is_empty())
            .collect();
        let plain = exits.len();
        for node in nodes {
            let order = reached(&successors, node);
            if !exits
                .iter()
                .any(|exit| reached(&predecessors, *exit).contains(&node))
            {
                exits.extend(order.last());
            }
        }
        let is_kept = |index: usize| {
            let later = &exits[index + 1..];
            index < plain
                || !reached(&successors, exits[index])
                    .iter()
                    .any(|at| later.contains(at))
        };
        (0..exits.len())
            .filter(|index| is_kept(*index))
            .map(|index| exits[index])
            .collect()
    }

    #[test]
    fn exits_of_random_graphs_agree_with_the_definition() {
        let mut state = 11_u64;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u32 % below
        };
        for round in 0..500 {
            let count = 1 + random(12);
            let edges: Vec<_> = (0..random(count * 2 + 1))
                .map(|_| (random(count), random(count)))
                .collect();
            assert_eq!(
                exits(count as usize, &edges),
                slow_exits(count as usize, &edges),
                "{round}: {edges:?}"
            );
        }
    }

    #[test]
    fn many_endless_loops_take_linear_time() {
        let count = 300_000;
        let edges: Vec<_> = (0..count).map(|node| (node, node)).collect();
        assert_eq!(exits(count as usize, &edges), (0..count).collect::<Vec<_>>());
    }
}
