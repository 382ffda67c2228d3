//! The results of an exported function: where compiled code finds them, and what it finds where there are none.
//!
//! Invariant: compiled code always finds results that it can read and free. Where the function fails or is gone, nobody
//! can stop the code, which goes on with zeros: numbers that are zero, arrays full of it, without elements where the type
//! leaves a size open.

use tvmlike_runtime::{Any, Error, Result};

use super::super::assign::{self, Source};
use super::super::types::Type;
use super::give::{self, Given};
use crate::native::closure::RawCall;

/// What a function gives, and where.
pub(super) struct Results {
    types: Box<[Type]>,
    /// Where the fields are in the struct that the caller has room for; empty where there is none.
    fields: Vec<Source>,
    /// How many bytes the struct has.
    bytes: usize,
}

impl Results {
    /// # Errors
    /// What is wrong with a type that no exported function can give.
    pub(super) fn new(types: &[Type]) -> Result<Self, String> {
        types.iter().try_for_each(give::check)?;
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

    /// Whether the caller's first argument is the address of a struct for them.
    pub(super) fn in_memory(&self) -> bool {
        self.bytes > 0
    }

    /// What the function returned, on its way.
    pub(super) fn given(&self, name: &str, result: &Any) -> Result<Vec<Given>> {
        let about = |what: String, error: &Error| {
            Error::new(&*error.kind(), format!("{name}: {what}: {}", error.message()))
        };
        match &*self.types {
            [] => Ok(Vec::new()),
            [only] => Ok(vec![
                Given::new(only, result.view()).map_err(|error| about("the result".into(), &error))?,
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
                        Given::new(ty, item.view())
                            .map_err(|error| about(format!("result {}", at + 1), &error))
                    })
                    .collect()
            }
        }
    }

    /// Gives the caller what is on its way.
    pub(super) fn write(&self, call: &RawCall<'_>, given: Vec<Given>) {
        if !self.in_memory() {
            if let [Given::Words(words)] = &*given {
                call.set_result(words[0]);
            }
            return;
        }
        let into = call.word(0) as *mut u8;
        // SAFETY: by the convention the caller has room for the struct at the address. What is between fields is zeroed too.
        unsafe { into.write_bytes(0, self.bytes) };
        let words = given.into_iter().flat_map(Given::into_words);
        for (word, field) in words.zip(&self.fields) {
            if let Source::Memory { at, size } = field {
                // SAFETY: the field is in the struct, for which there is room.
                unsafe {
                    let place = into.add(*at as usize);
                    place.copy_from_nonoverlapping(word.to_le_bytes().as_ptr(), usize::from(*size));
                }
            }
        }
    }

    /// Gives the caller zeros. A result in a register is zero already.
    pub(super) fn write_zeros(&self, call: &RawCall<'_>) {
        if self.in_memory() {
            self.write(call, self.types.iter().map(Given::zeros).collect());
        }
    }
}
