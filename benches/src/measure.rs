//! Measuring in turns, and printing ratios.

use std::time::Instant;

/// A row of a table: its name, what one round of it does, and the ratio that it is to stay below.
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

/// Runs all rows in turns and prints each one's time per operation and its ratio to the first. `operations` is how
/// many operations one round does.
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
        let goal = row.goal.map_or_else(String::new, |goal| {
            format!("≤ {goal}{}", if ratio <= goal { "" } else { " missed" })
        });
        println!(
            "| {} | {:.2} | {ratio:.2} | {goal} |",
            row.name,
            median(own.clone())
        );
    }
}

pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
