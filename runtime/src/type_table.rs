//! The type table: type keys, their indices, and inheritance.
//!
//! Reading an entry takes no lock: entries are leaked and reached through atomic pointers, because calls check types.
//! Looking up a key locks its shard for reading. Invariants: a published entry never changes and is never freed; it is
//! published before its key maps to it, and after its ancestors; indices are dense from `TVMLIKE_DYNAMIC_BEGIN`, and
//! none is assigned twice: unloading a plugin frees the keys of its types, and registering such a key again assigns a
//! new index, so that objects of the old layout are never taken for the new.

use std::borrow::Cow;
use std::ffi::c_char;
use std::ptr;
use std::slice;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use once_cell::race::OnceBox;
use tvmlike_abi::{TVMLIKE_DYNAMIC_BEGIN, TVMLikeByteArray, TVMLikeTypeInfo};

use crate::error::{Error, Result};
use crate::host;
use crate::sharded::Sharded;
use crate::type_index::TypeIndex;

const CHUNK: usize = 1024;
const CHUNKS: usize = 64;

type Chunk = [AtomicPtr<TVMLikeTypeInfo>; CHUNK];

/// The maximum length of a type key, in bytes.
pub const MAX_KEY: usize = 1024;

struct Table {
    chunks: [OnceBox<Chunk>; CHUNKS],
    keys: Sharded<&'static str, TypeIndex>,
    /// The next index. Locked while a key's shard is locked, never before it.
    next: Mutex<i32>,
}

/// Types with a fixed index: (index, key, whether it is an object type below the root).
const STATIC_TYPES: &[(TypeIndex, &str, bool)] = &[
    (TypeIndex::NONE, "None", false),
    (TypeIndex::INT, "int", false),
    (TypeIndex::BOOL, "bool", false),
    (TypeIndex::FLOAT, "float", false),
    (TypeIndex::OPAQUE_PTR, "ptr", false),
    (TypeIndex::DATA_TYPE, "DataType", false),
    (TypeIndex::DEVICE, "Device", false),
    (TypeIndex::DLTENSOR_PTR, "DLTensor*", false),
    (TypeIndex::RAW_STR, "const char*", false),
    (TypeIndex::BYTE_ARRAY_PTR, "TVMLikeByteArray*", false),
    (TypeIndex::RVALUE_REF, "ObjectRValueRef", false),
    (TypeIndex::SMALL_STR, "SmallStr", false),
    (TypeIndex::SMALL_BYTES, "SmallBytes", false),
    (TypeIndex::OBJECT, "runtime.Object", false),
    (TypeIndex::STR, "runtime.String", true),
    (TypeIndex::BYTES, "runtime.Bytes", true),
    (TypeIndex::ERROR, "runtime.Error", true),
    (TypeIndex::FUNCTION, "runtime.PackedFunc", true),
    (TypeIndex::SHAPE, "runtime.Shape", true),
    (TypeIndex::TENSOR, "runtime.Tensor", true),
    (TypeIndex::ARRAY, "runtime.Array", true),
    (TypeIndex::MAP, "runtime.Map", true),
    (TypeIndex::MODULE, "runtime.Module", true),
    (TypeIndex::OPAQUE_PY_OBJECT, "runtime.OpaquePyObject", true),
    (TypeIndex::LIST, "runtime.List", true),
    (TypeIndex::DICT, "runtime.Dict", true),
];

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let table = Table {
        chunks: [const { OnceBox::new() }; CHUNKS],
        keys: Sharded::new(),
        next: Mutex::new(TVMLIKE_DYNAMIC_BEGIN),
    };
    for &(index, key, below_root) in STATIC_TYPES {
        let ancestors: &'static [i32] = if below_root { &[TypeIndex::OBJECT.0] } else { &[] };
        let key = kept(key);
        table.publish(index, key, ancestors);
        table.keys.shard(key).insert_new(key, index);
    }
    table
});

/// A leaked copy of a key, with a NUL after it for C.
fn kept(key: &str) -> &'static str {
    let kept: &'static str = Box::leak(format!("{key}\0").into_boxed_str());
    &kept[..key.len()]
}

impl Table {
    fn slot(&self, index: TypeIndex) -> Option<&AtomicPtr<TVMLikeTypeInfo>> {
        let index = usize::try_from(index.0).ok()?;
        Some(&self.chunks.get(index / CHUNK)?.get()?[index % CHUNK])
    }

    fn publish(&self, index: TypeIndex, key: &'static str, ancestors: &'static [i32]) {
        let position = usize::try_from(index.0).expect("indices of the table are not negative");
        let chunk = self.chunks[position / CHUNK]
            .get_or_init(|| Box::new([const { AtomicPtr::new(ptr::null_mut()) }; CHUNK]));
        let info = Box::new(TVMLikeTypeInfo {
            type_index: index.0,
            depth: ancestors.len() as i32,
            ancestors: ancestors.as_ptr(),
            key: TVMLikeByteArray {
                data: key.as_ptr().cast::<c_char>(),
                size: key.len(),
            },
        });
        // Release: pairs with the acquire in `info`, so that a reader sees the whole entry.
        chunk[position % CHUNK].store(Box::into_raw(info), Ordering::Release);
    }
}

/// The entry of a type, or `None` for an unassigned index. It lives for ever.
pub fn info(index: TypeIndex) -> Option<&'static TVMLikeTypeInfo> {
    let entry = match host::connected() {
        // SAFETY: the table's function accepts any number.
        Some(table) => unsafe { (table.type_info)(index.0) },
        None => TABLE.slot(index)?.load(Ordering::Acquire).cast_const(),
    };
    // SAFETY: entries are never freed and do not change once published.
    unsafe { entry.as_ref() }
}

/// The key of a type.
pub fn key_of(index: TypeIndex) -> Option<&'static str> {
    let key = info(index)?.key;
    // SAFETY: a key is UTF-8 text that is never freed.
    unsafe {
        Some(std::str::from_utf8_unchecked(slice::from_raw_parts(
            key.data.cast::<u8>(),
            key.size,
        )))
    }
}

impl TypeIndex {
    /// The type's name in error messages: `int`, `str`, `Tensor`, a type key.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::NONE => "None",
            Self::INT => "int",
            Self::BOOL => "bool",
            Self::FLOAT => "float",
            Self::OPAQUE_PTR => "ptr",
            Self::DATA_TYPE => "DataType",
            Self::DEVICE => "Device",
            Self::RAW_STR | Self::SMALL_STR | Self::STR => "str",
            Self::BYTE_ARRAY_PTR | Self::SMALL_BYTES | Self::BYTES => "bytes",
            Self::MISSING => "a missing argument",
            Self::OBJECT => "Object",
            Self::ERROR => "Error",
            Self::FUNCTION => "PackedFunc",
            Self::SHAPE => "Shape",
            Self::TENSOR | Self::DLTENSOR_PTR => "Tensor",
            Self::ARRAY | Self::LIST => "Array",
            Self::MAP | Self::DICT => "Map",
            Self::MODULE => "Module",
            Self::OPAQUE_PY_OBJECT => "a Python object",
            Self::RVALUE_REF => "an rvalue reference",
            other => {
                return match key_of(other) {
                    Some(key) => Cow::Borrowed(key),
                    None => Cow::Owned(format!("a value of unknown type index {}", other.0)),
                };
            }
        })
    }
}

/// Whether `child` is `ancestor` or inherits from it. Constant time: one access to the ancestor list.
#[inline]
pub fn is_a(child: TypeIndex, ancestor: TypeIndex) -> bool {
    if child == ancestor {
        return true;
    }
    // A type is registered after its ancestors.
    if child.0 < ancestor.0 || !child.is_object() || !ancestor.is_object() {
        return false;
    }
    let (Some(child), Some(ancestor)) = (info(child), info(ancestor)) else {
        return false;
    };
    if ancestor.depth >= child.depth {
        return false;
    }
    // SAFETY: `ancestors` has `depth` entries, and `ancestor.depth` is below that and not negative.
    unsafe { *child.ancestors.add(ancestor.depth as usize) == ancestor.type_index }
}

/// The index of a type key, if it is registered.
pub fn index_of(key: &str) -> Option<TypeIndex> {
    if let Some(table) = host::connected() {
        let mut index = 0;
        let key = crate::bytes::borrowed(key.as_bytes());
        // SAFETY: both pointers are valid for the call.
        if unsafe { (table.type_key_to_index)(&key, &mut index) } == 0 {
            return Some(TypeIndex(index));
        }
        // An unknown key is not an error here: clear what the host raised.
        drop(crate::error::take_raised());
        return None;
    }
    TABLE.keys.read(key, |index| index.copied())
}

/// The type that a type inherits from.
pub fn parent(index: TypeIndex) -> Option<TypeIndex> {
    info(index).and_then(parent_of)
}

/// Registers a type key with a parent and returns its index; a key that is already registered with the same parent
/// keeps its index.
///
/// # Errors
/// ValueError for an empty or too long key, an unknown parent, or a key that is registered with another parent.
pub fn register(key: &str, parent: TypeIndex) -> Result<TypeIndex> {
    if let Some(table) = host::connected() {
        let mut index = 0;
        let key = crate::bytes::borrowed(key.as_bytes());
        // A type that a plugin registers is removed with the plugin.
        // SAFETY: both pointers are valid for the call, the plugin's for ever.
        let status = unsafe {
            match host::plugin() {
                Some((_, plugin)) => (table.plugin_type_register)(plugin, &key, parent.0, &mut index),
                None => (table.type_register)(&key, parent.0, &mut index),
            }
        };
        return crate::error::status(status).map(|()| TypeIndex(index));
    }
    check(key, parent)?;
    let mut shard = TABLE.keys.shard(key);
    if let Some(&index) = shard.get(key) {
        drop(shard);
        let present = info(index).and_then(parent_of);
        if present == Some(parent) {
            return Ok(index);
        }
        let name = present.and_then(key_of).unwrap_or("no parent");
        let wanted = key_of(parent).unwrap_or_default();
        return Err(Error::value_error(format!(
            "type {key} is already registered with parent {name}, not {wanted}"
        )));
    }
    let (index, key) = publish_next(key, parent)?;
    shard.insert_new(key, index);
    Ok(index)
}

/// Assigns a new index that the type's key does not map to, for code of a plugin that has been unloaded. In the host's
/// own table only.
///
/// # Errors
/// As [`register`].
pub fn register_apart(key: &str, parent: TypeIndex) -> Result<TypeIndex> {
    check(key, parent)?;
    publish_next(key, parent).map(|(index, _)| index)
}

/// Locks the keys, for a fork. In the host's own table only.
#[doc(hidden)]
pub fn lock_for_fork() -> impl Sized + 'static {
    let keys = TABLE.keys.exclusive();
    (TABLE.next.lock().unwrap_or_else(PoisonError::into_inner), keys)
}

/// Checks that a key can be registered with a parent.
fn check(key: &str, parent: TypeIndex) -> Result<()> {
    if key.is_empty() || key.len() > MAX_KEY || key.contains('\0') {
        return Err(Error::value_error(format!(
            "a type key must have 1 to {MAX_KEY} bytes and no NUL, got {} bytes",
            key.len()
        )));
    }
    if info(parent).is_none() || !parent.is_object() {
        return Err(Error::value_error(format!(
            "type {key}: parent index {} is not an object type",
            parent.0
        )));
    }
    Ok(())
}

/// Assigns the next index to a type.
fn publish_next(key: &str, parent: TypeIndex) -> Result<(TypeIndex, &'static str)> {
    // Held until the entry is published, so that indices become visible in order.
    let mut next = TABLE.next.lock().unwrap_or_else(PoisonError::into_inner);
    let index = TypeIndex(*next);
    if index.0 as usize >= CHUNK * CHUNKS {
        return Err(Error::runtime_error(format!(
            "type {key}: the type table is full: {} types",
            CHUNK * CHUNKS
        )));
    }
    *next += 1;
    let above = info(parent).map_or(&[][..], |parent| {
        // SAFETY: `ancestors` has `depth` entries.
        unsafe { slice::from_raw_parts(parent.ancestors, parent.depth as usize) }
    });
    let ancestors = above.iter().copied().chain([parent.0]).collect::<Vec<_>>();
    let key = kept(key);
    TABLE.publish(index, key, Vec::leak(ancestors));
    Ok((index, key))
}

/// Unmaps a type key from its index: the key is free, the index keeps its entry. Returns whether the key mapped to this
/// index. In the host's own table only.
pub fn withdraw(index: TypeIndex) -> bool {
    let Some(key) = key_of(index) else { return false };
    let mut shard = TABLE.keys.shard(key);
    let was_mapped = shard.get(key) == Some(&index) && shard.remove(key).is_some();
    CHANGES.fetch_add(u64::from(was_mapped), Ordering::Release);
    was_mapped
}

/// How often a type key was unmapped from an index or mapped to it again. What is known of registered types stays true while
/// the number is the same. In the host's own table only.
pub fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

static CHANGES: AtomicU64 = AtomicU64::new(0);

/// Maps a key to an index that was registered with it, unless it maps to another one; returns whether it maps to this
/// index now. In the host's own table only.
pub fn restore(index: TypeIndex) -> bool {
    let Some(key) = key_of(index) else { return false };
    let mut shard = TABLE.keys.shard(key);
    if let Some(&present) = shard.get(key) {
        return present == index;
    }
    shard.insert_new(key, index);
    CHANGES.fetch_add(1, Ordering::Release);
    true
}

fn parent_of(info: &TVMLikeTypeInfo) -> Option<TypeIndex> {
    let last = usize::try_from(info.depth).ok()?.checked_sub(1)?;
    // SAFETY: `ancestors` has `depth` entries and `last` is the last of them.
    Some(TypeIndex(unsafe { *info.ancestors.add(last) }))
}
