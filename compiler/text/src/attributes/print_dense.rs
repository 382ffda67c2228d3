//! Printing dense and sparse elements.

use tvmlike_ir::{Attribute, AttributeKind, DenseElements, DenseStrings, Type};

use super::dictionary::print_string;
use crate::integer;
use crate::printer::Printer;

const ELIDED: &[u8] = b"dense_resource<__elided__>";

impl Printer<'_> {
    fn is_elided(&self, count: usize, is_splat: bool) -> bool {
        let limit = self.options().elide_elements_above;
        !is_splat && limit.is_some_and(|limit| count > limit)
    }

    /// Whether one element is printed for all. Elements without bits are all equal, but MLIR prints each.
    fn is_one(&self, elements: DenseElements<'_>) -> bool {
        let context = self.context();
        let has_shape = elements
            .ty()
            .shape(context)
            .is_some_and(|shape| !shape.is_empty());
        elements.is_splat() && (elements.format(context).size() > 0 || !has_shape)
    }

    pub(super) fn print_dense_elements(&mut self, out: &mut Vec<u8>, elements: DenseElements<'_>) {
        if self.is_elided(elements.len(), self.is_one(elements)) {
            return out.extend_from_slice(ELIDED);
        }
        out.extend_from_slice(b"dense<");
        self.print_elements(out, elements, true);
        out.push(b'>');
    }

    pub(super) fn print_dense_strings(&mut self, out: &mut Vec<u8>, strings: DenseStrings<'_>) {
        if self.is_elided(strings.len(), strings.is_splat()) {
            return out.extend_from_slice(ELIDED);
        }
        out.extend_from_slice(b"dense<");
        self.print_strings(out, strings);
        out.push(b'>');
    }

    pub(super) fn print_sparse(&mut self, out: &mut Vec<u8>, indices: Attribute, values: Attribute) {
        let context = self.context();
        let AttributeKind::DenseElements(positions) = indices.kind(context) else {
            unreachable!("the constructor of sparse elements checked its indices");
        };
        let values_elided = match values.kind(context) {
            AttributeKind::DenseElements(values) => self.is_elided(values.len(), self.is_one(values)),
            AttributeKind::DenseStrings(values) => self.is_elided(values.len(), values.is_splat()),
            _ => false,
        };
        if values_elided || self.is_elided(positions.len(), self.is_one(positions)) {
            return out.extend_from_slice(ELIDED);
        }
        out.extend_from_slice(b"sparse<");
        if !positions.is_empty() {
            self.print_elements(out, positions, false);
            out.extend_from_slice(b", ");
            match values.kind(context) {
                AttributeKind::DenseElements(values) => self.print_elements(out, values, true),
                AttributeKind::DenseStrings(values) => self.print_strings(out, values),
                _ => unreachable!("the constructor of sparse elements checked its values"),
            }
        }
        out.push(b'>');
    }

    /// Writes what is between `dense<` and `>`.
    fn print_elements(&mut self, out: &mut Vec<u8>, elements: DenseElements<'_>, allow_hex: bool) {
        let context = self.context();
        let limit = self.options().hex_elements_above;
        let is_one = self.is_one(elements);
        if allow_hex && !is_one && limit.is_some_and(|limit| elements.len() > limit) {
            return print_hex(out, elements.bytes());
        }
        let ty = elements.ty();
        let element_type = ty.element_type(context).unwrap_or(ty);
        if is_one {
            if let Some(element) = elements.stored(context).next() {
                self.print_element(out, element, element_type);
            }
            return;
        }
        let all = elements.stored(context).cycle().take(elements.len());
        self.print_nested(out, ty, all, |printer, out, element| {
            printer.print_element(out, element, element_type);
        });
    }

    fn print_strings(&mut self, out: &mut Vec<u8>, strings: DenseStrings<'_>) {
        let mut stored = strings.stored();
        if strings.is_splat() {
            print_string(out, stored.next().unwrap_or_default());
            return;
        }
        self.print_nested(out, strings.ty(), stored, |_, out, string| {
            print_string(out, string)
        });
    }

    /// Writes elements with the brackets of a type's shape.
    fn print_nested<T>(
        &mut self,
        out: &mut Vec<u8>,
        ty: Type,
        elements: impl Iterator<Item = T>,
        mut print: impl FnMut(&mut Self, &mut Vec<u8>, T),
    ) {
        let shape = ty
            .shape(self.context())
            .map(|shape| shape.to_vec())
            .unwrap_or_default();
        let mut position = vec![0; shape.len()];
        let mut open = 0;
        let mut is_first = true;
        for element in elements {
            if !is_first {
                out.extend_from_slice(b", ");
            }
            is_first = false;
            out.resize(out.len() + shape.len() - open, b'[');
            open = shape.len();
            print(self, out, element);
            for axis in (0..shape.len()).rev() {
                position[axis] += 1;
                if position[axis] < shape[axis] {
                    break;
                }
                position[axis] = 0;
                out.push(b']');
                open -= 1;
            }
        }
    }
}

fn print_hex(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(b"\"0x");
    out.extend(bytes.iter().flat_map(|byte| integer::hex_digits(*byte)));
    out.push(b'"');
}
