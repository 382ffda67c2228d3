//! The memory layout of types: a [`CType`] with sizes, alignments and offsets, computed when a signature is bound.
//!
//! Invariant: sizes, alignments and offsets are those of the platform's C compiler for fields in declaration order;
//! `tests/native/structs.rs` compares them with a C compiler.

use std::sync::Arc;

use libffi::middle::Type;

use tvmlike_runtime::{Any, String};

use super::ctype::{CType, Scalar};
use super::handle::HandleType;

/// A type with its size, alignment and offsets.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) size: usize,
    pub(super) align: usize,
    pub(super) form: Form,
    /// The type as text, for errors.
    pub(super) text: Box<str>,
}

#[derive(Debug)]
pub(super) enum Form {
    /// A result or the target of a pointer.
    Void,
    Scalar(Scalar),
    /// Two floats of this type.
    Complex(Scalar),
    /// A pointer to a function.
    Function,
    Pointer {
        to: Box<Layout>,
        constant: bool,
    },
    Struct {
        members: Box<[Member]>,
        /// Whether every field has a name: then values are maps.
        named: bool,
    },
    Array {
        item: Box<Layout>,
        len: usize,
    },
    /// A pointer to an object of a library; whether its receiver frees it.
    Handle(Arc<HandleType>, bool),
}

/// A field with its offset.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Option<Box<str>>,
    /// The name as a key of a map; None if the field has no name.
    pub(super) key: Any,
    pub(super) offset: usize,
    pub(super) layout: Layout,
}

impl Layout {
    /// The layout of a checked type.
    pub(super) fn of(ty: &CType) -> Self {
        let (size, align, form) = match ty {
            CType::Void => (0, 1, Form::Void),
            CType::Scalar(scalar) => (scalar.size(), scalar.size(), Form::Scalar(*scalar)),
            CType::Complex(part) => (2 * part.size(), part.size(), Form::Complex(*part)),
            CType::Function(_) => (size_of::<usize>(), align_of::<usize>(), Form::Function),
            CType::Pointer { to, constant } => (
                size_of::<usize>(),
                align_of::<usize>(),
                Form::Pointer {
                    to: Box::new(Self::of(to)),
                    constant: *constant,
                },
            ),
            CType::Handle { ty, own } => (
                size_of::<usize>(),
                align_of::<usize>(),
                Form::Handle(ty.clone(), *own),
            ),
            CType::Array(item, len) => {
                let item = Box::new(Self::of(item));
                (item.size * len, item.align, Form::Array { item, len: *len })
            }
            CType::Struct(fields) => {
                let (mut end, mut align) = (0_usize, 1);
                let members = fields
                    .iter()
                    .map(|field| {
                        let layout = Self::of(&field.ty);
                        let offset = end.next_multiple_of(layout.align);
                        end = offset + layout.size;
                        align = align.max(layout.align);
                        Member {
                            name: field.name.clone(),
                            key: field
                                .name
                                .as_deref()
                                .map_or_else(Any::default, |name| String::new(name).into()),
                            offset,
                            layout,
                        }
                    })
                    .collect();
                let named = fields.iter().all(|field| field.name.is_some());
                (
                    end.next_multiple_of(align),
                    align,
                    Form::Struct { members, named },
                )
            }
        };
        Self {
            size,
            align,
            form,
            text: ty.to_string().into(),
        }
    }

    /// The same type as libffi describes it.
    pub(super) fn ffi_type(&self) -> Type {
        match &self.form {
            Form::Void => Type::void(),
            Form::Scalar(scalar) => match scalar {
                Scalar::Bool | Scalar::U8 => Type::u8(),
                Scalar::I8 => Type::i8(),
                Scalar::I16 => Type::i16(),
                Scalar::I32 => Type::i32(),
                Scalar::I64 => Type::i64(),
                Scalar::U16 => Type::u16(),
                Scalar::U32 => Type::u32(),
                Scalar::U64 => Type::u64(),
                Scalar::Size => Type::usize(),
                Scalar::ISize => Type::isize(),
                Scalar::F32 => Type::f32(),
                Scalar::F64 => Type::f64(),
                Scalar::Ptr | Scalar::CStr => Type::pointer(),
            },
            // C passes a complex number as a struct of its parts.
            Form::Complex(Scalar::F32) => Type::structure([Type::f32(), Type::f32()]),
            Form::Complex(_) => Type::structure([Type::f64(), Type::f64()]),
            Form::Pointer { .. } | Form::Handle(..) | Form::Function => Type::pointer(),
            // libffi has no arrays. A struct with as many fields is passed in the same way.
            Form::Struct { .. } | Form::Array { .. } => {
                let mut fields = Vec::new();
                self.flatten(&mut fields);
                Type::structure(fields)
            }
        }
    }

    /// Adds the fields of a struct or array. Arrays among them are expanded, structs are not.
    fn flatten(&self, fields: &mut Vec<Type>) {
        match &self.form {
            Form::Struct { members, .. } => {
                for member in members {
                    match member.layout.form {
                        Form::Array { .. } => member.layout.flatten(fields),
                        _ => fields.push(member.layout.ffi_type()),
                    }
                }
            }
            Form::Array { item, len } => {
                for _ in 0..*len {
                    match item.form {
                        Form::Array { .. } => item.flatten(fields),
                        _ => fields.push(item.ffi_type()),
                    }
                }
            }
            _ => {}
        }
    }
}
