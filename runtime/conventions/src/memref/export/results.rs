//! The results of an exported function, and zeros if it fails.
//!
//! Invariant: compiled code always gets results that it can read and free. If the function fails or is closed, the code
//! cannot be stopped and continues with zeros: numbers that are 0, arrays of zeros with size 0 for `?`.

use tvmlike_runtime::{Any, Error, Result};

use super::super::assign::{self, Source};
use super::super::types::Type;
use super::returned::{self, Returned};
use crate::native::closure::RawCall;

/// The types of the results and their places.
pub(super) struct Results {
    types: Box<[Type]>,
    /// The places of the fields in the caller's struct; empty if there is no struct.
    fields: Vec<Source>,
    /// The size of the struct, in bytes.
    bytes: usize,
}

impl Results {
    /// # Errors
    /// A message for a type that an exported function cannot return.
    pub(super) fn new(types: &[Type]) -> Result<Self, String> {
        types.iter().try_for_each(returned::check)?;
        let flat: Vec<_> = types.iter().flat_map(|ty| assign::fields(ty, false)).collect();
        let (fields, bytes) = if flat.len() > 1 {
            assign::in_memory(&flat)
        } else {
            (Vec::new(), 0)
        };
        Ok(Self {
            types: types.into(),
            fields,
            bytes,
        })
    }

    /// Whether the caller's first argument is the address of a struct for the results.
    pub(super) fn in_memory(&self) -> bool {
        self.bytes > 0
    }

    /// Converts the function's result.
    pub(super) fn convert(&self, name: &str, result: &Any) -> Result<Vec<Returned>> {
        let about = |what: String, error: &Error| {
            Error::new(&*error.kind(), format!("{name}: {what}: {}", error.message()))
        };
        match &*self.types {
            [] => Ok(Vec::new()),
            [only] => Ok(vec![
                Returned::new(only, result.view()).map_err(|error| about("the result".into(), &error))?,
            ]),
            several => {
                let items: Vec<Any> = result
                    .cast()
                    .map_err(|error| about("the result".into(), &error))?;
                if items.len() != several.len() {
                    return Err(Error::type_error(format!(
                        "{name}: expected {} results, got {}",
                        several.len(),
                        items.len()
                    )));
                }
                let results = several.iter().zip(&items).enumerate();
                results
                    .map(|(at, (ty, item))| {
                        Returned::new(ty, item.view())
                            .map_err(|error| about(format!("result {}", at + 1), &error))
                    })
                    .collect()
            }
        }
    }

    /// Passes the results to the caller.
    pub(super) fn write(&self, call: &RawCall<'_>, returned: Vec<Returned>) {
        if !self.in_memory() {
            if let [Returned::Words(words)] = &*returned {
                call.set_result(words[0]);
            }
            return;
        }
        let into = call.word(0) as *mut u8;
        // SAFETY: by the convention the caller has room for the struct at the address. Padding is zeroed too.
        unsafe { into.write_bytes(0, self.bytes) };
        let words = returned.into_iter().flat_map(Returned::into_words);
        for (word, field) in words.zip(&self.fields) {
            if let Source::Memory { at, size } = field {
                // SAFETY: the field is in the struct.
                unsafe {
                    let place = into.add(*at as usize);
                    place.copy_from_nonoverlapping(word.to_le_bytes().as_ptr(), usize::from(*size));
                }
            }
        }
    }

    /// Passes zeros to the caller. A result in a register is already zero.
    pub(super) fn write_zeros(&self, call: &RawCall<'_>) {
        if self.in_memory() {
            self.write(call, self.types.iter().map(Returned::zeros).collect());
        }
    }
}
