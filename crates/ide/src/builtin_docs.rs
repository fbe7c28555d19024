//! Documentation of built-in names, in a sentence or two of our own: resource types with their attributes, functions, data types, keywords,
//! and variables that Puppet sets.
//!
//! The texts are Markdown of one line each. They are read when the first one is asked for.

mod ruby_methods;
mod ruby_words;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use ruby_methods::{MethodDocs, method, method_of_scope};
pub use ruby_words::{WordDocs, word, words};

type Texts = FxHashMap<String, String>;

#[derive(Deserialize)]
struct TypeDocs {
    text: String,
    #[serde(default)]
    attributes: Texts,
}

static TYPES: LazyLock<FxHashMap<String, TypeDocs>> = LazyLock::new(|| read(include_str!("builtin_docs/resource_types.toml")));
static METAPARAMETERS: LazyLock<Texts> = LazyLock::new(|| read(include_str!("builtin_docs/metaparameters.toml")));
static FUNCTIONS: LazyLock<Texts> = LazyLock::new(|| read(include_str!("builtin_docs/functions.toml")));
static FORMS: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| read(include_str!("builtin_docs/function_forms.toml")));
static DATA_TYPES: LazyLock<Texts> = LazyLock::new(|| read(include_str!("builtin_docs/data_types.toml")));
static KEYWORDS: LazyLock<Texts> = LazyLock::new(|| read(include_str!("builtin_docs/keywords.toml")));
static VARIABLES: LazyLock<Texts> = LazyLock::new(|| read(include_str!("builtin_docs/variables.toml")));

/// A mistake in the texts shows in the tests; here there are none then.
fn read<T: DeserializeOwned + Default>(text: &str) -> T {
    toml::from_str(text).unwrap_or_default()
}

/// Documentation of a resource type. Names are in lower case.
pub fn resource_type(name: &str) -> Option<&'static str> {
    TYPES.get(name).map(|it| it.text.as_str())
}

/// Documentation of an attribute of a resource type, be it its own or a metaparameter.
pub fn attribute(ty: &str, name: &str) -> Option<&'static str> {
    let own = TYPES.get(ty).and_then(|it| it.attributes.get(name)).map(String::as_str);
    own.or_else(|| metaparameter(name))
}

/// Documentation of a metaparameter.
pub fn metaparameter(name: &str) -> Option<&'static str> {
    METAPARAMETERS.get(name).map(String::as_str)
}

/// Documentation of a function of Puppet itself.
pub fn function(name: &str) -> Option<&'static str> {
    FUNCTIONS.get(name).map(String::as_str)
}

/// The names of all functions that [`function`] knows, in no order.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.keys().map(String::as_str)
}

/// The parameters of a built-in function, a text for each way to call it: `String $text, Any *$values`. A block is written
/// `Callable &$block`.
pub fn function_forms(name: &str) -> Vec<String> {
    let signatures = functions::signatures(name);
    if signatures.is_empty() {
        return FORMS.get(name).cloned().unwrap_or_default();
    }
    let mut forms: Vec<String> = signatures.iter().map(form).collect();
    forms.dedup();
    forms
}

fn form(signature: &values::Signature) -> String {
    let types = signature.ty.parameters.as_deref().unwrap_or_default();
    let least = usize::try_from(signature.ty.size_range().from).unwrap_or(0);
    let mut parts: Vec<String> = Vec::new();
    for (index, name) in signature.names.iter().enumerate() {
        let ty = types.get(index).or(types.last()).map(|it| format!("{} ", it.plain())).unwrap_or_default();
        let is_rest = signature.captures_rest() && index + 1 == signature.names.len();
        match (is_rest, index < least) {
            (true, _) => parts.push(format!("{ty}*${name}")),
            (false, true) => parts.push(format!("{ty}${name}")),
            (false, false) => parts.push(format!("Optional[{}] ${name}", ty.trim_end())),
        }
    }
    if let Some(block) = &signature.ty.block {
        let name = signature.block_name.as_deref().unwrap_or("block");
        parts.push(format!("{} &${name}", block.plain()));
    }
    parts.join(", ")
}

/// The names of the parameters of a built-in function that is called with this number of arguments. Those that take all that is left have
/// none.
pub fn parameter_names(name: &str, count: usize) -> Vec<String> {
    let signatures = functions::signatures(name);
    let takes = |it: &&values::Signature| {
        let size = it.ty.size_range();
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        size.from <= count && size.to.is_none_or(|to| count <= to)
    };
    if let Some(signature) = signatures.iter().find(takes).or(signatures.first()) {
        let rest = usize::from(signature.captures_rest());
        let single = signature.names.len().saturating_sub(rest);
        return signature.names.iter().take(single).map(|it| it.to_string()).collect();
    }
    let forms = FORMS.get(name).map(Vec::as_slice).unwrap_or_default();
    let names = |form: &String| {
        let words = form.split_whitespace().filter_map(|it| it.strip_prefix('$'));
        words.map(|it| it.trim_end_matches(',').to_owned()).collect::<Vec<_>>()
    };
    forms.iter().map(names).find(|it| it.len() >= count).or_else(|| forms.first().map(names)).unwrap_or_default()
}

/// Documentation of a built-in data type. The name is in lower case.
pub fn data_type(name: &str) -> Option<&'static str> {
    DATA_TYPES.get(name).map(String::as_str)
}

/// The names of all types of data that [`data_type`] knows, in lower case and no order.
pub fn data_type_names() -> impl Iterator<Item = &'static str> {
    DATA_TYPES.keys().map(String::as_str)
}

/// Documentation of a keyword.
pub fn keyword(word: &str) -> Option<&'static str> {
    KEYWORDS.get(word).map(String::as_str)
}

/// Documentation of a variable that Puppet sets. The name has no `$`.
pub fn variable(name: &str) -> Option<&'static str> {
    VARIABLES.get(name).map(String::as_str)
}

/// The names of all variables that [`variable`] knows, in no order.
pub fn variable_names() -> impl Iterator<Item = &'static str> {
    VARIABLES.keys().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules whose types come with Puppet, and those that nearly everybody has.
    const MODULES: [&str; 15] = [
        "augeas_core",
        "concat",
        "cron_core",
        "host_core",
        "inifile",
        "mailalias",
        "mount_core",
        "selinux_core",
        "sshkeys_core",
        "stdlib",
        "vcsrepo",
        "yumrepo_core",
        "zfs_core",
        "zone_core",
        "mailalias_core",
    ];

    #[test]
    fn every_type_and_attribute_is_told_of() {
        let mut missing = Vec::new();
        let mut known = 0;
        for info in resource_types::type_names().filter_map(resource_types::type_info) {
            if info.module.as_deref().is_some_and(|it| !MODULES.contains(&it)) {
                continue;
            }
            known += 1;
            missing.extend(resource_type(&info.name).is_none().then(|| info.name.clone()));
            let undocumented = info.attributes.iter().filter(|it| attribute(&info.name, &it.name).is_none());
            missing.extend(undocumented.map(|it| format!("{} {}", info.name, it.name)));
        }
        missing.extend(resource_types::metaparameters().iter().filter(|it| metaparameter(&it.name).is_none()).map(|it| it.name.clone()));
        assert_eq!(missing, Vec::<String>::new());
        assert_eq!(known, TYPES.len());
    }

    #[test]
    fn no_text_is_of_something_that_is_not_there() {
        for (name, docs) in TYPES.iter() {
            let info = resource_types::type_info(name).expect(name);
            for attribute in docs.attributes.keys() {
                assert!(info.attributes.iter().any(|it| it.name == *attribute), "{name} {attribute}");
            }
        }
        let is_type = |name: &&str| values::ty::named(name).is_none();
        assert_eq!(data_type_names().filter(is_type).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn every_function_is_told_of_with_its_parameters() {
        let core = functions::names().filter(|it| functions::find(it).is_some_and(|it| it.origin == functions::Origin::Core));
        let mut all: Vec<&str> = core.chain(compiler::builtin_names()).collect();
        all.sort_unstable();
        let missing: Vec<&&str> = all.iter().filter(|it| function(it).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        // The one that takes nothing.
        let bare: Vec<&&str> = all.iter().filter(|it| function_forms(it).iter().all(String::is_empty)).collect();
        assert_eq!(bare, [&"break"]);
        let more: Vec<&str> = function_names().filter(|it| !all.contains(it) && *it != "eyaml_lookup_key").collect();
        assert!(more.is_empty(), "{more:?}");
    }

    #[test]
    fn parameters_read_as_a_manifest_declares_them() {
        assert_eq!(function_forms("join"), ["Array $arg, Optional[String] $delimiter"]);
        assert_eq!(function_forms("notice"), ["Any *$values"]);
        assert_eq!(function_forms("sprintf"), ["String $format, Any *$values"]);
        assert!(function_forms("map").contains(&"Hash $hash, Callable[2, 2] &$block".to_owned()));
    }

    #[test]
    fn every_data_type_and_word_is_told_of() {
        // Those that `values` lists; there is no list of them to ask for.
        let parsed = ["Any", "Integer", "RichData", "Sensitive", "Timestamp", "TypeSet", "URI", "Variant", "Error", "CatalogEntry"];
        assert!(parsed.iter().all(|it| data_type(&it.to_lowercase()).is_some()));
        let is_none = |word: &&String| syntax::SyntaxKind::from_keyword(word, true).is_none();
        assert_eq!(KEYWORDS.keys().filter(is_none).collect::<Vec<_>>(), Vec::<&String>::new());
        assert_eq!(KEYWORDS.len(), 22);
    }

    #[test]
    fn texts_are_sentences_of_one_line() {
        let types = TYPES.values().flat_map(|it| std::iter::once(&it.text).chain(it.attributes.values()));
        let others = [&METAPARAMETERS, &FUNCTIONS, &DATA_TYPES, &KEYWORDS, &VARIABLES].into_iter().flat_map(|it| it.values());
        for text in types.chain(others) {
            let begins = text.starts_with(|c: char| c.is_uppercase() || c == '`');
            assert!(begins && text.ends_with('.') && !text.contains('\n'), "{text}");
        }
    }
}
