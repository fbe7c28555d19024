//! Which paths below a folder a state is about: `include_pat` and `exclude_pat`.

use crate::low::Low;

/// Whether a path matches one of the patterns of an argument; none if there are none.
fn matches(low: &Low, argument: &str, path: &str) -> Option<bool> {
    let patterns: Vec<String> = low.texts(argument).into_iter().filter(|it| !it.is_empty()).collect();
    let is_match = |pattern: &String| match pattern.strip_prefix("E@") {
        Some(regex) => fancy_regex::Regex::new(regex).is_ok_and(|it| it.is_match(path).unwrap_or_default()),
        None => salt::matches(path, pattern),
    };
    (!patterns.is_empty()).then(|| patterns.iter().any(is_match))
}

/// Whether `exclude_pat` matches a path below the folder.
pub fn is_excluded(low: &Low, path: &str) -> bool {
    matches(low, "exclude_pat", path).unwrap_or(false)
}

/// Whether a path below the folder is meant.
pub fn is_meant(low: &Low, path: &str) -> bool {
    matches(low, "include_pat", path).unwrap_or(true) && !is_excluded(low, path)
}

/// Says which patterns are none.
pub fn refuse(low: &Low) -> Vec<String> {
    let mut all = Vec::new();
    for argument in ["include_pat", "exclude_pat"] {
        for pattern in low.texts(argument) {
            if pattern.strip_prefix("E@").is_some_and(|it| fancy_regex::Regex::new(it).is_err()) {
                all.push(format!("the pattern `{pattern}` in `{argument}` of `{}` is not supported", low.function()));
            }
        }
    }
    all
}
