//! Functions that modules define in Ruby, as compilations and analyses see them. What they give is compared with Puppet in
//! `tests/expressions/functions-in-ruby.cases`.

use std::path::PathBuf;
use std::sync::Arc;

use compiler::{Code, Environment, Mode, Reading, Request, compile};
use world::MemoryWorld;

const FUNCTION: &str = "Puppet::Functions.create_function(:'m::f') do
  dispatch :f do
    param 'String', :kind
    return_type 'Integer'
  end

  def f(kind)
    case kind
    when 'known' then 3
    when 'raised' then raise ArgumentError, 'so'
    when 'endless' then loop {}
    when 'deep' then f(kind)
    when 'large' then ('x' * 1_000_000_000).size
    else `id`
    end
  end
end
";

fn run(code: &str, mode: Mode) -> (Vec<String>, String) {
    run_with(FUNCTION, code, mode)
}

fn run_with(function: &str, code: &str, mode: Mode) -> (Vec<String>, String) {
    let mut world = MemoryWorld::new();
    world.add_file("/m/m/lib/puppet/functions/m/f.rb", function);
    let modules = vec![PathBuf::from("/m")];
    let environment = Environment::new(Arc::new(world), "production", None, modules, Reading::default());
    let request = Request { mode, ..Request::new(Code::Text(code.into()), "n.example.com") };
    let outcome = compile(&Arc::new(environment), &request);
    let errors = outcome.errors.iter().map(|it| it.message().replace("Evaluation Error: Error while evaluating a Function Call, ", ""));
    (errors.collect(), outcome.value.as_ref().map(values::print::puppet).unwrap_or_default())
}

#[test]
fn a_call_with_known_arguments_has_a_known_value() {
    for mode in [Mode::Compile, Mode::Analyse] {
        assert_eq!(run("m::f('known') + 1", mode), (Vec::new(), "4".to_owned()));
        let (errors, _) = run("m::f(1)", mode);
        assert_eq!(errors, ["'m::f' parameter 'kind' expects a String value, got Integer"]);
    }
    assert_eq!(run("m::f('raised')", Mode::Compile).0, ["so"]);
}

/// (P)
#[test]
fn functions_use_more_of_puppet_and_of_the_library() {
    let function = "Puppet::Functions.create_function(:'m::f') do
  def f(kind, value)
    case kind
    when 'type' then \"#{value} #{value.class} #{value.dup.class.name}\"
    when 'json' then Puppet::Util::Json.load(value)
    when 'uri' then URI(value).host
    when 'version' then Puppet::Util::Package.versioncmp(Puppet.version, value)
    end
  rescue Puppet::Util::Json::ParseError, URI::InvalidURIError => e
    e.class.name
  end
end
";
    let class = "Puppet::Pops::Types::PIntegerType";
    for (call, expected) in [
        ("m::f('type', Integer[1, 2])", format!("'Integer[1, 2] {class} {class}'")),
        ("m::f('json', '{\"a\": [1]}')", "{'a' => [1]}".to_owned()),
        ("m::f('uri', 'https://h:1/p')", "'h'".to_owned()),
        ("m::f('uri', 'a b')", "'URI::InvalidURIError'".to_owned()),
        ("m::f('version', '7.9')", "1".to_owned()),
    ] {
        assert_eq!(run_with(function, call, Mode::Compile), (Vec::new(), expected), "{call}");
    }
}

#[test]
fn what_is_not_covered_is_named_by_a_compilation_and_unknown_to_an_analysis() {
    let place = "(file: /m/m/lib/puppet/functions/m/f.rb";
    for (kind, lack) in [
        ("other", format!("a command (backticks) {place}, line: 14)")),
        ("deep", format!("code that takes so much (depth) {place})")),
        ("large", format!("code that takes so much (memory) {place})")),
    ] {
        let code = format!("m::f('{kind}')");
        let expected = format!("The function 'm::f' uses Ruby which Bunraku does not run yet: {lack}");
        assert_eq!(run(&code, Mode::Compile).0, [expected], "{kind}");
        assert_eq!(run(&code, Mode::Analyse).0, Vec::<String>::new(), "{kind}");
    }
    assert_eq!(run("m::f('endless')", Mode::Analyse).0, Vec::<String>::new());
}

#[test]
fn a_call_with_unknown_arguments_has_the_declared_type() {
    let (errors, _) = run("$x = m::f($facts['nosuch']) + 1\nif $x { }", Mode::Analyse);
    assert_eq!(errors, Vec::<String>::new());
}
