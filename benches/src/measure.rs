//! Measures rows in turns and prints ratios.

use std::sync::Barrier;
use std::time::Instant;

/// A row of a table: its name, the code of one round, and the maximum ratio.
pub(crate) struct Row<'a> {
    pub(crate) name: &'static str,
    pub(crate) goal: Option<f64>,
    pub(crate) round: Box<dyn FnMut() + 'a>,
}

impl<'a> Row<'a> {
    pub(crate) fn new(name: &'static str, goal: Option<f64>, round: impl FnMut() + 'a) -> Self {
        Self {
            name,
            goal,
            round: Box::new(round),
        }
    }
}

const TURNS: usize = 301;

/// Runs all rows in turns and prints each row's time per operation and its ratio to the first row. `operations` is the
/// number of operations in a round.
pub(crate) fn table(title: &str, operations: usize, mut rows: Vec<Row<'_>>) {
    let mut times = vec![Vec::with_capacity(TURNS); rows.len()];
    for turn in 0..=TURNS {
        for (row, times) in rows.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (row.round)();
            let time = start.elapsed().as_secs_f64() * 1e9 / operations as f64;
            // The first turn warms the caches.
            if turn > 0 {
                times.push(time);
            }
        }
    }
    println!("\n{title}");
    println!("| case | ns (median) | ratio | goal |");
    println!("|---|---:|---:|---:|");
    for (row, own) in rows.iter().zip(&times) {
        let ratio = median(
            own.iter()
                .zip(&times[0])
                .map(|(own, first)| own / first)
                .collect(),
        );
        println!(
            "| {} | {:.2} | {ratio:.2} | {} |",
            row.name,
            median(own.clone()),
            verdict(row.goal, ratio)
        );
    }
}

/// Returns the goal, with "missed" if `reached` is above it.
pub(crate) fn verdict(goal: Option<f64>, reached: f64) -> String {
    goal.map_or_else(String::new, |goal| {
        format!("≤ {goal}{}", if reached <= goal { "" } else { " missed" })
    })
}

/// A row whose rounds run on several threads at once; each receives its number.
pub(crate) struct SharedRow<'a> {
    name: &'static str,
    goal: Option<f64>,
    round: &'a (dyn Fn(usize) + Sync),
}

impl<'a> SharedRow<'a> {
    pub(crate) fn new(name: &'static str, goal: Option<f64>, round: &'a (dyn Fn(usize) + Sync)) -> Self {
        Self { name, goal, round }
    }
}

/// Runs all rows in turns, first on one thread, then on two at once, and prints the time per operation of each thread. The
/// goal applies to two threads.
pub(crate) fn table_on_threads(title: &str, operations: usize, rows: &[SharedRow<'_>]) {
    println!("\n{title}");
    println!("| case | one: ns (median) | ratio | two: ns each | ratio | goal |");
    println!("|---|---:|---:|---:|---:|---:|");
    let (one, two) = (on_threads(1, operations, rows), on_threads(2, operations, rows));
    for (row, (one_ns, two_ns)) in rows.iter().zip(one.iter().zip(&two)) {
        let ratio = |own: &[f64], first: &[f64]| median(own.iter().zip(first).map(|(a, b)| a / b).collect());
        let (one_ratio, two_ratio) = (ratio(one_ns, &one[0]), ratio(two_ns, &two[0]));
        println!(
            "| {} | {:.2} | {one_ratio:.2} | {:.2} | {two_ratio:.2} | {} |",
            row.name,
            median(one_ns.clone()),
            median(two_ns.clone()),
            verdict(row.goal, two_ratio)
        );
    }
}

/// Returns the mean of the threads' times per operation, for each row and turn.
fn on_threads(threads: usize, operations: usize, rows: &[SharedRow<'_>]) -> Vec<Vec<f64>> {
    let together = Barrier::new(threads);
    let work = |thread: usize| {
        let mut times = vec![Vec::with_capacity(TURNS); rows.len()];
        for turn in 0..=TURNS {
            for (row, times) in rows.iter().zip(&mut times) {
                together.wait();
                let start = Instant::now();
                (row.round)(thread);
                let time = start.elapsed().as_secs_f64() * 1e9 / operations as f64;
                if turn > 0 {
                    times.push(time);
                }
            }
        }
        times
    };
    let of_threads: Vec<Vec<Vec<f64>>> = std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        running
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .collect()
    });
    (0..rows.len())
        .map(|row| {
            (0..TURNS)
                .map(|turn| of_threads.iter().map(|times| times[row][turn]).sum::<f64>() / threads as f64)
                .collect()
        })
        .collect()
}

pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
