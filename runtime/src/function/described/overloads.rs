//! Overloads: functions that share a name, distinguished by their arguments.
//!
//! To callers they are one function, whose body is [`dispatch`]. It first considers the overloads for which each
//! argument has one of the parameter's own kinds (a bool for `bool`, an int for `i64`), and calls the first of them, in
//! source order, that converts all arguments. If there are none, it calls the first of all overloads that converts all
//! arguments. Invariants: the body of an overload runs only after its check has accepted the same arguments; ambiguous
//! overloads do not compile.
//!
//! A call by name passes, after the positional arguments, one argument for each parameter name of any overload, in the
//! order in which the names first appear, MISSING for names that were not passed; and finally the number of positional
//! arguments plus one, as the payload of a MISSING value. So the caller need not know which overload will be called.

use std::fmt::Write as _;
use std::sync::OnceLock;

use super::{Descriptor, Failure, Passed, ResultSlot, wrong_count};
use crate::convert::{FromArg, kinds};
use crate::error::{Error, ErrorKind, ErrorParts};
use crate::signature::Signature;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

/// One of several functions with the same name.
#[doc(hidden)]
pub struct Overload {
    /// The function.
    pub descriptor: Descriptor,
    /// Checks whether it accepts given arguments.
    pub check: Check,
}

/// Converts arguments and discards them; explains a rejection if asked to.
///
/// # Safety
/// As [`Body`](super::Body); there are at least the descriptor's `least` arguments, and at most `extra` more.
#[doc(hidden)]
pub type Check = for<'a> unsafe fn(Passed<'a>, &'static Descriptor, Pass) -> Result<(), Option<Failure>>;

/// What a check tests.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Whether each argument has one of its parameter's own kinds. Converts nothing.
    Kinds,
    /// Whether each argument converts.
    Converted,
    /// As `Converted`, with the reason for a rejection.
    Explained,
}

/// The functions with one name, in source order.
///
/// ```
/// use tvmlike_runtime::function::described::Overloads;
///
/// // `#[packed_func(overload)]` generates the entries.
/// static OVERLOADS: Overloads = Overloads::new(&[]);
/// assert_eq!(OVERLOADS.signatures().count(), 0);
/// ```
pub struct Overloads {
    list: &'static [Overload],
    names: OnceLock<Names>,
}

/// The names of all parameters.
struct Names {
    all: Vec<&'static str>,
    /// For each overload and each of its parameters, the position of its name in `all`.
    places: Vec<Vec<usize>>,
}

impl std::fmt::Debug for Overloads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.signatures()).finish()
    }
}

impl Overloads {
    /// Checks that overloads are unambiguous.
    ///
    /// # Panics
    /// If one accepts every call that a later one could get: at compile time, in a static.
    pub const fn new(list: &'static [Overload]) -> Self {
        let mut later = 1;
        while later < list.len() {
            let mut earlier = 0;
            while earlier < later {
                assert!(
                    !hides(
                        &list[earlier].descriptor.signature,
                        &list[later].descriptor.signature
                    ),
                    "unreachable overload: an earlier one accepts the same arguments"
                );
                let results = [
                    list[earlier].descriptor.signature.result,
                    list[later].descriptor.signature.result,
                ];
                assert!(
                    kinds::are_read_alike(&results[0], &results[1]),
                    "ambiguous overloads: other languages cannot tell their result types apart"
                );
                earlier += 1;
            }
            later += 1;
        }
        Self {
            list,
            names: OnceLock::new(),
        }
    }

    /// The signatures of all overloads.
    pub fn signatures(&self) -> impl Iterator<Item = &'static Signature> {
        self.list.iter().map(|overload| &overload.descriptor.signature)
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let mut all = Vec::new();
            let place = |all: &mut Vec<&'static str>, name| {
                all.iter().position(|known| *known == name).unwrap_or_else(|| {
                    all.push(name);
                    all.len() - 1
                })
            };
            let of_one = |all: &mut _, signature: &'static Signature| {
                signature
                    .params
                    .iter()
                    .map(|param| place(all, param.name))
                    .collect()
            };
            let places = self
                .signatures()
                .map(|signature| of_one(&mut all, signature))
                .collect();
            Names { all, places }
        })
    }
}

/// Whether some argument count fits both functions, and the first accepts everything that the second would.
const fn hides(first: &Signature, second: &Signature) -> bool {
    let mut count = second.required();
    loop {
        let fits_second = count <= second.params.len();
        let fits_first = count >= first.required() && (first.variadic || count <= first.params.len());
        if fits_second && fits_first {
            let mut at = 0;
            while at < count
                && at < first.params.len()
                && kinds::covers(&first.params[at].ty, &second.params[at].ty)
            {
                at += 1;
            }
            if at == count || at == first.params.len() {
                return true;
            }
        }
        if !fits_second {
            return false;
        }
        count += 1;
    }
}

/// Whether one argument of a call fits a parameter of type `T`.
///
/// # Errors
/// The reason, if `pass` asks for it.
///
/// # Safety
/// There is an argument at this position, after a receiver.
#[inline(never)]
pub unsafe fn accept<'a, T: FromArg<'a>>(
    args: Passed<'a>,
    position: usize,
    descriptor: &'static Descriptor,
    pass: Pass,
) -> Result<(), Option<Failure>> {
    // SAFETY: by contract.
    let value = unsafe { &*args.first.add(position) };
    if pass == Pass::Kinds {
        return if kinds::is_own(&T::TYPE, value) {
            Ok(())
        } else {
            Err(None)
        };
    }
    match T::from_arg(value) {
        Ok(_) => Ok(()),
        Err(mismatch) if pass == Pass::Explained => {
            let Signature { name, params, .. } = descriptor.signature;
            let error = mismatch.into_argument_error(name, position, Some(params[position].name));
            Err(Some(error.into()))
        }
        Err(_) => Err(None),
    }
}

/// The body of a function with overloads.
///
/// # Errors
/// The error of the chosen overload; TypeError with all overloads if none accepts the arguments.
///
/// # Safety
/// As [`Body`](super::Body), for a descriptor whose overloads have its receiver.
pub unsafe fn dispatch<'a>(
    args: Passed<'a>,
    slot: ResultSlot<'a>,
    descriptor: &'static Descriptor,
) -> Result<(), Failure> {
    let Some(overloads) = descriptor.signature.overloads else {
        unreachable!("only functions with overloads have this body");
    };
    // SAFETY: by contract.
    unsafe {
        if let Some(by_position) = args.by_name(descriptor) {
            return dispatch_by_name(args, by_position, slot, descriptor, overloads);
        }
        if let Some((_, one)) = choose(overloads, |_, one, pass| one.takes(args, pass)) {
            return one.run(args, slot);
        }
        Err(none_fits(args.all(), descriptor, overloads, |_, one| {
            one.reason(args)
        }))
    }
}

/// Chooses the overload for a call; `takes` tests one, and was last called for the one that is returned.
fn choose(
    overloads: &'static Overloads,
    mut takes: impl FnMut(usize, &'static Overload, Pass) -> bool,
) -> Option<(usize, &'static Overload)> {
    let all = || overloads.list.iter().enumerate();
    let mut has_own = false;
    for (at, one) in all() {
        if takes(at, one, Pass::Kinds) {
            if takes(at, one, Pass::Converted) {
                return Some((at, one));
            }
            has_own = true;
        }
    }
    // If the overloads of the arguments' own kinds reject them, that is an error, even if another would convert them.
    let mut rest = all().take(if has_own { 0 } else { usize::MAX });
    rest.find(|(at, one)| takes(*at, one, Pass::Converted))
}

impl Overload {
    /// Whether it accepts given arguments.
    ///
    /// # Safety
    /// These are the arguments of a body, including a receiver.
    unsafe fn takes(&'static self, args: Passed<'_>, pass: Pass) -> bool {
        // SAFETY: the count is checked first.
        self.fits(args) && unsafe { (self.check)(args, &self.descriptor, pass) }.is_ok()
    }

    /// Whether it accepts this number of arguments.
    fn fits(&self, args: Passed<'_>) -> bool {
        let Descriptor { least, extra, .. } = self.descriptor;
        // Counts always fit in 32 bits.
        (args.count as u32).wrapping_sub(least) <= extra
    }

    /// Calls the overload.
    ///
    /// # Safety
    /// As [`Body`](super::Body).
    unsafe fn run<'a>(&'static self, args: Passed<'a>, slot: ResultSlot<'a>) -> Result<(), Failure> {
        // SAFETY: by contract.
        unsafe { (self.descriptor.body)(args, slot, &self.descriptor) }.map_err(|failure| {
            let mut error = failure.error();
            let Signature { file, line, name, .. } = self.descriptor.signature;
            error.add_frame(file, line, name);
            error.into()
        })
    }

    /// The reason why it rejects given arguments.
    ///
    /// # Safety
    /// These are the arguments of a body, including a receiver.
    unsafe fn reason(&'static self, args: Passed<'_>) -> Error {
        let signature = &self.descriptor.signature;
        if !self.fits(args) {
            let taken = usize::from(self.descriptor.receiver.is_some());
            return wrong_count(args.count - taken, signature);
        }
        // SAFETY: the count was checked.
        match unsafe { (self.check)(args, &self.descriptor, Pass::Explained) } {
            Err(Some(failure)) => failure.error(),
            // What was rejected before is accepted now, for example an array that another thread writes to.
            Ok(()) | Err(None) => Error::type_error("the arguments changed during the call".to_owned()),
        }
    }

    /// Puts the arguments of a call by name in positional order.
    fn in_order<'a>(
        &self,
        places: &[usize],
        call: &ByName<'a>,
        names: &Names,
        ordered: &mut Vec<AnyView<'a>>,
    ) -> Result<(), Unfit> {
        let params = self.descriptor.signature.params;
        let most = params.iter().take_while(|param| !param.keyword_only).count();
        let given = call.by_position.len();
        if given > most && !self.descriptor.signature.variadic {
            return Err(Unfit::TooMany(most, given));
        }
        for (place, _) in call.named.iter().enumerate().filter(|(_, value)| is_there(value)) {
            match places.iter().position(|one| *one == place) {
                None => return Err(Unfit::Unknown(names.all[place])),
                Some(position) if position < given => return Err(Unfit::Twice(position, names.all[place])),
                Some(_) => {}
            }
        }
        ordered.clear();
        ordered.extend_from_slice(call.object);
        ordered.extend_from_slice(call.by_position);
        let named = |place: &usize| call.named.get(*place).copied().unwrap_or(AnyView::MISSING);
        ordered.extend(places.iter().skip(given).map(named));
        let taken = call.object.len();
        while ordered.len() > taken && ordered.last().is_some_and(|last| !is_there(last)) {
            ordered.pop();
        }
        let required = self.descriptor.signature.required();
        match (ordered.len() - taken..required).find(|at| !params[*at].is_optional()) {
            None => Ok(()),
            Some(at) => Err(Unfit::Missing(at, params[at].name)),
        }
    }
}

fn is_there(value: &AnyView<'_>) -> bool {
    value.type_index() != TypeIndex::MISSING
}

/// Why a call by name does not fit an overload.
enum Unfit {
    TooMany(usize, usize),
    Unknown(&'static str),
    Twice(usize, &'static str),
    Missing(usize, &'static str),
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooMany(most, given) => write!(f, "takes at most {most} positional arguments, got {given}"),
            Self::Unknown(name) => write!(f, "has no parameter `{name}`"),
            Self::Twice(at, name) => write!(f, "argument {} `{name}` is given twice", at + 1),
            Self::Missing(at, name) => write!(f, "argument {} `{name}` is missing", at + 1),
        }
    }
}

/// The parts of a call by name.
struct ByName<'a> {
    /// The receiver of a method, if any.
    object: &'a [AnyView<'a>],
    by_position: &'a [AnyView<'a>],
    named: &'a [AnyView<'a>],
}

/// The body for a call by name.
///
/// # Safety
/// As [`dispatch`]; the arguments are those of a call by name, the first `by_position` of them positional.
#[inline(never)]
unsafe fn dispatch_by_name<'a>(
    args: Passed<'a>,
    by_position: usize,
    slot: ResultSlot<'a>,
    descriptor: &'static Descriptor,
    overloads: &'static Overloads,
) -> Result<(), Failure> {
    let names = overloads.names();
    // SAFETY: by contract.
    let all = unsafe { args.all() };
    let (object, rest) = all.split_at(usize::from(descriptor.receiver.is_some()));
    let rest = &rest[..rest.len() - 1];
    let split = rest.split_at_checked(by_position);
    let Some((by_position, named)) = split.filter(|(_, named)| named.len() <= names.all.len()) else {
        return Err(Error::type_error(format!(
            "{}: malformed call by name: expected {by_position} positional and at most {} named arguments, got {} in \
             total",
            descriptor.signature.name,
            names.all.len(),
            rest.len()
        ))
        .into());
    };
    let call = ByName {
        object,
        by_position,
        named,
    };
    let mut ordered = Vec::with_capacity(all.len());
    let passed = |ordered: &Vec<AnyView<'a>>| Passed {
        first: ordered.as_ptr(),
        count: ordered.len(),
    };
    let chosen = choose(overloads, |at, one, pass| {
        one.in_order(&names.places[at], &call, names, &mut ordered).is_ok()
            // SAFETY: values of the caller.
            && unsafe { one.takes(passed(&ordered), pass) }
    });
    if let Some((_, one)) = chosen {
        // SAFETY: values of the caller, in the order of this overload, which accepts them; they outlive the call.
        return unsafe { one.run(passed(&ordered), slot) };
    }
    let shown: Vec<_> = all[..all.len() - 1]
        .iter()
        .filter(|value| is_there(value))
        .copied()
        .collect();
    Err(none_fits(&shown, descriptor, overloads, |at, one| {
        let mut ordered = Vec::new();
        match one.in_order(&names.places[at], &call, names, &mut ordered) {
            Err(why) => Error::type_error(why.to_string()),
            // SAFETY: as above.
            Ok(()) => unsafe { one.reason(passed(&ordered)) },
        }
    }))
}

impl<'a> Passed<'a> {
    /// All arguments.
    ///
    /// # Safety
    /// These are the arguments of a body.
    unsafe fn all(self) -> &'a [AnyView<'a>] {
        if self.count == 0 {
            return &[];
        }
        // SAFETY: by contract.
        unsafe { std::slice::from_raw_parts(self.first, self.count) }
    }

    /// The number of positional arguments of a call by name; `None` for an ordinary call.
    ///
    /// # Safety
    /// These are the arguments of a body.
    unsafe fn by_name(self, descriptor: &Descriptor) -> Option<usize> {
        let taken = usize::from(descriptor.receiver.is_some());
        // SAFETY: by contract.
        let last = unsafe { self.all() }.get(taken..)?.last()?;
        if is_there(last) {
            return None;
        }
        usize::try_from(last.bits()).ok()?.checked_sub(1)
    }
}

/// The error for a call that no overload accepts: lists all of them, each with its reason.
#[cold]
#[inline(never)]
fn none_fits(
    shown: &[AnyView<'_>],
    descriptor: &'static Descriptor,
    overloads: &'static Overloads,
    reason: impl Fn(usize, &'static Overload) -> Error,
) -> Failure {
    let Signature { name, file, line, .. } = descriptor.signature;
    let taken = usize::from(descriptor.receiver.is_some());
    let kinds: Vec<_> = shown[taken..].iter().map(AnyView::type_name).collect();
    let mut message = format!("{name}: no overload takes ({})", kinds.join(", "));
    let mut kind = ErrorKind::TYPE_ERROR;
    for (at, one) in overloads.list.iter().enumerate() {
        let error = reason(at, one);
        let why = error.message();
        let why = why
            .strip_prefix(name)
            .and_then(|why| why.strip_prefix(": "))
            .unwrap_or(&why);
        let _ = write!(message, "\n  {}: {why}", Shown(&one.descriptor.signature));
        // A number out of range is not a type error.
        if kind == ErrorKind::TYPE_ERROR && error.kind() != ErrorKind::TYPE_ERROR.as_str() {
            kind = ErrorKind::new(&error.kind());
        }
    }
    let mut error = Error::from_parts(ErrorParts {
        kind: Some(kind),
        message: message.into(),
        ..ErrorParts::default()
    });
    error.add_frame(file, line, name);
    error.into()
}

/// A signature as errors show it: `add(x: i64, y: i64 = …)`.
struct Shown<'a>(&'a Signature);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.0.name;
        f.write_str(name.rsplit('.').next().unwrap_or(name))?;
        f.write_str("(")?;
        for (at, param) in self.0.params.iter().enumerate() {
            f.write_str(if at > 0 { ", " } else { "" })?;
            write!(f, "{}: {}", param.name, param.ty)?;
            f.write_str(if param.is_optional() { " = …" } else { "" })?;
        }
        f.write_str(")")
    }
}
