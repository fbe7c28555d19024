//! Completion in a tag of Jinja: keywords, variables, filters, tests, functions of Salt, keys of the pillar and of grains.

use analysis::Snapshot;
use salt::outline::Tag;
use salt::tokens::{Word, jinja_words};

use super::{CompletionItem, CompletionKind, Document, Rank};

const KEYWORDS: [&str; 24] = [
    "block",
    "break",
    "call",
    "continue",
    "do",
    "elif",
    "else",
    "endblock",
    "endcall",
    "endfilter",
    "endfor",
    "endif",
    "endload",
    "endmacro",
    "endset",
    "filter",
    "for",
    "from",
    "if",
    "import",
    "include",
    "macro",
    "set",
    "with",
];

/// Tags that Salt adds.
const SALT_KEYWORDS: [&str; 7] = ["import_json", "import_text", "import_yaml", "load_json", "load_text", "load_yaml", "profile"];

/// Variables that Salt gives each template.
const VARIABLES: [(&str, &str); 14] = [
    ("salt", "execution functions"),
    ("grains", "what is known of the minion"),
    ("pillar", "data for the minion"),
    ("opts", "the minion's configuration"),
    ("sls", "the name of this SLS file"),
    ("slspath", "the folder of the SLS file"),
    ("slsdotpath", "the folder of the SLS file, with dots"),
    ("slscolonpath", "the folder of the SLS file, with colons"),
    ("sls_path", "the folder of the SLS file, with underscores"),
    ("tpldir", "the folder of this file"),
    ("tplfile", "the path of this file"),
    ("tpldot", "the folder of this file, with dots"),
    ("tplpath", "where this file lies on the disk"),
    ("saltenv", "the environment"),
];

const FUNCTIONS: [&str; 9] = ["range", "dict", "namespace", "cycler", "joiner", "odict", "raise", "true", "false"];

pub(crate) const FILTERS: [&str; 54] = [
    "abs",
    "attr",
    "batch",
    "capitalize",
    "center",
    "default",
    "dictsort",
    "escape",
    "filesizeformat",
    "first",
    "float",
    "forceescape",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "pprint",
    "random",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "string",
    "striptags",
    "sum",
    "title",
    "tojson",
    "trim",
    "truncate",
    "unique",
    "upper",
    "urlencode",
    "urlize",
    "wordcount",
    "wordwrap",
    "xmlattr",
    "count",
    "d",
    "e",
];

/// Filters that Salt adds.
pub(crate) const SALT_FILTERS: [&str; 42] = [
    "yaml",
    "json",
    "load_yaml",
    "load_json",
    "load_text",
    "yaml_encode",
    "yaml_dquote",
    "yaml_squote",
    "dict_to_sls_yaml_params",
    "to_bool",
    "quote",
    "regex_escape",
    "regex_replace",
    "regex_match",
    "regex_search",
    "traverse",
    "uuid",
    "is_list",
    "is_iter",
    "min",
    "max",
    "avg",
    "union",
    "intersect",
    "difference",
    "symmetric_difference",
    "flatten",
    "combinations",
    "to_num",
    "strftime",
    "base64_encode",
    "base64_decode",
    "md5",
    "sha256",
    "sha512",
    "human_to_bytes",
    "set_dict_key_value",
    "update_dict_key_value",
    "ipaddr",
    "is_ip",
    "network_hosts",
    "method_call",
];

const TESTS: [&str; 20] = [
    "defined",
    "undefined",
    "none",
    "string",
    "number",
    "integer",
    "float",
    "boolean",
    "mapping",
    "sequence",
    "iterable",
    "callable",
    "odd",
    "even",
    "divisibleby",
    "in",
    "equalto",
    "sameas",
    "list",
    "match",
];

/// The execution functions that templates call most, with what they give.
pub(crate) const SALT_FUNCTIONS: [(&str, &str); 34] = [
    ("pillar.get", "a value of the pillar by its path, or a default"),
    ("grains.get", "a grain by its path, or a default"),
    ("config.get", "a value of configuration, grains or pillar by its path"),
    ("grains.filter_by", "the entry of a map that fits a grain"),
    ("grains.has_value", "whether a grain has a value"),
    ("defaults.merge", "two maps, merged deeply"),
    ("slsutil.merge", "two maps, merged by a strategy"),
    ("slsutil.serialize", "data as text"),
    ("slsutil.renderer", "what a file renders to"),
    ("slsutil.boolstr", "one of two texts"),
    ("match.compound", "whether the minion fits a compound target"),
    ("match.glob", "whether the minion's id fits a pattern"),
    ("file.file_exists", "whether a file exists on the minion"),
    ("file.directory_exists", "whether a directory exists on the minion"),
    ("file.dirname", "the folder of a path"),
    ("file.basename", "the last name of a path"),
    ("file.join", "a path of several parts"),
    ("file.find", "paths below a folder of the minion"),
    ("file.read", "the text of a file of the minion"),
    ("cmd.run", "the output of a command"),
    ("cmd.shell", "the output of a shell command"),
    ("cmd.retcode", "the exit code of a command"),
    ("cp.list_states", "the names of all SLS files"),
    ("cp.get_file_str", "the text of a file of the Salt file server"),
    ("mine.get", "values that other minions have sent"),
    ("network.ip_addrs", "the addresses of the minion"),
    ("network.interfaces", "the interfaces of the minion"),
    ("user.info", "what is known of a user"),
    ("pkg.version", "the installed version of a package"),
    ("service.status", "whether a service runs"),
    ("random.get_str", "a random text"),
    ("log.debug", "writes to the log"),
    ("log.warning", "writes to the log"),
    ("test.ping", "true"),
];

/// Grains that every minion has.
const GRAINS: [&str; 26] = [
    "id",
    "os",
    "os_family",
    "osrelease",
    "osrelease_info",
    "osmajorrelease",
    "oscodename",
    "osfinger",
    "osfullname",
    "osarch",
    "kernel",
    "kernelrelease",
    "cpuarch",
    "host",
    "fqdn",
    "domain",
    "localhost",
    "ipv4",
    "ipv6",
    "ip4_interfaces",
    "ip_interfaces",
    "mem_total",
    "num_cpus",
    "virtual",
    "init",
    "saltversion",
];

/// Completes a place in a tag; returns where what is typed begins.
pub(super) fn complete(
    snapshot: Snapshot<'_>,
    document: &Document,
    tag: &Tag,
    at: usize,
    items: &mut Vec<CompletionItem>,
) -> Option<usize> {
    let body = document.text.get(tag.range.start..at)?;
    let typed = body.len() - body.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_').len();
    let before = body.get(..body.len() - typed)?;
    let start = at - typed;
    let mut add = |label: &str, kind: CompletionKind, rank: Rank, detail: &str| {
        items.push(CompletionItem::new(label, kind, rank).detail(detail));
    };
    if body.starts_with("{#") {
        return None;
    }
    // `salt.pillar.get` is written with dots.
    if let Some(name) = before.strip_suffix('.').and_then(|it| last_word(it)) {
        let below = before.strip_suffix('.').and_then(|it| it.strip_suffix(name)).and_then(|it| it.strip_suffix('.')).and_then(last_word);
        match (below, name) {
            (None, "salt") => {
                let mut modules: Vec<&str> = SALT_FUNCTIONS.iter().filter_map(|it| it.0.split('.').next()).collect();
                modules.dedup();
                modules.iter().for_each(|it| add(it, CompletionKind::Module, Rank::Expected, ""));
            }
            (Some("salt"), module) => {
                for (function, what) in SALT_FUNCTIONS {
                    if let Some((_, name)) = function.split_once('.').filter(|it| it.0 == module) {
                        add(name, CompletionKind::Function, Rank::Expected, what);
                    }
                }
            }
            (None, "grains") => grains(snapshot, document).iter().for_each(|it| add(it, CompletionKind::Fact, Rank::Expected, "grain")),
            _ => return None,
        }
        return Some(start);
    }
    let before = before.trim_end();
    if before.ends_with('|') {
        FILTERS.iter().for_each(|it| add(it, CompletionKind::Function, Rank::Expected, "Jinja"));
        SALT_FILTERS.iter().for_each(|it| add(it, CompletionKind::Function, Rank::Expected, "Salt"));
        return Some(start);
    }
    if last_word(before) == Some("is") || (last_word(before) == Some("not") && before.trim_end_matches("not").trim_end().ends_with(" is")) {
        TESTS.iter().for_each(|it| add(it, CompletionKind::Function, Rank::Expected, "test"));
        return Some(start);
    }
    if matches!(before, "{%" | "{%-" | "{%+") {
        KEYWORDS.iter().for_each(|it| add(it, CompletionKind::Keyword, Rank::Expected, ""));
        SALT_KEYWORDS.iter().for_each(|it| add(it, CompletionKind::Keyword, Rank::Fits, "Salt"));
        return Some(start);
    }
    // After a value comes an operator.
    let opens = before.ends_with(['(', '[', ',', '=', '{', '+', '-', '*', '/', '%', '~', '<', '>', ':']);
    let is_word = |it: &str| matches!(it, "if" | "elif" | "in" | "and" | "or" | "not" | "do" | "else" | "return");
    if !opens && !last_word(before).is_some_and(is_word) {
        return None;
    }
    for name in own_names(&document.text) {
        add(&name, CompletionKind::Variable, Rank::Local, "");
    }
    VARIABLES.iter().for_each(|it| add(it.0, CompletionKind::Variable, Rank::Module, it.1));
    FUNCTIONS.iter().for_each(|it| add(it, CompletionKind::Function, Rank::Workspace, "Jinja"));
    Some(start)
}

/// Completes a text in quotes in a tag.
pub(super) fn quoted(snapshot: Snapshot<'_>, document: &Document, before: &str, items: &mut Vec<CompletionItem>) -> bool {
    let before = before.trim_end();
    if Document::is_pillar_key(before) {
        super::pillar(snapshot, document, items);
    } else if before.ends_with("salt[") {
        let functions = SALT_FUNCTIONS.iter();
        items.extend(functions.map(|it| CompletionItem::new(it.0, CompletionKind::Function, Rank::Expected).detail(it.1)));
    } else if ["grains[", "grains.get(", "grains.get'](", "grains.get\"]("].iter().any(|it| before.ends_with(it)) {
        let names = grains(snapshot, document).into_iter();
        items.extend(names.map(|it| CompletionItem::new(it, CompletionKind::Fact, Rank::Expected).detail("grain")));
    } else {
        return false;
    }
    true
}

/// The grains that are known of the minion, and those of all.
fn grains(snapshot: Snapshot<'_>, document: &Document) -> Vec<String> {
    let minion = snapshot.sls_minion(&document.place);
    let known = minion.heap.map(minion.grains).into_iter().flatten().filter_map(|it| it.0.as_str().map(str::to_owned));
    let mut names: Vec<String> = known.chain(GRAINS.map(str::to_owned)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn last_word(text: &str) -> Option<&str> {
    let from = text.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_').len();
    text.get(from..).filter(|it| !it.is_empty())
}

/// The variables and macros that a text gives a name.
fn own_names(text: &str) -> Vec<String> {
    let words = jinja_words(text);
    let mut names = Vec::new();
    let mut is_named = false;
    for (range, word) in words {
        let shown = text.get(range).unwrap_or_default();
        match word {
            Word::Keyword => is_named = matches!(shown, "set" | "for" | "import" | "as" | "macro"),
            Word::Variable | Word::Parameter | Word::Function if is_named => names.push(shown.to_owned()),
            Word::Mark | Word::Operator => is_named = false,
            _ => {}
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn filters_and_tests() {
        check("#- /s/a.sls\nx: {{ y|reg$0 }}\n", &["regex_escape", "regex_match", "regex_replace", "regex_search"]);
        check("#- /s/a.sls\n{% if y is def$0 %}\n", &["defined", "undefined"]);
        check("#- /s/a.sls\n{% if y is not unde$0 %}\n", &["undefined"]);
    }

    #[test]
    fn keywords_and_variables() {
        check("#- /s/map.jinja\n{% imp$0 %}\n", &["import", "import_json", "import_text", "import_yaml"]);
        check("#- /s/map.jinja\n{% set mapped = 1 %}{% for it in map$0 %}\n", &["mapped"]);
        check("#- /s/a.sls\n{{ x y$0 }}\n", &[]);
        check("#- /s/a.sls\n{# y$0 #}\n", &[]);
    }

    #[test]
    fn functions_and_grains() {
        check("#- /s/a.sls\nx: {{ salt['pillar.$0'] }}\n", &["pillar.get"]);
        check("#- /s/a.sls\nx: {{ salt.pillar.$0 }}\n", &["get"]);
        check("#- /s/a.sls\nx: {{ grains['os_f$0'] }}\n", &["os_family"]);
        check("#- /s/a.sls\nx: {{ grains.osma$0 }}\n", &["osmajorrelease"]);
    }
}
