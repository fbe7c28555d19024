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
        "<%= scope.call_function('lookup', ['nowhere', { 'default_value' => @nowhere }]).upcase %>",
    ] {
        let outcome = analysed("Integer(template('m/t.erb'))", template);
        let told: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
        assert!(told.is_empty() && outcome.not_run.is_empty(), "{template}: {told:?} {:?}", outcome.not_run);
    }
}

#[test]
fn what_is_not_covered_is_noted() {
    let outcome = analysed("Integer(template('m/t.erb'))", "a\n<%= `id` %>");
    assert!(outcome.errors.is_empty());
    let noted: Vec<String> = outcome.not_run.iter().map(|it| it.issue.to_string()).collect();
    let place = "a command (backticks) (file: /m/m/templates/t.erb, line: 2)";
    assert_eq!(noted, [format!("The template 'm/t.erb' uses Ruby (ERB) which Bunraku does not run yet: {place}")]);
}
