//! Salt's own filters, as far as they need no machine: a file for each, and the table of them.

mod append_dict_key_value;
mod avg;
mod base64_decode;
mod base64_encode;
mod check_whitelist_blacklist;
mod combinations;
mod combinations_with_replacement;
mod compare_dicts;
mod compare_lists;
mod compress;
mod contains_whitespace;
mod dict_to_sls_yaml_params;
mod difference;
mod exactly_n_true;
mod exactly_one_true;
mod extend_dict_key_value;
mod filter_by_networks;
mod flatten;
mod from_entries;
mod hmac;
mod hmac_compute;
mod human_to_bytes;
mod intersect;
mod ip_host;
mod ipaddr;
mod ipv4;
mod ipv6;
mod ipwrap;
mod is_hex;
mod is_ip;
mod is_ipv4;
mod is_ipv6;
mod is_iter;
mod is_list;
mod json;
mod load_json;
mod load_text;
mod load_yaml;
mod max;
mod md5;
mod min;
mod network_hosts;
mod network_size;
mod path_join;
mod permutations;
mod product;
mod quote;
mod regex_escape;
mod regex_match;
mod regex_replace;
mod regex_search;
mod sequence;
mod set_dict_key_value;
mod sha1;
mod sha256;
mod sha512;
pub(super) mod shared;
mod skip;
mod sorted_ignorecase;
mod str_to_num;
mod substring_in_list;
mod symmetric_difference;
mod to_bool;
mod to_camelcase;
mod to_entries;
mod to_num;
mod to_snake_case;
mod tojson;
mod traverse;
mod union;
mod unique;
mod update_dict_key_value;
mod uuid;
mod yaml;
mod yaml_dquote;
mod yaml_encode;
mod yaml_squote;
mod zip;
mod zip_longest;

use jinja::{Args, ErrorKind, Function, Outcome, Renderer, Value};

use super::names;
use crate::Release;

/// All of them, in the order of their names. A new filter is a file and an entry here.
static FILTERS: &[&Filter] = &[
    &append_dict_key_value::FILTER,
    &avg::FILTER,
    &base64_decode::FILTER,
    &base64_encode::FILTER,
    &check_whitelist_blacklist::FILTER,
    &combinations::FILTER,
    &combinations_with_replacement::FILTER,
    &compare_dicts::FILTER,
    &compare_lists::FILTER,
    &compress::FILTER,
    &contains_whitespace::FILTER,
    &dict_to_sls_yaml_params::FILTER,
    &difference::FILTER,
    &exactly_n_true::FILTER,
    &exactly_one_true::FILTER,
    &extend_dict_key_value::FILTER,
    &filter_by_networks::FILTER,
    &flatten::FILTER,
    &from_entries::FILTER,
    &hmac::FILTER,
    &hmac_compute::FILTER,
    &human_to_bytes::FILTER,
    &intersect::FILTER,
    &ip_host::FILTER,
    &ipaddr::FILTER,
    &ipv4::FILTER,
    &ipv6::FILTER,
    &ipwrap::FILTER,
    &is_hex::FILTER,
    &is_ip::FILTER,
    &is_ipv4::FILTER,
    &is_ipv6::FILTER,
    &is_iter::FILTER,
    &is_list::FILTER,
    &json::FILTER,
    &load_json::FILTER,
    &load_text::FILTER,
    &load_yaml::FILTER,
    &max::FILTER,
    &md5::FILTER,
    &min::FILTER,
    &network_hosts::FILTER,
    &network_size::FILTER,
    &path_join::FILTER,
    &permutations::FILTER,
    &product::FILTER,
    &quote::FILTER,
    &regex_escape::FILTER,
    &regex_match::FILTER,
    &regex_replace::FILTER,
    &regex_search::FILTER,
    &sequence::FILTER,
    &set_dict_key_value::FILTER,
    &sha1::FILTER,
    &sha256::FILTER,
    &sha512::FILTER,
    &skip::FILTER,
    &sorted_ignorecase::FILTER,
    &str_to_num::FILTER,
    &substring_in_list::FILTER,
    &symmetric_difference::FILTER,
    &to_bool::FILTER,
    &to_camelcase::FILTER,
    &to_entries::FILTER,
    &to_num::FILTER,
    &to_snake_case::FILTER,
    &tojson::FILTER,
    &traverse::FILTER,
    &union::FILTER,
    &unique::FILTER,
    &update_dict_key_value::FILTER,
    &uuid::FILTER,
    &yaml::FILTER,
    &yaml_dquote::FILTER,
    &yaml_encode::FILTER,
    &yaml_squote::FILTER,
    &zip::FILTER,
    &zip_longest::FILTER,
];

/// Filters that give other values in releases before 3008.
static OTHERS: &[(Release, &Filter)] = &[
    (Release::V3006, &regex_match::BEFORE_3008),
    (Release::V3006, &regex_search::BEFORE_3008),
    (Release::V3007, &regex_match::BEFORE_3008),
    (Release::V3007, &regex_search::BEFORE_3008),
    (Release::V3007, &tojson::IN_3007),
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
            match (self.run)(&args) {
                Err(error) if error.kind() == ErrorKind::NotCovered => {
                    Ok(Value::unknown(format!("the filter `{}` of {}", self.name, error.message())))
                }
                other => other,
            }
        })
    }
}

/// Returns a filter by its name.
pub fn filter(name: &str, release: Release) -> Option<Function> {
    if !names::has("filter", name, release) {
        // What Jinja chooses by chance is not known.
        return (name == "random").then(|| unknown(name));
    }
    let other = OTHERS.iter().find(|(of, it)| *of == release && it.name == name).map(|it| it.1);
    let found = other.or_else(|| FILTERS.iter().find(|it| it.name == name).copied()).map(Filter::function);
    Some(found.unwrap_or_else(|| unknown(name)))
}

/// A filter that is not supported.
fn unknown(name: &str) -> Function {
    let text = format!("the filter `{name}`, which is not supported");
    let is_method = name == "method_call";
    Function::new(name, move |_, args| {
        // It may call a method that changes the value.
        match args.positional.first() {
            Some(Value::Dict(it)) if is_method => it.forget(),
            Some(Value::List(it)) if is_method => it.forget(),
            _ => {}
        }
        Ok(Value::unknown(text.clone()))
    })
}

#[cfg(test)]
mod checks {
    use super::*;

    /// Each file is in the table, the table is sorted, and Salt has all of them.
    #[test]
    fn the_table_names_each_file_once() {
        crate::template::table::check_files("template/filters", &FILTERS.iter().map(|it| it.name).collect::<Vec<_>>());
        for filter in FILTERS {
            assert!(names::has("filter", filter.name, Release::V3008), "{}", filter.name);
        }
    }

    #[test]
    fn a_release_has_its_own_filters() {
        for (name, release, has) in [
            ("to_entries", Release::V3006, false),
            ("to_entries", Release::V3007, true),
            ("to_entries", Release::V3008, true),
            ("http_query", Release::V3006, true),
            ("stringify", Release::V3008, false),
        ] {
            assert_eq!(filter(name, release).is_some(), has, "{name}");
        }
    }
}
