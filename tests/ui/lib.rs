//! Tests of the compile errors of the macros: `cases` has wrong uses and the expected errors.
