//! Functions that several filters and tests share: a file for each purpose.

pub mod arguments;
pub mod double;
pub mod regex;
pub mod sets;
pub mod steps;
