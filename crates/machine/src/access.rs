//! File modes, numeric and symbolic, as Puppet reads them.

use crate::Error;

/// The mode without leading zeros, if it is a number.
pub fn normal(mode: &str) -> String {
    if is_octal(mode) { format!("{:o}", octal(mode)) } else { mode.to_owned() }
}

/// As it is shown: four digits.
pub fn shown(mode: &str) -> String {
    if is_octal(mode) { format!("{mode:0>4}") } else { mode.to_owned() }
}

pub fn is_octal(mode: &str) -> bool {
    !mode.is_empty() && mode.len() <= 5 && mode.bytes().all(|it| (b'0'..=b'7').contains(&it)) && (mode.len() < 5 || mode.starts_with('0'))
}

pub fn octal(mode: &str) -> u32 {
    u32::from_str_radix(mode, 8).unwrap_or_default()
}

/// Problem of a part of a symbolic mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeProblem {
    MissingAction,
    UnknownOperation,
    /// `X` after another sign than `+`.
    ConditionalExecution,
}

/// The mode that comes of another by what is written.
pub fn applied(written: &str, to: u32, is_folder: bool) -> Result<u32, Error> {
    if written.bytes().all(|it| (b'0'..=b'7').contains(&it)) && !written.is_empty() {
        return Ok(octal(written));
    }
    let any_runs = to & 0o111 != 0;
    // User, group, others, and the three special bits.
    let mut bits = [(to >> 6) & 7, (to >> 3) & 7, to & 7];
    let mut special = (to >> 9) & 7;
    for part in written.split(',').map(str::trim) {
        let error = |problem: ModeProblem| Error::Mode { problem, part: (part != written).then(|| part.to_owned()) };
        let end = part.find(['-', '+', '=']).ok_or_else(|| error(ModeProblem::MissingAction))?;
        let (who, rest) = part.split_at(end);
        let who: Vec<usize> = if who.is_empty() || who.contains('a') {
            vec![0, 1, 2]
        } else {
            let mut places: Vec<usize> = Vec::new();
            for place in who.chars().filter_map(place) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            places
        };
        let before = bits;
        for place in who {
            let mut value = before.get(place).copied().unwrap_or_default();
            let (mut add, mut assigns) = (true, false);
            for c in rest.chars() {
                match c {
                    '=' => (add, assigns, value) = (true, true, 0),
                    '+' => (add, assigns) = (true, false),
                    '-' => (add, assigns) = (false, false),
                    'u' | 'g' | 'o' => value = with(add, value, self::place(c).and_then(|it| before.get(it)).copied().unwrap_or_default()),
                    'r' => value = with(add, value, 4),
                    'w' => value = with(add, value, 2),
                    'x' => value = with(add, value, 1),
                    'X' if !add || assigns => return Err(error(ModeProblem::ConditionalExecution)),
                    'X' if is_folder || any_runs => value = with(add, value, 1),
                    'X' => {}
                    's' | 't' => {
                        let bit = match (c, place) {
                            ('s', 0) => 4,
                            ('s', 1) => 2,
                            _ => 1,
                        };
                        special = with(add, special, bit);
                    }
                    _ => return Err(error(ModeProblem::UnknownOperation)),
                }
            }
            if let Some(bits) = bits.get_mut(place) {
                *bits = value;
            }
        }
    }
    Ok(special << 9 | bits[0] << 6 | bits[1] << 3 | bits[2])
}

fn with(add: bool, value: u32, bits: u32) -> u32 {
    if add { value | bits } else { value & !bits }
}

fn place(who: char) -> Option<usize> {
    match who {
        'u' => Some(0),
        'g' => Some(1),
        'o' => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes() {
        for (written, to, is_folder, wanted) in [
            ("0644", 0o777, false, 0o644),
            ("u+x,go-rwx", 0o644, false, 0o700),
            ("a=r,ug+w", 0o777, false, 0o664),
            ("+X", 0o644, false, 0o644),
            ("+X", 0o644, true, 0o755),
            ("u=rwx,g=u,o=", 0o600, false, 0o770),
            ("u+s", 0o755, false, 0o4755),
            ("o+t", 0o755, false, 0o1755),
            ("g=u", 0o640, false, 0o660),
        ] {
            assert_eq!(applied(written, to, is_folder).ok(), Some(wanted), "{written}");
        }
        for (written, problem) in [
            ("a=rX", "X only works with the '+' operator"),
            ("u+x,a-X", "X only works with the '+' operator at \"a-X\""),
            ("u+q", "Unknown operation"),
            ("u", "Missing action"),
        ] {
            assert_eq!(applied(written, 0o644, false).map_err(|error| error.to_string()), Err(problem.to_owned()), "{written}");
        }
        assert_eq!(shown("644"), "0644");
        assert_eq!(normal("0644"), "644");
        assert_eq!(shown("u+x"), "u+x");
    }
}
