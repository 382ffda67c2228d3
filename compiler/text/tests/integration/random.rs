//! Random types and attributes, made without text: their text is read as the same thing.

use proptest::prelude::*;
use tvmlike_ir::{AffineOp, Attribute, Context, DYNAMIC, FloatKind, NamedAttribute, Signedness, Type};
use tvmlike_text::{attribute_to_string, parse_attribute, parse_type, type_to_string};

/// Choices from random numbers; 0 when they are used up, which are the simplest ones.
struct Choices<'a>(std::slice::Iter<'a, u32>);

impl Choices<'_> {
    fn next(&mut self) -> u32 {
        self.0.next().copied().unwrap_or(0)
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn bits(&mut self) -> u128 {
        (0..4).fold(0, |bits, _| bits << 32 | u128::from(self.next()))
    }

    fn name(&mut self) -> Vec<u8> {
        let letters = b"ab_$.9 \"\\\n\xFF";
        let count = 1 + self.below(4);
        (0..count)
            .map(|_| letters[self.below(letters.len() as u32) as usize])
            .collect()
    }

    fn shape(&mut self, dynamic: bool, least: i64) -> Vec<i64> {
        let rank = self.below(3);
        (0..rank)
            .map(|_| match dynamic && self.below(3) == 2 {
                true => DYNAMIC,
                false => least + i64::from(self.below(3)),
            })
            .collect()
    }

    fn number(&mut self, context: &Context) -> Type {
        match self.below(4) {
            0 => {
                let signedness = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned];
                let width = [0, 1, 8, 17, 32, 64, 65, 200][self.below(8) as usize];
                context
                    .integer_type(width, signedness[self.below(3) as usize])
                    .unwrap()
            }
            1 => context.index_type(),
            _ => context.float_type(FloatKind::ALL[self.below(18) as usize]),
        }
    }

    fn ty(&mut self, context: &Context, depth: u32) -> Type {
        if depth == 0 {
            return self.number(context);
        }
        let types = |choices: &mut Self, count: u32| -> Vec<Type> {
            (0..choices.below(count))
                .map(|_| choices.ty(context, depth - 1))
                .collect()
        };
        let made = match self.below(10) {
            0 => return context.tuple_type(&types(self, 20)),
            1 => {
                let inputs = types(self, 3);
                return context.function_type(&inputs, &types(self, 3));
            }
            2 => {
                let shape = self.shape(false, 1);
                let scalable: Vec<bool> = shape.iter().map(|_| self.flag()).collect();
                let element = self.number(context);
                context.vector_type(&shape, element, &scalable)
            }
            3 => {
                let shape = self.shape(true, 0);
                let element = self.number(context);
                let encoding = self.flag().then(|| context.string_attribute(self.name()));
                context.ranked_tensor_type(&shape, element, encoding)
            }
            4 => {
                let shape = self.shape(true, 0);
                let element = self.ty(context, depth - 1);
                let layout = match self.below(3) {
                    0 => None,
                    1 => {
                        let strides: Vec<i64> = shape.iter().map(|_| i64::from(self.below(5)) - 2).collect();
                        Some(context.strided_layout_attribute(i64::from(self.below(3)) - 1, &strides))
                    }
                    _ => {
                        let dims = shape.len() as u32;
                        let result = self.expr(context, dims);
                        let map = context.affine_map(dims, 2, &[result]).unwrap();
                        Some(context.affine_map_attribute(map))
                    }
                };
                let space = self
                    .flag()
                    .then(|| context.i64_attribute(i64::from(self.below(3))));
                context.memref_type(&shape, element, layout, space)
            }
            5 => context.complex_type(self.number(context)),
            6 => context.unranked_tensor_type(self.number(context)),
            7 => context.unranked_memref_type(self.ty(context, depth - 1), None),
            8 => {
                let data =
                    [&b"x"[..], b"x<y, [\"z>\"]>", b"9", b"", b"a b", b"a<b><c>"][self.below(6) as usize];
                context.opaque_type(context.identifier("dialect"), data)
            }
            _ => return context.none_type(),
        };
        // Not all combinations are valid.
        made.unwrap_or_else(|_| context.i32())
    }

    /// An operand, perhaps with an operation and a constant to add. Sums of sums can have one text and be two expressions.
    fn expr(&mut self, context: &Context, dims: u32) -> tvmlike_ir::AffineExpr {
        let operand = match self.below(3) {
            0 if dims > 0 => context.affine_dim(self.below(dims)),
            1 => context.affine_symbol(self.below(2)),
            _ => context.affine_constant(i64::from(self.next()) - (1 << 31)),
        };
        let op = [
            AffineOp::Mul,
            AffineOp::Mod,
            AffineOp::FloorDiv,
            AffineOp::CeilDiv,
        ][self.below(4) as usize];
        let by = context.affine_constant(i64::from(self.below(9)) - 4);
        let product = context.affine_binary(op, operand, by).unwrap();
        let more = context.affine_constant(i64::from(self.below(9)) - 4);
        context.affine_binary(AffineOp::Add, product, more).unwrap()
    }

    fn attribute(&mut self, context: &Context, depth: u32) -> Attribute {
        let kinds = if depth == 0 { 7 } else { 12 };
        match self.below(kinds) {
            0 => self.number_attribute(context),
            1 => context.typed_string_attribute(self.name(), self.ty(context, 1)),
            2 => context.string_attribute(self.name()),
            3 => context.bool_attribute(self.flag()),
            4 => {
                let nested: Vec<_> = (0..self.below(3))
                    .map(|_| context.identifier(self.name()))
                    .collect();
                context.symbol_ref_attribute(context.identifier(self.name()), &nested)
            }
            5 => context.type_attribute(self.ty(context, 2)),
            6 => context.unit_attribute(),
            7 => {
                let elements: Vec<_> = (0..self.below(4))
                    .map(|_| self.attribute(context, depth - 1))
                    .collect();
                context.array_attribute(&elements)
            }
            8 => {
                let mut entries: Vec<NamedAttribute> = (0..self.below(4))
                    .map(|_| NamedAttribute {
                        name: context.identifier(self.name()),
                        value: self.attribute(context, depth - 1),
                    })
                    .collect();
                entries.sort_by_key(|entry| entry.name);
                entries.dedup_by_key(|entry| entry.name);
                context.dictionary_attribute(&entries).unwrap()
            }
            9 => {
                let shape = self.shape(false, 0);
                let element = self.number(context);
                let ty = context.ranked_tensor_type(&shape, element, None).unwrap();
                let count = shape.iter().product::<i64>() as usize;
                let mut bytes = Vec::new();
                for _ in 0..count {
                    let (_, mut element) = self.element(context, element);
                    bytes.append(&mut element);
                }
                if element.is_signless_integer(context, 1)
                    || element.bit_width(context) == Some(1)
                    || element.bit_width(context) == Some(0)
                {
                    return context.unit_attribute();
                }
                context.dense_elements_attribute(ty, &bytes).unwrap()
            }
            10 => {
                // An empty range prints as a single position.
                let line = self.next();
                let location = context.file_range_location(
                    context.identifier(self.name()),
                    [line, self.next()],
                    [line ^ 1, self.next()],
                );
                let name = context.name_location(context.identifier(self.name()), location);
                let site = context.call_site_location(name, location);
                let metadata = self.flag().then(|| self.attribute(context, depth - 1));
                let fused = context.fused_location(&[site, name], metadata);
                context.location_attribute(fused)
            }
            _ => {
                let constraints: Vec<_> = (0..1 + self.below(2)).map(|_| self.expr(context, 2)).collect();
                let equalities: Vec<_> = constraints.iter().map(|_| self.flag()).collect();
                let set = context.integer_set(2, 2, &constraints, &equalities).unwrap();
                context.integer_set_attribute(set)
            }
        }
    }

    /// A value of a number type, as an attribute and as bytes.
    fn element(&mut self, context: &Context, ty: Type) -> (Attribute, Vec<u8>) {
        let mut bits = self.bits();
        let width = match ty.is_index(context) {
            true => 64,
            false => ty.bit_width(context).unwrap(),
        };
        if width < 128 {
            bits &= (1 << width) - 1;
        }
        let mut bytes = bits.to_le_bytes().to_vec();
        if let Some(kind) = ty.float_kind(context) {
            if kind == FloatKind::F80 {
                // Only the NaNs that hardware produces.
                bits = kind.from_f64(f64::from_bits(bits as u64)).unwrap();
                bytes = bits.to_le_bytes().to_vec();
            }
            bytes.truncate(width.div_ceil(8) as usize);
            return (context.float_attribute_from_bits(ty, bits).unwrap(), bytes);
        }
        bytes.resize(width.div_ceil(8) as usize, 0);
        (context.integer_attribute_from_bytes(ty, &bytes).unwrap(), bytes)
    }

    fn number_attribute(&mut self, context: &Context) -> Attribute {
        let ty = self.number(context);
        self.element(context, ty).0
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn types_are_read_as_they_were_printed(choices in prop::collection::vec(any::<u32>(), 0..60)) {
        let context = Context::new();
        context.allow_unregistered_dialects(true);
        let ty = Choices(choices.iter()).ty(&context, 3);
        let text = type_to_string(&context, ty).unwrap();
        prop_assert_eq!(parse_type(&context, &text), Ok(ty), "{}", text);
    }

    #[test]
    fn attributes_are_read_as_they_were_printed(choices in prop::collection::vec(any::<u32>(), 0..100)) {
        let context = Context::new();
        context.allow_unregistered_dialects(true);
        let attribute = Choices(choices.iter()).attribute(&context, 3);
        let text = attribute_to_string(&context, attribute).unwrap();
        prop_assert_eq!(parse_attribute(&context, &text, None), Ok(attribute), "{}", text);
    }
}
