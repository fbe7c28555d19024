//! Floats as text.

/// A float as Ruby prints it: the shortest digits that read back, with an exponent from 1e15 and below 1e-4.
pub fn float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    finite(value, 15, ".0")
}

/// A float as Python's `repr` prints it: the shortest digits that read back, with an exponent from 1e16 and below 1e-4.
pub fn python_float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    finite(value, 16, "")
}

/// Numbers below 1e-4 and from this power of ten have an exponent, with this fraction where they have none.
fn finite(value: f64, limit: i32, fraction: &str) -> String {
    let scientific = format!("{value:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..limit).contains(&exponent) {
        let plain = format!("{value}");
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let fraction = if mantissa.contains('.') { "" } else { fraction };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}{fraction}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::{float, python_float};

    #[test]
    fn floats_are_printed_as_ruby_does() {
        for (value, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (999_999_999_999_999.0, "999999999999999.0"),
            (1e15, "1.0e+15"),
            (1.5e300, "1.5e+300"),
            (0.0001, "0.0001"),
            (0.000_01, "1.0e-05"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(float(value), text);
        }
    }

    #[test]
    fn floats_are_printed_as_python_does() {
        for (value, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.0001, "0.0001"),
            (10000.0001, "10000.0001"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e300, "1.5e+300"),
            (0.000_01, "1e-05"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(python_float(value), text);
        }
    }
}
