//! A function of a module is what the version of the module that is there makes of it. What it says is what Puppet says with
//! stdlib 8.5.0 and 9.7.0, mysql 8.1.0 and 16.3.0; the files of functions are
//! empty, so that their names decide.

use std::sync::Arc;

use compiler::{Code, Entry, Environment, Mode, Outcome, Reading, Request};
use values::{Strict, Value};
use world::MemoryWorld;

/// Functions of two versions of modules. Functions of the old kind begin with `-`.
const OLD: [&str; 3] = [
    "stdlib 8.5.0: merge to_json ensure_packages deprecation validate_legacy -fqdn_rotate -load_module_metadata -loadyaml -parseyaml \
     -fqdn_rand_string -has_key -has_ip_address -ensure_resource -getparam -pick",
    "mysql 8.1.0: mysql::password -mysql_password",
    "dns 5.4.0: -get_in_addr_arpa",
];
const NEW: [&str; 3] = [
    "stdlib 9.7.0: merge stdlib::merge to_json stdlib::to_json ensure_packages stdlib::ensure_packages deprecation validate_legacy \
     stdlib::fqdn_rand_string fqdn_rotate stdlib::fqdn_rotate has_ip_address stdlib::has_interface_with stdlib::has_function -load_module_metadata -loadyaml \
     -parseyaml -ensure_resource -getparam -pick stdlib::sort_by",
    "mysql 16.3.0: mysql::password mysql_password stdlib::foreign",
    "dns 11.1.0: get_in_addr_arpa",
];

fn world(modules: &[&str]) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    for module in modules {
        let (head, functions) = module.split_once(": ").unwrap();
        let (name, version) = head.split_once(' ').unwrap();
        world.add_file(format!("/m/{name}/metadata.json"), format!(r#"{{"name": "some-{name}", "version": "{version}"}}"#));
        for function in functions.split_whitespace() {
            let (folder, function) = match function.strip_prefix('-') {
                Some(function) => ("parser/functions", function),
                None => ("functions", function),
            };
            world.add_file(format!("/m/{name}/lib/puppet/{folder}/{}.rb", function.replace("::", "/")), "");
        }
    }
    if modules == NEW {
        let has_address = "function stdlib::has_ip_address($ip) >> Boolean { stdlib::has_interface_with('ipaddress', $ip) }\n";
        world.add_file("/m/stdlib/functions/has_ip_address.pp", has_address);
    }
    world.add_file("/data/alias.yaml", "a: &x {b: 1}\nc: *x\n");
    world.add_file("/data/symbol.yaml", "a: :b\n");
    world
}

const FACTS: &str = r#"{"networking": {"fqdn": "n.example.com", "interfaces": {"lo": {"ip": "127.0.0.1"}}}}"#;

fn run(modules: &[&str], code: &str, change: impl FnOnce(&mut Request)) -> Outcome {
    let environment = Environment::new(Arc::new(world(modules)), "production", None, vec!["/m".into()], Reading::default());
    let mut request = Request::new(Code::Text(code.into()), "n.example.com");
    request.facts = values::data::from_json(&serde_json::from_str(FACTS).unwrap());
    change(&mut request);
    compiler::compile(&Arc::new(environment), &request)
}

/// The value of the last statement, or the error.
fn said(modules: &[&str], code: &str) -> String {
    let outcome = run(modules, code, |_| {});
    match (outcome.errors.first(), &outcome.value) {
        (Some(error), _) => error.message().trim_start_matches("Evaluation Error: ").to_owned(),
        (None, Some(value)) => values::print::puppet(value),
        (None, None) => String::new(),
    }
}

fn check(code: &str, old: &str, new: &str) {
    assert_eq!((said(&OLD, code).as_str(), said(&NEW, code).as_str()), (old, new), "{code}");
}

/// Message for an error in a function.
macro_rules! failed {
    ($message:expr) => {
        concat!("Error while evaluating a Function Call, ", $message)
    };
}

#[test]
fn what_has_moved_into_a_namespace_leads_there() {
    check("merge({'a' => 1}, {'b' => 2})", "{'a' => 1, 'b' => 2}", "{'a' => 1, 'b' => 2}");
    check("merge({'a' => 1}) |$m, $x| { { 'z' => $x } }", "{'z' => ['a', 1]}", "{'z' => ['a', 1]}");
    check("to_json({'a' => 1})", r#"'{"a":1}'"#, r#"'{"a":1}'"#);
    check("stdlib::merge({'a' => 1})", "Unknown function: 'stdlib::merge'.", "{'a' => 1}");
    check("fqdn_rotate(['a', 'b', 'c', 'd'])", failed!("Undefined variable '::fqdn'; "), "['d', 'a', 'b', 'c']");
    check("stdlib::has_ip_address('127.0.0.1')", "Unknown function: 'stdlib::has_ip_address'.", "true");
    check("has_ip_address('127.0.0.1')", failed!("Undefined variable 'interfaces'; "), "true");
    check("to_json(1, 2)", failed!("'to_json' expects 1 argument, got 2"), failed!("'stdlib::to_json' expects 1 argument, got 2"));
}

#[test]
fn what_has_moved_is_told_once_however_strict_puppet_is() {
    let code = "merge({'a' => 1}, {})\nmerge({'a' => 1}, {})\nto_json(1)\n";
    let logs = |modules: &[&str], strict: Strict| {
        let outcome = run(modules, code, |request| request.settings.strict = strict);
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        outcome.logs.iter().map(|it| it.message.clone()).collect::<Vec<_>>()
    };
    for strict in [Strict::Off, Strict::Warning, Strict::Error] {
        assert!(logs(&OLD, strict).is_empty());
        let message = |name: &str, line: u32| {
            format!(
                "This function is deprecated, please use stdlib::{name} instead. at [\"unknown\", {line}]:[\"unknown\", 0]\n   \
                 (location: /m/stdlib/lib/puppet/functions/deprecation.rb:35:in `deprecation')"
            )
        };
        assert_eq!(logs(&NEW, strict), [message("merge", 1), message("to_json", 3)], "{strict:?}");
    }
}

#[test]
fn deprecations_may_be_spared_from_strictness() {
    let said = |modules: &[&str]| said(modules, "deprecation('k', 'm', false)");
    assert_eq!(said(&OLD), failed!("'deprecation' expects 2 arguments, got 3"));
    assert_eq!(said(&NEW), "undef");
    let both = failed!(r#"deprecation. k. m at ["unknown", 1]:["unknown", 0]"#);
    check("deprecation('k', 'm')", both, both);
    check(
        "validate_legacy(Integer, 'validate_integer', 3)",
        "undef",
        failed!(
            "deprecation. validate_legacy. This method is deprecated, please use Puppet data types to validate parameters at \
             [\"unknown\", 1]:[\"unknown\", 0]"
        ),
    );
}

#[test]
fn what_puppet_8_lacks_is_no_longer_asked_for() {
    let lacks = failed!("uninitialized constant Puppet::Parser::Functions::PSON");
    check("load_module_metadata('mysql')['version']", lacks, "'16.3.0'");
    check("loadyaml('/data/alias.yaml')", failed!("Unknown alias: x"), "{'a' => {'b' => 1}, 'c' => {'b' => 1}}");
    // Puppet's value is a symbol, which is no string and equals none.
    let not_run = failed!(concat!(
        "The function 'loadyaml' uses Ruby which Bunraku does not run yet: a symbol as a value of Puppet ",
        "(file: /m/stdlib/lib/puppet/parser/functions/loadyaml.rb)"
    ));
    check("loadyaml('/data/symbol.yaml')", not_run, failed!("Tried to load unspecified class: Symbol"));
    let both = failed!("Unknown alias: x");
    check(r#"parseyaml("a: &x 1\nb: *x")"#, both, both);
    check("getparam(undef, undef)", "''", "''");
}

#[test]
fn packages_are_wanted_as_they_are_there() {
    let both = |code: &str| (said(&NEW, &format!("{code}('vim')\n1")), said(&OLD, "ensure_packages('vim')\n1"));
    assert_eq!(both("ensure_packages"), ("1".to_owned(), "1".to_owned()));
    let there = |ensure: &str, call: &str| said(&NEW, &format!("package {{ 'vim': ensure => '{ensure}' }}\n{call}\n1"));
    for call in ["stdlib::ensure_packages('vim')", "ensure_packages(['vim'])", "stdlib::ensure_packages('vim', {'ensure' => 'present'})"] {
        assert_eq!((there("present", call).as_str(), there("installed", call).as_str()), ("1", "1"), "{call}");
        assert!(there("latest", call).contains("Duplicate declaration: Package[vim] is already declared"), "{call}");
    }
    // So it is since 8.6, where the function has no namespace yet.
    let at = |version: &str| {
        let code = "package { 'vim': ensure => 'present' }\nensure_packages(['vim'])\n1";
        said(&[&format!("stdlib {version}: ensure_packages -ensure_resource -defined_with_params")], code)
    };
    assert_eq!(at("8.6.0"), "1");
    assert!(at("8.5.0").contains("Duplicate declaration: Package[vim] is already declared"), "{}", at("8.5.0"));
    let no_hash = said(&NEW, "stdlib::ensure_packages({'vim' => undef})");
    assert_eq!(no_hash, failed!("no implicit conversion of nil into Hash"));
    let refused = said(&NEW, "stdlib::ensure_packages('')");
    let kinds = "a value of type String[1], Array[String[1]], or Hash[String[1], Any], got String";
    assert!(refused.ends_with(&format!("'stdlib::ensure_packages' parameter 'packages' expects {kinds}")), "{refused}");
}

#[test]
fn what_is_gone_is_unknown() {
    check("has_key({}, 'a')", "false", "Unknown function: 'has_key'.");
    let has = |name: &str| said(&NEW, &format!("stdlib::has_function('{name}')"));
    for name in ["merge", "::merge", "stdlib::merge", "stdlib::has_ip_address", "pick", "each", "lookup"] {
        assert_eq!(has(name), "true", "{name}");
    }
    for name in ["has_key", "stdlib::nosuch", "stdlib::foreign", "nosuch"] {
        assert_eq!(has(name), "false", "{name}");
    }
    check("stdlib::foreign()", "Unknown function: 'stdlib::foreign'.", "Unknown function: 'stdlib::foreign'.");
}

#[test]
fn what_is_gone_is_gone_whatever_is_not_there() {
    let outcome = run(&NEW, "include nosuch\nhas_key({}, 'a')\nnosuch()\n", |request| {
        request.mode = Mode::Analyse;
        request.entry = Entry::Site;
    });
    let certain = |name: &str| {
        let error = outcome.errors.iter().find(|it| it.message().contains(name)).unwrap();
        error.condition == compiler::Condition::Always
    };
    assert!(certain("'has_key'") && !certain("'nosuch'"));
}

#[test]
fn a_function_of_another_kind_is_another_function() {
    check("mysql_password('x')", "'*B69027D44F6E5EDC07F1AEAD1477967B16F28227'", {
        failed!(
            "deprecation. mysql_password. This method has been deprecated, please use the namespaced version 'mysql::password' \
             instead. at [\"unknown\", 1]:[\"unknown\", 0]"
        )
    });
    check(
        "mysql::password(Sensitive('x'))",
        failed!("'mysql::password' parameter 'password' expects a String value, got Sensitive[String]"),
        "'*B69027D44F6E5EDC07F1AEAD1477967B16F28227'",
    );
    // Nobody knows the newer one here.
    let unknown = |modules: &[&str]| {
        let outcome = run(modules, "get_in_addr_arpa('10.1')", |request| request.mode = Mode::Analyse);
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        outcome.value.unwrap_or(Value::Undef)
    };
    assert_eq!(unknown(&OLD), Value::from("1.10.in-addr.arpa"));
    assert!(matches!(unknown(&NEW), Value::Unknown(_)));
}

#[test]
fn what_is_secret_stays_secret() {
    assert_eq!(said(&NEW, "stdlib::to_json({'a' => Sensitive('x')}).unwrap"), r#"'{"a":"x"}'"#);
    assert_eq!(said(&NEW, "stdlib::sort_by(['b', 'a']) |$x| { $x }"), "['a', 'b']");
}

#[test]
fn a_text_that_depends_on_the_name_of_the_machine_is_a_text() {
    let given = |modules: &[&str], code: &str| {
        let outcome = run(modules, code, |request| {
            request.mode = Mode::Analyse;
            request.unknown_facts = vec!["networking.fqdn".into()];
        });
        match outcome.value {
            Some(Value::Unknown(unknown)) => values::print::puppet(&Value::Type(unknown.ty.clone())),
            other => panic!("{code}: {other:?} {:?}", outcome.errors),
        }
    };
    assert_eq!(given(&OLD, "fqdn_rand_string(3)"), "String[3, 3]");
    assert_eq!(given(&NEW, "stdlib::fqdn_rand_string(3)"), "String[3, 3]");
    assert_eq!(given(&NEW, "stdlib::fqdn_rotate('abc')"), "String");
    assert_eq!(given(&NEW, "stdlib::fqdn_rotate(['a', 'b'])"), "Array");
}

/// Known elements of a list are declared as usual, and packages that may exist already are not declared again.
#[test]
fn packages_of_a_list_that_is_known_in_part_are_there() {
    let errors = |code: &str| {
        let outcome = run(&NEW, code, |request| {
            request.mode = Mode::Analyse;
            request.entry = Entry::Site;
        });
        let compiled = outcome.catalog.as_ref().or(outcome.partial.as_ref()).expect("a catalog");
        let packages = compiled.catalog.resources().iter().filter(|it| it.type_name == "Package" && it.title == "a");
        let conditions: Vec<String> = packages.map(|it| format!("{:?}", it.condition)).collect();
        let errors: Vec<String> = outcome.errors.iter().map(|it| it.message().clone()).collect();
        (conditions.join(" "), errors.join("\n"))
    };
    let certain = ("Always".to_owned(), String::new());
    for unknown in ["ensure_packages([$nosuch::x, 'a'])", "ensure_resource('package', ['a', $nosuch::x], { 'ensure' => 'installed' })"] {
        assert_eq!(errors(&format!("include nosuch\n{unknown}\nensure_packages(['a'])\n")), certain, "{unknown}");
    }
    // Nothing is known of what it was given.
    assert_eq!(errors("include nosuch\nensure_packages(['a'], $nosuch::x)\nensure_packages(['a'])\n"), certain);
    assert_eq!(errors("include nosuch\nif $nosuch::x { package { 'a': } }\nensure_packages(['a'])\n"), certain);
}

/// (P) A module may have a function that is named as one of stdlib, or a changed copy of it: that is not what is ported.
#[test]
fn a_function_counts_for_what_its_file_says() {
    let own = "Puppet::Functions.create_function(:range) do\n  def range(a) `id` end\nend\n";
    let own_pick = "Puppet::Functions.create_function(:pick) do\n  def pick(a, b) `id` end\nend\n";
    let run = |code: &str, caller: Option<&str>| {
        let mut world = world(&OLD);
        world.add_file("/m/aaa/lib/puppet/functions/range.rb", own);
        world.add_file("/m/stdlib/lib/puppet/parser/functions/range.rb", "");
        world.add_file(
            "/m/stdlib/lib/puppet/parser/functions/any2array.rb",
            "Puppet::Parser::Functions.newfunction(:any2array, type: :rvalue) { |a| `id` }",
        );
        world.add_file("/m/own/lib/puppet/functions/pick.rb", own_pick);
        world.add_file("/m/own/manifests/init.pp", "class own { notice(pick('', 'x')) }");
        let modules = vec!["/m".into(), "/n".into()];
        let environment = Environment::new(Arc::new(world), "production", None, modules, Reading::default());
        let mut request = Request::new(Code::Text(code.into()), "n.example.com");
        request.mode = if caller.is_some() { Mode::Analyse } else { Mode::Compile };
        let outcome = compiler::compile(&Arc::new(environment), &request);
        let errors: Vec<String> =
            outcome.errors.iter().map(|it| it.message().trim_start_matches("Evaluation Error: ").to_owned()).collect();
        (errors, outcome.logs_before_error.min(outcome.logs.len()))
    };
    let refused = |name: &str, path: &str, line: u32| {
        format!(
            "Error while evaluating a Function Call, The function '{name}' uses Ruby which Bunraku does not run yet: a command (backticks) \
             (file: {path}, line: {line})"
        )
    };
    let range = refused("range", "/m/aaa/lib/puppet/functions/range.rb", 2);
    // In one folder of modules Puppet takes either.
    assert_eq!(run("notice(range('a'))", None), (vec![range.clone()], 0));
    assert_eq!(run("notice(1) notice(range('a') + 1) notice(2)", None), (vec![range], 1));
    let any2array = refused("any2array", "/m/stdlib/lib/puppet/parser/functions/any2array.rb", 1);
    assert_eq!(run("$x = any2array({}) $y = keys($x) [1, 2].sort |$a, $b| { $x }", None).0, std::slice::from_ref(&any2array));
    // An error for any result is reported, too.
    assert_eq!(run("$x = any2array({}) nosuch()", None).0, ["Unknown function: 'nosuch'.".to_owned(), any2array]);
    let own = refused("pick", "/m/own/lib/puppet/functions/pick.rb", 2);
    assert_eq!(run("include own", None).0, [own]);
    // An analysis goes on with what is not known.
    assert_eq!(
        run("notice(range('a')) notice(keys(any2array({}))) [1, 2].sort |$a, $b| { any2array({}) }", Some("")).0,
        Vec::<String>::new()
    );
}

/// (P) Until 9.2 the old name of `ensure_packages` declares packages at top scope.
#[test]
fn packages_of_9_1_are_in_the_main_class() {
    let edges = |version: &str| {
        let modules =
            format!("stdlib {version}: ensure_packages stdlib::ensure_packages deprecation -ensure_resource -defined_with_params");
        let outcome = run(&[&modules], "class foo { ensure_packages(['vim']) }\ninclude foo", |it| it.settings.strict = Strict::Warning);
        let json = outcome.catalog.map(|it| it.to_json()).unwrap_or_default();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let edges = json["edges"].as_array().unwrap();
        edges.iter().find(|it| it["target"] == "Package[vim]").map(|it| it["source"].as_str().unwrap().to_owned())
    };
    assert_eq!(edges("9.1.0").as_deref(), Some("Class[main]"));
    assert_eq!(edges("9.7.0").as_deref(), Some("Class[Foo]"));
    let strict = said(&["stdlib 9.1.0: ensure_packages stdlib::ensure_packages deprecation"], "ensure_packages(['vim'])");
    assert!(
        strict.contains("deprecation. ensure_packages. This function is deprecated, please use stdlib::ensure_packages instead."),
        "{strict}"
    );
}

/// A function of an unknown fact decides nothing: Puppet compiles each of these with some facts.
#[test]
fn functions_of_facts_that_are_not_known() {
    let has_no_errors = |modules: &[&str], code: &str| {
        let outcome = run(modules, code, |request| {
            request.mode = compiler::Mode::Analyse;
            request.facts = values::data::from_json(&serde_json::json!({"interfaces": "eth0,lo", "ipaddress_lo": "127.0.0.1"}));
            request.unknown_facts = ["memorysize", "ipaddress", "ipaddress_eth0"].map(Into::into).to_vec();
        });
        let certain = outcome.errors.iter().filter(|it| it.condition == catalog::Condition::Always);
        assert_eq!(certain.map(|it| it.message()).collect::<Vec<_>>(), [""; 0], "{code}");
    };
    has_no_errors(&["memcached 6.0.0: memcached::max_memory"], "$a = memcached::max_memory('95%') + 1");
    has_no_errors(&["stdlib 8.5.0: -has_ip_address"], "unless has_ip_address('10.0.0.1') { fail('This needs 10.0.0.1') }");
    has_no_errors(&["stdlib 8.5.0: -has_ip_address"], "if has_ip_address('10.0.0.1') { fail('This needs another') }");
}
