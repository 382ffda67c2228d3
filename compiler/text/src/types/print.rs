//! Printing types.

use tvmlike_ir::{Dims, ScalableDims, Signedness, Type, TypeKind, Types};

use crate::alias::is_identity;
use crate::integer::{push_decimal, push_extent};
use crate::printer::{Elision, Printer};
use crate::symbol;

impl Printer<'_> {
    /// Writes a type, or its alias.
    pub fn print_type(&mut self, out: &mut Vec<u8>, ty: Type) {
        match self.aliases.of_type(ty) {
            Some(alias) => out.extend_from_slice(alias),
            None => self.print_type_body(out, ty),
        }
    }

    /// Writes a type, but no alias for the type itself.
    pub(crate) fn print_type_body(&mut self, out: &mut Vec<u8>, ty: Type) {
        let context = self.context();
        match ty.kind(context) {
            TypeKind::Integer { width, signedness } => {
                let prefix: &[u8] = match signedness {
                    Signedness::Signless => b"i",
                    Signedness::Signed => b"si",
                    Signedness::Unsigned => b"ui",
                };
                out.extend_from_slice(prefix);
                push_decimal(out, width);
            }
            TypeKind::Float(kind) => out.extend_from_slice(kind.name().as_bytes()),
            TypeKind::Index => out.extend_from_slice(b"index"),
            TypeKind::None => out.extend_from_slice(b"none"),
            TypeKind::Opaque { dialect, data } => {
                symbol::print_dialect_symbol(out, b'!', dialect.bytes(context), data);
            }
            TypeKind::Dialect { info, parameters } if parameters.is_empty() => {
                self.print_symbol(out, b'!', info, parameters);
            }
            kind => self.print_compound_part(out, |printer, out| printer.print_compound_type(out, kind)),
        }
    }

    fn print_compound_type(&mut self, out: &mut Vec<u8>, kind: TypeKind<'_>) {
        match kind {
            // A graph has no text of its own: as in MLIR, what is printed is read as a function.
            TypeKind::Function { inputs, results } | TypeKind::Graph { inputs, results } => {
                self.print_signature(out, inputs, results);
            }
            TypeKind::Complex(element) => self.print_parameterized(out, b"complex<", element),
            TypeKind::Tuple(elements) => {
                out.extend_from_slice(b"tuple<");
                self.print_types(out, elements);
                out.push(b'>');
            }
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => {
                out.extend_from_slice(b"vector<");
                print_vector_shape(out, shape, scalable);
                self.print_type(out, element);
                out.push(b'>');
            }
            TypeKind::RankedTensor {
                shape,
                element,
                encoding,
            } => {
                out.extend_from_slice(b"tensor<");
                print_shape(out, shape);
                self.print_type(out, element);
                if let Some(encoding) = encoding {
                    out.extend_from_slice(b", ");
                    self.print_attribute(out, encoding, Elision::Never);
                }
                out.push(b'>');
            }
            TypeKind::UnrankedTensor(element) => self.print_parameterized(out, b"tensor<*x", element),
            TypeKind::MemRef {
                shape,
                element,
                layout,
                space,
            } => {
                out.extend_from_slice(b"memref<");
                print_shape(out, shape);
                self.print_type(out, element);
                let context = self.context();
                let layout = Some(layout).filter(|layout| !is_identity(context, *layout));
                for parameter in [layout, space].into_iter().flatten() {
                    out.extend_from_slice(b", ");
                    self.print_attribute(out, parameter, Elision::May);
                }
                out.push(b'>');
            }
            TypeKind::UnrankedMemRef { element, space } => {
                out.extend_from_slice(b"memref<*x");
                self.print_type(out, element);
                if let Some(space) = space {
                    out.extend_from_slice(b", ");
                    self.print_attribute(out, space, Elision::May);
                }
                out.push(b'>');
            }
            TypeKind::Dialect { info, parameters } => self.print_symbol(out, b'!', info, parameters),
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::None
            | TypeKind::Opaque { .. } => unreachable!("types without parts are printed by the caller"),
        }
    }

    fn print_parameterized(&mut self, out: &mut Vec<u8>, open: &[u8], element: Type) {
        out.extend_from_slice(open);
        self.print_type(out, element);
        out.push(b'>');
    }

    /// Writes types separated by commas.
    fn print_types(&mut self, out: &mut Vec<u8>, types: Types<'_>) {
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            self.print_type(out, ty);
        }
    }

    fn print_signature(&mut self, out: &mut Vec<u8>, inputs: Types<'_>, results: Types<'_>) {
        out.push(b'(');
        self.print_types(out, inputs);
        out.extend_from_slice(b") -> ");
        let bare = match results.get(0) {
            Some(only) => {
                results.len() == 1 && !matches!(only.kind(self.context()), TypeKind::Function { .. })
            }
            None => false,
        };
        if !bare {
            out.push(b'(');
        }
        self.print_types(out, results);
        if !bare {
            out.push(b')');
        }
    }
}

fn print_vector_shape(out: &mut Vec<u8>, shape: Dims<'_>, scalable: ScalableDims<'_>) {
    for (index, size) in shape.iter().enumerate() {
        let is_scalable = scalable.get(index);
        if is_scalable {
            out.push(b'[');
        }
        push_decimal(out, size);
        if is_scalable {
            out.push(b']');
        }
        out.push(b'x');
    }
}

fn print_shape(out: &mut Vec<u8>, shape: Dims<'_>) {
    for size in shape.iter() {
        push_extent(out, size);
        out.push(b'x');
    }
}
