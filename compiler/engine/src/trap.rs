//! Traps: code that stops with a reason and a place, and the call that entered it ends.
//!
//! Code in memory is entered through a guard, a few instructions before each function that save the registers. An instruction
//! that stops raises a signal; the handler finds the innermost guard by the frames of the code, and resumes there, as if the
//! function had returned, after a call of the hook. So no destructor runs, which is why only frames of compiled code may lie
//! between: a callback that traps in code of its own ends at the guard of that code. An access to the stack that fails is the end
//! of the stack; the handler then runs on a stack of its own, which [`prepare_thread`] makes. Everything else that raises these
//! signals goes to the handler that was there before.
//!
//! Invariant: the list of code is read by the handler without a lock; entries are never freed, only used again.

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::unit::TrapKind;

/// What happened, and where.
#[derive(Clone, Debug)]
pub struct Trap {
    /// The function.
    pub function: Arc<str>,
    /// Why it stopped.
    pub kind: TrapKind,
    /// The place in the program; empty if it is not known.
    pub place: Arc<str>,
    /// The message of an assertion.
    pub message: Option<Arc<str>>,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            TrapKind::DivisionByZero => "integer division by zero",
            TrapKind::Overflow => "integer overflow in a division",
            TrapKind::Unreachable => "reached llvm.unreachable",
            TrapKind::Abort => "aborted",
            TrapKind::StackOverflow => "no stack is left; does it call itself without an end?",
            TrapKind::Interrupted => "interrupted",
            TrapKind::Other => "trapped",
        };
        match &*self.place {
            "" => write!(f, "{}: {what}", self.function)?,
            place => write!(f, "{}: {what} at {place}", self.function)?,
        }
        match &self.message {
            Some(message) => write!(f, ": {message}"),
            None => Ok(()),
        }
    }
}

/// Receives the trap of a call before the call returns.
pub type Hook = fn(&Trap);

static HOOK: OnceLock<Hook> = OnceLock::new();

thread_local! {
    static LAST: RefCell<Option<Trap>> = const { RefCell::new(None) };
}

/// Sets what receives traps, once; without it, [`take`] returns the last trap of a thread.
pub fn set_hook(hook: Hook) {
    let _ = HOOK.set(hook);
}

/// The trap of the last call into compiled code of this thread, if there was one and no hook received it.
pub fn take() -> Option<Trap> {
    LAST.with(|last| last.borrow_mut().take())
}

/// The instructions of code that can stop, and its guards.
pub(crate) struct TrapTable {
    /// Offsets from the start of the code, sorted.
    pub(crate) sites: Vec<(u32, Trap)>,
    /// The starts of functions with what happens where no stack is left, sorted.
    pub(crate) overflows: Vec<(u32, Trap)>,
    /// The offsets to which functions that guards call return, sorted.
    pub(crate) landings: Vec<u32>,
}

/// Code in memory, in a list.
struct Node {
    start: AtomicUsize,
    end: AtomicUsize,
    table: AtomicPtr<TrapTable>,
    next: *const Node,
}

// SAFETY: `next` never changes, and refers to an entry that is never freed.
unsafe impl Sync for Node {}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(std::ptr::null_mut());

/// Entries that are not in use.
static UNUSED: Mutex<Vec<&'static Node>> = Mutex::new(Vec::new());

/// Lets this thread report that no stack is left. Called before code runs on it; a second call does nothing.
pub fn prepare_thread() {
    handler::prepare_thread();
}

/// Code that the handler knows, as long as this exists.
pub(crate) struct Registered {
    node: &'static Node,
}

impl Registered {
    /// Makes code known.
    pub(crate) fn new(start: usize, end: usize, table: TrapTable) -> Self {
        handler::install();
        let table = Box::into_raw(Box::new(table));
        let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(node) = unused {
            node.table.store(table, Ordering::Release);
            node.end.store(end, Ordering::Release);
            // The start is written last: an entry with a start is complete.
            node.start.store(start, Ordering::Release);
            return Self { node };
        }
        let node = Box::leak(Box::new(Node {
            start: AtomicUsize::new(start),
            end: AtomicUsize::new(end),
            table: AtomicPtr::new(table),
            next: std::ptr::null(),
        }));
        let mut head = HEAD.load(Ordering::Acquire);
        loop {
            node.next = head;
            match HEAD.compare_exchange_weak(head, node, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Self { node },
                Err(now) => head = now,
            }
        }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        // A handler looks for code that runs, and this code does not.
        self.node.start.store(usize::MAX, Ordering::Release);
        self.node.end.store(0, Ordering::Release);
        let table = self.node.table.swap(std::ptr::null_mut(), Ordering::AcqRel);
        // SAFETY: the table was made by `new`, and its owner is this value.
        drop(unsafe { Box::from_raw(table) });
        let mut unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner);
        unused.push(self.node);
    }
}

/// The code that contains an address: its start and its table.
fn find(address: usize) -> Option<(usize, &'static TrapTable)> {
    // SAFETY: entries are never freed.
    let mut next = unsafe { HEAD.load(Ordering::Acquire).cast_const().as_ref() };
    while let Some(node) = next {
        let start = node.start.load(Ordering::Acquire);
        if start <= address && address < node.end.load(Ordering::Acquire) {
            // SAFETY: the code at the address is running, so its owner is alive, and with it the table.
            return unsafe { node.table.load(Ordering::Acquire).cast_const().as_ref() }
                .map(|table| (start, table));
        }
        // SAFETY: as above.
        next = unsafe { node.next.as_ref() };
    }
    None
}

/// Reports a trap to the caller of the code.
pub(crate) fn report(trap: &Trap) {
    match HOOK.get() {
        Some(hook) => hook(trap),
        None => LAST.with(|last| *last.borrow_mut() = Some(trap.clone())),
    }
}

/// Called on the stack of the code, instead of the rest of the function; it returns to the guard.
extern "C" fn raise(trap: *const Trap) {
    // SAFETY: the trap is in the table of the code to which this returns.
    report(unsafe { &*trap });
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod handler {
    use std::sync::OnceLock;

    use libc::{REG_RBP, REG_RDI, REG_RIP, REG_RSP, c_int, c_void, siginfo_t, ucontext_t};

    use super::{Trap, find, raise};

    const SIGNALS: [c_int; 3] = [libc::SIGILL, libc::SIGFPE, libc::SIGSEGV];

    /// The bytes of the stack on which a handler runs when no other is left.
    const HANDLER_STACK: usize = 64 << 10;
    /// How far from the stack pointer an access is one to the stack.
    const NEAR: usize = 1 << 20;

    /// The most frames between an instruction and a guard.
    const MOST_FRAMES: usize = 1 << 22;

    /// What handled the signals before.
    static BEFORE: [OnceLock<libc::sigaction>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];

    pub(super) fn install() {
        static INSTALLED: OnceLock<()> = OnceLock::new();
        INSTALLED.get_or_init(|| {
            for (signal, before) in SIGNALS.iter().zip(&BEFORE) {
                // SAFETY: zero is a valid `sigaction`; both pointers are to structs of this type, and the handler has the
                // signature that SA_SIGINFO requires.
                unsafe {
                    let mut action: libc::sigaction = std::mem::zeroed();
                    let mut old: libc::sigaction = std::mem::zeroed();
                    action.sa_sigaction = handle as *const () as usize;
                    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                    libc::sigaction(*signal, std::ptr::null(), &mut old);
                    // Set before the handler can run.
                    let _ = before.set(old);
                    libc::sigaction(*signal, &action, std::ptr::null_mut());
                }
            }
        });
    }

    /// A stack for handlers, which its thread has.
    struct HandlerStack(*mut c_void);

    impl Drop for HandlerStack {
        fn drop(&mut self) {
            // SAFETY: zero is a valid `stack_t`; the thread has no other use for the pages when it no longer runs handlers on
            // them.
            unsafe {
                let mut now: libc::stack_t = std::mem::zeroed();
                libc::sigaltstack(std::ptr::null(), &mut now);
                if now.ss_sp == self.0 {
                    now.ss_flags = libc::SS_DISABLE;
                    libc::sigaltstack(&now, std::ptr::null_mut());
                    libc::munmap(self.0, HANDLER_STACK);
                }
            }
        }
    }

    pub(super) fn prepare_thread() {
        thread_local! {
            static STACK: Option<HandlerStack> = make_stack();
        }
        // At the end of a thread, it has its stack no more.
        let _ = STACK.try_with(|_| ());
    }

    /// Gives this thread a stack for handlers, unless it has one or there is no memory.
    fn make_stack() -> Option<HandlerStack> {
        // SAFETY: zero is a valid `stack_t`; the pages are new, and belong to the thread until it ends.
        unsafe {
            let mut now: libc::stack_t = std::mem::zeroed();
            if libc::sigaltstack(std::ptr::null(), &mut now) != 0 || now.ss_flags & libc::SS_DISABLE == 0 {
                return None;
            }
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let pages = libc::mmap(std::ptr::null_mut(), HANDLER_STACK, protection, flags, -1, 0);
            if pages == libc::MAP_FAILED {
                return None;
            }
            let made = HandlerStack(pages);
            now.ss_sp = pages;
            now.ss_size = HANDLER_STACK;
            now.ss_flags = 0;
            (libc::sigaltstack(&now, std::ptr::null_mut()) == 0).then_some(made)
        }
    }

    /// The trap at an instruction, and the frame of the function that a guard called. `at_end` tells whether no stack is left.
    ///
    /// # Safety
    /// `instruction` and `frame` are the registers of a thread that a signal stopped.
    unsafe fn guarded(instruction: usize, frame: usize, at_end: bool) -> Option<(&'static Trap, usize)> {
        let (start, table) = find(instruction)?;
        let offset = u32::try_from(instruction - start).ok()?;
        let trap = if at_end {
            let next = table.overflows.partition_point(|overflow| overflow.0 <= offset);
            &table.overflows.get(next.checked_sub(1)?)?.1
        } else {
            let site = table.sites.binary_search_by_key(&offset, |site| site.0).ok()?;
            &table.sites[site].1
        };
        let mut frame = frame;
        for _ in 0..MOST_FRAMES {
            // SAFETY: all code in the list keeps frames: the saved frame, then the address of the caller.
            let (caller, back) = unsafe { *(frame as *const (usize, usize)) };
            let (start, callers) = find(back)?;
            let offset = u32::try_from(back - start).ok()?;
            if callers.landings.binary_search(&offset).is_ok() {
                return Some((trap, frame));
            }
            frame = caller;
        }
        None
    }

    extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the kernel passes the context of the thread.
        let registers = unsafe { &mut (*context.cast::<ucontext_t>()).uc_mcontext.gregs };
        let instruction = registers[REG_RIP as usize] as usize;
        let frame = registers[REG_RBP as usize] as usize;
        let is_access = signal == libc::SIGSEGV;
        // SAFETY: the kernel passes what happened.
        let at_end = is_access
            && unsafe { (*info).si_addr() as usize }.abs_diff(registers[REG_RSP as usize] as usize) < NEAR;
        let found = match is_access && !at_end {
            true => None,
            // SAFETY: these are the registers.
            false => unsafe { guarded(instruction, frame, at_end) },
        };
        if let Some((trap, frame)) = found {
            // As if the guard had called `raise`: the address to return to is on the stack already.
            // SAFETY: the frame was found above.
            let caller = unsafe { *(frame as *const usize) };
            registers[REG_RBP as usize] = caller as i64;
            registers[REG_RSP as usize] = (frame + 8) as i64;
            registers[REG_RDI as usize] = std::ptr::from_ref(trap) as i64;
            registers[REG_RIP as usize] = raise as *const () as i64;
            return;
        }
        // SAFETY: the handler that was there before gets what this one got.
        unsafe { pass_on(signal, info, context) };
    }

    /// Calls the handler that was there before.
    ///
    /// # Safety
    /// The arguments are those of a signal handler.
    unsafe fn pass_on(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        let index = SIGNALS.iter().position(|each| *each == signal);
        let before = index.and_then(|index| BEFORE[index].get());
        let (action, flags) = before.map_or((libc::SIG_DFL, 0), |old| (old.sa_sigaction, old.sa_flags));
        if action == libc::SIG_DFL || action == libc::SIG_IGN {
            // The instruction runs again, and ends the process.
            // SAFETY: zero is the default action.
            unsafe {
                let mut default: libc::sigaction = std::mem::zeroed();
                default.sa_sigaction = libc::SIG_DFL;
                libc::sigaction(signal, &default, std::ptr::null_mut());
            }
        } else if flags & libc::SA_SIGINFO != 0 {
            // SAFETY: a handler with this flag has this signature.
            let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) =
                unsafe { std::mem::transmute(action) };
            handler(signal, info, context);
        } else {
            // SAFETY: a handler without the flag has this signature.
            let handler: extern "C" fn(c_int) = unsafe { std::mem::transmute(action) };
            handler(signal);
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod handler {
    /// Nothing: the end of the stack ends the process.
    pub(super) fn prepare_thread() {}

    /// Traps end the process here.
    pub(super) fn install() {
        let _ = (super::raise as *const (), super::find as *const ());
    }
}
