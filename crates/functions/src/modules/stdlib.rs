//! The module `stdlib`, as of versions 8.5.0 and 9.7.0.

mod affix;
mod any2array;
mod bool;
mod characters;
mod checksum;
mod code;
mod collection;
mod delete;
mod deprecation;
mod encode;
mod escape;
mod fact;
mod file;
mod ip;
mod join;
mod json;
mod kind;
mod list;
mod merge;
mod number;
mod other;
mod password;
mod path;
mod pick;
mod random;
mod range;
mod sensitive;
mod set;
mod sort_by;
mod text;
mod validate;
mod yaml;

pub(super) use deprecation::say as deprecated;
pub(super) use fact::variable;
pub(super) use ip::address;
pub use json::json_text;
pub(super) use json::{compact, parse as parse_json};

use crate::Function;

pub(super) fn functions() -> impl Iterator<Item = Function> {
    old().into_iter().chain(current()).chain(namespaced()).chain(moved()).map(|it| it.in_module("stdlib"))
}

/// Those without signatures, which count their arguments themselves.
fn old() -> Vec<Function> {
    let old = |name, body| Function::old(name, -1, body);
    vec![
        old("any2array", any2array::any2array),
        old("any2bool", number::any2bool),
        old("base64", encode::base64),
        old("basename", path::basename),
        old("bool2num", bool::bool2num),
        old("bool2str", bool::bool2str),
        Function::old("clamp", -2, number::clamp),
        old("concat", collection::concat),
        Function::old("convert_base", 2, encode::convert_base),
        Function::old("count", -2, set::count),
        old("deep_merge", merge::deep_merge),
        old("delete", delete::delete),
        old("delete_at", delete::delete_at),
        old("delete_regex", delete::delete_regex),
        old("delete_undef_values", delete::delete_undef_values),
        old("delete_values", delete::delete_values),
        old("difference", set::difference),
        old("dig44", collection::dig44),
        old("dirname", path::dirname),
        Function::old("dos2unix", 1, escape::dos2unix),
        old("enclose_ipv6", ip::enclose_ipv6),
        Function::old("fqdn_rand_string", -2, random::fqdn_rand_string),
        old("fqdn_rotate", random::fqdn_rotate),
        old("fqdn_uuid", encode::fqdn_uuid),
        old("get_module_path", json::get_module_path),
        old("getvar_emptystring", other::getvar_emptystring),
        old("grep", list::grep),
        old("has_interface_with", fact::has_interface_with),
        old("has_ip_address", fact::has_ip_address),
        old("has_ip_network", fact::has_ip_network),
        old("has_key", collection::has_key),
        old("hash", collection::hash),
        old("intersection", set::intersection),
        old("is_domain_name", kind::plain),
        old("is_email_address", kind::plain),
        old("is_hash", collection::is_hash),
        old("is_integer", kind::plain),
        old("is_mac_address", kind::plain),
        old("join_keys_to_values", join::join_keys_to_values),
        old("load_module_metadata", json::load_module_metadata),
        Function::old("loadjson", -2, json::loadjson),
        old("member", collection::member),
        old("num2bool", number::num2bool),
        old("parsejson", json::parsejson).only_for(json::has_no_negative_zero),
        old("pick", pick::pick),
        old("pick_default", pick::pick_default),
        old("prefix", affix::prefix),
        Function::old("pw_hash", 3, password::pw_hash),
        old("range", range::range),
        old("regexpescape", escape::regexpescape),
        old("reject", list::reject),
        old("reverse", list::reverse),
        Function::old("seeded_rand", 2, random::seeded_rand),
        old("shell_join", escape::shell_join),
        old("shell_split", escape::shell_split),
        old("shuffle", random::shuffle),
        old("squeeze", characters::squeeze),
        old("str2bool", bool::str2bool),
        old("str2saltedpbkdf2", password::str2saltedpbkdf2),
        old("str2saltedsha512", password::str2saltedsha512),
        old("suffix", affix::suffix),
        old("swapcase", escape::swapcase),
        old("time", other::time),
        old("to_bytes", encode::to_bytes),
        old("try_get_value", other::try_get_value),
        old("type3x", kind::type3x),
        old("union", set::union),
        Function::old("unix2dos", 1, escape::unix2dos),
        old("uriescape", escape::uriescape),
        old("validate_domain_name", validate::plain).statement(),
        old("validate_email_address", validate::plain).statement(),
        old("values_at", list::values_at),
        old("zip", list::zip),
    ]
}

/// Those with signatures, if only for everything.
fn current() -> Vec<Function> {
    let new = Function::new;
    let mut functions = vec![
        new("batch_escape", escape::batch_escape),
        new("deprecation", deprecation::deprecation),
        new("deprecation", deprecation::deprecation).since_version((9, 2), "deprecation 9.2"),
        new("fact", fact::fact),
        new("is_a", kind::is_a),
        new("merge", merge::merge).takes_unknown_elements(),
        new("os_version_gte", fact::os_version_gte),
        new("parsepson", json::parsepson),
        new("powershell_escape", escape::powershell_escape),
        new("seeded_rand_string", random::seeded_rand_string),
        new("shell_escape", escape::shell_escape),
        new("sprintf_hash", other::sprintf_hash),
        new("stdlib::end_with", text::end_with),
        new("stdlib::extname", text::extname),
        new("stdlib::ip_in_range", ip::ip_in_range),
        new("stdlib::start_with", text::start_with),
        new("stdlib::xml_encode", escape::xml_encode),
        new("to_json", json::to_json),
        new("to_json_pretty", json::to_json_pretty),
        new("to_python", code::to_python),
        new("to_ruby", code::to_ruby),
        new("to_toml", code::to_toml).only_for(code::has_keys_of_text),
        new("to_yaml", yaml::to_yaml).only_for(yaml::is_plain),
        new("type_of", kind::type_of),
        new("validate_legacy", validate::validate_legacy).checks_itself().only_for(validate::is_checked_here),
    ];
    let kinds = [
        "is_absolute_path",
        "is_array",
        "is_bool",
        "is_float",
        "is_ip_address",
        "is_ipv4_address",
        "is_ipv6_address",
        "is_numeric",
        "is_string",
    ];
    functions.extend(kinds.map(|name| new(name, kind::deprecated)));
    let checks = [
        "validate_absolute_path",
        "validate_array",
        "validate_bool",
        "validate_hash",
        "validate_integer",
        "validate_ip_address",
        "validate_ipv4_address",
        "validate_ipv6_address",
        "validate_numeric",
        "validate_re",
        "validate_slength",
        "validate_string",
    ];
    functions.extend(checks.map(|name| new(name, validate::validate)));
    functions
}

/// Those that version 9 has in its own namespace.
fn namespaced() -> Vec<Function> {
    let new = Function::new;
    vec![
        new("stdlib::batch_escape", escape::batch_escape),
        new("stdlib::crc32", checksum::crc32),
        new("stdlib::fqdn_rand_string", random::fqdn_rand_string),
        new("stdlib::fqdn_rotate", random::rotate),
        new("stdlib::has_interface_with", fact::has_interface),
        new("stdlib::merge", merge::merge).takes_unknown_elements(),
        new("stdlib::nested_values", sort_by::nested_values),
        new("stdlib::os_version_gte", fact::os_is_at_least),
        new("stdlib::powershell_escape", escape::powershell_escape),
        new("stdlib::rewrap_sensitive_data", sensitive::rewrap),
        new("stdlib::seeded_rand", random::number_of_seed),
        new("stdlib::seeded_rand_string", random::seeded_rand_string),
        new("stdlib::sha256", checksum::sha256),
        new("stdlib::shell_escape", escape::shell_escape),
        new("stdlib::sort_by", sort_by::sort_by),
        new("stdlib::to_json", sensitive::to_json),
        new("stdlib::to_json_pretty", sensitive::to_json_pretty),
        new("stdlib::to_python", code::to_python),
        new("stdlib::to_ruby", code::to_ruby),
        new("stdlib::to_toml", sensitive::to_toml).only_for(code::has_keys_of_text),
        new("stdlib::to_yaml", sensitive::to_yaml).only_for(yaml::is_plain),
        new("stdlib::type_of", kind::type_of),
        new("stdlib::validate_domain_name", validate::domain_names).checks_itself(),
        new("stdlib::validate_email_address", validate::email_addresses).checks_itself(),
    ]
}

/// The names that those had before, which lead there.
fn moved() -> impl Iterator<Item = Function> {
    let names = [
        "batch_escape",
        "ensure_packages",
        "fqdn_rand_string",
        "fqdn_rotate",
        "has_interface_with",
        "has_ip_address",
        "has_ip_network",
        "merge",
        "os_version_gte",
        "parsehocon",
        "powershell_escape",
        "seeded_rand",
        "seeded_rand_string",
        "shell_escape",
        "time",
        "to_json",
        "to_json_pretty",
        "to_python",
        "to_ruby",
        "to_toml",
        "to_yaml",
        "type_of",
        "validate_domain_name",
        "validate_email_address",
    ];
    names.into_iter().map(|name| {
        let signature = if name == "merge" { "merge 9.0" } else { "any arguments" };
        Function::new(name, deprecation::moved).takes_unknown().namespaced(signature)
    })
}
