//! What front ends may change while a dialect conversion runs: only what its patterns do, and only what can be undone.
//!
//! A frame of the thread belongs to each foreign function that may change the IR. Invariants: while a conversion of a context
//! runs, a change without a frame is an error; each change with one is noted there.

use std::cell::RefCell;
use std::sync::atomic::Ordering::Relaxed;

use tvmlike_ir as ir;
use tvmlike_transform::{ConversionRewriter, SuspendedConversion};

use super::Context;
use crate::api::*;
use crate::errors;

/// What a foreign function of a conversion may do.
enum Role {
    /// A pattern changes the IR. `None` while the rewriter works.
    Pattern(Option<Box<SuspendedConversion>>),
    /// A materialization makes operations.
    Materialization(Vec<ir::Handle>),
}

struct Frame {
    number: u64,
    context: usize,
    root: ir::Handle,
    role: Role,
}

thread_local! {
    static FRAMES: RefCell<(u64, Vec<Frame>)> = const { RefCell::new((0, Vec::new())) };
}

/// While it exists, a conversion of a context runs.
pub(crate) struct Converting<'c>(&'c Context);

impl<'c> Converting<'c> {
    /// Begins a conversion, for which the caller has the editor.
    pub(crate) fn begin(context: &'c Context) -> Self {
        context.is_converting.store(true, Relaxed);
        Self(context)
    }
}

impl Drop for Converting<'_> {
    fn drop(&mut self) {
        self.0.is_converting.store(false, Relaxed);
    }
}

fn address(context: &Context) -> usize {
    std::ptr::from_ref(context) as usize
}

fn refused(what: &str) -> Error {
    Error::runtime_error(format!(
        "{what} while a conversion runs, which could not be undone; change the IR in a conversion pattern, with its rewriter"
    ))
}

/// The error of a change that cannot be noted.
#[cold]
pub(super) fn not_undone() -> Error {
    refused("this change is not possible")
}

fn push(context: &Context, root: ir::Handle, role: Role) -> u64 {
    FRAMES.with_borrow_mut(|(last, frames)| {
        *last += 1;
        frames.push(Frame {
            number: *last,
            context: address(context),
            root,
            role,
        });
        *last
    })
}

fn pop() -> Option<Frame> {
    FRAMES.with_borrow_mut(|(_, frames)| frames.pop())
}

/// Calls the function of a pattern, with the number of its frame.
pub(crate) fn in_pattern<R>(
    context: &Context,
    root: ir::Handle,
    state: &mut SuspendedConversion,
    run: impl FnOnce(u64) -> R,
) -> R {
    let number = push(
        context,
        root,
        Role::Pattern(Some(Box::new(std::mem::take(state)))),
    );
    let result = run(number);
    if let Some(Frame {
        role: Role::Pattern(Some(after)),
        ..
    }) = pop()
    {
        *state = *after;
    }
    result
}

/// Calls the function of a materialization. Returns the operations that it made, too.
pub(crate) fn in_materialization<R>(
    context: &Context,
    root: ir::Handle,
    run: impl FnOnce(u64) -> R,
) -> (R, Vec<ir::Handle>) {
    let number = push(context, root, Role::Materialization(Vec::new()));
    let result = run(number);
    match pop() {
        Some(Frame {
            role: Role::Materialization(made),
            ..
        }) => (result, made),
        _ => (result, Vec::new()),
    }
}

/// Takes the conversion of the innermost frame of a context, if that has a number or any number is right.
fn take(context: &Context, number: Option<u64>) -> Option<(Box<SuspendedConversion>, ir::Handle)> {
    FRAMES.with_borrow_mut(|(_, frames)| {
        let frame = frames
            .iter_mut()
            .rev()
            .find(|frame| frame.context == address(context))?;
        match &mut frame.role {
            Role::Pattern(state) if number.is_none_or(|number| number == frame.number) => {
                Some((state.take()?, frame.root))
            }
            _ => None,
        }
    })
}

fn put_back(context: &Context, state: Box<SuspendedConversion>) {
    FRAMES.with_borrow_mut(|(_, frames)| {
        let mut of_context = frames.iter_mut().rev();
        if let Some(frame) = of_context.find(|frame| frame.context == address(context)) {
            frame.role = Role::Pattern(Some(state));
        }
    });
}

/// Whether an operation is in a tree.
fn is_inside(core: &ir::Context, op: ir::Op, root: ir::Handle) -> bool {
    let root = core.resolve_op(root).ok();
    std::iter::successors(Some(op), |op| op.parent_op(core)).any(|op| Some(op) == root)
}

impl Context {
    /// The right to change what the innermost pattern or materialization notes, or anything if no conversion runs.
    pub(crate) fn edit_noted(&self) -> Result<ir::Exclusive<'_>> {
        if self.is_converting.load(Relaxed) {
            let address = address(self);
            let is_allowed =
                FRAMES.with_borrow(|(_, frames)| frames.iter().any(|frame| frame.context == address));
            if !is_allowed {
                return Err(not_undone());
            }
        }
        self.edit_any()
    }

    /// The right to make an operation, which a conversion that runs notes when it is inserted.
    pub(crate) fn edit_to_create(&self, has_place: bool) -> Result<ir::Exclusive<'_>> {
        if !has_place {
            self.refuse_in_conversion("an operation cannot be made without an insertion point")?;
        }
        self.edit_noted()
    }

    fn note(
        &self,
        edit: &mut ir::Exclusive<'_>,
        op: Option<ir::Op>,
        note: impl FnOnce(&mut ConversionRewriter<'_, '_>),
    ) -> Result<()> {
        if !self.is_converting.load(Relaxed) {
            return Ok(());
        }
        let (mut state, root) = take(self, None).ok_or_else(not_undone)?;
        let inside = op.is_some_and(|op| is_inside(edit, op, root));
        if inside {
            state.with(edit, note);
        }
        put_back(self, state);
        match inside {
            true => Ok(()),
            false => Err(refused(
                "what is not in the operation to be converted cannot be changed",
            )),
        }
    }

    /// Notes that the parts of an operation itself are about to change.
    pub(crate) fn note_modified(&self, edit: &mut ir::Exclusive<'_>, op: ir::Op) -> Result<()> {
        self.note(edit, Some(op), |rewriter| rewriter.note_modified(op))
    }

    /// Notes that all users of a value are about to change.
    pub(crate) fn note_users(&self, edit: &mut ir::Exclusive<'_>, value: ir::Value) -> Result<()> {
        if !self.is_converting.load(Relaxed) {
            return Ok(());
        }
        let mut users: Vec<ir::Op> = value.uses(edit).map(|each| each.owner(edit)).collect();
        users.dedup();
        users
            .into_iter()
            .try_for_each(|user| self.note_modified(edit, user))
    }

    /// Notes that an operation without a parent was inserted. If that is refused, it has to be removed again.
    pub(crate) fn note_inserted(&self, edit: &mut ir::Exclusive<'_>, op: ir::Op) -> Result<()> {
        if !self.is_converting.load(Relaxed) {
            return Ok(());
        }
        let handle = edit.op_handle(op);
        let is_made = FRAMES.with_borrow_mut(|(_, frames)| {
            let mut of_context = frames.iter_mut().rev();
            match of_context.find(|frame| frame.context == address(self)) {
                Some(Frame {
                    role: Role::Materialization(made),
                    root,
                    ..
                }) if is_inside(edit, op, *root) => {
                    made.push(handle);
                    true
                }
                _ => false,
            }
        });
        match is_made {
            true => Ok(()),
            false => self.note(edit, Some(op), |rewriter| rewriter.note_inserted(op)),
        }
    }

    /// Notes that an operation was moved from a place. If that is refused, it has to be moved back.
    pub(crate) fn note_moved(
        &self,
        edit: &mut ir::Exclusive<'_>,
        op: ir::Op,
        from: ir::InsertionPoint,
    ) -> Result<()> {
        let parent = from.block().parent_op(edit);
        self.note(edit, Some(op), |_| ())?;
        self.refuse_replaced(edit, parent)?;
        self.note(edit, parent, |rewriter| rewriter.note_moved(op, from))
    }

    /// Refuses to take something out of an operation that is replaced: the conversion does not visit what was in it.
    fn refuse_replaced(&self, edit: &mut ir::Exclusive<'_>, op: Option<ir::Op>) -> Result<()> {
        let mut is_replaced = false;
        self.note(edit, op, |rewriter| {
            is_replaced = op.is_some_and(|op| rewriter.is_replaced(op));
        })?;
        match is_replaced {
            true => Err(errors::value_error(
                "an operation was replaced or erased in this conversion; move what is in it before",
            )),
            false => Ok(()),
        }
    }

    /// Notes that a block was made in a region. If that is refused, it has to be erased.
    pub(crate) fn note_block_created(&self, edit: &mut ir::Exclusive<'_>, block: ir::Block) -> Result<()> {
        let parent = block.parent_op(edit);
        self.note(edit, parent, |rewriter| rewriter.note_block_created(block))
    }

    /// Notes that a block was moved from a region. If that is refused, it has to be moved back.
    pub(crate) fn note_block_moved(
        &self,
        edit: &mut ir::Exclusive<'_>,
        block: ir::Block,
        region: Option<ir::Region>,
        next: Option<ir::Block>,
    ) -> Result<()> {
        let parent = block.parent_op(edit);
        let before = region.and_then(|region| region.parent_op(edit));
        self.refuse_replaced(edit, before)?;
        self.note(edit, parent, |rewriter| {
            rewriter.note_block_moved(block, region, next)
        })
    }

    /// Refuses what cannot be noted.
    pub(crate) fn refuse_in_conversion(&self, what: &str) -> Result<()> {
        match self.is_converting.load(Relaxed) {
            true => Err(refused(what)),
            false => Ok(()),
        }
    }

    /// Calls a function with the rewriter of the pattern whose frame has a number.
    pub(crate) fn with_conversion<R>(
        &self,
        number: u64,
        run: impl FnOnce(&mut ConversionRewriter<'_, '_>) -> Result<R>,
    ) -> Result<R> {
        let mut edit = self.edit_any()?;
        let Some((mut state, _)) = take(self, Some(number)) else {
            return Err(errors::value_error(
                "the rewriter belongs to a conversion pattern that does not run on this thread now",
            ));
        };
        let result = state.with(&mut edit, run);
        put_back(self, state);
        result
    }
}
