//! Bytes of the program that evaluating Ruby and Salt's states takes.
//!
//! Functions are counted by the names in their symbols. Each byte of them needs more: tables to unwind, relocations, constants. That is
//! taken to be the same for all functions. Files that a crate includes are counted as they are.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{build, page};

/// The heading of what is written to the page.
pub const HEADING: &str = "## Size of the program";

/// A part of the program, with what its symbols have in their paths, and the most bytes that it may have.
struct Part {
    name: &'static str,
    /// Crates and modules.
    modules: &'static [&'static str],
    /// Beginnings of the names of functions in C.
    prefixes: &'static [&'static str],
    /// Folders of files that a crate includes.
    data: &'static [&'static str],
    most: u64,
}

const PARTS: [Part; 2] = [
    Part {
        name: "Ruby",
        modules: &["ruby", "ruby_prism", "ruby_prism_sys", "erb", "rb"],
        prefixes: &["pm_"],
        data: &["crates/ruby/data"],
        most: 4_000_000,
    },
    Part { name: "Salt", modules: &["salt", "jinja", "states", "sls"], prefixes: &[], data: &["crates/salt/data"], most: 3_000_000 },
];

/// Measures a program with its symbols, or the one that it builds, and puts the section into the page. A part that is too large is an
/// error.
pub fn run(root: &Path, binary: Option<&Path>) -> Result<(), String> {
    let binary = binary.map_or_else(|| build::counted(root, &["--bin", "bunraku"]), |it| Ok(it.to_owned()))?;
    let loaded = loaded_bytes(&output("size", &["-A", "-d"], &binary)?)?;
    let functions = Functions::read(&output("nm", &["-C", "-S", "--defined-only"], &binary)?);
    let mut sizes = Vec::new();
    for part in &PARTS {
        sizes.push(functions.with_tables(part, loaded)? + included(root, part)?);
    }
    page::renew(root, HEADING, &render(loaded, &sizes))?;
    check(&sizes)
}

fn output(program: &str, options: &[&str], binary: &Path) -> Result<String, String> {
    let out = Command::new(program).args(options).arg(binary).output().map_err(|error| format!("{program}: {error}"))?;
    if !out.status.success() {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&out.stderr).trim_end()));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Bytes of the sections that have an address, as `size -A` lists them.
fn loaded_bytes(listed: &str) -> Result<u64, String> {
    let rows = listed.lines().filter_map(|line| {
        let mut words = line.split_whitespace().skip(1).map(|it| it.parse::<u64>().ok());
        words.next().flatten().zip(words.next().flatten())
    });
    let bytes = rows.filter(|(_, address)| *address > 0).map(|it| it.0).sum();
    if bytes == 0 { Err("size lists no section".to_owned()) } else { Ok(bytes) }
}

/// Bytes of functions by the part that they are of.
struct Functions {
    by_part: BTreeMap<&'static str, u64>,
    all: u64,
}

impl Functions {
    /// Reads what `nm -S` lists: address, size, kind, name.
    fn read(listed: &str) -> Functions {
        let mut functions = Functions { by_part: BTreeMap::new(), all: 0 };
        for line in listed.lines() {
            let mut words = line.splitn(4, ' ').skip(1);
            let (Some(size), Some("t" | "T" | "w" | "W"), Some(name)) = (words.next(), words.next(), words.next()) else { continue };
            let size = u64::from_str_radix(size, 16).unwrap_or_default();
            functions.all += size;
            if let Some(part) = part_of(name) {
                *functions.by_part.entry(part).or_default() += size;
            }
        }
        functions
    }

    /// Bytes of a part with its share of all that is loaded.
    fn with_tables(&self, part: &Part, loaded: u64) -> Result<u64, String> {
        let own = self.by_part.get(part.name).copied().filter(|it| *it > 0);
        let own = own.ok_or_else(|| format!("no symbol is of {}: the program has none, or other names", part.name))?;
        Ok(u64::try_from(u128::from(own) * u128::from(loaded) / u128::from(self.all.max(1))).unwrap_or(u64::MAX))
    }
}

/// The part whose crate or module comes first in a name.
fn part_of(name: &str) -> Option<&'static str> {
    if let Some(part) = PARTS.iter().find(|it| it.prefixes.iter().any(|prefix| name.starts_with(prefix))) {
        return Some(part.name);
    }
    let modules = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|it| !it.is_empty());
    modules.into_iter().find_map(|module| PARTS.iter().find(|it| it.modules.contains(&module)).map(|it| it.name))
}

/// Bytes of the files that a part includes.
fn included(root: &Path, part: &Part) -> Result<u64, String> {
    let mut bytes = 0;
    for folder in part.data.iter().map(|it| root.join(it)).filter(|it| it.is_dir()) {
        for entry in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            bytes += entry.and_then(|it| it.metadata()).map_err(|error| format!("{}: {error}", folder.display()))?.len();
        }
    }
    Ok(bytes)
}

fn check(sizes: &[u64]) -> Result<(), String> {
    let large = PARTS.iter().zip(sizes).find(|(part, bytes)| **bytes > part.most);
    large.map_or(Ok(()), |(part, bytes)| {
        Err(format!("{} takes {} of the program, and may take {}", part.name, megabytes(*bytes), megabytes(part.most)))
    })
}

fn render(loaded: u64, sizes: &[u64]) -> String {
    let mut out = format!(
        "{HEADING}\n\nWritten by `cargo xtask bench --size`: bytes of functions by their crates and modules, each with its share of tables\n\
         and constants, and the files that a crate includes.\n\n| | wanted | got |\n|---|---|---|\n| the program |  | {} |\n",
        megabytes(loaded)
    );
    for (part, bytes) in PARTS.iter().zip(sizes) {
        let _ = writeln!(out, "| of it, for {} | ≤ {} | {} |", part.name, megabytes(part.most), megabytes(*bytes));
    }
    out
}

#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_counted_by_their_paths() {
        let listed = "0000000000001000 0000000000000010 t salt::sls::Loader::open\n\
                      0000000000002000 0000000000000020 t <alloc::vec::Vec<ruby::value::Value> as core::clone::Clone>::clone\n\
                      0000000000003000 0000000000000040 T pm_parser_init\n\
                      0000000000004000 0000000000000100 t ide::erb::hover::find\n\
                      0000000000005000 0000000000000200 t compiler::eval::run\n\
                      0000000000006000 0000000000000400 r salt::TABLE\n\
                                       U malloc\n";
        let functions = Functions::read(listed);
        assert_eq!(functions.by_part, BTreeMap::from([("Ruby", 0x160), ("Salt", 0x10)]));
        assert_eq!(functions.all, 0x370);
        assert_eq!(functions.with_tables(&PARTS[1], 2 * 0x370), Ok(0x20));
        assert!(Functions::read("").with_tables(&PARTS[0], 1).is_err(), "a program without symbols");
    }

    #[test]
    fn sections_without_an_address_are_not_loaded() {
        let listed = "bunraku  :\nsection  size  addr\n.text  100  4096\n.rodata  20  8192\n.symtab  7000  0\nTotal  7120\n";
        assert_eq!(loaded_bytes(listed), Ok(120));
        assert!(loaded_bytes("").is_err());
    }

    #[test]
    fn a_part_that_is_too_large_is_an_error() {
        let most = PARTS.each_ref().map(|it| it.most);
        assert_eq!(check(&most), Ok(()));
        assert_eq!(check(&[most[0], most[1] + 100_000]), Err("Salt takes 3.1 MB of the program, and may take 3.0 MB".to_owned()));
    }
}
