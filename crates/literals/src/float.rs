//! Floats as text.

/// A float as Ruby prints it: the shortest digits that read back, with an exponent from 1e15 and below 1e-4.
pub fn float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value != 0.0 && !(-4..15).contains(&exponent) {
        let mantissa = if mantissa.contains('.') { mantissa.to_owned() } else { format!("{mantissa}.0") };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.abs());
    }
    let plain = format!("{value}");
    if plain.contains('.') { plain } else { format!("{plain}.0") }
}

#[cfg(test)]
mod tests {
    use super::float;

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
}
