//! Facts that modules define, in Ruby and in `facts.d`. `recorded.json` is what Facter answers about the files of facts in `cases.txt`.

use serde_json::{Map, Value};

use crate::folder::Folder;

const RECORDED: &str = include_str!("module_facts/recorded.json");

/// Evaluates code in an environment, and gives its value and the messages.
#[track_caller]
fn evaluate(folder: &Folder, options: &[&str], code: &str) -> (Value, Vec<String>) {
    let mut args = vec!["eval", "--root", ".", "--format", "json", "-e", code];
    args.extend(options);
    let output = folder.bunraku(&args).assert().code(0).get_output().clone();
    let value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    let messages = String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect();
    (value, messages)
}

/// A folder that is an environment with the module `m`.
fn site() -> Folder {
    Folder::new().file("environment.conf", "").file("manifests/site.pp", "").file("modules/m/manifests/init.pp", "class m { }\n")
}

#[cfg(target_os = "linux")]
#[test]
fn facts_in_ruby_are_those_of_facter() {
    let cases: Vec<Value> = serde_json::from_str(RECORDED).expect("JSON");
    assert!(cases.len() > 60);
    let mut wrong = Vec::new();
    for case in &cases {
        let names: Vec<&str> = case["names"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let code = case["code"].as_str().expect("code");
        let folder = site().file("modules/m/lib/facter/case.rb", code);
        let all = format!("$facts.filter |$name, $value| {{ $name in {names:?} }}");
        let options = ["--ruby-facts=builtin", "--ruby-outside=files,environment,commands"];
        let (found, messages) = evaluate(&folder, &options, &all);
        let path = folder.path("modules/m/lib/facter").display().to_string();
        let messages: Vec<String> = messages
            .iter()
            .filter(|it| it.starts_with("error: ") || it.starts_with("warning: "))
            .map(|it| it.replace("Facter: ", "").replace("warning: ", "warn: ").replace(&path, "DIR"))
            .collect();
        let logs: Vec<&str> = case["logs"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let found = plain(found);
        if found != case["facts"] || messages != logs {
            wrong.push(format!("{code}  expected {} {logs:?}\n  found    {found} {messages:?}", case["facts"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Hashes with keys that are no texts, as JSON has them.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(mut entries) if entries.get("__ptype").is_some_and(|it| it == "Hash") => {
            let Some(Value::Array(pairs)) = entries.remove("__pvalue") else { panic!("a hash has pairs") };
            let key = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
            Value::Object(pairs.chunks(2).map(|it| (key(&it[0]), plain(it[1].clone()))).collect())
        }
        Value::Object(entries) => Value::Object(entries.into_iter().map(|(key, value)| (key, plain(value))).collect()),
        other => other,
    }
}

/// The recorded cases are those of the file.
#[test]
fn each_case_is_recorded() {
    let cases: Vec<Value> = serde_json::from_str(RECORDED).expect("JSON");
    let recorded: Vec<String> = cases
        .iter()
        .map(|it| {
            let names: Vec<&str> = it["names"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            format!("{}\n{}", names.join(" "), it["code"].as_str().unwrap_or_default())
        })
        .collect();
    let text = include_str!("module_facts/cases.txt");
    let written: Vec<&str> = text.split("\n== ").skip(1).collect();
    let trimmed: Vec<&str> = recorded.iter().map(|it| it.trim_end()).collect();
    assert_eq!(trimmed, written.iter().map(|it| it.trim_end()).collect::<Vec<_>>());
}

#[test]
fn what_is_refused_is_named_with_its_fact() {
    let folder = site()
        .file(
            "modules/m/lib/facter/a.rb",
            "Facter.add(:a) { setcode { `id` } }\nFacter.add(:b) { setcode { ObjectSpace.count_objects } }\n",
        )
        .file("modules/m/lib/facter/c.rb", "%w[c d].each { |it| Facter.add(it) { setcode { it } } }\n");
    let ask = |code: &str, options: &[&str]| {
        let (value, messages) = evaluate(&folder, options, code);
        let messages: Vec<String> = messages.into_iter().filter(|it| it.starts_with("warning: ")).collect();
        (value, messages.join("\n"))
    };
    let (value, messages) = ask("[$facts['a'], $facts['c']]", &[]);
    assert_eq!(value, serde_json::json!([null, "c"]));
    assert!(messages.starts_with("warning: The fact `a` of modules/m/lib/facter/a.rb was not run: it uses Ruby which Bunraku does not run yet: a command (backticks), which --ruby-outside=commands would grant (file: "), "{messages}");
    assert!(messages.ends_with("a.rb, line: 1)"), "{messages}");
    let (_, messages) = ask("$facts['b']", &[]);
    assert!(messages.contains("The fact `b` of modules/m/lib/facter/a.rb was not run: ") && messages.contains("ObjectSpace"), "{messages}");
    // Nothing reads it.
    assert_eq!(ask("$facts['d']", &[]), ("d".into(), String::new()));
    assert_eq!(ask("$facts['nosuch']", &[]), (Value::Null, String::new()));
    let off = ask("$facts['d']", &["--ruby-facts=off"]);
    assert_eq!(off, (Value::Null, "warning: The facts of modules/m/lib/facter/c.rb were not run: --ruby-facts=off".to_owned()));
    // Facts of a node are complete.
    let folder = folder.file("facts.json", "{}");
    let (_, messages) = evaluate(&folder, &["--facts", "facts.json"], "$facts['a']");
    assert!(messages.is_empty(), "{messages:?}");
}

#[test]
fn a_file_that_is_refused_while_it_is_loaded_is_named() {
    let folder = site().file(
        "modules/m/lib/facter/a.rb",
        "Facter.add(:a) { setcode { 1 } }\nObjectSpace.count_objects\nFacter.add(name) { setcode { 1 } }\n",
    );
    let (value, messages) = evaluate(&folder, &[], "[$facts['a'], $facts['later']]");
    assert_eq!(value, serde_json::json!([1, null]));
    let warnings: Vec<&String> = messages.iter().filter(|it| it.starts_with("warning: The facts of ")).collect();
    assert!(
        warnings.len() == 1 && warnings[0].contains("a.rb were not run: it uses Ruby") && warnings[0].contains("line: 2"),
        "{messages:?}"
    );
}

/// The place is that of the module's code, where code of Facter or of Ruby's library needs the grant.
#[test]
fn a_missing_grant_is_named_with_its_line() {
    let code = "Facter.add(:a) do\n  setcode 'id -u'\nend\nFacter.add(:b) do\n  setcode do\n    Facter::Core::Execution.execute('id')\n  end\n\
                end\nFacter.add(:c) do\n  setcode do\n    Time.now.year\n  end\nend\n";
    let folder = site().file("modules/m/lib/facter/a.rb", code);
    let (_, messages) = evaluate(&folder, &[], "[$facts['a'], $facts['b'], $facts['c']]");
    let warnings: Vec<&String> = messages.iter().filter(|it| it.starts_with("warning: ")).collect();
    assert_eq!(warnings.len(), 3, "{messages:?}");
    for (warning, (fact, line)) in warnings.iter().zip([("a", 2), ("b", 6), ("c", 11)]) {
        assert!(warning.contains(&format!("The fact `{fact}` ")) && warning.ends_with(&format!("a.rb, line: {line})")), "{warning}");
    }
}

/// A fact of a module may lead to another.
#[test]
fn facts_that_are_read_because_of_others_are_evaluated() {
    let folder = site().file("modules/m/lib/facter/a.rb", "Facter.add(:a) { setcode { 'b' } }\nFacter.add(:b) { setcode { 'of b' } }\n");
    assert_eq!(evaluate(&folder, &[], "if $facts['a'] == 'b' { $facts['b'] }").0, Value::from("of b"));
}

#[test]
fn another_system_has_other_files() {
    let code = "Facter.add(:a) { setcode { Facter.value(:kernel) } }\nFacter.add(:b) { setcode { File.exist?('/etc/passwd') } }\n";
    let folder = site().file("modules/m/lib/facter/a.rb", code).file("modules/m/facts.d/c.yaml", "c: 1\n");
    let (value, messages) = evaluate(&folder, &["--os", "windows-2022"], "[$facts['a'], $facts['b'], $facts['c']]");
    assert_eq!(value, serde_json::json!(["windows", null, 1]));
    assert!(messages.concat().contains("a file of this machine, which is not the node"), "{messages:?}");
}

#[cfg(unix)]
#[test]
fn files_and_programs_in_facts_d_are_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = site()
        .file("modules/m/facts.d/a.yaml", "Role: web\nports: [80]\nwhen: 2024-05-06 07:08:09\n")
        .file("modules/m/facts.d/b.txt", "tier=1\nrole=db\n")
        .file("modules/m/facts.d/c.json", "{\"tree\": {\"leaf\": true}}")
        .file("modules/m/facts.d/d", "#!/bin/sh\necho program=ran\nexit 3\n")
        .file(
            "modules/m/lib/facter/e.rb",
            "Facter.add(:role) { has_weight 5; setcode { 'ruby' } }\nFacter.add(:tier) { has_weight 20_000; setcode { 'ruby' } }\n",
        );
    std::fs::set_permissions(folder.path("modules/m/facts.d/d"), std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let code = "['role', 'ports', 'when', 'tree', 'tier', 'program'].map |$it| { $facts[$it] }";
    let (value, messages) = evaluate(&folder, &["--ruby-facts=auto"], code);
    assert_eq!(value, serde_json::json!(["db", [80], "2024-05-06 07:08:09 ", {"leaf": true}, "ruby", "ran"]), "{messages:?}");
    let (value, messages) = evaluate(&folder, &[], code);
    assert_eq!(value[5], Value::Null);
    let expected = "The facts of modules/m/facts.d/d were not run: it is a program, which --ruby-outside=commands would grant";
    assert!(messages.concat().contains(expected), "{messages:?}");
}

#[test]
fn lookups_see_facts_of_modules() {
    let folder = site()
        .file("modules/m/lib/facter/a.rb", "Facter.add(:a) { setcode { 'one' } }\n")
        .file("hiera.yaml", "version: 5\nhierarchy:\n- {name: f, path: \"%{facts.a}.yaml\"}\n")
        .file("data/one.yaml", "key: found\n");
    folder.bunraku(&["lookup", "--root", ".", "key"]).assert().code(0).stdout_eq("--- found\n");
}

/// `$facts` as a whole.
#[test]
fn all_facts_have_those_of_modules() {
    let folder = site().file("modules/m/lib/facter/a.rb", "Facter.add(:a) { setcode { { k: [nil] } } }\n");
    let found: Map<String, Value> = match evaluate(&folder, &[], "$facts").0 {
        Value::Object(found) => found,
        other => panic!("{other}"),
    };
    assert_eq!(found["a"], serde_json::json!({"k": [""]}));
    assert!(found.len() > 1);
}

#[cfg(unix)]
#[test]
fn functions_run_commands_where_they_are_granted() {
    let function = "Puppet::Functions.create_function(:'m::f') do\n  def f\n    `echo out; exit 3` + $?.exitstatus.to_s\n  end\nend\n";
    let folder = site().file("modules/m/lib/puppet/functions/m/f.rb", function);
    assert_eq!(evaluate(&folder, &["--ruby-outside=commands"], "m::f()").0, Value::from("out\n3"));
    let args = ["eval", "--root", ".", "-e", "m::f()"];
    let output = folder.bunraku(&args).assert().code(1).get_output().stderr.clone();
    let expected = "a command (backticks), which --ruby-outside=commands would grant";
    assert!(String::from_utf8_lossy(&output).contains(expected), "{}", String::from_utf8_lossy(&output));
}
