//! `require` and its kin.

use std::sync::OnceLock;

use crate::Program;
use crate::ast::Name;
use crate::eval::{INTERNAL, Ruby};
use crate::host::Required;
use crate::objects::Class;
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

/// A part of Ruby's library that is written in Ruby.
pub struct Library {
    /// The constant that it defines.
    constant: &'static str,
    /// The superclass, or none for a module.
    parent: Option<&'static str>,
    text: &'static str,
    program: OnceLock<Option<Program>>,
}

impl Library {
    const fn new(constant: &'static str, parent: Option<&'static str>, text: &'static str) -> Library {
        Library { constant, parent, text, program: OnceLock::new() }
    }

    pub fn program(&self) -> Option<&Program> {
        self.program.get_or_init(|| Program::parse(self.text, &format!("{INTERNAL}{}>", self.constant.to_lowercase())).ok()).as_ref()
    }

    /// The constant as it is before the program runs.
    pub fn class(&self) -> Class {
        let parent = self.parent.filter(|it| *it != "Object").map(Name::from);
        Class { is_module: self.parent.is_none(), parent, shown: Some(self.constant.into()), is_partial: true, ..Class::default() }
    }
}

static LIBRARIES: [Library; 22] = [
    Library::new("Date", Some("Object"), include_str!("library/date.rb")),
    Library::new("DateTime", Some("Date"), include_str!("library/datetime.rb")),
    Library::new("Digest", None, include_str!("library/digest.rb")),
    Library::new("Encoding", Some("Object"), include_str!("library/encoding.rb")),
    Library::new("Enumerator", Some("Object"), include_str!("library/enumerator.rb")),
    Library::new("Gem", None, include_str!("library/gem.rb")),
    Library::new("IPAddr", Some("Object"), include_str!("library/ipaddr.rb")),
    Library::new("Marshal", None, include_str!("library/marshal.rb")),
    Library::new("Open3", None, include_str!("library/open3.rb")),
    Library::new("OpenSSL", None, include_str!("library/openssl.rb")),
    Library::new("OpenStruct", Some("Object"), include_str!("library/ostruct.rb")),
    Library::new("Pathname", Some("Object"), include_str!("library/pathname.rb")),
    Library::new("ProcessStatus", Some("Object"), include_str!("library/status.rb")),
    Library::new("Random", Some("Object"), include_str!("library/random.rb")),
    Library::new("Rational", Some("Numeric"), include_str!("library/rational.rb")),
    Library::new("RubyCalendar", None, include_str!("library/calendar.rb")),
    Library::new("Set", Some("Object"), include_str!("library/set.rb")),
    Library::new("Shellwords", None, include_str!("library/shellwords.rb")),
    Library::new("StringIO", Some("Object"), include_str!("library/stringio.rb")),
    Library::new("StringScanner", Some("Object"), include_str!("library/strscan.rb")),
    Library::new("Time", Some("Object"), include_str!("library/time.rb")),
    Library::new("URI", None, include_str!("library/uri.rb")),
];

pub fn library(constant: &str) -> Option<&'static Library> {
    LIBRARIES.iter().find(|it| it.constant == constant)
}

/// Loads a file once.
pub fn require(ruby: &mut Ruby<'_>, name: &str) -> Outcome {
    if PRESENT.contains(&name) {
        if !ruby.loaded.iter().any(|it| it == name) {
            ruby.loaded.push(name.to_owned());
        }
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
