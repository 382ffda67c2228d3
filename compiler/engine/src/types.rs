//! Types of the llvm dialect, and where their parts lie in memory.
//!
//! The layout is that of LLVM and C on 64-bit machines: a scalar is aligned to its size, a struct to its largest field.
//! Invariant: [`Types::leaves`] lists the scalars of a value in the order of memory, with their offsets.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use tvmlike_ir::{Attribute, AttributeKind, Context, FloatKind, Type, TypeKind};

use crate::error::{EngineError, Result};

/// A value that a register can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer of a width from 1 to 128 bits.
    Int(u32),
    /// A float of 16 bits: `f16`.
    F16,
    /// A float of 16 bits with the exponent of `f32`.
    BF16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// A pointer of 64 bits.
    Ptr,
}

impl Scalar {
    /// The size in memory, in bytes.
    pub fn size(self) -> u64 {
        match self {
            Self::Int(width) => u64::from(width.div_ceil(8)).next_power_of_two(),
            Self::F16 | Self::BF16 => 2,
            Self::F32 => 4,
            Self::F64 | Self::Ptr => 8,
        }
    }
}

/// A type, one level deep.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A scalar.
    Scalar(Scalar),
    /// `!llvm.void`
    Void,
    /// `!llvm.struct<…>` with its fields.
    Struct {
        /// The types of the fields.
        fields: Vec<Type>,
        /// Whether fields follow each other without padding.
        packed: bool,
        /// The name of an identified struct.
        name: Option<Vec<u8>>,
    },
    /// `!llvm.array<count x element>`
    Array {
        /// The type of an element.
        element: Type,
        /// The number of elements.
        count: u64,
    },
    /// `vector<count x element>`
    Vector {
        /// The type of an element.
        element: Type,
        /// The number of elements.
        count: u64,
    },
    /// `!llvm.func<…>`
    Function(FunctionType),
    /// A float that Cranelift cannot compute with, but LLVM can: its name in LLVM IR.
    OtherFloat(&'static str),
}

/// The parts of a function type.
#[derive(Clone, Debug)]
pub struct FunctionType {
    /// The types of the parameters.
    pub params: Vec<Type>,
    /// The type of the result; `None` for `!llvm.void`.
    pub result: Option<Type>,
    /// Whether further arguments can follow.
    pub variadic: bool,
}

/// A scalar of a value in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// What it is.
    pub scalar: Scalar,
    /// Its offset in bytes from the start of the value.
    pub offset: u64,
}

/// The size and the alignment of a type, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The distance of elements of an array.
    pub size: u64,
    /// The alignment.
    pub align: u64,
}

/// The most scalars that a value in registers can have.
const MAX_LEAVES: u64 = 4096;

/// Where the fields of a struct lie.
struct StructLayout {
    whole: Layout,
    offsets: Vec<u64>,
}

/// The types of one context, each decoded once.
pub struct Types<'c> {
    context: &'c Context,
    shapes: RefCell<HashMap<Type, Rc<Shape>, FixedState>>,
    structs: RefCell<HashMap<Type, Rc<StructLayout>, FixedState>>,
    leaves: RefCell<HashMap<Type, Rc<[Leaf]>, FixedState>>,
}

fn types_in(context: &Context, list: Option<Attribute>) -> Option<Vec<Type>> {
    let AttributeKind::Array(list) = list?.kind(context) else {
        return None;
    };
    list.iter().map(|each| type_in(context, Some(each))).collect()
}

fn type_in(context: &Context, attribute: Option<Attribute>) -> Option<Type> {
    match attribute?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

fn number(context: &Context, attribute: Option<Attribute>) -> Option<u64> {
    match attribute?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_u64(),
        _ => None,
    }
}

impl<'c> Types<'c> {
    /// The types of a context.
    pub fn new(context: &'c Context) -> Self {
        Self {
            context,
            shapes: RefCell::default(),
            structs: RefCell::default(),
            leaves: RefCell::default(),
        }
    }

    fn refuse(&self, ty: Type, why: &str) -> EngineError {
        EngineError::new(format!(
            "type {} {why}",
            tvmlike_text::quote_type(self.context, ty)
        ))
    }

    /// The shape of a type.
    ///
    /// # Errors
    /// The type is not one of the llvm dialect, or no engine supports it.
    pub fn shape(&self, ty: Type) -> Result<Rc<Shape>> {
        if let Some(found) = self.shapes.borrow().get(&ty) {
            return Ok(Rc::clone(found));
        }
        let shape = Rc::new(self.decode(ty)?);
        self.shapes.borrow_mut().insert(ty, Rc::clone(&shape));
        Ok(shape)
    }

    fn decode(&self, ty: Type) -> Result<Shape> {
        Ok(match ty.kind(self.context) {
            TypeKind::Integer { width, .. } if (1..=128).contains(&width) => {
                Shape::Scalar(Scalar::Int(width))
            }
            TypeKind::Integer { .. } => {
                return Err(self.refuse(ty, "is not supported: expected a width of 1 to 128 bits"));
            }
            TypeKind::Float(kind) => match kind {
                FloatKind::F16 => Shape::Scalar(Scalar::F16),
                FloatKind::BF16 => Shape::Scalar(Scalar::BF16),
                FloatKind::F32 => Shape::Scalar(Scalar::F32),
                FloatKind::F64 => Shape::Scalar(Scalar::F64),
                FloatKind::F80 => Shape::OtherFloat("x86_fp80"),
                FloatKind::F128 => Shape::OtherFloat("fp128"),
                _ => return Err(self.refuse(ty, "is not a type of LLVM")),
            },
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => {
                let dims = shape.to_vec();
                match *dims {
                    [count] if scalable.count() == 0 => Shape::Vector {
                        element,
                        count: count as u64,
                    },
                    _ => return Err(self.refuse(ty, "is not supported: expected one fixed dimension")),
                }
            }
            TypeKind::Dialect { .. } => self.decode_own(ty)?,
            _ => return Err(self.refuse(ty, "is not a type of the llvm dialect: lower the module first")),
        })
    }

    /// Decodes a type of the dialect itself.
    fn decode_own(&self, ty: Type) -> Result<Shape> {
        let context = self.context;
        let unsupported = || self.refuse(ty, "is not supported");
        let (info, parameters) = ty.symbol(context).ok_or_else(unsupported)?;
        if info.dialect().bytes(context) != b"llvm" {
            return Err(self.refuse(ty, "is not a type of the llvm dialect: lower the module first"));
        }
        Ok(match info.name().bytes(context) {
            b"ptr" => Shape::Scalar(Scalar::Ptr),
            b"void" => Shape::Void,
            b"array" => Shape::Array {
                element: type_in(context, parameters.get(0)).ok_or_else(unsupported)?,
                count: number(context, parameters.get(1)).ok_or_else(unsupported)?,
            },
            b"struct" => {
                let fields = types_in(context, parameters.get(1));
                let name = match parameters.get(0).map(|name| name.kind(context)) {
                    Some(AttributeKind::String { bytes, .. }) if !bytes.is_empty() => Some(bytes.to_vec()),
                    _ => None,
                };
                Shape::Struct {
                    fields: fields.ok_or_else(|| self.refuse(ty, "has no size: it is opaque"))?,
                    packed: parameters.get(2) == Some(context.bool_attribute(true)),
                    name,
                }
            }
            b"func" => {
                let result = type_in(context, parameters.get(0)).ok_or_else(unsupported)?;
                Shape::Function(FunctionType {
                    params: types_in(context, parameters.get(1)).ok_or_else(unsupported)?,
                    result: (!result.is_symbol(context, "llvm", "void")).then_some(result),
                    variadic: parameters.get(2) == Some(context.bool_attribute(true)),
                })
            }
            _ => return Err(unsupported()),
        })
    }

    /// The parts of a function type.
    ///
    /// # Errors
    /// The type is not a function type of the llvm dialect.
    pub fn function(&self, ty: Type) -> Result<FunctionType> {
        match &*self.shape(ty)? {
            Shape::Function(function) => Ok(function.clone()),
            _ => Err(self.refuse(ty, "is not a function type")),
        }
    }

    /// The scalar that a type is.
    ///
    /// # Errors
    /// It is not a scalar.
    pub fn scalar(&self, ty: Type) -> Result<Scalar> {
        match &*self.shape(ty)? {
            Shape::Scalar(scalar) => Ok(*scalar),
            _ => Err(self.refuse(ty, "is not a scalar")),
        }
    }

    /// The scalar that a type is, or of which a vector is made.
    ///
    /// # Errors
    /// It is neither.
    pub fn element(&self, ty: Type) -> Result<Scalar> {
        match &*self.shape(ty)? {
            Shape::Scalar(scalar) => Ok(*scalar),
            Shape::Vector { element, .. } => self.scalar(*element),
            _ => Err(self.refuse(ty, "is neither a scalar nor a vector")),
        }
    }

    /// The size and the alignment of a type.
    ///
    /// # Errors
    /// The type has no size.
    pub fn layout(&self, ty: Type) -> Result<Layout> {
        let too_large = || self.refuse(ty, "exceeds addressable memory");
        Ok(match &*self.shape(ty)? {
            Shape::Scalar(scalar) => Layout {
                size: scalar.size(),
                align: scalar.size().min(16),
            },
            Shape::OtherFloat(_) => Layout { size: 16, align: 16 },
            Shape::Array { element, count } => {
                let Layout { size, align } = self.layout(*element)?;
                Layout {
                    size: size.checked_mul(*count).ok_or_else(too_large)?,
                    align,
                }
            }
            Shape::Vector { element, count } => {
                // Lanes that are not whole bytes have one each, too. LLVM packs them, which only what reads them as
                // something else can tell.
                let lane = self.scalar(*element)?.size();
                let bytes = lane.checked_mul(*count).ok_or_else(too_large)?;
                let size = bytes.next_power_of_two();
                Layout { size, align: size }
            }
            Shape::Struct { fields, packed, .. } => self.struct_layout(ty, fields, *packed)?.whole,
            Shape::Void | Shape::Function(_) => return Err(self.refuse(ty, "has no size")),
        })
    }

    /// Where the fields of a struct lie. Each struct is measured once: of one with many fields, all are asked for one by one.
    fn struct_layout(&self, ty: Type, fields: &[Type], packed: bool) -> Result<Rc<StructLayout>> {
        if let Some(found) = self.structs.borrow().get(&ty) {
            return Ok(Rc::clone(found));
        }
        let too_large = || self.refuse(ty, "exceeds addressable memory");
        let mut offsets = Vec::with_capacity(fields.len());
        let (mut size, mut align) = (0u64, 1);
        for field in fields {
            let part = self.layout(*field)?;
            let at = if packed { 1 } else { part.align };
            align = align.max(at);
            let start = size.checked_next_multiple_of(at).ok_or_else(too_large)?;
            offsets.push(start);
            size = start.checked_add(part.size).ok_or_else(too_large)?;
        }
        let size = size.checked_next_multiple_of(align).ok_or_else(too_large)?;
        let whole = Layout { size, align };
        let made = Rc::new(StructLayout { whole, offsets });
        self.structs.borrow_mut().insert(ty, Rc::clone(&made));
        Ok(made)
    }

    /// The type and the offset of a part of an aggregate.
    ///
    /// # Errors
    /// The type has no such part.
    pub fn part(&self, ty: Type, index: u64) -> Result<(Type, u64)> {
        match &*self.shape(ty)? {
            Shape::Array { element, count } | Shape::Vector { element, count } if index < *count => {
                Ok((*element, self.layout(*element)?.size * index))
            }
            Shape::Struct { fields, packed, .. } if index < fields.len() as u64 => {
                let layout = self.struct_layout(ty, fields, *packed)?;
                Ok((fields[index as usize], layout.offsets[index as usize]))
            }
            _ => Err(self.refuse(ty, "has no such part")),
        }
    }

    /// The scalars of a value in the order of memory.
    ///
    /// # Errors
    /// The type has a part that is not supported, or too many.
    pub fn leaves(&self, ty: Type) -> Result<Rc<[Leaf]>> {
        if let Some(found) = self.leaves.borrow().get(&ty) {
            return Ok(Rc::clone(found));
        }
        let mut found = Vec::new();
        self.collect(ty, 0, &mut found)?;
        let found: Rc<[Leaf]> = found.into();
        self.leaves.borrow_mut().insert(ty, Rc::clone(&found));
        Ok(found)
    }

    fn collect(&self, ty: Type, offset: u64, into: &mut Vec<Leaf>) -> Result<()> {
        let shape = self.shape(ty)?;
        let parts = match &*shape {
            Shape::Scalar(scalar) => {
                let scalar = *scalar;
                into.push(Leaf { scalar, offset });
                return Ok(());
            }
            Shape::Array { count, .. } | Shape::Vector { count, .. } => *count,
            Shape::Struct { fields, .. } => fields.len() as u64,
            Shape::OtherFloat(_) => return Err(self.refuse(ty, "is not supported by Cranelift")),
            Shape::Void | Shape::Function(_) => return Err(self.refuse(ty, "has no size")),
        };
        if into.len() as u64 + parts > MAX_LEAVES {
            return Err(self.refuse(ty, "has too many parts for a value: at most 4096"));
        }
        for index in 0..parts {
            let (part, at) = self.part(ty, index)?;
            self.collect(part, offset + at, into)?;
        }
        Ok(())
    }
}
