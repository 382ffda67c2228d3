//! Memory that processes share, by name, and memory of a chosen alignment: what the tensors of this library may stand over.
//!
//! Invariants: the process that made a name takes it away, once, when the memory is released or the process ends; a child that was
//! forked from it does not. Memory that others have is never made smaller.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_int, c_void};
use std::io;
use std::ptr;
use std::sync::{Mutex, Once, PoisonError};

use tvmlike::{Error, ErrorKind, Result};

/// The names that this process made and has not taken away, with how many memories have each; behind the process's number.
static MADE: Mutex<(i32, BTreeMap<CString, usize>)> = Mutex::new((0, BTreeMap::new()));

fn this_process() -> i32 {
    // SAFETY: always succeeds.
    unsafe { libc::getpid() }
}

/// The names of this process: those that a forked child finds there are its parent's.
fn with_made<T>(run: impl FnOnce(&mut BTreeMap<CString, usize>) -> T) -> T {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if made.0 != this_process() {
        *made = (this_process(), BTreeMap::new());
    }
    run(&mut made.1)
}

fn note(name: &CStr) {
    static AT_END: Once = Once::new();
    // SAFETY: a function that stays, as this library does.
    AT_END.call_once(|| unsafe {
        libc::atexit(unlink_all);
    });
    with_made(|made| *made.entry(name.to_owned()).or_default() += 1);
}

fn unlink(name: &CStr) {
    // SAFETY: a C string. If another process has already removed the name, nothing is left to do.
    unsafe { libc::shm_unlink(name.as_ptr()) };
}

/// Takes away what is left at the end of the process.
extern "C" fn unlink_all() {
    for name in with_made(std::mem::take).into_keys() {
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
    let file = unsafe { libc::shm_open(name.as_ptr(), flags, libc::S_IRUSR | libc::S_IWUSR) };
    if file < 0 {
        return Err(failed("fail to open", name));
    }
    Ok(File(file))
}

fn size_of(file: &File, name: &CStr) -> Result<usize> {
    let mut about = std::mem::MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: an open file, and a place for what is known of it; zeroed is a valid value of the struct.
    let (status, about) = unsafe { (libc::fstat(file.0, about.as_mut_ptr()), about.assume_init()) };
    if status != 0 {
        return Err(failed("fail to ask for the size of", name));
    }
    Ok(usize::try_from(about.st_size).unwrap_or(0))
}

/// Shared memory.
pub(crate) struct Shared {
    start: *mut c_void,
    size: usize,
    /// The name, where this memory made it, and the process that did.
    made: Option<(CString, i32)>,
}

// SAFETY: a mapping belongs to no thread.
unsafe impl Send for Shared {}
// SAFETY: as above; what is in the memory is reached through tensors.
unsafe impl Sync for Shared {}

impl Shared {
    /// Makes memory of a name. Memory that has the name already is taken, and grows where it is too small.
    pub(crate) fn create(name: &CStr, size: usize) -> Result<Self> {
        let fresh = open(name, libc::O_RDWR | libc::O_CREAT | libc::O_EXCL);
        let is_fresh = fresh.is_ok();
        let file = fresh.or_else(|_| open(name, libc::O_RDWR | libc::O_CREAT))?;
        let made = reserve(&file, name, size).and_then(|()| Self::map(&file, name, size));
        match made {
            Ok(mut made) => {
                note(name);
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

    /// Opens memory that another has made.
    pub(crate) fn open(name: &CStr, size: usize) -> Result<Self> {
        let file = open(name, libc::O_RDWR)?;
        let present = size_of(&file, name)?;
        if present < size {
            return Err(Error::value_error(format!(
                "the shared memory {} has {present} bytes, {size} are asked for",
                name.to_string_lossy()
            )));
        }
        Self::map(&file, name, size)
    }

    /// Whether memory has a name.
    pub(crate) fn exists(name: &CStr) -> bool {
        open(name, libc::O_RDONLY).is_ok()
    }

    fn map(file: &File, name: &CStr, size: usize) -> Result<Self> {
        let mut start = ptr::null_mut();
        if size > 0 {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: a new mapping of an open file, at a place that the system chooses.
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

    /// Where it begins; NULL where it has no bytes.
    pub(crate) fn start(&self) -> *mut c_void {
        self.start
    }
}

/// Sees to it that a file has so many bytes, and the system the memory for them.
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
        // SAFETY: an open file.
        match unsafe { libc::posix_fallocate(file.0, 0, wanted) } {
            0 => return Ok(()),
            libc::EINTR => {}
            why => {
                // SAFETY: an open file; it gets the size back that it had.
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
        with_made(|made| {
            if let Some(count) = made.get_mut(&name) {
                *count -= 1;
                if *count == 0 {
                    made.remove(&name);
                }
            }
        });
    }
}

/// Zeroed memory of a chosen alignment.
pub(crate) struct Aligned(*mut u8, Layout);

// SAFETY: memory belongs to no thread.
unsafe impl Send for Aligned {}
// SAFETY: as above; what is in it is reached through tensors.
unsafe impl Sync for Aligned {}

impl Aligned {
    /// `alignment` is a power of two.
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
