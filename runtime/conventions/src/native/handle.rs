//! Handles: pointers to objects of a C library that only its own functions look into, such as `sqlite3 *`.
//!
//! A [`HandleType`] has a name, and perhaps the library's function that frees such an object. A [`Handle`] is one of its
//! objects. It is *owned* if a signature says so (`own *sqlite3`): then it is freed when it is closed or dropped, once.
//! Invariants: a handle is passed only where its own type is declared, and never after it was closed or given away; a
//! handle keeps alive the handles that were arguments of the call that returned it.

use std::ffi::c_void;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, OnceLock};

use libffi::middle::Type;

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::{Any, AnyView, Error, Result, ToAny, TypeIndex};

use super::prepared::Prepared;
use super::{address, pending, report};

/// The function that frees objects of a type.
struct Destructor {
    code: *const c_void,
    prepared: Prepared,
}

/// A type of a C library's objects.
pub struct HandleType {
    name: Box<str>,
    destructor: Option<Destructor>,
    /// Keeps the destructor's code mapped.
    _keep: Box<dyn Send + Sync>,
}

// SAFETY: the address of code, which by the contract of `HandleType::new` may be called from any thread.
unsafe impl Send for HandleType {}
// SAFETY: as above.
unsafe impl Sync for HandleType {}

impl HandleType {
    /// A type with a name. `destructor` is the address of a function of one argument, the object; `keep` keeps its code.
    ///
    /// # Errors
    /// ValueError if libffi refuses the destructor's signature.
    ///
    /// # Safety
    /// The destructor is sound to call from any thread, once for each object.
    pub unsafe fn new(
        name: &str,
        destructor: Option<NonNull<c_void>>,
        keep: impl Send + Sync + 'static,
    ) -> Result<Arc<Self>> {
        let destructor = match destructor {
            None => None,
            Some(code) => Some(Destructor {
                code: code.as_ptr(),
                prepared: Prepared::new(vec![Type::pointer()], None, Type::void())?,
            }),
        };
        Ok(Arc::new(Self {
            name: name.into(),
            destructor,
            _keep: Box::new(keep),
        }))
    }

    /// The name in signatures.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn code(&self) -> *const c_void {
        self.destructor
            .as_ref()
            .map_or(ptr::null(), |destructor| destructor.code)
    }

    /// Frees an object. An error is that of a callback or a C++ exception.
    ///
    /// # Safety
    /// The object is of this type, owned by the caller, and not used again.
    unsafe fn free(&self, object: NonNull<c_void>) -> Result<()> {
        let Some(destructor) = &self.destructor else {
            return Ok(());
        };
        let mut address = object.as_ptr();
        let mut arguments = [(&raw mut address).cast::<c_void>()];
        // libffi may write a word.
        let mut result = [0_u64; 2];
        let guard = pending::enter_call();
        // SAFETY: a function of one pointer, by the contract of `new`.
        let outcome = unsafe {
            destructor.prepared.call(
                destructor.code,
                arguments.as_mut_ptr(),
                result.as_mut_ptr().cast(),
            )
        };
        guard.finish(outcome)
    }
}

impl PartialEq for HandleType {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.code() == other.code()
    }
}

impl Eq for HandleType {}

impl Hash for HandleType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.code().hash(state);
    }
}

impl fmt::Debug for HandleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HandleType").field(&self.name).finish()
    }
}

/// A pointer to an object of a C library.
pub struct Handle {
    ty: Arc<HandleType>,
    /// NULL after the object was freed or given away.
    object: AtomicPtr<c_void>,
    owned: bool,
    /// The handles that must outlive it.
    keeps: OnceLock<Vec<Any>>,
}

impl Handle {
    /// A handle that frees the object if it is `owned`.
    ///
    /// # Safety
    /// The object is of the type; if owned, nothing else frees it.
    pub unsafe fn new(ty: Arc<HandleType>, object: NonNull<c_void>, owned: bool) -> Self {
        Self {
            ty,
            object: AtomicPtr::new(object.as_ptr()),
            owned,
            keeps: OnceLock::new(),
        }
    }

    /// The type.
    pub fn ty(&self) -> &HandleType {
        &self.ty
    }

    /// The address; `None` after it was closed or given away.
    pub fn object(&self) -> Option<NonNull<c_void>> {
        NonNull::new(self.object.load(Ordering::Acquire))
    }

    /// Whether it frees the object.
    pub fn is_owned(&self) -> bool {
        self.owned
    }

    /// Frees the object if this owns it. Afterwards the handle refers to nothing; closing it again does nothing.
    ///
    /// # Errors
    /// Those of callbacks of the destructor.
    pub fn close(&self) -> Result<()> {
        match self.take() {
            // SAFETY: this handle owned the object, and has just given it up.
            Some(object) if self.is_owned() => unsafe { self.ty.free(object) },
            _ => Ok(()),
        }
    }

    /// Gives the object away: the handle refers to nothing afterwards. `None` if it did already.
    fn take(&self) -> Option<NonNull<c_void>> {
        NonNull::new(self.object.swap(ptr::null_mut(), Ordering::AcqRel))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            report::report(&error, &format!("the destructor of {}", self.ty.name));
        }
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.object() {
            Some(object) => write!(f, "<native.Handle {} at {object:p}>", self.ty.name),
            None => write!(f, "<native.Handle {}, closed>", self.ty.name),
        }
    }
}

/// How a host wraps handles in its objects, and finds them there.
#[derive(Clone, Copy)]
pub struct Wrapping {
    /// Makes the host's object of a handle.
    pub wrap: fn(Handle) -> Any,
    /// The handle in a value, if it is such an object.
    pub unwrap: for<'a> fn(&'a AnyView<'_>) -> Option<&'a Handle>,
}

static WRAPPING: OnceLock<Wrapping> = OnceLock::new();

/// Registers how the host wraps handles. Only the first registration counts.
pub fn wrap_by(wrapping: Wrapping) {
    // One library per process registers such types.
    let _ = WRAPPING.set(wrapping);
}

fn handle_in<'a>(value: &'a AnyView<'_>) -> Option<&'a Handle> {
    let wrapping = WRAPPING.get().filter(|_| value.kind().is_object())?;
    (wrapping.unwrap)(value)
}

/// The value for an object that C has returned: None for NULL.
///
/// # Safety
/// NULL, or an object of the type; if owned, nothing else frees it.
pub(super) unsafe fn load(ty: &Arc<HandleType>, object: *mut c_void, owned: bool) -> Result<Any> {
    let Some(object) = NonNull::new(object) else {
        return Ok(Any::default());
    };
    match WRAPPING.get() {
        // SAFETY: by contract.
        Some(wrapping) => Ok((wrapping.wrap)(unsafe { Handle::new(ty.clone(), object, owned) })),
        None => Ok(object.as_ptr().to_any()),
    }
}

/// The address for a parameter of the type.
pub(super) fn store(ty: &HandleType, value: &AnyView<'_>) -> Result<*mut c_void, Mismatch> {
    match value.kind() {
        TypeIndex::NONE => return Ok(ptr::null_mut()),
        TypeIndex::MISSING => return Err(Mismatch::Missing),
        _ => {}
    }
    if let Some(address) = address::of_pointer(value) {
        return Ok(address);
    }
    let Some(handle) = handle_in(value) else {
        return Err(Mismatch::Failed(Error::type_error(format!(
            "expected *{}, got {}",
            ty.name,
            value.type_name()
        ))));
    };
    if *handle.ty != *ty {
        return Err(Mismatch::Failed(Error::type_error(format!(
            "expected *{}, got *{}",
            ty.name, handle.ty.name
        ))));
    }
    match handle.object() {
        Some(object) => Ok(object.as_ptr()),
        None => Err(Mismatch::Failed(closed(ty))),
    }
}

#[cold]
fn closed(ty: &HandleType) -> Error {
    Error::value_error(format!("the handle of {} was closed", ty.name))
}

/// Gives the object of an argument to the callee, which frees it. `None` for other values than handles.
///
/// # Errors
/// ValueError if the handle was closed meanwhile, or was also passed for another parameter.
pub(super) fn give(value: &AnyView<'_>) -> Result<Option<NonNull<c_void>>, Mismatch> {
    let Some(handle) = handle_in(value) else {
        return Ok(None);
    };
    match handle.take() {
        Some(object) => Ok(Some(object)),
        None => Err(Mismatch::Failed(closed(&handle.ty))),
    }
}

/// Takes back an object that [`give`] has given, because the function is not called.
pub(super) fn take_back(value: &AnyView<'_>, object: NonNull<c_void>) {
    if let Some(handle) = handle_in(value) {
        handle.object.store(object.as_ptr(), Ordering::Release);
    }
}

/// Keeps the handles among the arguments of a call alive as long as a handle that it has returned.
pub(super) fn keep(returned: &Any, args: &[AnyView<'_>]) -> Result<()> {
    let Some(handle) = handle_in(returned.view()) else {
        return Ok(());
    };
    let handles = args
        .iter()
        .filter(|value| handle_in(value).is_some_and(|kept| kept.object().is_some()));
    let kept = handles.map(AnyView::to_owned).collect::<Result<Vec<_>>>()?;
    // Not set yet: the handle is new.
    let _ = handle.keeps.set(kept);
    Ok(())
}
