//! DLPack's C exchange API: tensors of other libraries in, ours out, without a call of Python code.
//!
//! A library puts a table of functions into a capsule, `__dlpack_c_exchange_api__` of its tensor class. The table makes a
//! managed tensor of one of its tensors, but says nothing of what DLPack cannot: for PyTorch the accelerator asks the
//! tensor itself. Whatever is not plain is left to the package, which refuses it with the reason or finds another way.
//! Invariant: the functions of a table are called with the lock held, on instances of exactly the class it stands in.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::dlpack::{
    DLDeviceType, DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_READ_ONLY, DLPACK_MAJOR_VERSION,
    DLPACK_MINOR_VERSION, DLPackExchangeAPI, DLPackExchangeAPIHeader, DLPackVersion, DLTensor,
};
use tvmlike_abi::{TVMLIKE_TENSOR, TVMLikeValue};

use crate::api::api;
use crate::error;
use crate::foreign::{self, Kind};
use crate::keep::Keep;
use crate::object::{self, Object, is_object, type_index};
use crate::pack::put_object;
use crate::python::{Locked, Owned, call, decref, new_ref, raise};
use crate::tensor::{is_read_only, tensor_of};

/// The name of the capsules.
const NAME: &CStr = c"dlpack_exchange_api";

/// How tensors of one class are taken.
pub(crate) struct Exchange {
    from_object: unsafe extern "C" fn(*mut c_void, *mut *mut DLManagedTensorVersioned) -> c_int,
    to_object: unsafe extern "C" fn(*mut DLManagedTensorVersioned, *mut *mut c_void) -> c_int,
    torch: Option<Torch>,
}

/// What is asked of a tensor of PyTorch.
struct Torch {
    is_neg: *mut PyObject,
    is_conj: *mut PyObject,
    requires_grad: *mut PyObject,
    dtype: *mut PyObject,
    /// `torch.int8` and `torch.uint8`: what else comes as such has elements of less than a byte.
    octets: [*mut PyObject; 2],
}

/// The table in a capsule, of a version that is known here; NULL, without an exception, where there is none.
unsafe fn table_in(capsule: *mut PyObject) -> *const DLPackExchangeAPI {
    // SAFETY: a living object; a capsule of that name holds a table, and a table begins with its header, which refers to
    // those of older versions.
    unsafe {
        if PyCapsule_IsValid(capsule, NAME.as_ptr()) == 0 {
            return ptr::null();
        }
        let mut header = PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast::<DLPackExchangeAPIHeader>();
        for _ in 0..8 {
            if header.is_null() || (*header).version.major == DLPACK_MAJOR_VERSION {
                break;
            }
            header = (*header).prev_api;
        }
        if header.is_null() || (*header).version.major != DLPACK_MAJOR_VERSION {
            return ptr::null();
        }
        header.cast_const().cast()
    }
}

/// The functions of a class with an exchange API; `None`, without an exception, where it lacks one that is needed.
///
/// `torch` is None, or a tuple of `is_neg`, `is_conj`, `torch.int8` and `torch.uint8` for tensors of PyTorch.
///
/// # Safety
/// The lock is held; living objects.
unsafe fn exchange_of(capsule: *mut PyObject, torch: *mut PyObject) -> Option<Exchange> {
    // SAFETY: by contract. What is kept is kept for ever.
    unsafe {
        let table = table_in(capsule);
        if table.is_null() {
            return None;
        }
        let torch = if PyTuple_Check(torch) != 0 && PyTuple_Size(torch) == 4 {
            let at = |position| new_ref(PyTuple_GetItem(torch, position));
            Some(Torch {
                is_neg: at(0),
                is_conj: at(1),
                requires_grad: PyUnicode_InternFromString(c"requires_grad".as_ptr()),
                dtype: PyUnicode_InternFromString(c"dtype".as_ptr()),
                octets: [at(2), at(3)],
            })
        } else {
            None
        };
        Some(Exchange {
            from_object: (*table).managed_tensor_from_py_object_no_sync?,
            to_object: (*table).managed_tensor_to_py_object_no_sync?,
            torch,
        })
    }
}

/// The exchange of PyTorch's own class, once it is known.
static TORCH: Locked<Option<&'static Exchange>> = Locked::new(None);

/// `add_exchange_class(cls, capsule, torch)`: whether tensors of a class are taken by its exchange API from now on.
pub(crate) unsafe extern "C" fn add_class(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of living objects.
    unsafe {
        if PyTuple_Size(args) != 3 || PyType_Check(PyTuple_GetItem(args, 0)) == 0 {
            return raise(
                PyExc_TypeError,
                c"add_exchange_class: expected a class, a capsule and what PyTorch is asked",
            );
        }
        let Some(exchange) = exchange_of(PyTuple_GetItem(args, 1), PyTuple_GetItem(args, 2)) else {
            return PyBool_FromLong(0);
        };
        // It is kept as long as the class is, that is, for ever.
        let exchange: &'static Exchange = Box::leak(Box::new(exchange));
        let entered = foreign::enter(PyTuple_GetItem(args, 0), Kind::Tensor(exchange));
        if entered && exchange.torch.is_some() && TORCH.get().is_none() {
            *TORCH.get() = Some(exchange);
        }
        PyBool_FromLong(entered.into())
    }
}

/// Makes a tensor object of a tensor of another library; false, without an exception, where the package is to look at it.
///
/// # Safety
/// The lock is held; an instance of the class of the exchange, and a place for a value.
pub(crate) unsafe fn pack(
    value: *mut PyObject,
    exchange: &Exchange,
    out: *mut TVMLikeValue,
    keep: &mut Keep,
) -> bool {
    // SAFETY: by contract; a managed tensor that was made is taken over by the library, or deleted.
    unsafe {
        if let Some(torch) = &exchange.torch
            && !torch.is_plain(value)
        {
            PyErr_Clear();
            return false;
        }
        let mut managed = ptr::null_mut();
        if (exchange.from_object)(value.cast(), &raw mut managed) != 0 || managed.is_null() {
            PyErr_Clear();
            return false;
        }
        let tensor = &(*managed).dl_tensor;
        // On other devices there are streams, which `__dlpack__` knows about.
        let plain = tensor.device.device_type == DLDeviceType::kDLCPU
            && match &exchange.torch {
                Some(torch) => torch.is_as_told(value, tensor),
                None => true,
            };
        if !plain {
            PyErr_Clear();
            delete(managed);
            return false;
        }
        let mut made = ptr::null_mut();
        if (api().tensor_from_dlpack_versioned)(managed, &raw mut made) != 0 {
            let error = error::take();
            if !error.is_null() {
                (api().free)(error.cast());
            }
            return false;
        }
        keep.native(made);
        put_object(out, TVMLIKE_TENSOR, made);
        true
    }
}

unsafe fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: a managed tensor that is given up.
    unsafe {
        if let Some(deleter) = (*managed).deleter {
            deleter(managed);
        }
    }
}

impl Torch {
    /// Whether neither a gradient nor a negation is to be computed.
    #[inline]
    unsafe fn is_plain(&self, tensor: *mut PyObject) -> bool {
        // SAFETY: a living tensor of PyTorch; `is_neg` is the method of its class.
        unsafe {
            is_false(PyObject_GetAttr(tensor, self.requires_grad)) && is_false(call(self.is_neg, &[tensor]))
        }
    }

    /// Whether the elements are those that the managed tensor tells: complex numbers may be still to be conjugated, and
    /// elements of less than a byte come as bytes.
    #[inline]
    unsafe fn is_as_told(&self, value: *mut PyObject, told: &DLTensor) -> bool {
        const INT: u8 = 0;
        const UINT: u8 = 1;
        const COMPLEX: u8 = 5;
        // SAFETY: as above.
        unsafe {
            match (told.dtype.code, told.dtype.bits) {
                (COMPLEX, _) => is_false(call(self.is_conj, &[value])),
                (INT | UINT, 8) => Owned::new(PyObject_GetAttr(value, self.dtype))
                    .is_some_and(|dtype| self.octets.contains(&dtype.get())),
                (INT | UINT, bits) => bits > 8,
                _ => true,
            }
        }
    }
}

/// Whether an owned answer is False.
unsafe fn is_false(answer: *mut PyObject) -> bool {
    // SAFETY: NULL or a new reference.
    unsafe {
        if answer.is_null() {
            return false;
        }
        let is_false = answer == Py_False();
        decref(answer);
        is_false
    }
}

/// A tensor of PyTorch that shares a tensor's memory, NULL with the exception set where that fails; `None`, without an
/// exception, where PyTorch is not known yet or the package is to look at the tensor.
///
/// # Safety
/// The lock is held; a `Tensor` that was not freed.
pub(crate) unsafe fn to_torch(tensor: *mut PyObject) -> Option<*mut PyObject> {
    // SAFETY: by contract; the managed tensor is taken over, also where that fails.
    unsafe {
        let exchange = (*TORCH.get())?;
        if tensor_of(tensor)?.device.device_type != DLDeviceType::kDLCPU || is_read_only(tensor) {
            return None;
        }
        let mut managed = ptr::null_mut();
        if (api().tensor_to_dlpack_versioned)((*tensor.cast::<Object>()).handle, &raw mut managed) != 0 {
            return Some(error::raise_taken());
        }
        let mut made = ptr::null_mut();
        if (exchange.to_object)(managed, &raw mut made) != 0 {
            if PyErr_Occurred().is_null() {
                raise(PyExc_BufferError, c"PyTorch did not take the tensor");
            }
            return Some(ptr::null_mut());
        }
        Some(made.cast())
    }
}

/// Our own table, which consumers read only.
static OWN: Locked<DLPackExchangeAPI> = Locked::new(DLPackExchangeAPI {
    header: DLPackExchangeAPIHeader {
        version: DLPackVersion {
            major: DLPACK_MAJOR_VERSION,
            minor: DLPACK_MINOR_VERSION,
        },
        prev_api: ptr::null_mut(),
    },
    managed_tensor_allocator: Some(allocate),
    managed_tensor_from_py_object_no_sync: Some(from_object),
    managed_tensor_to_py_object_no_sync: Some(to_object),
    dltensor_from_py_object_no_sync: Some(borrow),
    current_work_stream: Some(current_work_stream),
});

/// The capsule with our own table; NULL with the exception set where it fails.
pub(crate) unsafe fn own_api() -> *mut PyObject {
    // SAFETY: a static that lives for ever.
    unsafe { PyCapsule_New(ptr::from_mut(OWN.get()).cast(), NAME.as_ptr(), None) }
}

/// The tensor object of a Python object that is said to be a `Tensor`; NULL with the exception set where it is none.
unsafe fn own_tensor(object: *mut PyObject) -> *mut tvmlike_abi::TVMLikeObject {
    // SAFETY: a living object.
    unsafe {
        if !is_object(object) {
            raise(PyExc_TypeError, c"expected a tvmlike.Tensor");
            return ptr::null_mut();
        }
        let handle = (*object.cast::<Object>()).handle;
        if handle.is_null() || type_index(handle) != TVMLIKE_TENSOR {
            raise(
                PyExc_ValueError,
                c"this Tensor was freed, or never had a native object",
            );
            return ptr::null_mut();
        }
        handle
    }
}

unsafe extern "C" fn from_object(object: *mut c_void, out: *mut *mut DLManagedTensorVersioned) -> c_int {
    // SAFETY: the protocol: a living object of our class, the lock held, a place for the result.
    unsafe {
        let handle = own_tensor(object.cast());
        if handle.is_null() {
            return -1;
        }
        if (api().tensor_to_dlpack_versioned)(handle, out) != 0 {
            error::raise_taken();
            return -1;
        }
        0
    }
}

unsafe extern "C" fn to_object(managed: *mut DLManagedTensorVersioned, out: *mut *mut c_void) -> c_int {
    // SAFETY: the protocol: a managed tensor that is given up, the lock held, a place for the result.
    unsafe {
        let mut handle = ptr::null_mut();
        if (api().tensor_from_dlpack_versioned)(managed, &raw mut handle) != 0 {
            error::raise_taken();
            return -1;
        }
        let made = object::wrap(handle);
        if made.is_null() {
            return -1;
        }
        out.write(made.cast());
        0
    }
}

unsafe extern "C" fn borrow(object: *mut c_void, out: *mut DLTensor) -> c_int {
    // SAFETY: the protocol: a living object of our class, the lock held, a place for the result.
    unsafe {
        let handle = own_tensor(object.cast());
        if handle.is_null() {
            return -1;
        }
        if (api().tensor_flags)(handle) & DLPACK_FLAG_BITMASK_READ_ONLY != 0 {
            raise(
                PyExc_BufferError,
                c"a DLTensor cannot say that its memory is read-only: take a managed tensor",
            );
            return -1;
        }
        out.write(*handle.add(1).cast::<DLTensor>());
        0
    }
}

unsafe extern "C" fn current_work_stream(_: DLDeviceType::Type, _: i32, out: *mut *mut c_void) -> c_int {
    // SAFETY: a place for the stream. Of ours there is none.
    unsafe { out.write(ptr::null_mut()) };
    0
}

type SetError = Option<unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char)>;

unsafe extern "C" fn allocate(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    context: *mut c_void,
    set_error: SetError,
) -> c_int {
    // SAFETY: the protocol: a tensor of which type, shape and device are read, and a place for the result. The lock need not
    // be held: nothing of Python is touched.
    unsafe {
        let wanted = &*prototype;
        let mut made = ptr::null_mut();
        let mut status = (api().tensor_alloc)(
            wanted.shape,
            wanted.ndim,
            wanted.dtype,
            wanted.device,
            &raw mut made,
        );
        if status == 0 {
            status = (api().tensor_to_dlpack_versioned)(made, out);
            (api().free)(made.cast());
        }
        if status == 0 {
            return 0;
        }
        let error = error::take();
        if let Some(set_error) = set_error {
            let (kind, message) = error::texts(error);
            set_error(context, kind.as_ptr(), message.as_ptr());
        }
        if !error.is_null() {
            (api().free)(error.cast());
        }
        -1
    }
}
