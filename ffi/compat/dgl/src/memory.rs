//! Shared memory with a name, and aligned memory, for the tensors of this library.
//!
//! Invariants: the process that created a name removes it once, when it releases the memory or exits; its forked children do
//! not. Memory that other processes use never shrinks.

#[cfg_attr(target_os = "linux", path = "memory/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "memory/plain.rs")]
mod platform;

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_int, c_void};
use std::io;
use std::ptr;
use std::sync::{Mutex, Once, PoisonError};

use tvmlike::{Error, ErrorKind, Result};

/// The process id, and the names that this process has created and not removed, each with its number of mappings.
static CREATED: Mutex<(i32, BTreeMap<CString, usize>)> = Mutex::new((0, BTreeMap::new()));

fn this_process() -> i32 {
    // SAFETY: always succeeds.
    unsafe { libc::getpid() }
}

/// Runs code with the names of this process. A forked child discards the names of its parent.
fn with_created<T>(run: impl FnOnce(&mut BTreeMap<CString, usize>) -> T) -> T {
    let mut made = CREATED.lock().unwrap_or_else(PoisonError::into_inner);
    if made.0 != this_process() {
        *made = (this_process(), BTreeMap::new());
    }
    run(&mut made.1)
}

fn record(name: &CStr) {
    static AT_END: Once = Once::new();
    // SAFETY: the function is never unloaded, because this library is not.
    AT_END.call_once(|| unsafe {
        libc::atexit(unlink_all);
    });
    with_created(|made| *made.entry(name.to_owned()).or_default() += 1);
}

fn unlink(name: &CStr) {
    // SAFETY: a C string. If another process has already removed the name, nothing is left to do.
    unsafe { libc::shm_unlink(name.as_ptr()) };
}

/// Removes the remaining names when the process exits.
extern "C" fn unlink_all() {
    for name in with_created(std::mem::take).into_keys() {
        unlink(&name);
    }
}

/// An open file, closed when it is dropped.
struct File(c_int);

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: this value owns the open file.
        unsafe { libc::close(self.0) };
    }
}

fn failed(what: &str, name: &CStr) -> Error {
    let why = io::Error::last_os_error();
    Error::os_error(format!("{what} {}: {why}", name.to_string_lossy()))
}

fn open(name: &CStr, flags: c_int) -> Result<File> {
    // SAFETY: a C string.
    let file = unsafe { libc::shm_open(name.as_ptr(), flags, platform::MODE) };
    if file < 0 {
        return Err(failed("fail to open", name));
    }
    Ok(File(file))
}

fn size_of(file: &File, name: &CStr) -> Result<usize> {
    let mut about = std::mem::MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: an open file and a valid pointer for the result; zeroes are a valid value of the struct.
    let (status, about) = unsafe { (libc::fstat(file.0, about.as_mut_ptr()), about.assume_init()) };
    if status != 0 {
        return Err(failed("fail to get the size of", name));
    }
    Ok(usize::try_from(about.st_size).unwrap_or(0))
}

/// A mapping of shared memory.
pub(crate) struct Shared {
    start: *mut c_void,
    size: usize,
    /// The name and the process that created it; `None` if another process created it.
    made: Option<(CString, i32)>,
}

// SAFETY: a mapping belongs to no thread.
unsafe impl Send for Shared {}
// SAFETY: as above; the memory is accessed through tensors only.
unsafe impl Sync for Shared {}

impl Shared {
    /// Creates memory with a name. If the name exists, its memory is used, and grows if it is too small.
    pub(crate) fn create(name: &CStr, size: usize) -> Result<Self> {
        let fresh = open(name, libc::O_RDWR | libc::O_CREAT | libc::O_EXCL);
        let is_fresh = fresh.is_ok();
        let file = fresh.or_else(|_| open(name, libc::O_RDWR | libc::O_CREAT))?;
        let made = reserve(&file, name, size).and_then(|()| Self::map(&file, name, size));
        match made {
            Ok(mut made) => {
                record(name);
                made.made = Some((name.to_owned(), this_process()));
                Ok(made)
            }
            Err(error) => {
                if is_fresh {
                    unlink(name);
                }
                Err(error)
            }
        }
    }

    /// Opens existing memory.
    pub(crate) fn open(name: &CStr, size: usize) -> Result<Self> {
        let file = open(name, libc::O_RDWR)?;
        let present = size_of(&file, name)?;
        if present < size {
            return Err(Error::value_error(format!(
                "the shared memory {} has {present} bytes, expected at least {size}",
                name.to_string_lossy()
            )));
        }
        Self::map(&file, name, size)
    }

    /// Whether memory with this name exists.
    pub(crate) fn exists(name: &CStr) -> bool {
        open(name, libc::O_RDONLY).is_ok()
    }

    fn map(file: &File, name: &CStr, size: usize) -> Result<Self> {
        let mut start = ptr::null_mut();
        if size > 0 {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: a new mapping of an open file, at an address that the system chooses.
            start = unsafe { libc::mmap(ptr::null_mut(), size, access, libc::MAP_SHARED, file.0, 0) };
            if start == libc::MAP_FAILED {
                return Err(failed("fail to map", name));
            }
        }
        Ok(Self {
            start,
            size,
            made: None,
        })
    }

    /// Returns the start address; NULL if the size is 0.
    pub(crate) fn start(&self) -> *mut c_void {
        self.start
    }
}

/// Grows a file to at least `size` bytes and reserves memory for them.
fn reserve(file: &File, name: &CStr, size: usize) -> Result<()> {
    let present = size_of(file, name)?;
    let wanted = libc::off_t::try_from(size)?;
    if present >= size {
        return Ok(());
    }
    // SAFETY: an open file.
    if unsafe { libc::ftruncate(file.0, wanted) } != 0 {
        return Err(failed("fail to size", name));
    }
    loop {
        // Without it, a later write to memory that is not reserved would kill the process.
        match platform::allocate(file.0, wanted) {
            0 => return Ok(()),
            libc::EINTR => {}
            why => {
                // SAFETY: an open file; this restores its size.
                unsafe { libc::ftruncate(file.0, libc::off_t::try_from(present)?) };
                return Err(Error::new(
                    ErrorKind::MEMORY_ERROR,
                    format!(
                        "no memory for {size} bytes as {}: {}",
                        name.to_string_lossy(),
                        io::Error::from_raw_os_error(why)
                    ),
                ));
            }
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if self.size > 0 {
            // SAFETY: mapped with this size; no array uses the memory any more.
            unsafe { libc::munmap(self.start, self.size) };
        }
        let Some((name, _)) = self.made.take().filter(|(_, process)| *process == this_process()) else {
            return;
        };
        unlink(&name);
        with_created(|made| {
            if let Some(count) = made.get_mut(&name) {
                *count -= 1;
                if *count == 0 {
                    made.remove(&name);
                }
            }
        });
    }
}

/// Zeroed memory with a given alignment.
pub(crate) struct Aligned(*mut u8, Layout);

// SAFETY: memory belongs to no thread.
unsafe impl Send for Aligned {}
// SAFETY: as above; the memory is accessed through tensors only.
unsafe impl Sync for Aligned {}

impl Aligned {
    /// Allocates `size` bytes; `alignment` must be a power of two.
    pub(crate) fn new(size: usize, alignment: usize) -> Result<Self> {
        let none = || Error::new(ErrorKind::MEMORY_ERROR, format!("no memory for {size} bytes"));
        let layout = Layout::from_size_align(size.max(1), alignment).map_err(|_| none())?;
        // SAFETY: the size is not zero.
        let start = unsafe { alloc_zeroed(layout) };
        if start.is_null() {
            return Err(none());
        }
        Ok(Self(start, layout))
    }

    pub(crate) fn start(&self) -> *mut c_void {
        self.0.cast()
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.0, self.1) }
    }
}
