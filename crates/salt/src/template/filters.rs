//! Salt's own filters, as far as they need no machine: a file for each, and the table of them.

mod dict_to_sls_yaml_params;
mod difference;
mod intersect;
mod json;
mod load_json;
mod load_text;
mod load_yaml;
mod quote;
mod regex_escape;
mod regex_match;
mod regex_replace;
mod regex_search;
pub(super) mod shared;
mod symmetric_difference;
mod to_bool;
mod traverse;
mod union;
mod unique;
mod yaml;
mod yaml_dquote;
mod yaml_encode;
mod yaml_squote;

use jinja::{Args, Function, Outcome, Renderer, Value};

/// All of them, in the order of their names. A new filter is a file and an entry here.
static FILTERS: &[&Filter] = &[
    &dict_to_sls_yaml_params::FILTER,
    &difference::FILTER,
    &intersect::FILTER,
    &json::FILTER,
    &load_json::FILTER,
    &load_text::FILTER,
    &load_yaml::FILTER,
    &quote::FILTER,
    &regex_escape::FILTER,
    &regex_match::FILTER,
    &regex_replace::FILTER,
    &regex_search::FILTER,
    &symmetric_difference::FILTER,
    &to_bool::FILTER,
    &traverse::FILTER,
    &union::FILTER,
    &unique::FILTER,
    &yaml::FILTER,
    &yaml_dquote::FILTER,
    &yaml_encode::FILTER,
    &yaml_squote::FILTER,
];

/// Filters that Salt has: what they give is not known here.
static UNSUPPORTED: &[&str] = &[
    "mysql_to_dict",
    "md5",
    "sha256",
    "sha512",
    "base64_encode",
    "base64_decode",
    "hmac",
    "strftime",
    "network_hosts",
    "ipaddr",
    "ipv4",
    "ipv6",
    "is_ip",
    "is_ipv4",
    "is_ipv6",
    "ip_to_host",
    "network_size",
    "gen_mac",
    "uuid",
    "avg",
    "is_sorted",
    "flatten",
    "method_call",
    "compare_lists",
    "compare_dicts",
    "is_hex",
    "contains_whitespace",
    "substring_in_list",
    "check_whitelist_blacklist",
    "exactly_n_true",
    "exactly_one_true",
    "file_hashsum",
    "list_files",
    "path_join",
    "which",
    "random_str",
    "rand_str",
    "random_hash",
    "random_sample",
    "random_shuffle",
    "sequence",
    "to_num",
    "get_uid",
    "is_bin_file",
    "is_empty",
    "is_text_file",
    "http_query",
    "json_query",
    "json_decode_dict",
    "json_decode_list",
    "python",
    "xml",
    "zip",
    "to_bytes",
    "date_format",
    "str_to_num",
    "human_to_bytes",
    "set_dict_key_value",
    "append_dict_key_value",
    "extend_dict_key_value",
    "update_dict_key_value",
    "camel_to_snake_case",
    "snake_to_camel_case",
    "to_snake_case",
    "to_camelcase",
    "raise",
    "product",
    "permutations",
    "combinations",
    "compress",
    "zip_longest",
];

/// A filter, or a test.
pub(super) struct Filter {
    pub(super) name: &'static str,
    /// Cost in relation to the size of the value.
    pub(super) steps: fn(&Args) -> usize,
    pub(super) run: fn(&Args) -> Outcome,
}

impl Filter {
    pub(super) fn function(&'static self) -> Function {
        Function::new(self.name, move |renderer: &mut Renderer<'_>, args| {
            renderer.charge((self.steps)(&args))?;
            (self.run)(&args)
        })
    }
}

/// Returns a filter by its name.
pub fn filter(name: &str) -> Option<Function> {
    if let Some(found) = FILTERS.iter().find(|it| it.name == name) {
        return Some(found.function());
    }
    UNSUPPORTED.contains(&name).then(|| {
        let text = format!("the filter `{name}` is not supported");
        Function::new(name, move |_, _| Ok(Value::unknown(text.clone())))
    })
}

#[cfg(test)]
mod checks {
    use super::*;

    /// Each file is in the table, and the table is sorted.
    #[test]
    fn the_table_names_each_file_once() {
        crate::template::table::check_files("template/filters", &FILTERS.iter().map(|it| it.name).collect::<Vec<_>>());
    }
}
