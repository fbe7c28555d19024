use super::sprintf;
use crate::Value;

fn check(cases: &[(&str, &[Value], &str)]) {
    let failed: Vec<String> = cases
        .iter()
        .filter_map(|(format, arguments, expected)| {
            let actual = sprintf(format, arguments).unwrap_or_else(|error| format!("error: {error}"));
            (actual != *expected).then(|| format!("{format:?} {arguments:?}: {actual:?} instead of {expected:?}"))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn whole_numbers() {
    let cases: Vec<(&str, i64, &str)> = vec![
        ("%x", -1, "..f"),
        ("%o", -1, "..7"),
        ("%b", -2, "..10"),
        ("%x", -8, "..f8"),
        ("%x", -255, "..f01"),
        ("%o", -256, "..7400"),
        ("%b", -255, "..100000001"),
        ("%X", -5, "..FB"),
        ("%#x", -5, "0x..fb"),
        ("%#o", -5, "..73"),
        ("%#b", -5, "0b..1011"),
        ("%+x", -255, "-ff"),
        ("%08x", -1, "..ffffff"),
        ("%.5x", -8, "..ff8"),
        ("%-8x|", -16, "..f0    |"),
        ("%8.5x", -1, "   ..fff"),
        ("%.0d", 0, ""),
        ("%#.3o", 0, "000"),
        ("%#.3o", 8, "010"),
        ("%+08d", 5, "+0000005"),
        ("%i", -5, "-5"),
        ("%c", 65, "A"),
        ("%-5c|", 233, "é    |"),
    ];
    for (format, value, expected) in cases {
        check(&[(format, &[Value::Integer(value)], expected)]);
    }
}

#[test]
fn floats() {
    let cases: Vec<(&str, f64, &str)> = vec![
        ("%a", 255.0, "0x1.fep+7"),
        ("%A", 0.1, "0X1.999999999999AP-4"),
        ("%.0a", 255.0, "0x1p+8"),
        ("%.2a", 0.1, "0x1.9ap-4"),
        ("%#a", 1.0, "0x1.p+0"),
        ("%.3a", 1_234_567.0, "0x1.2d7p+20"),
        ("%.1a", 1.156_25, "0x1.2p+0"),
        ("%.1a", 1.218_75, "0x1.4p+0"),
        ("%.1a", 1.968_75, "0x1.0p+1"),
        ("%020a", 0.0, "0x000000000000000p+0"),
        ("%a", 5e-324, "0x1p-1074"),
        ("%.2a", 0.0, "0x0.00p+0"),
        ("%g", 1_000_000.0, "1e+06"),
        ("%g", 1e-4, "0.0001"),
        ("%#g", 1.0, "1.00000"),
        ("%.0g", 15.0, "2e+01"),
        ("%G", 1e-10, "1E-10"),
        ("%#.0e", 1.5, "2.e+00"),
        ("%020e", 1.5, "000000001.500000e+00"),
        ("%.0f", 2.5, "2"),
        ("%.1f", 0.25, "0.2"),
        ("%.20f", 0.1, "0.10000000000000000555"),
        ("%+10f|", f64::INFINITY, "      +Inf|"),
        ("%010f|", f64::INFINITY, "       Inf|"),
        ("%d", f64::INFINITY, "error: Infinity"),
        ("%d", 1e30, "1000000000000000019884624838656"),
        ("%x", -1e30, "..f360d3632fb98b000000000000"),
        ("%d", -3.7, "-3"),
    ];
    for (format, value, expected) in cases {
        check(&[(format, &[Value::Float(value)], expected)]);
    }
}

#[test]
fn texts_that_are_numbers() {
    let cases = [
        ("%d", "0x1f", "31"),
        ("%d", "1_000", "1000"),
        ("%d", " 12 ", "12"),
        ("%d", "0o17", "15"),
        ("%d", "08", "error: invalid value for Integer(): \"08\""),
        ("%d", "--5", "error: invalid value for Integer(): \"--5\""),
        ("%d", "0_8", "error: invalid value for Integer(): \"0_8\""),
        ("%d", "a\nb", "error: invalid value for Integer(): \"a\\nb\""),
        ("%f", "1_0.5", "10.500000"),
        ("%f", "0x1p3", "8.000000"),
        ("%f", ".5", "0.500000"),
        ("%f", "5.", "error: invalid value for Float(): \"5.\""),
        ("%f", "1e", "error: invalid value for Float(): \"1e\""),
        ("%c", "abc", "error: %c requires a character"),
        ("%.2s|%-1$5s", "abc", "error: numbered(1) after unnumbered(1)"),
        ("% 5s|", "a", "    a|"),
    ];
    for (format, value, expected) in cases {
        check(&[(format, &[Value::string(value)], expected)]);
    }
}

#[test]
fn what_is_malformed() {
    let one = [Value::Integer(1)];
    let cases = [
        ("%5", "malformed format string - %*[0-9]"),
        ("%y", "malformed format string - %y"),
        ("%é", "malformed format string"),
        ("%5%", "invalid format character - %"),
        ("%-", "invalid format character - %"),
        ("a%", "incomplete format specifier; use %% (double %) instead"),
        ("%1$s %s", "unnumbered(1) mixed with numbered"),
        ("%s %<a>s", "named<a> after unnumbered(1)"),
        ("%<a>s", "one hash required"),
        ("%<a", "malformed name - unmatched parenthesis"),
        ("%3$s", "too few arguments"),
        ("%5-d", "flag after width"),
        ("%.5 d", "flag after precision"),
        ("%5*d", "width given twice"),
        ("%.5.5d", "precision given twice"),
        ("%99999999999d", "width too big"),
        ("%1$1$s", "value given twice - 1$"),
    ];
    for (format, expected) in cases {
        assert_eq!(sprintf(format, &one).map_err(|error| error.to_string()), Err(expected.to_owned()), "{format}");
    }
}
