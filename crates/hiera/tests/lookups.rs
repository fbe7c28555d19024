//! Lookups in a world of the test: what they remember to have asked for, and that they end.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use functions::{Block, Context, Failure, FileKind, LogLevel};
use hiera::{Elsewhere, Files, Lookups, Read, Request, Scope, Site};
use values::{Origin, Str, Strict, Type, Unknown, Value};
use world::MemoryWorld;

/// An evaluation that knows a few variables, and has few steps left.
struct Evaluation {
    variables: HashMap<&'static str, Value>,
    left: u64,
    warnings: Vec<String>,
}

impl Context for Evaluation {
    fn call_block(&mut self, _: &Block, _: Vec<Value>) -> Result<Value, Failure> {
        Ok(Value::Undef)
    }

    fn call_function(&mut self, name: &str, _: Vec<Value>, _: Option<&Block>) -> Result<Value, Failure> {
        Err(Failure::plain(format!("no function {name}")))
    }

    fn variable(&mut self, name: &str) -> Option<Value> {
        self.variables.get(name).cloned()
    }

    fn resolve_type(&mut self, text: &str) -> Result<Type, Failure> {
        values::ty::parse(text, &mut |_| None).map_err(Failure::from)
    }

    fn log(&mut self, _: LogLevel, message: String) {
        self.warnings.push(message);
    }

    fn strict(&self) -> Strict {
        Strict::Error
    }

    fn find_file(&mut self, _: &str, _: FileKind) -> Option<PathBuf> {
        None
    }

    fn read_file(&mut self, path: &Path) -> Result<Vec<u8>, Failure> {
        Err(Failure::plain(path.display().to_string()))
    }

    fn module_path(&mut self, _: &str) -> Option<PathBuf> {
        None
    }

    fn place(&self) -> (Option<String>, u32) {
        (None, 1)
    }

    fn module_name(&self) -> Option<Str> {
        None
    }

    fn now(&mut self) -> values::time::Timestamp {
        values::time::Timestamp(0)
    }

    fn node_name(&self) -> Str {
        "n".into()
    }

    fn spend(&mut self, steps: u64) -> Result<(), Failure> {
        self.left = self.left.checked_sub(steps).ok_or_else(|| Failure::plain("the budget is spent"))?;
        Ok(())
    }
}

impl Scope for Evaluation {
    fn has_function(&mut self, name: &str) -> Result<bool, Failure> {
        Ok(name == "in_ruby")
    }

    fn call_data_function(&mut self, name: &str, _: Vec<Value>) -> Result<Option<Value>, Failure> {
        if name == "in_ruby" {
            return Ok(Some(Value::Unknown(Arc::new(Unknown { ty: Type::Any, origin: Origin::Function(name.into()) }))));
        }
        Err(Failure::plain(format!("no function {name}")))
    }

    fn warn(&mut self, text: String) {
        self.warnings.push(text);
    }
}

const HIERA: &str = "version: 5\nhierarchy:\n- {name: n, path: '%{role}.yaml'}\n- {name: c, paths: [none.yaml, common.yaml]}\n";

/// The lookups of an environment that has these files.
fn with(files: &[(&str, &str)]) -> Lookups {
    with_global(files, None)
}

/// The same with the global configuration of a path.
fn with_global(files: &[(&str, &str)], global: Option<&str>) -> Lookups {
    let mut world = MemoryWorld::new();
    for (path, text) in files {
        world.add_file(*path, *text);
    }
    Lookups::new(Site {
        files: Arc::new(Files::new(Arc::new(world))),
        environment: "production".into(),
        root: Some("/e".into()),
        global: global.map(Into::into),
        data_provider: None,
        unseal: None,
        elsewhere: Elsewhere::Nothing,
    })
}

fn lookups(common: &str) -> Lookups {
    with(&[("/e/hiera.yaml", HIERA), ("/e/data/web.yaml", "x: 1\n"), ("/e/data/common.yaml", common)])
}

fn evaluation(left: u64) -> Evaluation {
    Evaluation { variables: HashMap::from([("role", "web".into())]), left, warnings: Vec::new() }
}

#[test]
fn what_is_asked_for_is_remembered() {
    let lookups = lookups("a: \"%{lookup('b')}\"\nb: '%{role}'\n");
    let value = lookups.lookup(&mut evaluation(10_000), &Request::new("a"), None).expect("a value");
    assert_eq!(value, "web".into());
    let reads = lookups.reads();
    let key = |file: &str, key: &str| Read::Key { file: file.into(), key: key.into() };
    for read in [
        Read::Wanted("a".into()),
        Read::Wanted("b".into()),
        Read::File("/e/hiera.yaml".into()),
        Read::Missing("/e/data/none.yaml".into()),
        key("/e/data/web.yaml", "a"),
        key("/e/data/common.yaml", "a"),
        key("/e/data/common.yaml", "lookup_options"),
        Read::Variable("role".into()),
    ] {
        assert!(reads.contains(&read), "{read:?} is not in {reads:#?}");
    }
    let place = lookups.site.files.place(Path::new("/e/data/common.yaml"), ["b"]);
    assert_eq!(place, Some((2, 1)));
}

#[test]
fn data_that_asks_for_itself_without_end_is_given_up() {
    let mut common = "b0: ''\n".to_owned();
    for level in 1..50 {
        let below = level - 1;
        common.push_str(&format!("b{level}: \"%{{lookup('b{below}')}}%{{lookup('b{below}')}}\"\n"));
    }
    let error = lookups(&common).lookup(&mut evaluation(100_000), &Request::new("b49"), None).expect_err("an error");
    assert_eq!(error.issue.to_string(), "the budget is spent");
}

/// Recorded from Puppet 8.10 without the gem `hiera`, which it does not bring.
#[test]
fn a_backend_of_hiera_3_needs_its_gem() {
    for hiera in ["version: 5\nhierarchy:\n- {name: x, hiera3_backend: x}\n", ":backends: [x]\n:hierarchy: [common]\n"] {
        let mut evaluation = evaluation(10_000);
        evaluation.variables.insert("::environment", "production".into());
        let lookups = with_global(&[("/g/hiera.yaml", hiera)], Some("/g/hiera.yaml"));
        let error = lookups.lookup(&mut evaluation, &Request::new("a"), None).expect_err("an error");
        assert_eq!(error.issue.to_string(), "Lookup of key 'lookup_options' failed: Hiera 3 is not installed");
    }
}

#[test]
fn depth_has_an_end() {
    let mut common = "b0: end\n".to_owned();
    for level in 1..500 {
        common.push_str(&format!("b{level}: \"%{{lookup('b{}')}}\"\n", level - 1));
    }
    let error = lookups(&common).lookup(&mut evaluation(10_000_000), &Request::new("b499"), None).expect_err("an error");
    assert!(error.circle().is_some(), "{error}");
}

proptest::proptest! {
    #[test]
    fn no_data_breaks_anything(text in "([%{}()'\"a-c.:, ]|%\\{lookup\\('a'\\)\\}|%\\{alias\\('b'\\)\\}){0,12}", key in "[a-c.:'\"0-9]{0,6}") {
        let common = format!("a: {}\nb: [{{c: 1}}]\n", serde_json::Value::from(text));
        let lookups = lookups(&common);
        let mut evaluation = evaluation(100_000);
        let _ = lookups.lookup(&mut evaluation, &Request::new("a"), None);
        let _ = lookups.lookup(&mut evaluation, &Request::new(&key), None);
    }

    #[test]
    fn no_configuration_breaks_anything(text in "(version: [345]\n|hierarchy:\n|- name: c\n|  path: [a-z%{}.']{0,6}\n|  glob: [*{}a\\[\\],-]{0,6}\n|  data_hash: yaml_data\n|defaults: \\{\\}\n){0,8}") {
        let lookups = with(&[("/e/hiera.yaml", text.as_str()), ("/e/data/common.yaml", "a: 1\n")]);
        let _ = lookups.lookup(&mut evaluation(100_000), &Request::new("a"), None);
    }
}

/// Result of a lookup with an unknown fact `role`, as a text or the type of something unknown.
#[track_caller]
fn with_unknown_role(files: &[(&str, &str)], key: &str) -> String {
    let lookups = with(&[&[("/e/hiera.yaml", HIERA)], files].concat());
    let role = Value::Unknown(Arc::new(Unknown { ty: Type::Any, origin: Origin::Fact("role".into()) }));
    let mut scope = Evaluation { variables: HashMap::from([("role", role)]), left: 10_000, warnings: Vec::new() };
    match lookups.lookup(&mut scope, &Request::new(key), None) {
        Ok(Value::Unknown(unknown)) => format!("some {}", unknown.ty),
        Ok(value) => values::print::ruby(&value),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_put_into_a_text_may_not_be_known() {
    let common = "a: 'x%{role}'\nb: {x: '%{role.name}', y: 1}\nc: {'%{role}': 1}\nd: \"%{alias('a')}\"\ne: \"%{lookup('b.x')}.\"\nf: 1\n";
    let check = |key: &str, expected: &str| assert_eq!(with_unknown_role(&[("/e/data/common.yaml", common)], key), expected, "{key}");
    check("a", "some String");
    check("b.x", "some String");
    check("b.y", "1");
    check("c", "some Hash");
    check("d", "some String");
    check("e", "some String");
    check("f", "1");
    check("a.length", "some Any");
}

#[test]
fn a_file_whose_name_is_not_known_may_have_a_key() {
    let files = [("/e/data/common.yaml", "x: 1\nz: 1\n"), ("/e/data/web.yaml", "x: 2\n"), ("/e/data/mail.yaml", "y: 3\n")];
    assert_eq!(with_unknown_role(&files, "x"), "some Any");
    assert_eq!(with_unknown_role(&files, "y"), "some Any");
    // None of them has these.
    assert!(with_unknown_role(&files, "nosuch").contains("did not find a value for the name 'nosuch'"));
    assert_eq!(with_unknown_role(&[("/e/data/none.yaml", "z: 2\n")], "nosuch").split(' ').next(), Some("Function"));
}

#[test]
fn a_function_that_is_not_run_may_have_options_for_keys() {
    let hiera = "version: 5\nhierarchy:\n- {name: n, lookup_key: in_ruby}\n- {name: c, path: common.yaml}\n";
    let files = [("/e/hiera.yaml", hiera), ("/e/data/common.yaml", "x: 1\n")];
    assert_eq!(with_unknown_role(&files, "x"), "some Any");
}

#[test]
fn what_is_merged_with_something_unknown_is_unknown() {
    let options = "lookup_options: {x: {merge: unique}, y: {merge: hash}, z: {merge: deep}}\n";
    let common = format!("{options}x: [1]\ny: {{a: 1}}\nz: {{a: 1}}\n");
    let files = [("/e/data/web.yaml", "x: [2]\n"), ("/e/data/mail.yaml", "y: {b: 1}\nz: {b: 1}\n"), ("/e/data/common.yaml", &common)];
    for key in ["x", "y", "z"] {
        assert_eq!(with_unknown_role(&files, key), "some Any", "{key}");
    }
}

#[test]
fn a_key_that_only_an_unknown_file_has_is_looked_for_in_an_index() {
    let hierarchy = "version: 5\nhierarchy:\n  - {name: c, path: common.yaml}\n  - {name: r, path: 'nodes/%{role}.yaml'}\n";
    let files = [
        ("/e/hiera.yaml", hierarchy),
        ("/e/data/common.yaml", "c: 1\n"),
        ("/e/data/nodes/a.yaml", "x: 1\n"),
        ("/e/data/nodes/b.yaml", "y: \"%{lookup('nosuch')}\"\n"),
        ("/e/data/nodes/c.yaml", "---\n"),
    ];
    assert_eq!(with_unknown_role(&files, "x"), "some Any");
    assert_eq!(with_unknown_role(&files, "y"), "some Any");
    assert_eq!(with_unknown_role(&files, "c"), "1");
    assert!(with_unknown_role(&files, "z").contains("did not find a value for the name 'z'"));
    // What cannot be read may hold any key.
    let mut broken = files.to_vec();
    broken.push(("/e/data/nodes/d.yaml", "a: ["));
    assert_eq!(with_unknown_role(&broken, "z"), "some Any");
}
