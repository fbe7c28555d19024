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
        ("deep", "is nested too deeply".to_owned()),
        ("large", "needs too much memory".to_owned()),
    ] {
        let code = format!("m::f('{kind}')");
        let expected = match kind {
            "other" => format!("The function 'm::f' uses Ruby which Bunraku does not run yet: {lack}"),
            _ => format!("The Ruby code of the function 'm::f' {lack}: it was ended {place})"),
        };
        assert_eq!(run(&code, Mode::Compile).0, [expected], "{kind}");
        assert_eq!(run(&code, Mode::Analyse).0, Vec::<String>::new(), "{kind}");
    }
    assert_eq!(run("m::f('endless')", Mode::Analyse).0, Vec::<String>::new());
}

/// (P)
#[test]
fn a_library_that_no_module_brings_is_missing() {
    let function = "Puppet::Functions.create_function(:'m::f') do
  def f(kind)
    case kind
    when 'augeas' then Puppet.features.augeas? ? 'there' : 'missing'
    when 'other' then Puppet.features.selinux?
    else Puppet.nosuch
    end
  end
end
";
    let refused = |what: &str, line: u32| {
        let place = format!("(file: /m/m/lib/puppet/functions/m/f.rb, line: {line})");
        vec![format!("The function 'm::f' uses Ruby which Bunraku does not run yet: {what} {place}")]
    };
    assert_eq!(run_with(function, "m::f('augeas')", Mode::Compile), (Vec::new(), "'missing'".to_owned()));
    assert_eq!(run_with(function, "m::f('other')", Mode::Compile).0, refused("Puppet::Features.selinux?", 5));
    assert_eq!(run_with(function, "m::f('')", Mode::Compile).0, refused("Puppet.nosuch", 6));
    // The machine that applies the catalog may have it.
    assert_eq!(run_with(function, "m::f('augeas') + 1", Mode::Analyse).0, Vec::<String>::new());
}

#[test]
fn a_function_that_replaces_its_dispatches_is_refused() {
    let function = "Puppet::Functions.create_function(:'m::f') do
  def f
    1
  end

  def call(scope, *)
    2
  end
end
";
    let place = "(file: /m/m/lib/puppet/functions/m/f.rb)";
    let expected =
        format!("The function 'm::f' uses Ruby which Bunraku does not run yet: a function with a method `call` of its own {place}");
    assert_eq!(run_with(function, "m::f()", Mode::Compile).0, [expected]);
}

#[test]
fn a_call_with_unknown_arguments_has_the_declared_type() {
    let (errors, _) = run("$x = m::f($facts['nosuch']) + 1\nif $x { }", Mode::Analyse);
    assert_eq!(errors, Vec::<String>::new());
}

#[test]
fn all_calls_of_a_compilation_begin_with_the_same_definitions() {
    let function = "Puppet::Functions.create_function(:'m::f') do
  local_types do
    type 'Count = Integer[0, 9]'
  end
  names = ['a']
  dispatch :counted do
    param 'Count', :number
    optional_repeated_param 'Any', :more
    return_type 'String'
  end
  dispatch :named do
    param 'String', :name
    optional_block_param 'Callable', :block
  end
  argument_mismatch :wrong do
    param 'Boolean', :flag
  end

  def counted(number, *more)
    number == 7 ? 7 : \"#{number} of #{more.size}\"
  end

  def named(name)
    block_given? ? yield(name) : name.upcase
  end

  def wrong(flag)
    \"takes no #{flag}\"
  end
  define_method(:names) { |name| names << name }
end
";
    for mode in [Mode::Compile, Mode::Analyse] {
        let calls = "[1, 2].map |$n| { [m::f($n, 'x', $n), m::f('b'), m::f('c') |$it| { \"${it}${n}\" }] }";
        let value = "[['1 of 2', 'B', 'c1'], ['2 of 2', 'B', 'c2']]";
        assert_eq!(run_with(function, calls, mode), (Vec::new(), value.to_owned()));
        for (before, wrong, expected) in [
            ("m::f(1)", "m::f(true)", "'m::f' takes no true"),
            ("m::f(1)", "m::f(7)", "value returned from function 'counted' has wrong type, expects a String value, got Integer"),
        ] {
            let (errors, _) = run_with(function, &format!("{before}\n{wrong}"), mode);
            assert!(errors.len() == 1 && errors[0].contains(expected), "{wrong}: {errors:?}");
        }
    }
    // Puppet keeps what a call has changed.
    let changing = function.replace("name.upcase", "names(name).join");
    let (errors, _) = run_with(&changing, "m::f('b')\nm::f('c')", Mode::Compile);
    let refused = errors.iter().filter(|it| it.contains("a change of something that stays from one call to the next"));
    assert_eq!(refused.count(), 2, "{errors:?}");
}

#[test]
fn a_file_that_reads_something_else_is_loaded_for_each_call() {
    let function = "Puppet::Functions.create_function(:'m::f') do
  text = File.read('/m/m/lib/puppet/functions/m/f.rb')[0, 6]
  dispatch :f do
    param 'Integer', :number
  end
  define_method(:f) { |number| text * number }
end
";
    for mode in [Mode::Compile, Mode::Analyse] {
        assert_eq!(run_with(function, "m::f(1) + m::f(2)", mode).0.len(), 1, "texts are no numbers");
        assert_eq!(run_with(function, "[1, 2].map |$n| { m::f($n) }", mode), (Vec::new(), "['Puppet', 'PuppetPuppet']".to_owned()));
    }
}
