//! Converts values to C data in registers and memory.
//!
//! Invariant: a value is checked before it is written. A value that its type cannot hold exactly is refused, and the error
//! names the field or item.

use std::ffi::c_void;

use tvmlike_runtime::abi::TVMLIKE_PTR_UNSIGNED;
use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::python_class::container_of;
use tvmlike_runtime::signature::TypeRecord;
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::utf8;
use tvmlike_runtime::{Any, AnyView, Array, Error, Map, Shape, TypeIndex};

use super::ctype::Scalar;
use super::frame::Frame;
use super::handle;
use super::layout::{Form, Layout, Member};
use super::pointer::{self, Access, Target};

/// The 64 bits of a register that holds the value: integers are sign-extended, an f32 is in the low half. Text is not
/// copied, so a `cstr` must be an address here.
#[inline]
pub(super) fn plain_word(scalar: Scalar, value: &AnyView<'_>) -> Result<u64, Mismatch> {
    Ok(match scalar {
        Scalar::F64 => f64::from_arg(value)?.to_bits(),
        Scalar::F32 => u64::from(f32::from_arg(value)?.to_bits()),
        Scalar::I64 => i64::from_arg(value)? as u64,
        Scalar::I32 => i64::from(i32::from_arg(value)?) as u64,
        Scalar::Ptr => pointer::untyped(value, Access::MayWrite)? as u64,
        Scalar::Bool => u64::from(bool::from_arg(value)?),
        Scalar::I8 => i64::from(i8::from_arg(value)?) as u64,
        Scalar::I16 => i64::from(i16::from_arg(value)?) as u64,
        Scalar::U8 => u64::from(u8::from_arg(value)?),
        Scalar::U16 => u64::from(u16::from_arg(value)?),
        Scalar::U32 => u64::from(u32::from_arg(value)?),
        Scalar::U64 => unsigned(value)?,
        // The same bits on all supported platforms.
        Scalar::Size => unsigned(value)?,
        Scalar::ISize => {
            let number = i64::from_arg(value)?;
            isize::try_from(number).map_err(|_| Mismatch::out_of_range(number, "isize"))? as u64
        }
        Scalar::CStr => pointer::untyped(value, Access::Reads)? as u64,
    })
}

/// An unsigned integer: an int, or the form of larger ones that [`load::unsigned`](super::load::unsigned) makes.
#[inline]
pub(crate) fn unsigned(value: &AnyView<'_>) -> Result<u64, Mismatch> {
    let raw = value.as_raw();
    if raw.type_index == TypeIndex::OPAQUE_PTR.0 && raw.small_len == TVMLIKE_PTR_UNSIGNED {
        // SAFETY: the type index says that the payload is a pointer.
        return Ok(unsafe { raw.payload.v_ptr } as u64);
    }
    u64::from_arg(value)
}

/// The 64 bits of a register for a parameter that fits in one.
#[inline]
pub(super) fn word(layout: &Layout, value: &AnyView<'_>, frame: &Frame) -> Result<u64, Mismatch> {
    match &layout.form {
        Form::Scalar(Scalar::CStr) => Ok(text(value, frame)? as u64),
        Form::Scalar(Scalar::Ptr) | Form::Pointer { .. } if frame.is_of_a_result() && lends_memory(value) => {
            Err(Mismatch::Failed(Error::type_error(format!(
                "expected a pointer or None, got {}, whose memory may be freed when the function returns",
                value.type_name()
            ))))
        }
        Form::Scalar(scalar) => plain_word(*scalar, value),
        Form::Handle(ty, _) => Ok(handle::store(ty, value)? as u64),
        _ => pointer_word(layout, value, frame),
    }
}

/// Whether the value refers to memory that must be kept alive.
fn lends_memory(value: &AnyView<'_>) -> bool {
    matches!(value.kind(), TypeIndex::TENSOR | TypeIndex::DLTENSOR_PTR) || value.as_bytes().is_some()
}

fn pointer_word(layout: &Layout, value: &AnyView<'_>, frame: &Frame) -> Result<u64, Mismatch> {
    if let Some(items) = items_of(value)? {
        let word = pointer_word(layout, items.view(), frame);
        frame.keep(items);
        return word;
    }
    let Form::Pointer { to, constant } = &layout.form else {
        return Err(expected(layout, value));
    };
    let access = if *constant {
        Access::Reads
    } else {
        Access::MayWrite
    };
    let target = match to.form {
        // An int is an address here, as for `ptr`.
        Form::Void => return Ok(pointer::untyped(value, access)? as u64),
        Form::Scalar(scalar) if !scalar.is_address() => Target::Numbers(scalar),
        Form::Complex(part) => Target::Complex(part),
        Form::Scalar(_) | Form::Pointer { .. } | Form::Handle(..) | Form::Function => Target::Addresses,
        Form::Struct { .. } | Form::Array { .. } => Target::Structs(to.size, to.align),
    };
    // A pointer and None are accepted for every target type.
    if let Some(address) = pointer::address(value, access, target)? {
        return Ok(address as u64);
    }
    // An array of bytes in a struct also accepts bytes.
    if lends_memory(value) && !matches!(target, Target::Structs(..)) {
        return Err(expected(layout, value));
    }
    if *constant && let Some(items) = several(to, value)? {
        return items_word(to, &items, frame);
    }
    let place = frame.take(to.size);
    // SAFETY: the frame returns this many bytes, aligned to 8, the largest alignment of our types.
    unsafe { write(to, value, place, frame)? }
    Ok(place as u64)
}

/// The items of an object of a front end's own class of mappings or sequences.
#[inline]
fn items_of(value: &AnyView<'_>) -> Result<Option<Any>, Mismatch> {
    match value.kind() {
        TypeIndex::OPAQUE_PY_OBJECT => container_of(value).map_err(Mismatch::Failed),
        _ => Ok(None),
    }
}

/// The items of a list that is passed for a pointer to its first item; `None` for a list that is one struct or array.
fn several(to: &Layout, value: &AnyView<'_>) -> Result<Option<Array>, Mismatch> {
    let items = match value.kind() {
        TypeIndex::ARRAY | TypeIndex::LIST => Array::from_arg(value)?,
        TypeIndex::SHAPE => Array::new(
            Shape::from_arg(value)?
                .iter()
                .map(|&number| int(number))
                .collect(),
        ),
        _ => return Ok(None),
    };
    Ok((!is_one(to, &items)).then_some(items))
}

/// Whether items can be one value of a type, or of the type that its pointers lead to: the fields of a struct or the items
/// of an array.
fn is_one(to: &Layout, items: &Array) -> bool {
    match &to.form {
        // Containers are structs, unless they can be the fields of one struct.
        Form::Struct { members, .. } => {
            let containers = items.iter().all(|item| {
                let kind = item.kind();
                matches!(kind, TypeIndex::MAP | TypeIndex::ARRAY | TypeIndex::LIST)
                    || kind == TypeIndex::OPAQUE_PY_OBJECT
            });
            let nested = |member: &Member| {
                let form = &member.layout.form;
                matches!(
                    form,
                    Form::Struct { .. } | Form::Pointer { .. } | Form::Array { .. }
                )
            };
            !containers || (items.len() == members.len() && members.iter().all(nested))
        }
        Form::Array { .. } => true,
        Form::Pointer { to, .. } => is_one(to, items),
        // Two numbers are the parts of one.
        Form::Complex(_) => items.len() == 2 && items.iter().all(is_number),
        Form::Void | Form::Scalar(_) | Form::Handle(..) | Form::Function => false,
    }
}

fn is_number(value: &AnyView<'_>) -> bool {
    matches!(value.kind(), TypeIndex::INT | TypeIndex::BOOL | TypeIndex::FLOAT)
}

/// The address of items in memory of the call, followed by a zero, at which lists of pointers in C end.
fn items_word(to: &Layout, items: &Array, frame: &Frame) -> Result<u64, Mismatch> {
    let bytes = (items.len() + 1).saturating_mul(to.size);
    let place = frame.try_take(bytes).ok_or_else(|| Mismatch::no_memory(bytes))?;
    for (position, item) in items.iter().enumerate() {
        // SAFETY: the frame has zeroed room for one more than the items.
        unsafe { write(to, item, place.add(position * to.size), frame) }
            .map_err(|why| why.of_part(format!("item {position}")))?;
    }
    Ok(place as u64)
}

/// Writes a value to memory.
///
/// # Safety
/// `layout.size` bytes can be written at `place`, and are zero where the layout has gaps that matter to the caller.
pub(super) unsafe fn write(
    layout: &Layout,
    value: &AnyView<'_>,
    place: *mut u8,
    frame: &Frame,
) -> Result<(), Mismatch> {
    if let Form::Struct { .. } | Form::Array { .. } = layout.form
        && let Some(items) = items_of(value)?
    {
        // SAFETY: by contract.
        let written = unsafe { write(layout, items.view(), place, frame) };
        frame.keep(items);
        return written;
    }
    match &layout.form {
        Form::Void => Ok(()),
        Form::Scalar(_) | Form::Pointer { .. } | Form::Handle(..) | Form::Function => {
            let word = word(layout, value, frame)?;
            // SAFETY: by contract there is room for a value of the layout's size.
            unsafe { put(word, layout.size, place) };
            Ok(())
        }
        // SAFETY: by contract.
        Form::Complex(part) => unsafe { write_complex(*part, layout, value, place) },
        // SAFETY: by contract.
        Form::Struct { members, named } => unsafe {
            write_struct(layout, members, *named, value, place, frame)
        },
        // SAFETY: by contract.
        Form::Array { item, len } => unsafe { write_array(layout, item, *len, value, place, frame) },
    }
}

/// Writes a complex number: from an array of its two parts, or from a real number.
///
/// # Safety
/// As [`write`]; `layout` is that of two `part`s.
unsafe fn write_complex(
    part: Scalar,
    layout: &Layout,
    value: &AnyView<'_>,
    place: *mut u8,
) -> Result<(), Mismatch> {
    let parts = match value.kind() {
        TypeIndex::INT | TypeIndex::BOOL | TypeIndex::FLOAT => [plain_word(part, value)?, 0],
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let items = Array::from_arg(value)?;
            let [real, imaginary] = items.as_slice() else {
                return Err(expected(layout, value));
            };
            let item = |at, value: &Any| {
                plain_word(part, value.view()).map_err(|why| why.of_part(format!("item {at}")))
            };
            [item(0, real)?, item(1, imaginary)?]
        }
        _ => return Err(expected(layout, value)),
    };
    for (at, word) in parts.into_iter().enumerate() {
        // SAFETY: by contract; two floats follow each other.
        unsafe { put(word, part.size(), place.add(at * part.size())) }
    }
    Ok(())
}

/// Writes the low bytes of a register.
///
/// # Safety
/// `size` bytes, at most 8, can be written at `place`.
pub(super) unsafe fn put(word: u64, size: usize, place: *mut u8) {
    // SAFETY: by contract; unaligned writes, because a caller's struct behind a pointer may be packed.
    unsafe {
        match size {
            1 => place.write(word as u8),
            2 => place.cast::<u16>().write_unaligned(word as u16),
            4 => place.cast::<u32>().write_unaligned(word as u32),
            _ => place.cast::<u64>().write_unaligned(word),
        }
    }
}

/// Writes the fields of a struct: from a map by name, or from an array in order.
///
/// # Safety
/// As [`write`]; `members` are those of `layout`.
unsafe fn write_struct(
    layout: &Layout,
    members: &[Member],
    named: bool,
    value: &AnyView<'_>,
    place: *mut u8,
    frame: &Frame,
) -> Result<(), Mismatch> {
    if named && value.kind() == TypeIndex::MAP {
        let map = Map::from_arg(value)?;
        let unknown = || {
            let (key, _) = map
                .iter()
                .find(|(key, _)| !members.iter().any(|member| is_name(member, key)))?;
            Some(failed(format!("{} has no field `{}`", layout.text, show(key))))
        };
        members.iter().try_for_each(|member| {
            let Some(value) = map.get(member.key.view()) else {
                let name = member.name.as_deref().unwrap_or_default();
                // An unknown name is the better error: it may be a misspelling of this field.
                return Err(
                    unknown().unwrap_or_else(|| failed(format!("missing field `{name}` of {}", layout.text)))
                );
            };
            // SAFETY: the member is in the struct.
            unsafe { write(&member.layout, value, place.add(member.offset), frame) }
                .map_err(|why| why.of_part(part(member, 0)))
        })?;
        // All fields are present, so an unknown key shows in the number of entries.
        if map.len() != members.len()
            && let Some(unknown) = unknown()
        {
            return Err(unknown);
        }
        return Ok(());
    }
    if value.kind() == TypeIndex::TENSOR {
        let target = Target::Structs(layout.size, 1);
        let Some(bytes) = pointer::address(value, Access::Reads, target)? else {
            return Err(expected(layout, value));
        };
        let count = TensorView::from_arg(value)?.len() / layout.size;
        if count != 1 {
            return Err(failed(format!("expected one {}, got {count}", layout.text)));
        }
        // SAFETY: the tensor has the bytes of one struct, and there is room for one.
        unsafe { place.copy_from_nonoverlapping(bytes.cast(), layout.size) };
        return Ok(());
    }
    if !matches!(value.kind(), TypeIndex::ARRAY | TypeIndex::LIST) {
        return Err(expected(layout, value));
    }
    let values = Array::from_arg(value)?;
    if values.len() != members.len() {
        return Err(failed(format!(
            "expected {} values for the fields of {}, got {}",
            members.len(),
            layout.text,
            values.len()
        )));
    }
    members
        .iter()
        .zip(values.iter())
        .enumerate()
        .try_for_each(|(position, (member, value))| {
            // SAFETY: the member is in the struct.
            unsafe { write(&member.layout, value, place.add(member.offset), frame) }
                .map_err(|why| why.of_part(part(member, position)))
        })
}

fn is_name(member: &Member, key: &AnyView<'_>) -> bool {
    match (key.as_str(), member.name.as_deref()) {
        (Some(Ok(key)), Some(name)) => key == name,
        _ => false,
    }
}

fn show(key: &AnyView<'_>) -> String {
    match key.as_str() {
        Some(Ok(text)) => text.to_owned(),
        _ => key.type_name().into_owned(),
    }
}

fn part(member: &Member, position: usize) -> String {
    match &member.name {
        Some(name) => format!("field `{name}`"),
        None => format!("field {}", position + 1),
    }
}

/// Writes the items of an array.
///
/// # Safety
/// As [`write`]; `layout` is that of `len` times `item`.
unsafe fn write_array(
    layout: &Layout,
    item: &Layout,
    len: usize,
    value: &AnyView<'_>,
    place: *mut u8,
    frame: &Frame,
) -> Result<(), Mismatch> {
    let fits = |got: usize| {
        if got == len {
            Ok(())
        } else {
            Err(failed(format!(
                "expected {len} items for {}, got {got}",
                layout.text
            )))
        }
    };
    if let Form::Scalar(Scalar::U8 | Scalar::I8) = item.form
        && let Some(bytes) = value.as_bytes()
    {
        fits(bytes.len())?;
        // SAFETY: `len` bytes can be written, and they do not overlap the value's bytes.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), len) };
        return Ok(());
    }
    let write_item = |position: usize, value: &AnyView<'_>| {
        // SAFETY: the item is in the array.
        unsafe { write(item, value, place.add(position * item.size), frame) }
            .map_err(|why| why.of_part(format!("item {position}")))
    };
    match value.kind() {
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let values = Array::from_arg(value)?;
            fits(values.len())?;
            values
                .iter()
                .enumerate()
                .try_for_each(|(position, value)| write_item(position, value))
        }
        TypeIndex::SHAPE => {
            let shape = Shape::from_arg(value)?;
            fits(shape.len())?;
            shape
                .iter()
                .enumerate()
                .try_for_each(|(position, &number)| write_item(position, int(number).view()))
        }
        _ => Err(expected(layout, value)),
    }
}

fn int(number: i64) -> tvmlike_runtime::Any {
    tvmlike_runtime::ToAny::to_any(number)
}

/// The address of NUL-terminated text: copied to the frame, unless the value is NUL-terminated already.
pub(super) fn text(value: &AnyView<'_>, frame: &Frame) -> Result<*mut c_void, Mismatch> {
    match value.kind() {
        TypeIndex::NONE => return Ok(std::ptr::null_mut()),
        TypeIndex::OPAQUE_PTR => return pointer::untyped(value, Access::Reads),
        // SAFETY: a raw string's payload is a C string pointer.
        TypeIndex::RAW_STR => return Ok(unsafe { value.as_raw().payload.v_c_str }.cast_mut().cast()),
        TypeIndex::STR => {
            if let Some(text) = utf8::c_str(value) {
                return Ok(text.as_ptr().cast_mut().cast());
            }
        }
        _ => {}
    }
    let bytes = match value.as_str() {
        Some(Ok(text)) => text.as_bytes(),
        Some(Err(error)) => return Err(Mismatch::Failed(error.into())),
        None => value
            .as_bytes()
            .ok_or_else(|| Mismatch::wrong_type(TypeRecord::Optional(&TypeRecord::Str), value))?,
    };
    if let Some(position) = bytes.iter().position(|&byte| byte == 0) {
        return Err(Mismatch::Failed(Error::value_error(format!(
            "text for C must not contain NUL; there is one at byte {position} of {}",
            bytes.len()
        ))));
    }
    let copy = frame
        .try_take(bytes.len() + 1)
        .ok_or_else(|| Mismatch::no_memory(bytes.len()))?;
    // SAFETY: the frame returns zeroed room for the text and a NUL.
    unsafe { copy.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    Ok(copy.cast())
}

/// The error for a value that the type cannot hold.
#[cold]
fn expected(layout: &Layout, value: &AnyView<'_>) -> Mismatch {
    if value.type_index() == TypeIndex::MISSING {
        return Mismatch::Missing;
    }
    let as_value = match &layout.form {
        Form::Struct { named: true, .. } => " (a map of its fields, or an array of their values in order)",
        Form::Struct { .. } => " (an array of the values of its fields)",
        Form::Array { .. } => " (an array of its items)",
        Form::Complex(_) => " (a number, or an array of its real and imaginary part)",
        _ => "",
    };
    Mismatch::Failed(Error::type_error(format!(
        "expected {}{as_value}, got {}",
        layout.text,
        value.type_name()
    )))
}

#[cold]
fn failed(message: String) -> Mismatch {
    Mismatch::Failed(Error::value_error(message))
}
