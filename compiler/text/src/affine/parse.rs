//! Reading affine expressions, maps and integer sets.
//!
//! `+` and `-` bind less than `*`, `floordiv`, `ceildiv` and `mod`, which bind less than negation; all associate to the
//! left.

use std::collections::HashMap;

use tvmlike_ir::{AffineExpr, AffineMap, AffineOp, IntegerSet};
use tvmlike_syntax::{Span, TokenKind};

use crate::error::Result;
use crate::integer;
use crate::parser::{Delimiter, Parser};

/// The names of dimensions and symbols.
#[derive(Default)]
struct Names<'s> {
    declared: HashMap<&'s [u8], AffineExpr>,
    /// Values that are dimensions and symbols without a declaration; `None`: there can be none.
    values: Option<ValueInputs<'s>>,
}

/// The values in expressions of an operation's custom form, by the order of their first use.
#[derive(Default)]
pub(crate) struct ValueInputs<'s> {
    seen: HashMap<(&'s [u8], u32), AffineExpr>,
    /// The dimensions: names with the numbers of results.
    pub(crate) dims: Vec<(Span, u32)>,
    /// The symbols.
    pub(crate) symbols: Vec<(Span, u32)>,
}

/// A map or a set: their texts begin alike.
enum MapOrSet {
    Map(AffineMap),
    Set(IntegerSet),
}

/// The least integer, which has no positive counterpart.
const LEAST: &[u8] = b"-9223372036854775808";

impl<'s> Parser<'_, 's> {
    /// Reads `(d0)[s0] -> (expressions)`.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_affine_map(&mut self) -> Result<AffineMap> {
        let place = self.span();
        match self.parse_map_or_set()? {
            MapOrSet::Map(map) => Ok(map),
            MapOrSet::Set(_) => Err(self.error_at(place, "expected AffineMap, but got IntegerSet")),
        }
    }

    /// Reads `(d0)[s0] : (constraints)`.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_integer_set(&mut self) -> Result<IntegerSet> {
        let place = self.span();
        match self.parse_map_or_set()? {
            MapOrSet::Set(set) => Ok(set),
            MapOrSet::Map(_) => Err(self.error_at(place, "expected IntegerSet, but got AffineMap")),
        }
    }

    /// Reads an expression of named dimensions and symbols.
    ///
    /// # Errors
    /// The text is not that, or has other names.
    pub fn parse_affine_expr_of(&mut self, names: &[(&'s str, AffineExpr)]) -> Result<AffineExpr> {
        let declared = names.iter().map(|(name, expr)| (name.as_bytes(), *expr));
        self.parse_expr(&mut Names {
            declared: declared.collect(),
            values: None,
        })
    }

    fn parse_map_or_set(&mut self) -> Result<MapOrSet> {
        let mut names = Names::default();
        let context = self.context();
        let dims = self.parse_names(
            Delimiter::Paren,
            " in dimensional identifier list",
            &mut names,
            |position| context.affine_dim(position),
        )?;
        let mut symbols = 0;
        if self.is_at(TokenKind::LeftBracket) {
            symbols = self.parse_names(Delimiter::Square, " in symbol list", &mut names, |position| {
                context.affine_symbol(position)
            })?;
        }
        if self.take(TokenKind::Arrow) {
            return self.parse_map_range(dims, symbols, &mut names).map(MapOrSet::Map);
        }
        self.parse_token(TokenKind::Colon, "expected '->' or ':'")?;
        self.parse_constraints(dims, symbols, &mut names)
            .map(MapOrSet::Set)
    }

    fn parse_names(
        &mut self,
        delimiter: Delimiter,
        place: &str,
        names: &mut Names<'s>,
        make: impl Fn(u32) -> AffineExpr,
    ) -> Result<u32> {
        let mut count = 0;
        let mut more = self.open_list(delimiter, place)?;
        while more {
            if self.word().is_empty() {
                return Err(self.wrong_token("expected bare identifier"));
            }
            let name = self.spelling();
            if names.declared.insert(name, make(count)).is_some() {
                let name = String::from_utf8_lossy(name);
                return Err(self.error(format!("redefinition of identifier '{name}'")));
            }
            count += 1;
            self.advance();
            more = self.next_in_list(delimiter, place)?;
        }
        Ok(count)
    }

    fn parse_map_range(&mut self, dims: u32, symbols: u32, names: &mut Names<'s>) -> Result<AffineMap> {
        const PLACE: &str = " in affine map range";
        let place = self.span();
        let mut results = Vec::new();
        let mut more = self.open_list(Delimiter::Paren, PLACE)?;
        while more {
            results.push(self.parse_expr(names)?);
            more = self.next_in_list(Delimiter::Paren, PLACE)?;
        }
        let map = self.context().affine_map(dims, symbols, &results);
        map.map_err(|error| self.error_at(place, error.message()))
    }

    fn parse_constraints(&mut self, dims: u32, symbols: u32, names: &mut Names<'s>) -> Result<IntegerSet> {
        const PLACE: &str = " in integer set constraint list";
        let place = self.span();
        let (mut constraints, mut equalities) = (Vec::new(), Vec::new());
        let mut more = self.open_list(Delimiter::Paren, PLACE)?;
        while more {
            let (constraint, is_equality) = self.parse_constraint(names)?;
            constraints.push(constraint);
            equalities.push(is_equality);
            more = self.next_in_list(Delimiter::Paren, PLACE)?;
        }
        let context = self.context();
        if constraints.is_empty() {
            // No constraint is one that always holds.
            constraints.push(context.affine_constant(0));
            equalities.push(true);
        }
        let set = context.integer_set(dims, symbols, &constraints, &equalities);
        set.map_err(|error| self.error_at(place, error.message()))
    }

    /// Reads a constraint as an expression that is at least 0, or that is 0.
    fn parse_constraint(&mut self, names: &mut Names<'s>) -> Result<(AffineExpr, bool)> {
        let left = self.parse_expr(names)?;
        let place = self.span();
        if self.take(TokenKind::Greater) && self.take(TokenKind::Equal) {
            let right = self.parse_expr(names)?;
            return Ok((self.subtract(left, right, place)?, false));
        }
        if self.take(TokenKind::Less) && self.take(TokenKind::Equal) {
            let right = self.parse_expr(names)?;
            return Ok((self.subtract(right, left, place)?, false));
        }
        if self.take(TokenKind::Equal) && self.take(TokenKind::Equal) {
            let right = self.parse_expr(names)?;
            return Ok((self.subtract(left, right, place)?, true));
        }
        Err(self.error("expected '== affine-expr' or '>= affine-expr' at end of affine constraint"))
    }

    /// Reads terms with `+` and `-` between them.
    fn parse_expr(&mut self, names: &mut Names<'s>) -> Result<AffineExpr> {
        let mut value = self.parse_term(false, names)?;
        loop {
            let place = self.span();
            if self.take(TokenKind::Plus) {
                let right = self.parse_term(true, names)?;
                value = self.binary(AffineOp::Add, value, right, place)?;
            } else if self.take(TokenKind::Minus) {
                let start = self.span().start as usize;
                let right = self.parse_term(true, names)?;
                let text = &self.text()[start..self.span().start as usize];
                value = match text.trim_ascii() == LEAST {
                    // So MLIR prints the addition of the least integer.
                    true => self.binary(AffineOp::Add, value, right, place)?,
                    false => self.subtract(value, right, place)?,
                };
            } else {
                return Ok(value);
            }
        }
    }

    /// Reads operands with `*`, `floordiv`, `ceildiv` and `mod` between them.
    fn parse_term(&mut self, has_left: bool, names: &mut Names<'s>) -> Result<AffineExpr> {
        let mut value = self.parse_operand(has_left, names)?;
        let mut place = self.span();
        let mut pending = self.take_operator();
        while let Some(op) = pending {
            let right = self.parse_operand(true, names)?;
            // MLIR reports an operation that is not affine at the operator after it, if there is one.
            let next_place = self.span();
            pending = self.take_operator();
            if pending.is_some() {
                place = next_place;
            }
            self.check_affine(op, value, right, place)?;
            value = self.binary(op, value, right, place)?;
        }
        Ok(value)
    }

    fn take_operator(&mut self) -> Option<AffineOp> {
        let op = match self.token().kind {
            TokenKind::Star => AffineOp::Mul,
            _ => match self.word() {
                "floordiv" => AffineOp::FloorDiv,
                "ceildiv" => AffineOp::CeilDiv,
                "mod" => AffineOp::Mod,
                _ => return None,
            },
        };
        self.advance();
        Some(op)
    }

    fn check_affine(&self, op: AffineOp, left: AffineExpr, right: AffineExpr, place: Span) -> Result<()> {
        let is_constant = |expr: AffineExpr| expr.is_symbolic_or_constant(self.context());
        let name = match op {
            _ if is_constant(right) => return Ok(()),
            AffineOp::Add => return Ok(()),
            AffineOp::Mul if is_constant(left) => return Ok(()),
            AffineOp::Mul => {
                return Err(self.error_at(
                    place,
                    "non-affine expression: at least one of the multiply operands has to be either a constant or \
                     symbolic",
                ));
            }
            AffineOp::FloorDiv => "floordiv",
            AffineOp::CeilDiv => "ceildiv",
            AffineOp::Mod => "mod",
        };
        Err(self.error_at(
            place,
            format!("non-affine expression: right operand of {name} has to be either a constant or symbolic"),
        ))
    }

    fn binary(&self, op: AffineOp, left: AffineExpr, right: AffineExpr, place: Span) -> Result<AffineExpr> {
        let expr = self.context().affine_binary(op, left, right);
        expr.map_err(|error| self.error_at(place, error.message()))
    }

    fn subtract(&self, left: AffineExpr, right: AffineExpr, place: Span) -> Result<AffineExpr> {
        let negative = self.negate(right, place)?;
        self.binary(AffineOp::Add, left, negative, place)
    }

    fn negate(&self, expr: AffineExpr, place: Span) -> Result<AffineExpr> {
        self.binary(AffineOp::Mul, expr, self.context().affine_constant(-1), place)
    }

    /// Reads an operand. `has_left` tells whether an operator precedes it.
    fn parse_operand(&mut self, has_left: bool, names: &mut Names<'s>) -> Result<AffineExpr> {
        match self.token().kind {
            TokenKind::Integer => self.parse_constant(),
            TokenKind::BareId | TokenKind::IntegerType => self.parse_name(names),
            TokenKind::PercentId => self.parse_value(names, false),
            TokenKind::LeftParen => self.nested(|parser| parser.parse_parentheses(names)),
            TokenKind::Minus => self.nested(|parser| {
                let place = parser.advance().span;
                if parser.is_at(TokenKind::Integer)
                    && integer::small_magnitude(parser.spelling()) == Some(i64::MIN.unsigned_abs())
                {
                    // MLIR prints the least integer, but does not read it.
                    parser.advance();
                    return Ok(parser.context().affine_constant(i64::MIN));
                }
                let operand = parser.parse_operand(has_left, names);
                let operand =
                    operand.map_err(|error| parser.also(error, None, "missing operand of negation"))?;
                parser.negate(operand, place)
            }),
            TokenKind::Plus | TokenKind::Star if !has_left => {
                Err(self.error("missing left operand of binary operator"))
            }
            _ if has_left => Err(self.error("missing right operand of binary operator")),
            _ => Err(self.error("expected affine expression")),
        }
    }

    fn parse_parentheses(&mut self, names: &mut Names<'s>) -> Result<AffineExpr> {
        self.advance();
        if self.is_at(TokenKind::RightParen) {
            return Err(self.error("no expression inside parentheses"));
        }
        let expr = self.parse_expr(names)?;
        self.parse_token(TokenKind::RightParen, "expected ')'")?;
        Ok(expr)
    }

    fn parse_constant(&mut self) -> Result<AffineExpr> {
        let value = integer::small_magnitude(self.spelling()).and_then(|value| i64::try_from(value).ok());
        let Some(value) = value else {
            return Err(self.error("constant too large for index"));
        };
        self.advance();
        Ok(self.context().affine_constant(value))
    }

    fn parse_name(&mut self, names: &mut Names<'s>) -> Result<AffineExpr> {
        if self.take_word("symbol") {
            self.parse_token(TokenKind::LeftParen, "expected '(' at start of SSA symbol")?;
            let symbol = self.parse_value(names, true)?;
            self.parse_token(TokenKind::RightParen, "expected ')' at end of SSA symbol")?;
            return Ok(symbol);
        }
        let Some(expr) = names.declared.get(self.spelling()) else {
            return Err(self.wrong_token("use of undeclared identifier"));
        };
        self.advance();
        Ok(*expr)
    }

    /// Reads a value as a dimension or a symbol. What it was where it was used first, it stays.
    fn parse_value(&mut self, names: &mut Names<'s>, is_symbol: bool) -> Result<AffineExpr> {
        let Some(values) = &mut names.values else {
            return Err(self.wrong_token("unexpected ssa identifier"));
        };
        if !self.is_at(TokenKind::PercentId) {
            return Err(self.wrong_token("expected ssa identifier"));
        }
        let span = self.advance().span;
        let number = self.parse_optional_result_number()?;
        let (context, key) = (self.context(), (self.bytes(span), number));
        if let Some(expr) = values.seen.get(&key) {
            return Ok(*expr);
        }
        let inputs = match is_symbol {
            true => &mut values.symbols,
            false => &mut values.dims,
        };
        let position = inputs.len() as u32;
        inputs.push((span, number));
        let expr = match is_symbol {
            true => context.affine_symbol(position),
            false => context.affine_dim(position),
        };
        values.seen.insert(key, expr);
        Ok(expr)
    }

    /// Reads `[%i + 1, symbol(%n)]` as a map of values.
    pub(crate) fn parse_map_of_values(
        &mut self,
        delimiter: Delimiter,
    ) -> Result<(AffineMap, ValueInputs<'s>)> {
        const PLACE: &str = " in affine map";
        let place = self.span();
        let mut names = Names {
            values: Some(ValueInputs::default()),
            ..Names::default()
        };
        let mut results = Vec::new();
        let mut more = self.open_list(delimiter, PLACE)?;
        while more {
            results.push(self.parse_expr(&mut names)?);
            more = self.next_in_list(delimiter, PLACE)?;
        }
        let values = names.values.unwrap_or_default();
        let (dims, symbols) = (values.dims.len() as u32, values.symbols.len() as u32);
        let map = self.context().affine_map(dims, symbols, &results);
        let map = map.map_err(|error| self.error_at(place, error.message()))?;
        Ok((map, values))
    }

    /// Reads `%i + symbol(%n)` as an expression of values.
    pub(crate) fn parse_expr_of_values(&mut self) -> Result<(AffineExpr, ValueInputs<'s>)> {
        let mut names = Names {
            values: Some(ValueInputs::default()),
            ..Names::default()
        };
        let expr = self.parse_expr(&mut names)?;
        Ok((expr, names.values.unwrap_or_default()))
    }
}
