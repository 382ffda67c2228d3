//! Printing attributes.

use tvmlike_ir::{
    AffineMap, Attribute, AttributeKind, DenseArray, Element, FloatValue, IntegerSet, IntegerValue,
    Signedness, Type, TypeKind,
};

use super::dictionary::{print_keyword_or_string, print_string, print_symbol_name};
use crate::float;
use crate::integer::{push_decimal, push_extent};
use crate::printer::{Elision, Printer};
use crate::symbol;

impl Printer<'_> {
    /// Writes an attribute, or its alias.
    pub fn print_attribute(&mut self, out: &mut Vec<u8>, attribute: Attribute, elision: Elision) {
        match self.aliases.of_attribute(attribute) {
            Some(alias) => out.extend_from_slice(alias),
            None => self.print_attribute_body(out, attribute, elision),
        }
    }

    /// Writes an attribute, or its alias, without a type.
    pub fn print_attribute_without_type(&mut self, out: &mut Vec<u8>, attribute: Attribute) {
        self.print_attribute(out, attribute, Elision::Must);
    }

    /// Writes an attribute, but no alias for the attribute itself.
    pub(crate) fn print_attribute_body(&mut self, out: &mut Vec<u8>, attribute: Attribute, elision: Elision) {
        let context = self.context();
        let ty = match attribute.kind(context) {
            AttributeKind::Integer { value, ty } => {
                let is_bool = ty.is_signless_integer(context, 1);
                self.print_integer(out, value, ty);
                if is_bool || elision == Elision::May && ty == context.i64() {
                    return;
                }
                ty
            }
            AttributeKind::Float { value, ty } => {
                let is_hexadecimal = print_float(out, value);
                if elision == Elision::May && ty == context.f64() && !is_hexadecimal {
                    return;
                }
                ty
            }
            AttributeKind::String { bytes, ty } => {
                print_string(out, bytes);
                ty
            }
            AttributeKind::SymbolRef { root, nested } => {
                print_symbol_name(out, root.bytes(context));
                for name in nested.iter() {
                    out.extend_from_slice(b"::");
                    print_symbol_name(out, name.bytes(context));
                }
                return;
            }
            AttributeKind::Type(ty) => return self.print_type(out, ty),
            AttributeKind::Unit => return out.extend_from_slice(b"unit"),
            AttributeKind::Opaque { dialect, data, ty } => {
                symbol::print_dialect_symbol(out, b'#', dialect.bytes(context), data);
                ty
            }
            kind => {
                return self.print_compound_part(out, |printer, out| {
                    printer.print_compound(out, attribute, kind, elision);
                });
            }
        };
        self.print_type_of_attribute(out, ty, elision);
    }

    /// Writes ` : type`, unless it is elided or `none`.
    fn print_type_of_attribute(&mut self, out: &mut Vec<u8>, ty: Type, elision: Elision) {
        if elision != Elision::Must && ty != self.context().none_type() {
            out.extend_from_slice(b" : ");
            self.print_type(out, ty);
        }
    }

    fn print_compound(
        &mut self,
        out: &mut Vec<u8>,
        attribute: Attribute,
        kind: AttributeKind<'_>,
        elision: Elision,
    ) {
        let context = self.context();
        let ty = match kind {
            AttributeKind::Array(elements) => {
                out.push(b'[');
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        out.extend_from_slice(b", ");
                    }
                    self.print_attribute(out, element, Elision::May);
                }
                return out.push(b']');
            }
            AttributeKind::Dictionary(entries) => return self.print_dictionary(out, entries),
            AttributeKind::AffineMap(map) => return self.print_affine_map(out, map),
            AttributeKind::IntegerSet(set) => return self.print_integer_set(out, set),
            AttributeKind::DenseArray(array) => return self.print_dense_array(out, array),
            AttributeKind::StridedLayout { offset, strides } => {
                out.extend_from_slice(b"strided<[");
                for (index, stride) in strides.iter().enumerate() {
                    if index > 0 {
                        out.extend_from_slice(b", ");
                    }
                    push_extent(out, stride);
                }
                out.push(b']');
                if offset != 0 {
                    out.extend_from_slice(b", offset: ");
                    push_extent(out, offset);
                }
                return out.push(b'>');
            }
            AttributeKind::Distinct { referenced, .. } => {
                out.extend_from_slice(b"distinct[");
                let number = self.distinct_number(attribute);
                out.extend_from_slice(number.to_string().as_bytes());
                out.extend_from_slice(b"]<");
                if referenced != context.unit_attribute() {
                    self.print_attribute(out, referenced, Elision::Never);
                }
                return out.push(b'>');
            }
            AttributeKind::Dialect { info, parameters } => {
                self.print_symbol(out, b'#', info, parameters);
                attribute.ty(context)
            }
            AttributeKind::Location(location) => return self.print_location(out, location, false),
            AttributeKind::DenseElements(elements) => {
                self.print_dense_elements(out, elements);
                elements.ty()
            }
            AttributeKind::DenseStrings(strings) => {
                self.print_dense_strings(out, strings);
                strings.ty()
            }
            AttributeKind::DenseResource { key, ty, .. } => {
                self.note_resource(key);
                out.extend_from_slice(b"dense_resource<");
                print_keyword_or_string(out, key.bytes(context));
                out.push(b'>');
                ty
            }
            AttributeKind::Sparse { indices, values, ty } => {
                self.print_sparse(out, indices, values);
                ty
            }
            AttributeKind::Integer { .. }
            | AttributeKind::Float { .. }
            | AttributeKind::String { .. }
            | AttributeKind::SymbolRef { .. }
            | AttributeKind::Type(_)
            | AttributeKind::Unit
            | AttributeKind::Opaque { .. } => unreachable!("the caller prints attributes without parts"),
        };
        self.print_type_of_attribute(out, ty, elision);
    }

    /// Writes `affine_map<…>`.
    pub fn print_affine_map(&mut self, out: &mut Vec<u8>, map: AffineMap) {
        out.extend_from_slice(b"affine_map<");
        self.print_map(out, map);
        out.push(b'>');
    }

    /// Writes `affine_set<…>`.
    pub fn print_integer_set(&mut self, out: &mut Vec<u8>, set: IntegerSet) {
        out.extend_from_slice(b"affine_set<");
        self.print_set(out, set);
        out.push(b'>');
    }

    fn print_dense_array(&mut self, out: &mut Vec<u8>, array: DenseArray<'_>) {
        let ty = array.element_type();
        out.extend_from_slice(b"array<");
        self.print_type(out, ty);
        for (index, element) in array.iter(self.context()).enumerate() {
            out.extend_from_slice(if index > 0 { b", " } else { b": " });
            self.print_element(out, element, ty);
        }
        out.push(b'>');
    }

    /// Writes the elements of a dense array in brackets: `[1, 2]`; nothing for another attribute.
    pub fn print_dense_array_elements(&self, out: &mut Vec<u8>, array: Attribute) {
        let AttributeKind::DenseArray(array) = array.kind(self.context()) else {
            return;
        };
        out.push(b'[');
        for (index, element) in array.iter(self.context()).enumerate() {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            self.print_element(out, element, array.element_type());
        }
        out.push(b']');
    }

    /// Writes an element of dense elements or of a dense array; `ty` is its type.
    pub(super) fn print_element(&self, out: &mut Vec<u8>, element: Element<'_>, ty: Type) {
        match element {
            Element::Integer(value) if ty.is_bit(self.context()) => print_bit(out, value),
            Element::Integer(value) => self.print_integer(out, value, ty),
            Element::Float(value) => {
                print_float(out, value);
            }
            Element::ComplexInteger([real, imaginary]) => {
                let part = match ty.kind(self.context()) {
                    TypeKind::Complex(part) => part,
                    _ => ty,
                };
                out.push(b'(');
                self.print_element(out, Element::Integer(real), part);
                out.push(b',');
                self.print_element(out, Element::Integer(imaginary), part);
                out.push(b')');
            }
            Element::ComplexFloat([real, imaginary]) => {
                out.push(b'(');
                print_float(out, real);
                out.push(b',');
                print_float(out, imaginary);
                out.push(b')');
            }
        }
    }

    /// Writes an integer: `true` or `false` for `i1`.
    fn print_integer(&self, out: &mut Vec<u8>, value: IntegerValue<'_>, ty: Type) {
        let signed = match ty.kind(self.context()) {
            TypeKind::Integer {
                width: 1,
                signedness: Signedness::Signless,
            } => return print_bit(out, value),
            TypeKind::Integer { signedness, .. } => signedness != Signedness::Unsigned,
            _ => true,
        };
        match value.to_i64() {
            Some(small) if signed => push_decimal(out, small),
            _ => out.extend_from_slice(value.to_decimal(signed).as_bytes()),
        }
    }
}

/// Writes a float; whether in hexadecimal.
fn print_float(out: &mut Vec<u8>, value: FloatValue) -> bool {
    float::print(out, value.bits(), value.kind())
}

/// Writes `true` or `false`.
fn print_bit(out: &mut Vec<u8>, value: IntegerValue<'_>) {
    out.extend_from_slice(if value.is_zero() { b"false" } else { b"true" });
}
