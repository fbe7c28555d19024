//! Templates in an analysis, which renders them where it knows all that they read.

use std::path::PathBuf;
use std::sync::Arc;

use world::MemoryWorld;

use crate::{Code, Environment, Mode, Outcome, Reading, Request, compile};

fn analysed(manifest: &str, template: &str) -> Outcome {
    let mut world = MemoryWorld::new();
    world.add_file("/m/m/templates/t.erb", template);
    let environment = Environment::new(Arc::new(world), "production", None, vec![PathBuf::from("/m")], Reading::default());
    let request = Request { mode: Mode::Analyse, ..Request::new(Code::Text(manifest.into()), "n") };
    compile(&Arc::new(environment), &request)
}

/// The errors of a manifest that uses the text of a template.
fn errors(manifest: &str, template: &str) -> Vec<String> {
    analysed(manifest, template).errors.iter().map(|it| it.issue.root().to_string()).collect()
}

#[test]
fn a_text_of_known_values_is_known() {
    let wrong = errors("$x = [1, 2]\nInteger(template('m/t.erb'))", "<%= @x.join('-') %>");
    assert!(wrong.len() == 1 && wrong[0].contains("'1-2'"), "{wrong:?}");
}

#[test]
fn an_exception_is_an_error() {
    let wrong = errors("$x = undef\nnotice(template('m/t.erb'))", "a\n<%= @x.upcase %>");
    assert_eq!(
        wrong,
        [
            "Failed to parse template m/t.erb:\n  Filepath: /m/m/templates/t.erb\n  Line: 2\n  Detail: undefined method `upcase' for nil:NilClass\n"
        ]
    );
    let wrong = errors("notice(template('m/t.erb'))", "a\n\n<%= require 'ipaddr'; IPAddr.new('nowhere') %>\n");
    assert!(wrong.len() == 1 && wrong[0].contains("  Line: 3\n"), "{wrong:?}");
    let wrong = errors("notice(inline_template('<%= scope.call_function(\"nowhere\", []) %>'))", "");
    assert_eq!(wrong, ["Unknown function: 'nowhere'."]);
}

#[test]
fn nothing_is_said_of_what_is_not_known() {
    for template in [
        "<%= @nowhere.upcase %>",
        "<%= @facts['nowhere']['x'].upcase %>",
        "<%= scope['facts']['nowhere']['x'].upcase %>",
        "<%= scope['nowhere::x'].upcase %>",
        "<%= scope.lookupvar('::nowhere').upcase %>",
        "<% raise 'x' unless has_variable?('nowhere') %>",
        "<% raise 'x' unless classes.include?('nowhere') %>",
        "<% raise 'x' unless @nowhere %>",
        "<% [@nowhere].each { |it| raise 'x' if it } %>",
        "<% while true do end %>",
        "<% raise 'x' unless scope.to_hash.keys.include?('nowhere') %>",
        "<% scope.to_hash.each { |name, value| raise 'x' } %>",
        "<% raise 'x' unless scope.to_hash.length == 1 %>",
        "<% raise 'x' unless scope.to_hash.select { |name, _| name == 'nowhere' }.empty? %>",
        "<% raise 'x' unless scope.to_hash['nowhere'] %>",
        "<% raise 'x' unless instance_variable_get('@nowhere') %>",
        "<% raise 'x' unless instance_variable_defined?('@nowhere') %>",
        "<%= scope.call_function('lookup', ['nowhere', { 'default_value' => @nowhere }]).upcase %>",
    ] {
        let outcome = analysed("Integer(template('m/t.erb'))", template);
        let messages: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
        assert!(messages.is_empty() && outcome.not_run.is_empty(), "{template}: {messages:?} {:?}", outcome.not_run);
    }
}

/// Code that takes the whole hash of variables gets no error, either.
#[test]
fn the_hash_of_variables_is_not_another_value() {
    for template in
        ["<%= { 'a' => 1 }.merge(scope.to_hash).length %>", "<%= Hash[scope.to_hash].length %>", "<%= [scope.to_hash].flatten.length %>"]
    {
        let wrong = errors("Integer(template('m/t.erb'))", template);
        assert!(wrong.is_empty(), "{template}: {wrong:?}");
    }
}

/// A list that an iteration or a call holds cannot be given another value there: Puppet's would have changed.
#[test]
fn a_change_that_would_not_be_seen_everywhere_is_refused() {
    for manifest in [
        "$a = ['x', 'y']\n$a.each |$x| { notice(inline_template('<% @a << 1 %>')) }",
        "$a = ['x']\nnotice([$a, inline_template('<% @a << 1 %>'), $a])",
        "notice(inline_template('<% @processors.delete(\"count\") %>'))",
    ] {
        let facts = [(
            values::Value::from("processors"),
            values::Value::hash([(values::Value::from("count"), values::Value::Integer(1))].into_iter().collect()),
        )];
        let environment = Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default());
        let request = Request { facts: values::Value::hash(facts.into_iter().collect()), ..Request::new(Code::Text(manifest.into()), "n") };
        let outcome = compile(&Arc::new(environment), &request);
        let messages: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
        assert!(
            messages.iter().any(|it| it.contains("a change of a list or hash that Puppet has elsewhere, too")),
            "{manifest}: {messages:?}"
        );
    }
}

/// As Ruby 3.2 orders them; with Ruby 3.1 the order depends on the templates before.
#[test]
fn instance_variables_have_the_order_in_which_they_are_set() {
    let messages = |version| {
        let mut environment = Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default());
        environment.ruby_version = Some(version);
        let code = "$b = 1\n$a = 2\nfail(inline_template('<% @c = 3 %><%= (instance_variables - [:@facts]).values_at(0, -3, -2, -1) %>'))";
        let outcome = compile(&Arc::new(environment), &Request::new(Code::Text(code.into()), "n"));
        outcome.errors.iter().map(|it| it.message()).collect::<Vec<String>>().join("\n")
    };
    let new = messages(ruby::Version::V3_2);
    assert!(new.contains("[:@__scope__, :@b, :@a, :@c]"), "{new}");
    let old = messages(ruby::Version::V3_1);
    assert!(old.contains("instance_variables, whose order is known from Ruby 3.2 on"), "{old}");
}

#[test]
fn what_is_not_covered_is_noted() {
    let outcome = analysed("Integer(template('m/t.erb'))", "a\n<%= `id` %>");
    assert!(outcome.errors.is_empty());
    let noted: Vec<String> = outcome.not_run.iter().map(|it| it.issue.to_string()).collect();
    let place = "a command (backticks) (file: /m/m/templates/t.erb, line: 2)";
    assert_eq!(noted, [format!("The template 'm/t.erb' uses Ruby (ERB) which Bunraku does not run yet: {place}")]);
}

#[test]
fn a_file_that_gives_no_text_is_noted_with_the_reason() {
    let largest = usize::try_from(super::LARGEST).unwrap();
    for (content, what) in [
        (vec![b'a'; largest + 1], "is larger than 16 MiB, which Bunraku does not evaluate"),
        (b"a\xff<%= 1 %>".to_vec(), "is not UTF-8, which Bunraku does not evaluate"),
    ] {
        for mode in [Mode::Analyse, Mode::Compile] {
            let mut world = MemoryWorld::new();
            world.add_file("/m/m/templates/t.erb", content.clone());
            let environment = Environment::new(Arc::new(world), "production", None, vec![PathBuf::from("/m")], Reading::default());
            let request = Request { mode, ..Request::new(Code::Text("notice(template('m/t.erb'))".into()), "n") };
            let outcome = compile(&Arc::new(environment), &request);
            let noted: Vec<String> = outcome.not_run.iter().chain(&outcome.errors).map(|it| it.issue.root().to_string()).collect();
            assert!(!noted.is_empty(), "{what}");
            assert!(noted.iter().all(|it| *it == format!("The template 'm/t.erb' {what}")), "{noted:?}");
        }
    }
    let mut world = MemoryWorld::new();
    world.add_file("/m/m/templates/t.erb", vec![b'a'; largest]);
    let environment = Environment::new(Arc::new(world), "production", None, vec![PathBuf::from("/m")], Reading::default());
    let outcome = compile(&Arc::new(environment), &Request::new(Code::Text("$a = template('m/t.erb')".into()), "n"));
    assert!(outcome.errors.is_empty() && outcome.not_run.is_empty());
}

/// Nothing is missing in Bunraku here: the message names the limit.
#[test]
fn code_that_exceeds_a_limit_is_ended_and_says_so() {
    for (code, what) in [
        ("<% f = lambda { f.call }; f.call %>", "is nested too deeply"),
        ("<% loop { } %>", "takes too many steps"),
        ("<%= 'x' * 500_000_000 %>", "needs too much memory"),
    ] {
        let manifest = format!("notice(inline_template(\"{code}\"))");
        let environment = Environment::new(Arc::new(MemoryWorld::new()), "production", None, Vec::new(), Reading::default());
        let outcome = compile(&Arc::new(environment), &Request::new(Code::Text(manifest.into()), "n"));
        let messages: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].ends_with(&format!("The Ruby code of the template 'inline' {what}: it was ended (line: 1)")), "{messages:?}");
        assert_eq!(outcome.errors[0].issue.root().code(), Some("evaluation-ended"), "{code}");
    }
}
