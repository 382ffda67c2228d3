//! tvmlike's side of the benchmark of the compiler's IR: `tvmlike-bench-ir FILE SECONDS CASE...`.
//!
//! The cases and the output are those of `mlir_worker.cpp`: each case is repeated until the time has passed, and the best
//! time is printed as a line of JSON.

use std::hint::black_box;
use std::time::{Duration, Instant};

use tvmlike_ir::{Context, Mapping, Op, WalkOrder, WalkResult};
use tvmlike_text::{ExternalResources, ParseOptions, PrintOptions, parse_source, print_top_level};

struct Bench {
    text: Vec<u8>,
    context: Context,
    module: Op,
    ops: usize,
}

fn context() -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    // What a file uses is loaded when it is first read, which is not measured.
    tvmlike_dialects::make_available(&context);
    context
}

/// Reads without verification, which has a case of its own.
fn parse(context: &Context, text: &[u8], threads: usize) -> Op {
    let mut edit = context.exclusive().expect("one thread");
    let options = ParseOptions {
        skip_verification: true,
        threads,
        ..ParseOptions::default()
    };
    parse_source(&mut edit, "bench.mlir", text, &options)
        .expect("the file is valid")
        .op
}

/// Bytes on the heap, with those of large blocks that have mappings of their own.
fn heap_bytes() -> u64 {
    // SAFETY: the function only reads the allocator's counters.
    let info = unsafe { libc::mallinfo2() };
    (info.uordblks + info.hblkhd) as u64
}

impl Bench {
    fn new(path: &str) -> Self {
        let text = std::fs::read(path).expect("the file can be read");
        let context = context();
        let module = parse(&context, &text, 1);
        let mut ops = 0;
        module.walk(&context, WalkOrder::PostOrder, |_| {
            ops += 1;
            WalkResult::Advance
        });
        Self {
            text,
            context,
            module,
            ops,
        }
    }

    fn erase(&self, op: Op) -> Duration {
        let mut edit = self.context.exclusive().expect("one thread");
        let start = Instant::now();
        op.erase(&mut edit).expect("nothing outside uses it");
        start.elapsed()
    }

    fn clone(&self) -> (Op, Duration) {
        let mut edit = self.context.exclusive().expect("one thread");
        let start = Instant::now();
        let copy = self.module.clone_op(&mut edit, &mut Mapping::new());
        (copy, start.elapsed())
    }

    fn print(&self, options: &PrintOptions) -> Duration {
        let mut out = Vec::with_capacity(self.text.len() * 2);
        let start = Instant::now();
        print_top_level(
            &self.context,
            self.module,
            &ExternalResources::new(),
            options,
            &mut out,
        )
        .expect("small attributes");
        let time = start.elapsed();
        black_box(out);
        time
    }

    /// The time of the part of a case that counts; `None` for a case that is not known.
    fn once(&self, case: &str) -> Option<Duration> {
        let custom = PrintOptions::default();
        let generic = PrintOptions {
            generic: true,
            ..PrintOptions::default()
        };
        Some(match case {
            "parse" | "parse on two threads" => {
                let threads = if case == "parse" { 1 } else { 2 };
                let start = Instant::now();
                let parsed = parse(&self.context, &self.text, threads);
                let time = start.elapsed();
                self.erase(parsed);
                time
            }
            "print" => self.print(&generic),
            "print custom form" => self.print(&custom),
            "print with locations" => self.print(&PrintOptions {
                debug_info: true,
                ..generic
            }),
            "verify" => {
                let start = Instant::now();
                self.context.verify(self.module).expect("the file is valid");
                start.elapsed()
            }
            "clone" => {
                let (copy, time) = self.clone();
                self.erase(copy);
                time
            }
            "erase" => {
                let (copy, _) = self.clone();
                self.erase(copy)
            }
            "walk" => {
                let context = &self.context;
                let mut sink = 0;
                let start = Instant::now();
                self.module.walk(context, WalkOrder::PostOrder, |op| {
                    sink += u64::from(op.name(context).raw());
                    if let Some(operand) = op.operands(context).next() {
                        sink += u64::from(operand.ty(context).raw());
                    }
                    WalkResult::Advance
                });
                let time = start.elapsed();
                black_box(sink);
                time
            }
            _ => return None,
        })
    }

    /// The memory that a parsed module occupies in a context of its own.
    fn bytes(&self) -> u64 {
        let fresh = context();
        let before = heap_bytes() + fresh.operation_bytes();
        let parsed = parse(&fresh, &self.text, 1);
        black_box(parsed);
        heap_bytes() + fresh.operation_bytes() - before
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, seconds, cases @ ..] = arguments.as_slice() else {
        eprintln!("usage: tvmlike-bench-ir FILE SECONDS CASE...");
        std::process::exit(2);
    };
    let budget = Duration::from_secs_f64(seconds.parse().expect("SECONDS is a number"));
    let bench = Bench::new(path);
    for case in cases {
        if case == "bytes" {
            println!(
                "{{\"case\": \"bytes\", \"bytes\": {}, \"ops\": {}}}",
                bench.bytes(),
                bench.ops
            );
            continue;
        }
        let start = Instant::now();
        let Some(mut best) = bench.once(case) else {
            continue;
        };
        while start.elapsed() < budget {
            best = best.min(bench.once(case).expect("a known case"));
        }
        println!(
            "{{\"case\": \"{case}\", \"seconds\": {:.9}, \"ops\": {}}}",
            best.as_secs_f64(),
            bench.ops
        );
    }
}
