//! Values as text.

use crate::Value;

/// The `%p` form: strings in quotes, as one would write it in a manifest.
pub fn puppet(value: &Value) -> String {
    format!("{value:?}")
}

/// What `"${x}"` gives.
pub fn interpolate(value: &Value) -> String {
    format!("{value:?}")
}

/// Ruby's `inspect`, which many errors show.
pub fn ruby(value: &Value) -> String {
    format!("{value:?}")
}

/// The shortest text that reads back, `1.0e+20`.
pub fn float(value: f64) -> String {
    format!("{value:?}")
}
