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
    ("Digest::MD5", super::digest::DIGEST),
    ("Digest::SHA1", super::digest::DIGEST),
    ("Digest::SHA256", super::digest::DIGEST),
    ("Digest::SHA384", super::digest::DIGEST),
    ("Digest::SHA512", super::digest::DIGEST),
    ("Base64", super::digest::BASE64),
    ("CGI", super::escapes::CGI),
    ("ERB::Util", super::escapes::ERB_UTIL),
    ("URI", super::escapes::URI),
    ("YAML", super::yaml::METHODS),
    ("File", super::files::FILE),
    ("IO", super::files::IO),
    ("Dir", super::files::DIR),
    ("ENV", super::env::METHODS),
    ("RubyLibrary", super::library::METHODS),
    ("Kernel", super::kernel::METHODS),
];

pub static LIBRARIES: LazyLock<FxHashMap<&'static str, Table>> =
    LazyLock::new(|| ALL.iter().map(|(name, methods)| (*name, table(&[*methods]))).collect());
