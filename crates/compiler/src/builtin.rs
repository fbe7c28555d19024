//! The functions that change or read the catalog. The others are in the crate `functions`.

mod classes;
mod doubtful;
mod ensure;
mod epp;
mod erb;
mod guesses;
mod known;
mod lookup;
mod private;
mod references;
mod resources;
pub mod ruby;
pub mod ruby_values;
mod tags;
mod yaml;

use functions::Block;
use values::Value;

use crate::compiler::{Compiler, Eval};
use crate::site::Site;

pub type Builtin = fn(&mut Compiler<'_>, &Site, &[Value], Option<&Block>) -> Eval<Value>;

/// Puppet's own.
const TABLE: [(&str, Builtin); 17] = [
    ("include", classes::include),
    ("require", classes::require),
    ("contain", classes::contain),
    ("defined", classes::defined),
    ("create_resources", resources::create_resources),
    ("lookup", lookup::lookup),
    ("hiera", lookup::hiera),
    ("hiera_array", lookup::hiera_array),
    ("hiera_hash", lookup::hiera_hash),
    ("hiera_include", lookup::hiera_include),
    ("realize", resources::realize),
    ("tag", tags::tag),
    ("tagged", tags::tagged),
    ("epp", epp::epp),
    ("inline_epp", epp::inline_epp),
    ("template", erb::template),
    ("inline_template", erb::inline_template),
];

pub fn find(name: &str) -> Option<Builtin> {
    TABLE.iter().find(|(it, _)| *it == name).map(|(_, run)| *run)
}

/// The names of the functions that change the catalog or ask it; the others are in [`functions::names`].
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

/// Those that a module brings: they are there if the module is.
pub fn of_module(name: &str) -> Option<Builtin> {
    Some(match name {
        "assert_private" => private::assert_private,
        "defined_with_params" => ensure::defined_with_params,
        "ensure_packages" => ensure::ensure_packages,
        "ensure_resource" => ensure::ensure_resource,
        "ensure_resources" => ensure::ensure_resources,
        "getparam" => references::getparam,
        "is_function_available" => known::is_function_available,
        "loadyaml" => yaml::loadyaml,
        "parseyaml" => yaml::parseyaml,
        "stdlib::ensure_packages" => ensure::ensure_packages_namespaced,
        "stdlib::has_function" => known::has_function,
        "stdlib::str2resource" => references::str2resource,
        _ => return None,
    })
}

/// Whether one that a module brings is of the old kind, which knows no undef.
pub fn is_old(name: &str) -> bool {
    name != "ensure_packages" && !name.contains("::")
}

/// How many arguments those of the old kind take; a negative number is the least one, plus one.
pub fn arity(name: &str) -> Option<i32> {
    Some(match name {
        "create_resources" => -3,
        "realize" | "loadyaml" | "tag" | "tagged" | "template" | "inline_template" => -2,
        _ => return None,
    })
}
