//! Completions by place, in unfinished texts.

use syntax::TextSize;

use crate::completion::tests::{after, begins, labels};
use crate::tests::fixture;
use crate::{Completion, CompletionItem, completion};

const SITE: &str = r#"#- /site/environment.conf
modulepath = modules
#- /site/hiera.yaml
version: 5
hierarchy:
- {name: Nodes, path: 'nodes/%{trusted.certname}.yaml'}
- {name: Data, paths: [here.yaml, common.yaml]}
- {name: Json, path: here.json, data_hash: json_data}
#- /site/data/common.yaml
---
site::name: x
plain: 1
lookup_options: {a: {merge: deep}}
#- /site/data/nodes/web1.yaml
web::port: 80
#- /site/modules/web/metadata.json
{"name": "a-web", "version": "2.1.0",
 "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}]}
#- /site/modules/web/hiera.yaml
version: 5
#- /site/modules/web/data/mine.yaml
web::port: 80
#- /site/modules/web/manifests/init.pp
# A web server.
#
# @param port Where it listens.
class web (
  Integer $port,
  Enum['on', 'off'] $state = 'on',
  Optional[Boolean] $tls = undef,
  Struct[{ path => String, Optional[mode] => Enum['r', 'w'] }] $log = {},
  Array[Web::Mode] $modes = [],
  Hash[String, Sensitive[Web::Mode]] $all = {},
) { }
#- /site/modules/web/types/mode.pp
type Web::Mode = Enum['plain', 'very secure']
#- /site/modules/web/functions/data.pp
function web::data($options, $context) { {} }
#- /site/modules/db/metadata.json
{"name": "a-db", "version": "1.4.2"}
#- /site/modules/db/manifests/init.pp
class db ($size) { }
"#;

const DATA: &str = "/site/data/here.yaml";
const OWN: &str = "/site/modules/web/data/common.yaml";
const JSON: &str = "/site/data/here.json";
const CONFIG: &str = "/site/modules/db/hiera.yaml";
const METADATA: &str = "/site/modules/new/metadata.json";

fn ask(path: &str, text: &str, trigger: Option<char>) -> (String, Option<Completion>) {
    fixture(&format!("{SITE}#- {path}\n{text}"))
        .ask(|snapshot, file, offset| (snapshot.text(file).to_string(), completion(snapshot, file, offset, trigger)))
}

fn items(path: &str, text: &str) -> Vec<CompletionItem> {
    ask(path, text, None).1.map(|it| it.items).unwrap_or_default()
}

/// All that are offered.
#[track_caller]
pub(super) fn all(path: &str, text: &str, expected: &[&str]) {
    assert_eq!(labels(&items(path, text)), expected, "in {text:?}");
}

/// The first that are offered.
#[track_caller]
fn first(path: &str, text: &str, expected: &[&str]) {
    begins(&items(path, text), expected);
}

/// The text after one of the items was chosen.
#[track_caller]
pub(super) fn chosen(path: &str, text: &str, label: &str, expected: &str) {
    let (text, found) = ask(path, text, None);
    assert_eq!(after(&text, found, label), expected);
}

#[test]
fn keys_of_the_site_that_are_not_there_yet() {
    all(
        DATA,
        "web::state: on\n$0\nplain: 2\n",
        &["site::name", "web::port", "db::size", "web::all", "web::log", "web::modes", "web::tls", "lookup_options"],
    );
    chosen(DATA, "a: 1\nweb::po$0", "web::port", "a: 1\nweb::port: ");
    chosen(DATA, "web::p$0x: 1\n", "web::port", "web::port: 1\n");
    chosen(DATA, "'web::p$0'", "web::port", "'web::port'");
    let port = &items(DATA, "web::po$0")[0];
    assert_eq!((port.detail.as_deref(), port.goes_on), (Some("Integer"), true));
    assert_eq!(port.about.as_deref(), Some("parameter web port"));
}

#[test]
fn facts_by_names_of_old_are_deprecated() {
    let items = items(DATA, "a: '%{facts.$0}'");
    let deprecated = |name: &str| items.iter().find(|it| it.label == name).map(|it| it.is_deprecated);
    assert_eq!([deprecated("facts.osfamily"), deprecated("facts.hostname")], [Some(true); 2], "{:?}", labels(&items));
    assert_eq!([deprecated("facts.os."), deprecated("facts.kernel")], [Some(false); 2]);
}

#[test]
fn keys_of_the_module_alone_in_its_data() {
    all(OWN, "$0", &["web::port", "web::all", "web::log", "web::modes", "web::state", "web::tls", "lookup_options"]);
}

#[test]
fn keys_in_a_text_that_is_broken() {
    chosen(DATA, "a: [1, 2\nweb::st$0\nb: 'x\n", "web::state", "a: [1, 2\nweb::state: \nb: 'x\n");
    chosen(DATA, "a: 1\n\tb: 2\nweb::st$0", "web::state", "a: 1\n\tb: 2\nweb::state: ");
    chosen(DATA, "\"web::st$0\na: 1\n", "web::state", "\"web::state\": \na: 1\n");
}

#[test]
fn values_by_type() {
    chosen(DATA, "web::state: $0", "on", "web::state: 'on'");
    chosen(DATA, "web::state:$0", "off", "web::state: 'off'");
    chosen(DATA, "web::state: 'o$0'", "on", "web::state: 'on'");
    chosen(DATA, "web::state: \"$0", "on", "web::state: \"on\"");
    all(DATA, "web::tls: $0", &["true", "false", "~"]);
    all(DATA, "web::modes: $0", &[]);
    all(DATA, "web::modes:\n  - $0", &["plain", "very secure"]);
    all(DATA, "web::modes: [plain, $0]", &["plain", "very secure"]);
    chosen(DATA, "web::modes:\n-$0", "plain", "web::modes:\n- plain");
    all(DATA, "web::all:\n  a: $0", &["plain", "very secure"]);
    all(DATA, "web::port: $0", &[]);
    all(DATA, "nobody::port: $0", &[]);
}

#[test]
fn keys_of_hashes() {
    all(DATA, "web::log:\n  $0", &["path", "mode"]);
    all(DATA, "web::log:\n  path: x\n  $0", &["mode"]);
    all(DATA, "web::log:\n  mode: $0", &["r", "w"]);
    chosen(DATA, "web::log: {pa$0", "path", "web::log: {path: ");
}

#[test]
fn lists_of_classes() {
    chosen(DATA, "site::classes:\n  - w$0", "web", "site::classes:\n  - web");
    all(DATA, "site::others:\n  - w$0", &[]);
}

#[test]
fn how_keys_are_looked_up() {
    first(DATA, "mine: 1\nlookup_options:\n  $0", &["mine", "plain", "site::name"]);
    all(DATA, "lookup_options:\n  mine:\n    $0", &["merge", "convert_to"]);
    all(DATA, "lookup_options:\n  mine:\n    merge: $0", &["first", "unique", "hash", "deep"]);
    all(DATA, "lookup_options:\n  mine: {merge: {strategy: d$0", &["deep"]);
    first(DATA, "lookup_options:\n  mine:\n    merge:\n      strategy: deep\n      $0", &["knockout_prefix", "merge_hash_arrays"]);
    first(DATA, "lookup_options:\n  mine:\n    convert_to: $0", &["Sensitive"]);
}

#[test]
fn interpolations() {
    first(DATA, "a: 'x %{$0'", &["facts.", "trusted.", "server_facts.", "environment", "alias()", "literal()", "lookup()", "scope()"]);
    chosen(DATA, "a: 'x %{facts.os.fam$0'", "facts.os.family", "a: 'x %{facts.os.family}'");
    chosen(DATA, "a: 'x %{facts.os.fam$0} y'", "facts.os.family", "a: 'x %{facts.os.family} y'");
    chosen(DATA, "a: 'x %{facts.o$0}'", "facts.os.", "a: 'x %{facts.os.}'");
    chosen(DATA, "a: \"%{tru$0\"", "trusted.", "a: \"%{trusted.\"");
    chosen(DATA, "a: \"%{trusted.c$0\"", "trusted.certname", "a: \"%{trusted.certname}\"");
    chosen(DATA, "a: |\n  text %{environ$0\n", "environment", "a: |\n  text %{environment}\n");
    chosen(DATA, "a: \"%{loo$0\"", "lookup()", "a: \"%{lookup('$0')\\}\"");
    chosen(DATA, "a: '%{loo$0}'", "lookup()", "a: '%{lookup(\"$0\")}'");
    all(DATA, "a: '%{x} te$0'", &[]);
}

#[test]
fn keys_that_interpolations_look_up() {
    chosen(DATA, "a: \"%{lookup('pl$0')}\"", "plain", "a: \"%{lookup('plain')}\"");
    chosen(DATA, "a: \"%{lookup('pl$0\"", "plain", "a: \"%{lookup('plain')}\"");
    chosen(DATA, "a: \"%{alias('site::n$0')}\"", "site::name", "a: \"%{alias('site::name')}\"");
    chosen(DATA, "a: \"%{scope('facts.ker$0\"", "facts.kernel", "a: \"%{scope('facts.kernel')}\"");
    chosen(DATA, "a: \"%{literal('$0')}\"", "%", "a: \"%{literal('%')}\"");
}

#[test]
fn data_in_json() {
    chosen(JSON, "{$0", "web::port", "{\"web::port\": ");
    chosen(JSON, "{ \"web::state\": \"$0\" }", "on", "{ \"web::state\": \"on\" }");
    chosen(JSON, "{ \"web::state\": $0 }", "on", "{ \"web::state\": \"on\" }");
    all(JSON, "{ \"web::tls\": $0", &["true", "false", "null"]);
    chosen(JSON, "{ \"a\": \"%{facts.ker$0\" }", "facts.kernel", "{ \"a\": \"%{facts.kernel}\" }");
}

#[test]
fn the_configuration() {
    all(CONFIG, "$0", &["version", "defaults", "hierarchy", "plan_hierarchy", "default_hierarchy"]);
    all("/site/hiera.yaml.d/x/hiera.yaml", "$0", &[]);
    all(CONFIG, "version: $0", &["5"]);
    all(CONFIG, "defaults:\n  $0", &["datadir", "options", "data_hash", "lookup_key", "data_dig"]);
    all(
        CONFIG,
        "hierarchy:\n  - name: x\n    $0",
        &["path", "paths", "glob", "globs", "mapped_paths", "uri", "uris", "datadir", "options", "data_hash", "lookup_key", "data_dig"],
    );
    all(CONFIG, "hierarchy:\n  - name: x\n    path: a\n    data_hash: yaml_data\n    $0", &["datadir", "options"]);
    first(CONFIG, "hierarchy:\n- {name: x, $0", &["path"]);
    first(CONFIG, "hierarchy:\n  - data_hash: $0", &["yaml_data", "json_data", "hocon_data", "web::data"]);
    first(CONFIG, "hierarchy:\n  - lookup_key: $0", &["eyaml_lookup_key"]);
    first(CONFIG, "hierarchy:\n  - lookup_key: eyaml_lookup_key\n    options:\n      $0", &["pkcs7_private_key"]);
}

#[test]
fn files_and_facts_in_paths() {
    let config = "/site/modules/web/hiera.yaml";
    let asked = |text: &str| {
        let site = SITE.replace("#- /site/modules/web/hiera.yaml\nversion: 5\n", "");
        let found = fixture(&format!("{site}#- {config}\n{text}")).ask(|snapshot, file, offset| completion(snapshot, file, offset, None));
        found.map(|it| it.items.into_iter().map(|it| it.label).collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(asked("version: 5\nhierarchy:\n  - name: x\n    path: $0"), ["mine.yaml"]);
    assert_eq!(asked("version: 5\nhierarchy:\n  - name: x\n    paths:\n      - 'mi$0'"), ["mine.yaml"]);
    assert_eq!(asked("version: 5\ndefaults:\n  datadir: nothing\nhierarchy:\n  - name: x\n    path: $0"), [""; 0]);
    assert_eq!(asked("version: 5\nhierarchy:\n  - datadir: $0"), ["data"]);
    assert_eq!(asked("version: 5\nhierarchy:\n  - path: 'os/%{facts.os.fam$0"), ["facts.os.family"]);
    // A list in a variable, a name for its elements, a path with that name in it.
    for open in ["hierarchy:\n  - mapped_paths: [$0", "hierarchy:\n  - mapped_paths:\n      - $0"] {
        assert_eq!(asked(&format!("version: 5\n{open}"))[..2], ["facts.", "trusted."]);
    }
    assert_eq!(asked("version: 5\nhierarchy:\n  - mapped_paths: [facts.os.fam$0, f, '%{f}.yaml']"), ["facts.os.family"]);
    assert_eq!(asked("version: 5\nhierarchy:\n  - mapped_paths: ['facts.os.fam$0"), ["facts.os.family"]);
    assert_eq!(asked("version: 5\nhierarchy:\n  - mapped_paths: [facts.x, $0"), [""; 0]);
    assert!(asked("version: 5\nhierarchy:\n  - mapped_paths: [facts.x, disk, 'd/%{d$0").contains(&"disk".to_owned()));
    assert!(asked("version: 5\nhierarchy:\n  - mapped_paths:\n    - facts.x\n    - disk\n    - 'd/%{d$0").contains(&"disk".to_owned()));
    // Methods are not allowed there.
    assert_eq!(asked("version: 5\nhierarchy:\n  - path: 'os/%{loo$0"), [""; 0]);
}

#[test]
fn what_a_module_says_of_itself() {
    first(METADATA, "{$0", &["name", "version", "author"]);
    chosen(METADATA, "{\n  \"name\": \"a-new\",\n  \"lic$0\"\n}", "license", "{\n  \"name\": \"a-new\",\n  \"license\"\n}");
    chosen(METADATA, "{\n  \"name\": \"a-new\",\n  lic$0\n}", "license", "{\n  \"name\": \"a-new\",\n  \"license\": \n}");
    first(METADATA, "{ \"license\": \"$0\" }", &["Apache-2.0", "MIT"]);
    all(METADATA, "{ \"dependencies\": [ { $0", &["name", "version_requirement"]);
    all(METADATA, "{ \"dependencies\": [ { \"name\": \"$0\" } ] }", &["a-db", "a-web"]);
    all(METADATA, "{ \"dependencies\": [ { \"name\": \"a/web\" }, { \"name\": \"$0\" } ] }", &["a/db"]);
    all(
        METADATA,
        "{ \"dependencies\": [ { \"name\": \"a-web\", \"version_requirement\": \"$0\" } ] }",
        &[">= 2.1.0 < 3.0.0", ">= 2.0.0 < 3.0.0"],
    );
    chosen(
        METADATA,
        "{ \"operatingsystem_support\": [ { \"operatingsystem\": \"Deb$0",
        "Debian",
        "{ \"operatingsystem_support\": [ { \"operatingsystem\": \"Debian\"",
    );
    first(
        METADATA,
        "{ \"operatingsystem_support\": [ { \"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [\"$0\"] } ] }",
        &["13", "12", "11"],
    );
}

#[test]
fn characters_that_ask_by_themselves() {
    let asked = |path: &str, text: &str, trigger| ask(path, text, Some(trigger)).1.is_some();
    assert!(asked(DATA, "web::state: $0", ' ') && asked(DATA, "web::state: '$0'", '\'') && asked(DATA, "web::$0", ':'));
    assert!(asked(DATA, "a: '%{$0'", '{') && asked(DATA, "a: '%{facts.$0'", '.') && asked(METADATA, "{ \"$0\"", '"'));
    assert!(!asked(DATA, "web:$0", ':') && !asked(DATA, "a: x.$0", '.') && !asked(DATA, "a $0", ' ') && !asked(DATA, "# $0", ' '));
}

/// Whatever the text is and wherever the cursor: an answer that fits the text, and no panic.
#[test]
fn at_every_place() {
    let data =
        "---\nweb::log: {path: \"%{lookup('web::port')}\", 'mode\nweb::modes:\n- pl\n- |\n  %{facts.os\nlookup_options:\n  ^a: {merge: {\n";
    let config =
        "version: 5\ndefaults: {datadir: data\nhierarchy:\n- name: ä\n  paths:\n   - 'x/%{facts.os.family\n- {path: y, data_hash\n";
    let metadata =
        "{ \"name\": \"ü\", \"dependencies\": [ { \"name\": , { \"version_requirement\": \"\n \"operatingsystem_support\": [{[\"1";
    for (path, text) in
        [(DATA, data), (OWN, data), (JSON, data), (CONFIG, config), (METADATA, metadata), (JSON, metadata), (DATA, metadata)]
    {
        let files = fixture(&format!("{SITE}#- {path}\n{text}"));
        files.ask(|snapshot, _, _| {
            let file = snapshot.file(path).expect("the file");
            for offset in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
                let offset = TextSize::try_from(offset).expect("a small text");
                for trigger in [None, Some(' '), Some('"'), Some('{')] {
                    let Some(found) = completion(snapshot, file, offset, trigger) else { continue };
                    assert!(found.insert.end() == offset && found.insert.start() == found.replace.start(), "{found:?} at {offset:?}");
                    let replaced = text.get(std::ops::Range::<usize>::from(found.replace)).expect("a place of the text");
                    assert!(found.replace.end() >= offset && !replaced.contains('\n') && !found.items.is_empty());
                }
            }
        });
    }
}
