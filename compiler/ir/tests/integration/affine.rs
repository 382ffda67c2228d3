//! Affine expressions: MLIR's simplifications, maps and sets through the public surface.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, Context, MAX_AFFINE_DEPTH};

const ADD: AffineOp = AffineOp::Add;
const MUL: AffineOp = AffineOp::Mul;
const MOD: AffineOp = AffineOp::Mod;
const FLOOR: AffineOp = AffineOp::FloorDiv;
const CEIL: AffineOp = AffineOp::CeilDiv;

/// The expression in MLIR's text; the crate that prints is above this one.
fn text(context: &Context, expr: AffineExpr) -> String {
    let mut out = String::new();
    print(context, expr, false, &mut out);
    out
}

fn print(context: &Context, expr: AffineExpr, tight: bool, out: &mut String) {
    let (op, lhs, rhs) = match expr.kind(context) {
        AffineExprKind::Dim(dim) => return write!(out, "d{dim}").unwrap(),
        AffineExprKind::Symbol(symbol) => return write!(out, "s{symbol}").unwrap(),
        AffineExprKind::Constant(value) => return write!(out, "{value}").unwrap(),
        AffineExprKind::Binary { op, lhs, rhs } => (op, lhs, rhs),
    };
    out.push_str(if tight { "(" } else { "" });
    let negated = |expr: AffineExpr| match expr.kind(context) {
        AffineExprKind::Binary { op: MUL, lhs, rhs } => rhs
            .constant(context)
            .filter(|factor| *factor < 0)
            .map(|factor| (lhs, factor)),
        _ => None,
    };
    match (op, negated(rhs), rhs.constant(context)) {
        (MUL, _, Some(-1)) => {
            out.push('-');
            print(context, lhs, true, out);
        }
        (ADD, Some((base, factor)), _) => {
            print(context, lhs, false, out);
            out.push_str(" - ");
            let is_sum = matches!(base.kind(context), AffineExprKind::Binary { op: ADD, .. });
            print(context, base, is_sum || factor != -1, out);
            if factor != -1 {
                write!(out, " * {}", factor.wrapping_neg()).unwrap();
            }
        }
        (ADD, _, Some(value)) if value < 0 => {
            print(context, lhs, false, out);
            write!(out, " - {}", value.wrapping_neg()).unwrap();
        }
        _ => {
            let sign = match op {
                ADD => "+",
                MUL => "*",
                MOD => "mod",
                FLOOR => "floordiv",
                CEIL => "ceildiv",
            };
            print(context, lhs, op != ADD, out);
            write!(out, " {sign} ").unwrap();
            print(context, rhs, op != ADD, out);
        }
    }
    out.push_str(if tight { ")" } else { "" });
}

/// Random expressions, as the text that MLIR reads and as ids.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn leaf(&mut self, context: &Context, symbolic: bool) -> (String, AffineExpr) {
        match self.below(if symbolic { 5 } else { 9 }) {
            0 | 1 => {
                let value = [0, 1, 2, 3, 4, 8, -1, -2, -4, 12, 6][self.below(11) as usize];
                (value.to_string(), context.affine_constant(value))
            }
            2..=4 => {
                let symbol = self.below(2) as u32;
                (format!("s{symbol}"), context.affine_symbol(symbol))
            }
            _ => {
                let dim = self.below(3) as u32;
                (format!("d{dim}"), context.affine_dim(dim))
            }
        }
    }

    fn expr(&mut self, context: &Context, depth: u32, symbolic: bool) -> (String, AffineExpr) {
        if depth == 0 {
            return self.leaf(context, symbolic);
        }
        let (mut left, mut lhs) = self.expr(context, depth - 1, symbolic);
        let (op, sign) = [
            (ADD, "+"),
            (ADD, "+"),
            (ADD, "-"),
            (MUL, "*"),
            (MUL, "*"),
            (MOD, "mod"),
            (FLOOR, "floordiv"),
            (CEIL, "ceildiv"),
        ][self.below(8) as usize];
        let shallow = depth - 1 - self.below(u64::from(depth)) as u32;
        let (mut right, mut rhs) = match op {
            ADD => self.expr(context, shallow, symbolic),
            // MLIR reads products and quotients only if the right one has no dimension.
            _ => self.expr(context, shallow.min(1), true),
        };
        if op == MUL && self.below(2) == 0 {
            std::mem::swap(&mut left, &mut right);
            std::mem::swap(&mut lhs, &mut rhs);
        }
        if sign == "-" {
            rhs = context
                .affine_binary(MUL, rhs, context.affine_constant(-1))
                .unwrap();
        }
        let expr = context.affine_binary(op, lhs, rhs).unwrap();
        (format!("({left} {sign} {right})"), expr)
    }
}

/// The expressions as mlir-opt prints them; `None` if it is not installed.
fn mlir_opt(exprs: &[String]) -> Option<Vec<String>> {
    let mut input = String::new();
    for expr in exprs {
        writeln!(
            input,
            "\"t.a\"() {{x = affine_map<(d0, d1, d2)[s0, s1] -> ({expr})>}} : () -> ()"
        )
        .unwrap();
    }
    let mut child = Command::new("mlir-opt-22")
        .args(["--allow-unregistered-dialect", "--mlir-print-local-scope"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "mlir-opt-22 refused an expression");
    let lines = String::from_utf8(output.stdout).unwrap();
    let printed = lines
        .lines()
        .filter_map(|line| line.split_once("-> (")?.1.split_once(")>}"));
    Some(printed.map(|(expr, _)| expr.to_owned()).collect())
}

#[test]
fn random_expressions_print_as_mlir_prints_them() {
    let context = Context::new();
    let mut random = Random(22);
    let (texts, exprs): (Vec<String>, Vec<AffineExpr>) = (0..4000u32)
        .map(|index| random.expr(&context, 1 + index % 5, false))
        .unzip();
    let Some(expected) = mlir_opt(&texts) else {
        eprintln!("skipped: mlir-opt-22 is not installed");
        return;
    };
    assert_eq!(expected.len(), texts.len());
    for ((input, expr), expected) in texts.iter().zip(exprs).zip(expected) {
        assert_eq!(text(&context, expr), expected, "from {input}");
    }
}

#[test]
fn an_expression_simplified_as_a_whole_collects_terms() {
    let context = Context::new();
    let [d0, d1] = [0, 1].map(|dim| context.affine_dim(dim));
    let s0 = context.affine_symbol(0);
    let number = |value| context.affine_constant(value);
    let make = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).unwrap();
    let simplified = |expr: AffineExpr| text(&context, expr.simplify(&context).unwrap());
    let negative = make(MUL, d1, number(-1));
    assert_eq!(simplified(make(ADD, make(ADD, d0, d1), negative)), "d0");
    let halves = make(MUL, make(FLOOR, d0, number(2)), number(2));
    assert_eq!(simplified(make(ADD, halves, make(MOD, d0, number(2)))), "d0");
    assert_eq!(
        simplified(make(ADD, make(MOD, d0, number(4)), d1)),
        "d0 + d1 - (d0 floordiv 4) * 4"
    );
    let sum = make(ADD, make(MUL, d0, number(6)), number(3));
    assert_eq!(simplified(make(FLOOR, sum, number(9))), "(d0 * 2 + 1) floordiv 3");
    assert_eq!(simplified(make(CEIL, sum, number(9))), "(d0 * 2 + 1) ceildiv 3");
    assert_eq!(simplified(make(FLOOR, make(MUL, d0, s0), s0)), "d0");
    assert_eq!(simplified(make(MOD, make(MUL, d0, s0), s0)), "0");
    assert_eq!(simplified(make(FLOOR, d0, number(0))), "d0 floordiv 0");
    let by_symbol = make(ADD, make(MUL, d1, s0), make(MOD, d1, number(8)));
    assert_eq!(simplified(by_symbol), "d1 mod 8 + d1 * s0");
    let uneven = make(MUL, make(CEIL, s0, number(3)), context.affine_symbol(2));
    assert_eq!(
        simplified(make(CEIL, uneven, s0)),
        "((s0 ceildiv 3) * s2) ceildiv s0"
    );
    let repeated = make(
        ADD,
        make(FLOOR, d0, s0),
        make(MUL, make(FLOOR, d0, s0), number(2)),
    );
    assert_eq!(simplified(make(ADD, repeated, s0)), "(d0 floordiv s0) * 3 + s0");
    let huge = make(
        ADD,
        make(MUL, d0, number(i64::MAX)),
        make(MUL, d0, number(i64::MAX)),
    );
    assert!(huge.simplify(&context).is_ok());
}

#[test]
fn constants_that_overflow_are_kept() {
    let context = Context::new();
    let (d0, largest) = (context.affine_dim(0), context.affine_constant(i64::MAX));
    let one = context.affine_constant(1);
    let sum = context.affine_binary(ADD, largest, one).unwrap();
    assert_eq!(text(&context, sum), "9223372036854775807 + 1");
    let smallest = context.affine_constant(i64::MIN);
    for op in [ADD, MUL, MOD, FLOOR, CEIL] {
        for (lhs, rhs) in [
            (smallest, -1),
            (d0, i64::MIN),
            (smallest, 0),
            (smallest, i64::MIN),
        ] {
            let expr = context
                .affine_binary(op, lhs, context.affine_constant(rhs))
                .unwrap();
            assert!(expr.simplify(&context).is_ok());
            assert!(context.affine_binary(op, expr, lhs).is_ok());
        }
    }
}

#[test]
fn too_deep_expressions_are_refused() {
    let context = Context::new();
    let mut expr = context.affine_dim(0);
    let error = loop {
        let symbol = context.affine_symbol(expr.depth(&context));
        match context.affine_binary(MOD, expr, symbol) {
            Ok(deeper) => expr = deeper,
            Err(error) => break error,
        }
    };
    assert_eq!(expr.depth(&context), MAX_AFFINE_DEPTH);
    assert!(error.message().contains("too deep"), "{error}");
    let map = context.affine_map(1, 0, &[expr]);
    assert!(
        map.unwrap_err()
            .message()
            .contains("expected at most 1 dimensions and 0 symbols")
    );
    let map = context.affine_map(1, MAX_AFFINE_DEPTH, &[expr]).unwrap();
    assert!(context.affine_dim(0).compose(&context, map).is_ok());
    assert!(
        expr.compose(&context, map)
            .unwrap_err()
            .message()
            .contains("too deep")
    );
}

#[test]
fn maps_are_composed_permuted_and_compressed() {
    let context = Context::new();
    let [d0, d1, s0, s1] = [
        context.affine_dim(0),
        context.affine_dim(1),
        context.affine_symbol(0),
        context.affine_symbol(1),
    ];
    let make = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).unwrap();
    let map = context.affine_map(2, 3, &[make(ADD, d0, s1), d1]).unwrap();
    assert_eq!(
        (
            map.num_dims(&context),
            map.num_symbols(&context),
            map.num_inputs(&context)
        ),
        (2, 3, 5)
    );
    let doubled = make(MUL, context.affine_symbol(2), context.affine_constant(2));
    let other = context.affine_map(1, 3, &[doubled]).unwrap();
    let compressed = context.compress_unused_symbols(&[map, other]).unwrap();
    assert_eq!(
        compressed[0],
        context.affine_map(2, 2, &[make(ADD, d0, s0), d1]).unwrap()
    );
    assert_eq!(compressed[1].num_symbols(&context), 2);
    let replaced = map
        .replace(&context, s1, make(MUL, d0, context.affine_constant(4)), 2, 3)
        .unwrap();
    assert_eq!(
        text(&context, replaced.results(&context).get(0).unwrap()),
        "d0 * 5"
    );
    let swap = context.affine_permutation_map(&[1, 0]).unwrap();
    assert!(swap.is_permutation(&context) && !swap.is_identity(&context));
    assert_eq!(
        swap.compose(&context, swap).unwrap(),
        context.affine_identity_map(2)
    );
    assert!(context.affine_permutation_map(&[0, 0]).is_err());
    assert!(context.affine_minor_identity_map(2, 3).is_err());
    let minor = context.affine_minor_identity_map(3, 2).unwrap();
    assert_eq!(minor.results(&context).to_vec(), [d1, context.affine_dim(2)]);
    assert!(minor.is_projected_permutation(&context, false) && !minor.is_permutation(&context));
    assert_eq!(
        swap.major_submap(&context, 1).unwrap().results(&context).to_vec(),
        [d1]
    );
    assert_eq!(
        swap.minor_submap(&context, 1).unwrap().results(&context).to_vec(),
        [d0]
    );
    assert!(swap.submap(&context, &[2]).is_err() && swap.minor_submap(&context, 3).is_err());
    let shifted = make(ADD, d1, s1).shift_dims(&context, 3, 2, 0).unwrap();
    assert_eq!(text(&context, shifted), "d3 + s1");
    let shifted = make(ADD, d1, s1).shift_symbols(&context, 3, 2, 1).unwrap();
    assert_eq!(text(&context, shifted), "d1 + s3");
    assert!(d0.shift_dims(&context, u32::MAX, 1, 0).is_err());
    let last = context.affine_dim(u32::MAX);
    assert_eq!(last.kind(&context), AffineExprKind::Dim(u32::MAX));
    assert!(context.affine_map(7, 0, &[last]).is_err());
}

#[test]
fn integer_sets_keep_their_constraints() {
    let context = Context::new();
    let (d0, s0) = (context.affine_dim(0), context.affine_symbol(0));
    let set = context.integer_set(1, 1, &[d0, s0], &[true, false]).unwrap();
    assert_eq!(
        (set.num_equalities(&context), set.num_inequalities(&context)),
        (1, 1)
    );
    assert!(set.is_equality(&context, 0) && !set.is_equality(&context, 1) && !set.is_equality(&context, 9));
    assert_ne!(set, context.integer_set(1, 1, &[d0, s0], &[true, true]).unwrap());
    let replaced = set.replaced(&context, &[s0], &[d0], 1, 1).unwrap();
    assert_eq!(replaced.constraints(&context).to_vec(), [s0, d0]);
    assert!(
        context.empty_integer_set(3, 0).is_canonical_empty(&context) && !set.is_canonical_empty(&context)
    );
    assert!(context.integer_set(1, 1, &[d0], &[]).is_err());
    assert!(context.integer_set(0, 1, &[d0], &[true]).is_err());
}

/// Each level uses the one below twice, so that what is not remembered is visited 2^50 times.
#[test]
fn shared_parts_are_visited_once() {
    const LEVELS: u32 = 50;
    let context = Context::new();
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).unwrap();
    let (dim, symbol, constant) = (
        |position| context.affine_dim(position),
        |position| context.affine_symbol(position),
        |value| context.affine_constant(value),
    );
    let build = |start, level: &dyn Fn(AffineExpr, u32) -> [AffineExpr; 2]| {
        (0..LEVELS).fold(start, |below, number| {
            let [lhs, rhs] = level(below, number);
            binary(ADD, lhs, rhs)
        })
    };
    let remainders = build(dim(0), &|below, number| {
        [below, binary(MOD, below, constant(i64::from(number) + 3))]
    });
    assert_eq!(remainders.simplify(&context).unwrap().num_dims(&context), 1);

    let products = build(binary(MUL, dim(0), symbol(0)), &|below, _| {
        [below, binary(MUL, below, dim(1))]
    });
    let quotient = binary(FLOOR, products, symbol(0)).simplify(&context).unwrap();
    assert_eq!(quotient.num_symbols(&context), 0);

    let multiple = |expr| binary(MUL, expr, constant(8));
    let sums = build(multiple(dim(0)), &|below, number| {
        let added = [dim(number), symbol(number)].map(multiple);
        added.map(|added| binary(ADD, below, added))
    });
    assert_eq!(binary(FLOOR, sums, constant(8)).num_symbols(&context), LEVELS);
}
