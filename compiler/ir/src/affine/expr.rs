//! Affine expressions: constructors, views and facts.

use crate::context::Context;
use crate::error::Error;
use crate::id::AffineExpr;
use crate::list::{Words, int};
use crate::unique::Kind;

/// The largest depth of an affine expression.
pub const MAX_AFFINE_DEPTH: u32 = 1024;

/// The operation of an affine expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineOp {
    /// `+`
    Add,
    /// `*`
    Mul,
    /// `mod`, whose result is never negative.
    Mod,
    /// `floordiv`
    FloorDiv,
    /// `ceildiv`
    CeilDiv,
}

/// The kind of an affine expression, with its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AffineExprKind {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// A number.
    Constant(i64),
    /// An operation.
    Binary {
        /// The operation.
        op: AffineOp,
        /// The left operand.
        lhs: AffineExpr,
        /// The right operand.
        rhs: AffineExpr,
    },
}

/// Facts about an expression that are stored with it.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// One more than the largest dimension.
    pub(super) dims: u32,
    /// One more than the largest symbol.
    pub(super) symbols: u32,
    /// Whether all factors and divisors are constants.
    pub(super) pure_affine: bool,
    pub(super) depth: u32,
    /// A number that divides every value of the expression.
    pub(super) divisor: i64,
}

/// Where the facts begin in the words of an operation.
const FACTS: usize = 2;

impl AffineExpr {
    /// The kind of the expression, with its parts.
    ///
    /// # Panics
    /// Can panic if the expression is of another context.
    #[inline]
    pub fn kind(self, context: &Context) -> AffineExprKind {
        let node = context.uniquer.node(self.raw());
        let words = node.words();
        let op = match node.kind() {
            Kind::AffineDim => return AffineExprKind::Dim(words[0]),
            Kind::AffineSymbol => return AffineExprKind::Symbol(words[0]),
            Kind::AffineConstant => return AffineExprKind::Constant(int(words)),
            Kind::AffineAdd => AffineOp::Add,
            Kind::AffineMul => AffineOp::Mul,
            Kind::AffineMod => AffineOp::Mod,
            Kind::AffineFloorDiv => AffineOp::FloorDiv,
            Kind::AffineCeilDiv => AffineOp::CeilDiv,
            other => {
                panic!("the expression is of another context: here its number is a node of kind {other:?}")
            }
        };
        AffineExprKind::Binary {
            op,
            lhs: AffineExpr::new(words[0]),
            rhs: AffineExpr::new(words[1]),
        }
    }

    pub(super) fn facts(self, context: &Context) -> Facts {
        let leaf = |dims, symbols, divisor| Facts {
            dims,
            symbols,
            pure_affine: true,
            depth: 1,
            divisor,
        };
        match self.kind(context) {
            AffineExprKind::Dim(position) => leaf(position.saturating_add(1), 0, 1),
            AffineExprKind::Symbol(position) => leaf(0, position.saturating_add(1), 1),
            AffineExprKind::Constant(value) => leaf(0, 0, value.wrapping_abs()),
            AffineExprKind::Binary { .. } => {
                let words = &context.uniquer.node(self.raw()).words()[FACTS..];
                Facts {
                    dims: words[0],
                    symbols: words[1],
                    pure_affine: words[2] != 0,
                    depth: words[3],
                    divisor: int(&words[4..]),
                }
            }
        }
    }

    /// The value of a constant.
    pub fn constant(self, context: &Context) -> Option<i64> {
        match self.kind(context) {
            AffineExprKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The operands, if the expression is this operation.
    pub(super) fn operands(self, context: &Context, wanted: AffineOp) -> Option<(AffineExpr, AffineExpr)> {
        match self.kind(context) {
            AffineExprKind::Binary { op, lhs, rhs } if op == wanted => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Whether the expression uses no dimension.
    pub fn is_symbolic_or_constant(self, context: &Context) -> bool {
        self.facts(context).dims == 0
    }

    /// Whether all factors and divisors are constants.
    pub fn is_pure_affine(self, context: &Context) -> bool {
        self.facts(context).pure_affine
    }

    /// One more than the largest dimension that the expression uses.
    pub fn num_dims(self, context: &Context) -> u32 {
        self.facts(context).dims
    }

    /// One more than the largest symbol that the expression uses.
    pub fn num_symbols(self, context: &Context) -> u32 {
        self.facts(context).symbols
    }

    /// The largest number that is known to divide every value of the expression.
    pub fn largest_known_divisor(self, context: &Context) -> i64 {
        self.facts(context).divisor
    }

    /// The depth: 1 for dimensions, symbols and constants.
    pub fn depth(self, context: &Context) -> u32 {
        self.facts(context).depth
    }
}

impl Context {
    /// The dimension at a position.
    pub fn affine_dim(&self, position: u32) -> AffineExpr {
        self.make_expr(Kind::AffineDim, &[position])
    }

    /// The symbol at a position.
    pub fn affine_symbol(&self, position: u32) -> AffineExpr {
        self.make_expr(Kind::AffineSymbol, &[position])
    }

    /// A constant.
    pub fn affine_constant(&self, value: i64) -> AffineExpr {
        self.make_expr(Kind::AffineConstant, Words::new().int(value).as_slice())
    }

    /// An operation, simplified.
    ///
    /// As MLIR's builders do, this accepts products and quotients of dimensions, which no text can have.
    ///
    /// # Errors
    /// If the expression would be deeper than [`MAX_AFFINE_DEPTH`].
    pub fn affine_binary(&self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> Result<AffineExpr, Error> {
        self.check_depth(self.simplified(op, lhs, rhs))
    }

    pub(super) fn check_depth(&self, expr: AffineExpr) -> Result<AffineExpr, Error> {
        match expr.depth(self) {
            depth if depth > MAX_AFFINE_DEPTH => Err(Error::new(format!(
                "affine expression is too deep: {depth} levels; supported: {MAX_AFFINE_DEPTH}"
            ))),
            _ => Ok(expr),
        }
    }

    /// An operation as it stands.
    pub(super) fn unsimplified(&self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let (left, right) = (lhs.facts(self), rhs.facts(self));
        let constant = rhs.constant(self);
        let pure = left.pure_affine && right.pure_affine;
        let (kind, pure_affine, divisor) = match op {
            AffineOp::Add => (Kind::AffineAdd, pure, gcd(left.divisor, right.divisor)),
            AffineOp::Mul => (
                Kind::AffineMul,
                pure && (constant.is_some() || lhs.constant(self).is_some()),
                left.divisor.wrapping_mul(right.divisor),
            ),
            AffineOp::Mod => (
                Kind::AffineMod,
                pure && constant.is_some(),
                gcd(left.divisor, right.divisor),
            ),
            AffineOp::FloorDiv | AffineOp::CeilDiv => {
                let kind = match op {
                    AffineOp::FloorDiv => Kind::AffineFloorDiv,
                    _ => Kind::AffineCeilDiv,
                };
                let divisor = match constant {
                    Some(by) if left.divisor.checked_rem(by) == Some(0) => {
                        left.divisor.wrapping_div(by).wrapping_abs()
                    }
                    _ => 1,
                };
                (kind, pure && constant.is_some(), divisor)
            }
        };
        let words = Words::new()
            .words([lhs.raw(), rhs.raw()])
            .words([left.dims.max(right.dims), left.symbols.max(right.symbols)])
            .words([u32::from(pure_affine), 1 + left.depth.max(right.depth)])
            .int(divisor);
        self.make_expr(kind, words.as_slice())
    }

    fn make_expr(&self, kind: Kind, words: &[u32]) -> AffineExpr {
        AffineExpr::new(self.uniquer.intern(kind, words, &[]))
    }
}

/// The greatest common divisor of magnitudes; that of 0 and n is n.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.cast_signed().wrapping_abs()
}
