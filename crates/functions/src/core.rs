//! The functions that Puppet brings along.

mod all;
mod annotate;
mod apply;
mod case;
mod compare;
mod control;
mod data;
mod dig;
pub(crate) mod digest;
mod each;
mod empty;
mod fail;
mod file;
mod filter;
mod format;
pub(crate) mod fqdn_rand;
mod generate;
mod group;
mod index;
mod list;
mod log;
mod map;
mod max;
mod new;
mod number;
mod reduce;
mod scanf;
mod shellquote;
mod slice;
mod sort;
mod step;
mod strip;
mod text;
mod tree_each;
mod type_;
mod unique;
pub(crate) mod versioncmp;

pub use dig::keys_walked;

use crate::Function;

/// The order of two versions, as `versioncmp` has it.
pub fn compare_versions(a: &str, b: &str) -> std::cmp::Ordering {
    versioncmp::compare(a, b, false)
}

/// All that are built in.
pub(crate) fn functions() -> Vec<Function> {
    let new = Function::new;
    let old = Function::old;
    vec![
        new("abs", number::abs),
        new("alert", log::alert).takes_unknown(),
        new("all", all::all).takes_unknown_elements(),
        new("annotate", annotate::annotate),
        new("any", all::any).takes_unknown_elements(),
        new("assert_type", type_::assert_type),
        new("binary_file", file::binary_file),
        new("break", control::break_),
        new("call", apply::call).takes_unknown_elements(),
        new("camelcase", case::camelcase),
        new("capitalize", case::capitalize),
        new("ceiling", number::ceiling),
        new("chomp", strip::chomp),
        new("chop", strip::chop),
        new("compare", compare::compare),
        new("convert_to", new::convert_to).takes_unknown(),
        new("crit", log::crit).takes_unknown(),
        new("debug", log::debug).takes_unknown(),
        new("dig", dig::dig).takes_unknown_elements(),
        new("downcase", case::downcase),
        new("each", each::each).takes_unknown_elements(),
        new("emerg", log::emerg).takes_unknown(),
        new("empty", empty::empty).takes_unknown_elements(),
        new("err", log::err).takes_unknown(),
        old("fail", -1, fail::fail).statement().takes_unknown(),
        old("file", -2, file::file),
        new("filter", filter::filter).takes_unknown_elements(),
        new("find_file", file::find_file),
        new("find_template", file::find_template),
        new("flatten", list::flatten).takes_unknown(),
        new("floor", number::floor),
        old("fqdn_rand", -2, fqdn_rand::fqdn_rand),
        old("generate", -2, generate::generate),
        new("get", dig::get).takes_unknown_elements(),
        new("getvar", dig::getvar).takes_unknown_elements(),
        new("group_by", group::group_by).takes_unknown_elements(),
        new("hocon_data", data::data),
        new("import", control::import),
        new("index", index::index).takes_unknown_elements(),
        new("info", log::info).takes_unknown(),
        new("join", list::join),
        new("json_data", data::data),
        new("keys", list::keys).takes_unknown_elements(),
        new("length", empty::length).takes_unknown_elements(),
        new("lest", apply::lest).takes_unknown_elements(),
        new("lstrip", strip::lstrip),
        new("map", map::map).takes_unknown_elements(),
        new("match", text::match_),
        new("max", max::max),
        old("md5", 1, digest::md5),
        new("min", max::min),
        new("module_directory", file::module_directory),
        new("new", new::new).takes_unknown(),
        new("next", control::next).takes_unknown(),
        new("notice", log::notice).takes_unknown(),
        new("partition", group::partition).takes_unknown_elements(),
        new("reduce", reduce::reduce).takes_unknown_elements(),
        new("regsubst", text::regsubst),
        new("return", control::return_).takes_unknown(),
        new("reverse_each", step::reverse_each).takes_unknown_elements(),
        new("round", number::round),
        new("rstrip", strip::rstrip),
        new("scanf", scanf::scanf),
        old("sha1", 1, digest::sha1),
        old("sha256", 1, digest::sha256),
        old("digest", 1, digest::sha256),
        old("shellquote", -1, shellquote::shellquote),
        new("size", empty::length).takes_unknown_elements(),
        new("slice", slice::slice).takes_unknown_elements(),
        new("sort", sort::sort),
        new("split", text::split),
        old("sprintf", -2, format::sprintf),
        new("step", step::step).takes_unknown_elements(),
        new("strftime", format::strftime),
        new("strip", strip::strip),
        new("then", apply::then).takes_unknown_elements(),
        new("tree_each", tree_each::tree_each).takes_unknown_elements(),
        new("type", type_::type_).takes_unknown_elements(),
        new("unique", unique::unique),
        new("unwrap", apply::unwrap).takes_unknown_elements(),
        new("upcase", case::upcase),
        new("values", list::values).takes_unknown_elements(),
        new("versioncmp", versioncmp::versioncmp),
        new("warning", log::warning).takes_unknown(),
        new("with", apply::with).takes_unknown(),
        new("yaml_data", data::data),
    ]
}
