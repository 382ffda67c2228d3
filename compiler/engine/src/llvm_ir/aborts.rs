//! Calls of `abort`, to which failed assertions lead: what they become in code that the host loads, and in files.
//!
//! In code that the host loads, such a call reports its number to the host and ends the call that entered the code: each
//! function that the host can call gets a guard, a function that saves the registers by `_setjmp`. Invariant: the innermost
//! guard of a thread is the first in the list `TOP`, and its frame is still there.

use std::fmt::Write as _;
use std::sync::Arc;

use tvmlike_ir::Op;

use super::{Writer, symbol};
use crate::assertion;
use crate::error::{Result, location_text};
use crate::program::{Function, Linkage};

/// The prefix of the guard of a function.
pub(crate) const GUARD: &str = "__tvmlike_guard.";
/// The variable with the address of the function of the host that receives a report: the stops, the number, whether the
/// code was entered without a guard, so that it must not return.
pub(crate) const REPORT: &str = "__tvmlike_report";
/// The variable with the address of the stops.
pub(crate) const STOPS: &str = "__tvmlike_stops";

/// The guards of a thread: the next guard, then the registers as `_setjmp` saves them, which take at most 512 bytes.
const SUPPORT: &str = "\
@__tvmlike_report = global ptr null
@__tvmlike_stops = global ptr null
@__tvmlike_top = internal thread_local global ptr null

declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn

define internal void @__tvmlike_abort(i64 %number) noreturn noinline cold {
  %top = load ptr, ptr @__tvmlike_top
  %fatal = icmp eq ptr %top, null
  %report = load ptr, ptr @__tvmlike_report
  %stops = load ptr, ptr @__tvmlike_stops
  call void %report(ptr %stops, i64 %number, i1 zeroext %fatal)
  %next = load ptr, ptr %top
  store ptr %next, ptr @__tvmlike_top
  %registers = getelementptr i8, ptr %top, i64 16
  call void @longjmp(ptr %registers, i32 1)
  unreachable
}

";

/// Where a program stops, and why.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    /// The function.
    pub(crate) function: String,
    /// The place in the program.
    pub(crate) place: String,
    /// The message of an assertion.
    pub(crate) message: Option<Arc<str>>,
}

/// What calls of `abort` become.
#[derive(Clone, Debug)]
pub(crate) enum Aborts {
    /// Calls.
    Called,
    /// Calls, before which the text of buffers is written: a program that aborts does not write it.
    Flushed,
    /// Reports to the host, by their numbers.
    Reported(Vec<Stop>),
}

impl Writer<'_, '_> {
    /// Writes a call that ends the program after an assertion failed, or prints why. Whether the call itself is not needed.
    pub(crate) fn fails_assertion(&mut self, op: Op) -> bool {
        let program = self.program;
        let aborts = assertion::calls(program, op, "abort");
        let message = aborts.then(|| assertion::message(program, op)).flatten();
        let place = self.place(op);
        match &mut self.aborts {
            Aborts::Called => false,
            Aborts::Flushed => {
                if message.is_some() {
                    let _ = writeln!(self.out, "  call i32 @fflush(ptr null){place}");
                    self.declared.insert("i32 @fflush(ptr)".to_owned());
                }
                false
            }
            Aborts::Reported(stops) => {
                if aborts {
                    let context = program.context;
                    let function = op
                        .parent_op(context)
                        .and_then(|function| function.symbol_name(context));
                    let _ = writeln!(
                        self.out,
                        "  call void @__tvmlike_abort(i64 {}){place}",
                        stops.len()
                    );
                    stops.push(Stop {
                        function: String::from_utf8_lossy(function.unwrap_or_default()).into_owned(),
                        place: location_text(context, op.location(context)),
                        message,
                    });
                }
                aborts || assertion::printed_before_abort(program, op).is_some()
            }
        }
    }

    /// Writes the guards of a program that reports.
    pub(crate) fn guards(&mut self) -> Result<()> {
        if !matches!(&self.aborts, Aborts::Reported(stops) if !stops.is_empty()) {
            return Ok(());
        }
        self.out.push_str(SUPPORT);
        for function in &self.program.functions {
            if function.body.is_some() && function.linkage != Linkage::Internal && !function.ty.variadic {
                self.guard(function)?;
            }
        }
        Ok(())
    }

    fn guard(&mut self, function: &Function) -> Result<()> {
        let op = function.op;
        let result = match function.ty.result {
            Some(result) => self.type_text(op, result)?,
            None => "void".to_owned(),
        };
        let mut params = Vec::new();
        for (index, ty) in function.ty.params.iter().enumerate() {
            let attributes = self.param_attributes(op, index);
            params.push(format!("{}{attributes} %a{index}", self.type_text(op, *ty)?));
        }
        let params = params.join(", ");
        let guard = symbol(&format!("{GUARD}{}", function.symbol));
        let callee = symbol(&function.symbol);
        let (before, value, none) = match result.as_str() {
            "void" => ("", "void".to_owned(), "void".to_owned()),
            _ => (
                "%result = ",
                format!("{result} %result"),
                format!("{result} zeroinitializer"),
            ),
        };
        let _ = write!(
            self.out,
            "\
define {result} @{guard}({params}) {{
  %guard = alloca [528 x i8], align 16
  %next = load ptr, ptr @__tvmlike_top
  store ptr %next, ptr %guard
  %registers = getelementptr i8, ptr %guard, i64 16
  %again = call i32 @_setjmp(ptr %registers) returns_twice
  %first = icmp eq i32 %again, 0
  br i1 %first, label %enter, label %stopped
enter:
  store ptr %guard, ptr @__tvmlike_top
  {before}call {result} @{callee}({params}) noinline
  store ptr %next, ptr @__tvmlike_top
  ret {value}
stopped:
  ret {none}
}}

"
        );
        Ok(())
    }
}
