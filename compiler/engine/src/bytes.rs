//! Values as bytes, for files that this build reads again.
//!
//! Invariant: a [`Decoder`] never reads outside of its bytes; what is missing or too long is `None`.

/// Appends values to bytes.
#[derive(Debug, Default)]
pub struct Encoder(pub Vec<u8>);

impl Encoder {
    /// Appends a number.
    pub fn number(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// Appends bytes with their count.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Appends a text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Appends a text, or that there is none.
    pub fn optional(&mut self, text: Option<&str>) {
        self.number(u64::from(text.is_some()));
        self.text(text.unwrap_or_default());
    }
}

/// Takes values from bytes, in the order in which they were appended.
#[derive(Clone, Copy, Debug)]
pub struct Decoder<'a>(pub &'a [u8]);

impl<'a> Decoder<'a> {
    /// A number.
    pub fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    /// A number that is an index into so many things.
    pub fn below(&mut self, end: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|index| *index < end)
    }

    /// How many elements follow. Each takes at least one byte, so a count that is wrong is not one of memory to reserve.
    pub fn count(&mut self) -> Option<usize> {
        self.below(self.0.len().saturating_add(1))
    }

    /// Bytes.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A text.
    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    /// A text, or none.
    pub fn optional(&mut self) -> Option<Option<&'a str>> {
        let present = self.below(2)? == 1;
        let text = self.text()?;
        Some(present.then_some(text))
    }
}
