//! Quantities for people, as Facter writes them.

const BINARY: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
const DECIMAL: [&str; 5] = ["Hz", "kHz", "MHz", "GHz", "THz"];

pub fn bytes(count: u64) -> String {
    if count < 1024 {
        return format!("{count} bytes");
    }
    let mut exponent = (f64::log2(count as f64) / 10.0).floor();
    let mut number = (100.0 * (count as f64 / 1024_f64.powf(exponent))).round() / 100.0;
    if (number - 1024.0).abs() < f64::EPSILON {
        exponent += 1.0;
        number = 1.0;
    }
    let unit = BINARY.get(exponent as usize - 1).unwrap_or(&"EiB");
    format!("{number:.2} {unit}")
}

pub fn hertz(count: u64) -> Option<String> {
    if count == 0 {
        return None;
    }
    let power = ((count as f64).log10().floor() as usize / 3).min(DECIMAL.len() - 1);
    let number = count as f64 / 1000_f64.powi(power as i32);
    // Half of the last digit is rounded up, as Ruby does it: 2.445 is 2.45, though what is kept of it is a little less.
    let hundredths = (number * 100.0).round();
    let is_half = (hundredths + 0.5) / 100.0 <= number;
    let number = (if is_half { hundredths + 1.0 } else { hundredths }) / 100.0;
    Some(format!("{number:.2} {}", DECIMAL.get(power)?))
}

/// How much of a whole is used.
pub fn percent(used: u64, total: u64) -> String {
    format!("{:.2}%", used as f64 / (total as f64) * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_binary_units() {
        assert_eq!(bytes(1023), "1023 bytes");
        assert_eq!(bytes(1024), "1.00 KiB");
        assert_eq!(bytes(25_276_510_208), "23.54 GiB");
        assert_eq!(bytes(274_877_906_944), "256.00 GiB");
        assert_eq!(bytes(1_048_575), "1.00 MiB");
        assert_eq!(bytes(u64::MAX), "16.00 EiB");
    }

    #[test]
    fn hertz_have_decimal_units() {
        assert_eq!(hertz(0), None);
        assert_eq!(hertz(2_600_000_000).as_deref(), Some("2.60 GHz"));
        assert_eq!(hertz(2_445_000_000).as_deref(), Some("2.45 GHz"));
        assert_eq!(hertz(2_444_999_000).as_deref(), Some("2.44 GHz"));
        assert_eq!(hertz(999).as_deref(), Some("999.00 Hz"));
    }

    #[test]
    fn shares_are_percent() {
        assert_eq!(percent(1_083_731_968, 25_276_510_208), "4.29%");
    }
}
