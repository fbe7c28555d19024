//! Functions that several tests share: a file for each purpose.

mod known;
mod remainder;

pub(crate) use known::known;
pub(crate) use remainder::rest_is;
