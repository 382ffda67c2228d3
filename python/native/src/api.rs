//! libtvmlike's functions, found in the library that the package has loaded.
//!
//! Invariant: [`api`] is called only after [`connect`] has succeeded; Python code cannot reach anything else before.

use std::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use tvmlike_abi::{TVMLikeByteArray, TVMLikeDeleter, exports};

macro_rules! functions {
    ($($field:ident: $name:ident,)*) => {
        /// The functions of `tvmlike/c_api.h` that the accelerator calls.
        pub(crate) struct Api {
            /// The deleter of strings that are known to be UTF-8.
            pub(crate) text_deleter: TVMLikeDeleter,
            $(pub(crate) $field: exports::$name,)*
        }

        impl Api {
            /// # Safety
            /// `library` is a handle of `dlopen` to a libtvmlike.
            unsafe fn load(library: *mut c_void) -> Result<Self, &'static CStr> {
                // SAFETY: by contract; the types are those of the exports with these names.
                unsafe {
                    let text_deleter: exports::TVMLikeStringDeleter = find(library, c"TVMLikeStringDeleter")?;
                    Ok(Self {
                        text_deleter: text_deleter(),
                        $($field: find::<exports::$name>(library, c_name!($name))?,)*
                    })
                }
            }
        }
    };
}

/// A name as a C string.
macro_rules! c_name {
    ($name:ident) => {
        const {
            match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => unreachable!(),
            }
        }
    };
}

/// Looks a function up in a library; fails with the name if it is missing.
///
/// # Safety
/// `library` is a handle of `dlopen`; `F` is the type of the function with this name, a function pointer.
unsafe fn find<F: Copy>(library: *mut c_void, name: &'static CStr) -> Result<F, &'static CStr> {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    // SAFETY: a valid handle and a C string.
    let address = unsafe { libc::dlsym(library, name.as_ptr()) };
    if address.is_null() {
        return Err(name);
    }
    // SAFETY: a function pointer of this type, by contract.
    Ok(unsafe { std::mem::transmute_copy(&address) })
}

functions! {
    retain: TVMObjectRetain,
    free: TVMObjectFree,
    look_up: TVMLikeFuncLookUp,
    func_record: TVMLikeFuncRecord,
    map_create: TVMLikeMapCreate,
    to_owned: TVMLikeValueToOwned,
    opaque_create: TVMLikeOpaqueCreate,
    tensor_alloc: TVMLikeTensorAlloc,
    tensor_flags: TVMLikeTensorFlags,
    tensor_from_dlpack_versioned: TVMLikeTensorFromDLPackVersioned,
    tensor_to_dlpack: TVMLikeTensorToDLPack,
    tensor_to_dlpack_versioned: TVMLikeTensorToDLPackVersioned,
    error_create: TVMLikeErrorCreate,
    set_raised: TVMLikeErrorSetRaised,
    take_raised: TVMLikeErrorMoveFromRaised,
    list_names: TVMLikeFuncListNames,
    plugin_load: TVMLikePluginLoad,
    type_members: TVMLikeTypeMembers,
    key_to_index: TVMObjectTypeKey2Index,
    type_info: TVMLikeTypeInfoOf,
    type_traverse: TVMLikeTypeTraverse,
    collect_cycles: TVMLikeCollectCycles,
    type_is_refined: TVMLikeTypeIsRefined,
    object_refined_type: TVMLikeObjectRefinedType,
    object_is_instance: TVMLikeObjectIsInstance,
    set_interrupt_check: TVMLikeSetInterruptCheck,
    stack_is_low: TVMLikeStackIsLow,
    registry_generation: TVMLikeRegistryGeneration,
}

static API: OnceLock<Api> = OnceLock::new();

/// Looks the functions up in the library with this `dlopen` handle; fails with the name that is missing.
///
/// # Safety
/// `library` is a handle of `dlopen` to a libtvmlike that is never closed.
pub(crate) unsafe fn connect(library: *mut c_void) -> Result<(), &'static CStr> {
    // SAFETY: by contract.
    let api = unsafe { Api::load(library) }?;
    let _ = API.set(api);
    Ok(())
}

/// The functions.
#[inline(always)]
pub(crate) fn api() -> &'static Api {
    // SAFETY: nothing in the module can be called before `connect`.
    unsafe { API.get().unwrap_unchecked() }
}

/// The registry's generation: it changes whenever a name stops standing for its function.
#[inline]
pub(crate) fn generation() -> u64 {
    static COUNTER: OnceLock<&'static AtomicU64> = OnceLock::new();
    // SAFETY: a counter that is never freed and that other threads write to atomically.
    let counter =
        COUNTER.get_or_init(|| unsafe { AtomicU64::from_ptr((api().registry_generation)().cast_mut()) });
    counter.load(Ordering::Acquire)
}

/// Text as the library takes it.
pub(crate) fn borrowed(text: &[u8]) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast::<c_char>(),
        size: text.len(),
    }
}
