//! IREE's function ABI.
