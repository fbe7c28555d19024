//! The module `stdlib`, version 8.5.0.

mod affix;
mod any2array;
mod bool;
mod collection;
mod delete;
mod merge;
mod path;
mod pick;

use crate::Function;

/// All of them are of the old kind and count their arguments themselves.
pub(super) fn functions() -> impl Iterator<Item = Function> {
    let old = |name, body| Function::old(name, -1, body).of("stdlib");
    [
        old("any2array", any2array::any2array),
        old("basename", path::basename),
        old("bool2num", bool::bool2num),
        old("bool2str", bool::bool2str),
        old("concat", collection::concat),
        old("deep_merge", merge::deep_merge),
        old("delete", delete::delete),
        old("delete_at", delete::delete_at),
        old("delete_undef_values", delete::delete_undef_values),
        old("dirname", path::dirname),
        old("has_key", collection::has_key),
        old("hash", collection::hash),
        old("is_hash", collection::is_hash),
        old("member", collection::member),
        old("pick", pick::pick),
        old("pick_default", pick::pick_default),
        old("prefix", affix::prefix),
        old("str2bool", bool::str2bool),
        old("suffix", affix::suffix),
    ]
    .into_iter()
}
