//! `require` and its kin.

use std::sync::LazyLock;

use crate::Program;
use crate::eval::Ruby;
use crate::host::Required;
use crate::stop::Outcome;
use crate::value::Value;

/// Libraries of Ruby's: what is covered of them is always there.
const PRESENT: &[&str] = &[
    "json",
    "yaml",
    "psych",
    "erb",
    "set",
    "time",
    "date",
    "uri",
    "uri/generic",
    "pp",
    "ostruct",
    "digest",
    "digest/md5",
    "digest/sha1",
    "digest/sha2",
    "base64",
    "shellwords",
    "ipaddr",
    "securerandom",
    "openssl",
    "zlib",
    "bigdecimal",
    "etc",
    "socket",
    "resolv",
    "open3",
    "tempfile",
    "fileutils",
    "pathname",
    "timeout",
    "net/http",
    "open-uri",
    "net/https",
    "csv",
    "cgi",
    "strscan",
    "rubygems",
    "English",
    "benchmark",
    "logger",
    "forwardable",
    "singleton",
    "delegate",
    "tmpdir",
    "stringio",
    "rexml/document",
];

/// Parts of Ruby's library that are written in Ruby, by the constant that they define.
static LIBRARIES: LazyLock<[(&str, Option<Program>); 4]> = LazyLock::new(|| {
    [
        ("Set", Program::parse(include_str!("library/set.rb"), "set.rb").ok()),
        ("IPAddr", Program::parse(include_str!("library/ipaddr.rb"), "ipaddr.rb").ok()),
        ("StringScanner", Program::parse(include_str!("library/strscan.rb"), "strscan.rb").ok()),
        ("Shellwords", Program::parse(include_str!("library/shellwords.rb"), "shellwords.rb").ok()),
    ]
});

pub fn library(constant: &str) -> Option<&'static Program> {
    if !matches!(constant, "IPAddr" | "Set" | "Shellwords" | "StringScanner") {
        return None;
    }
    LIBRARIES.iter().find(|it| it.0 == constant)?.1.as_ref()
}

/// Loads a file once.
pub fn require(ruby: &mut Ruby<'_>, name: &str) -> Outcome {
    if PRESENT.contains(&name) {
        return Ok(Value::Boolean(false));
    }
    let (at, file) = (ruby.at, ruby.file.clone());
    match ruby.host.require(name).map_err(|it| it.placed(at, &file))? {
        Required::Present => Ok(Value::Boolean(false)),
        Required::Missing => ruby.not_covered(format!("require '{name}'")),
        Required::Program(program) => {
            if ruby.loaded.iter().any(|it| **it == *program.file) {
                return Ok(Value::Boolean(false));
            }
            ruby.loaded.push(program.file.to_string());
            ruby.run_program(&program)?;
            Ok(Value::Boolean(true))
        }
    }
}

/// A path without `.` and `..`.
pub fn clean(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
