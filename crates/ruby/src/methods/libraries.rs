//! Modules and classes of Ruby's library by what they themselves can do: a table for each.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Table, table};
use crate::invoke::Method;

const ALL: &[(&str, &[Method])] = &[
    ("Integer", super::big::CLASS),
    ("Class", super::class_methods::CLASS),
    ("Module", super::class_methods::MODULE),
    ("Struct", super::structs::STRUCT),
    ("Proc", super::proc::PROC),
    ("Base64", super::base64::BASE64),
    ("CGI", super::escapes::CGI),
    ("ERB", super::erb::ERB),
    ("ERB::Util", super::escapes::ERB_UTIL),
    ("URI", super::escapes::URI),
    ("YAML", super::yaml::METHODS),
    ("File", super::files::FILE),
    ("Math", super::math::METHODS),
    ("IO", super::files::IO),
    ("Dir", super::files::DIR),
    ("ENV", super::env::METHODS),
    ("Kernel", super::kernel::METHODS),
    ("Zlib", super::zlib::METHODS),
];

pub static LIBRARIES: LazyLock<FxHashMap<&'static str, Table>> = LazyLock::new(|| {
    let mut all: FxHashMap<&'static str, Table> = ALL.iter().map(|(name, methods)| (*name, table(&[*methods]))).collect();
    all.insert("RubyLibrary", table(&[super::library::METHODS, super::hashes::METHODS]));
    all
});
