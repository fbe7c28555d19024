//! The environment of a command, from the settings of a resource.

use rustc_hash::FxHashMap;

/// Variables that a command gets, or that it must not see.
#[derive(Debug, Default)]
pub(super) struct Environment(FxHashMap<String, Option<String>>);

/// An odd setting, of which Puppet warns.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Odd<'s> {
    /// It is no assignment.
    Unclear,
    /// It replaces an earlier one of the same name.
    Repeated { name: &'s str, value: &'s str },
}

impl Environment {
    pub(super) fn hide(&mut self, name: &str) {
        self.0.insert(name.to_owned(), None);
    }

    pub(super) fn set(&mut self, name: &str, value: String) {
        self.0.insert(name.to_owned(), Some(value));
    }

    /// Adds an assignment as it is written. Returns its name and value, and what is odd about it.
    pub(super) fn assign<'s>(&mut self, setting: &'s str) -> (Option<(&'s str, &'s str)>, Option<Odd<'s>>) {
        let is_name = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        let Some((name, value)) = setting.split_once('=').filter(|it| is_name(it.0)) else { return (None, Some(Odd::Unclear)) };
        let before = self.0.insert(name.to_owned(), Some(value.to_owned())).flatten();
        (Some((name, value)), before.map(|_| Odd::Repeated { name, value }))
    }

    /// All variables, in the order of their names.
    pub(super) fn into_variables(self) -> Vec<(String, Option<String>)> {
        let mut all: Vec<_> = self.0.into_iter().collect();
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use cpu_time::ThreadTime;

    use super::*;

    #[test]
    fn the_last_of_several_settings_counts_and_is_odd() {
        let mut environment = Environment::default();
        environment.hide("HOME");
        environment.set("PATH", "/bin".to_owned());
        assert_eq!(environment.assign("A=1"), (Some(("A", "1")), None));
        assert_eq!(environment.assign("HOME=/x"), (Some(("HOME", "/x")), None));
        assert_eq!(environment.assign("A=2=3"), (Some(("A", "2=3")), Some(Odd::Repeated { name: "A", value: "2=3" })));
        assert_eq!(environment.assign("PATH="), (Some(("PATH", "")), Some(Odd::Repeated { name: "PATH", value: "" })));
        for unclear in ["A", "=x", "a-b=c", ""] {
            assert_eq!(environment.assign(unclear), (None, Some(Odd::Unclear)), "{unclear}");
        }
        let of = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        assert_eq!(environment.into_variables(), [of("A", "2=3"), of("HOME", "/x"), of("PATH", "")]);
    }

    /// Comparing each setting with all before it took minutes.
    #[test]
    fn many_settings_take_no_longer_each() {
        let once = |count: usize| {
            let start = ThreadTime::now();
            let mut environment = Environment::default();
            for it in 0..count {
                environment.assign(&format!("A_LONG_NAME_OF_A_VARIABLE_{it}=x"));
            }
            assert_eq!(environment.into_variables().len(), count);
            start.elapsed()
        };
        // The least of several, to which nothing else of the machine has added.
        let cost = |count: usize| (0..3).map(|_| once(count)).min().unwrap_or_default();
        let (few, many) = (cost(12_500), cost(200_000));
        // Sixteen times as many; quadratic time would be 256 times as much.
        assert!(many < 64 * few, "{few:?}, {many:?}");
    }
}
