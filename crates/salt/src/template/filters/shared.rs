//! Functions that several filters and tests share: a file for each purpose.

pub mod addresses;
pub mod arguments;
pub mod bytes;
pub mod choices;
pub mod double;
pub mod exactly;
pub mod given;
pub mod hmac;
pub mod json;
pub mod nested;
pub mod numbers;
pub mod regex;
pub mod sets;
pub mod steps;
pub mod strict;
