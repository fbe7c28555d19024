//! The releases of modules whose functions are ported, by what their files say.
//!
//! A module may have a function of the same name that does something else, or a changed copy of one. So a port counts only
//! for a file that says what the file says that the port was compared with.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use sha2::Digest as _;
use values::Value;

/// The names of functions, each with the digests of the files that its port was compared with. Behind `~` those that do other
/// things with secrets.
const RELEASES: &str = include_str!("../data/releases.txt");

/// The first half of a digest: enough, as nobody gains by making two files alike.
type Digest = u64;

/// For which calls the function of a file is the one that is ported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Released {
    /// For all.
    Always,
    /// For those without sensitive values.
    WithoutSecrets,
}

impl Released {
    /// Whether it is so for a call with these arguments.
    pub fn holds(self, arguments: &[Value]) -> bool {
        self == Released::Always || !has_secret(arguments)
    }
}

/// Whether the function that is ported under that name is the one of this file, comments and layout aside.
///
/// A file without any code defines nothing, and Puppet stops at it. There the name decides: so tests need no code of modules.
pub fn released(name: &str, file: &[u8]) -> Option<Released> {
    let (digest, is_empty) = digest(file);
    if is_empty {
        return Some(Released::Always);
    }
    table().get(name)?.get(&digest).copied()
}

fn has_secret(values: &[Value]) -> bool {
    let mut stack: Vec<&Value> = values.iter().collect();
    while let Some(value) = stack.pop() {
        match value {
            Value::Sensitive(_) => return true,
            Value::Array(list) => stack.extend(list.iter()),
            Value::Hash(hash) => stack.extend(hash.iter().flat_map(|(key, value)| [key, value])),
            _ => {}
        }
    }
    false
}

fn table() -> &'static FxHashMap<&'static str, FxHashMap<Digest, Released>> {
    static TABLE: OnceLock<FxHashMap<&'static str, FxHashMap<Digest, Released>>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = RELEASES.lines().filter_map(|line| line.split_once(' '));
        lines.map(|(name, digests)| (name, digests.split(' ').filter_map(entry).collect())).collect()
    })
}

fn entry(text: &str) -> Option<(Digest, Released)> {
    let (text, released) = match text.strip_prefix('~') {
        Some(text) => (text, Released::WithoutSecrets),
        None => (text, Released::Always),
    };
    Some((Digest::from_str_radix(text, 16).ok()?, released))
}

/// The digest of the lines of code, without indentation, empty lines and lines that are comments; and whether there are none.
fn digest(file: &[u8]) -> (Digest, bool) {
    let file = file.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file);
    let mut hasher = sha2::Sha256::new();
    let mut is_comment = false;
    let mut is_first = true;
    for line in file.split(|it| *it == b'\n') {
        if is_comment || line.starts_with(b"=begin") {
            is_comment = !line.starts_with(b"=end");
            continue;
        }
        let line = line.trim_ascii();
        if line == b"__END__" {
            break;
        }
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        if !is_first {
            hasher.update(b"\n");
        }
        is_first = false;
        hasher.update(line);
    }
    let digest = hasher.finalize();
    (digest.iter().take(8).fold(0, |all, byte| all << 8 | Digest::from(*byte)), is_first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_layout_do_not_count() {
        let plain = digest(b"newfunction(:x) do |it|\n  it[0]\nend\n");
        for same in [
            "# Copyright\n\nnewfunction(:x) do |it|\n    it[0]\nend",
            "\u{feff}=begin\nnothing\n=end\nnewfunction(:x) do |it|\r\n# the first\nit[0]\r\nend\r\n__END__\nmore",
        ] {
            assert_eq!(digest(same.as_bytes()), plain, "{same}");
        }
        for other in
            ["newfunction(:x) do |it|\n  it[1]\nend\n", "newfunction(:x) do |it| it[0]\nend\n", "newfunction(:x) do |it|\n\"\n#\"\nend"]
        {
            assert_ne!(digest(other.as_bytes()), plain, "{other}");
        }
    }

    #[test]
    fn a_file_of_its_own_is_no_release() {
        assert_eq!(released("range", b"# a stub\n\n"), Some(Released::Always));
        assert_eq!(released("range", b"Puppet::Functions.create_function(:range) do\n  def range(a) [a] end\nend\n"), None);
        assert_eq!(released("no_port", b"x"), None);
    }

    #[test]
    fn secrets_are_looked_for_in_lists_and_hashes() {
        let secret = || Value::Sensitive(std::sync::Arc::new(Value::from("x")));
        let inside = Value::array(vec![Value::hash([(Value::from("a"), secret())].into_iter().collect())]);
        assert!(!Released::WithoutSecrets.holds(std::slice::from_ref(&inside)) && !Released::WithoutSecrets.holds(&[secret()]));
        assert!(Released::WithoutSecrets.holds(&[Value::from("x")]) && Released::Always.holds(&[inside]));
    }

    #[test]
    fn every_function_of_a_module_has_a_release() {
        let of_modules = crate::names().filter(|it| crate::find(it).is_some_and(|it| it.origin != crate::Origin::Core));
        let without: Vec<&str> = of_modules.filter(|it| !table().contains_key(it)).collect();
        assert_eq!(without, Vec::<&str>::new());
    }

    #[test]
    fn the_table_is_sorted_and_whole() {
        let names: Vec<&str> = RELEASES.lines().filter_map(|it| it.split_once(' ')).map(|it| it.0).collect();
        assert!(names.is_sorted() && names.len() == table().len());
        for line in RELEASES.lines() {
            let is_digest = |it: &str| it.trim_start_matches('~').len() == 16 && entry(it).is_some();
            assert!(line.split(' ').skip(1).all(is_digest), "{line}");
        }
    }
}
