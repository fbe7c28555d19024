//! Patterns that were compiled already. Compiling a pattern takes far longer than using it, and the same few occur repeatedly: for each
//! resource that is declared, on each system, at each keystroke.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::{Compiled, Options};

/// Limit of stored patterns.
const MOST: usize = 256;

/// Those that are longer are most likely put together for one use, and may take much memory.
const LONGEST: usize = 256;

type Cache = HashMap<(Box<str>, Options), Arc<Compiled>>;

static KEPT: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

pub(super) fn get(source: &str, options: Options) -> Option<Arc<Compiled>> {
    if source.len() > LONGEST {
        return None;
    }
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).get(&(source.into(), options)).cloned()
}

/// Where there are too many, all begin anew: what is used often is soon there again.
pub(super) fn put(source: &str, options: Options, compiled: &Arc<Compiled>) {
    if source.len() > LONGEST {
        return;
    }
    let mut cache = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.len() >= MOST {
        cache.clear();
    }
    cache.insert((source.into(), options), compiled.clone());
}

#[cfg(test)]
mod tests {
    use crate::regex::Regex;

    #[test]
    fn equal_patterns_share_what_they_were_compiled_to() {
        let (one, other) = (Regex::new("^kept [a-z]+$").unwrap(), Regex::new("^kept [a-z]+$").unwrap());
        let shared = |it: &Regex| it.shared.get().cloned().unwrap();
        assert!(std::sync::Arc::ptr_eq(&shared(&one), &shared(&other)));
    }

    #[test]
    fn what_is_compiled_when_it_is_used_means_the_same() {
        let when_used = Regex::when_used(r"\A\/etc\/[\s\S]*\.conf\z").unwrap();
        assert!(when_used.shared.get().is_none());
        assert!(when_used.is_match("/etc/a\nb.conf") && !when_used.is_match("/etc/a"));
        assert!(when_used.shared.get().is_some());
        assert_eq!(Regex::when_used("(").unwrap_err(), Regex::new("(").unwrap_err());
    }

    #[test]
    fn a_pattern_means_another_thing_with_other_options() {
        let options = super::Options { ignore_case: true, ..super::Options::default() };
        assert!(!Regex::new("^other$").unwrap().is_match("OTHER"));
        assert!(Regex::with_options("^other$", options).unwrap().is_match("OTHER"));
    }
}
