//! Errors of a compilation that needs Ruby which is not run.

use std::sync::Arc;

use issue::Issue;

use crate::compiler::Compiler;
use crate::{Environment, EvalError, Mode, Outcome, Request};

/// Drops what may come of a value that only Ruby knows: messages after the first one, and errors after it but for those that an
/// analysis finds, too, which goes on with the value as one that is not known.
pub fn keep_certain(environment: &Arc<Environment>, request: &Request, outcome: &mut Outcome) {
    let is_not_run = |it: &EvalError| matches!(it.issue.root(), Issue::NotEvaluated(_));
    if !outcome.errors.iter().any(is_not_run) {
        return;
    }
    outcome.logs.truncate(outcome.logs_before_error);
    if outcome.errors.iter().all(is_not_run) {
        return;
    }
    let request = Request { mode: Mode::Analyse, ..request.clone() };
    let (analysed, _) = Compiler::new(environment, &request).run();
    let is_certain = |it: &EvalError| {
        analysed.errors.iter().any(|other| other.issue.root() == it.issue.root() && other.origin().line == it.origin().line)
    };
    let mut index = 0;
    outcome.errors.retain(|it| {
        index += 1;
        index <= outcome.errors_before_ruby || is_not_run(it) || is_certain(it)
    });
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use world::MemoryWorld;

    use crate::{Answer, Code, Environment, Mode, Reading, Request, compile, lookup, no_code};

    fn environment() -> Arc<Environment> {
        let mut world = MemoryWorld::new();
        let ruby = "Puppet::Functions.create_function(:'m::data') do\n  def data(options, context) { 'key' => [`id`] } end\nend\n";
        world.add_file("/e/modules/m/lib/puppet/functions/m/data.rb", ruby);
        world.add_file("/e/hiera.yaml", "version: 5\nhierarchy:\n- name: r\n  data_hash: m::data\n");
        let root = Some(PathBuf::from("/e"));
        Arc::new(Environment::new(Arc::new(world), "production", root, vec!["/e/modules".into()], Reading::default()))
    }

    const REFUSED: &str = "The function 'm::data' uses Ruby which Bunraku does not run yet: a command (backticks) \
                           (file: /e/modules/m/lib/puppet/functions/m/data.rb, line: 2)";

    #[test]
    fn data_of_ruby_is_refused_by_name() {
        for code in ["notice(lookup('key'))", "notice(lookup('key', Integer) + 1)", "[3, 1].sort |$a, $b| { m::data({}, 1) }"] {
            let request = Request::new(Code::Text(code.into()), "n");
            let outcome = compile(&environment(), &request);
            let messages: Vec<String> = outcome.errors.iter().map(|it| it.message()).collect();
            assert!(messages.len() == 1 && messages[0].ends_with(REFUSED), "{code}: {messages:?}");
            // Unknown values are not reported.
            assert!(outcome.logs.is_empty(), "{code}: {:?}", outcome.logs);
            let analysed = compile(&environment(), &Request { mode: Mode::Analyse, ..request });
            assert!(analysed.errors.is_empty(), "{code}: {:?}", analysed.errors);
        }
    }

    /// An analysis knows nothing of a module that is not there; a compilation ends at its class, whatever comes after it.
    #[test]
    fn an_error_before_ruby_is_kept() {
        let class_first = "class a { include absent } include a $x = m::data({}, 1) notice($x)";
        let ruby_first = "$x = m::data({}, 1) if $x['key'] { include absent }";
        let messages = |code: &str| -> Vec<String> {
            let outcome = compile(&environment(), &Request::new(Code::Text(code.into()), "n"));
            outcome.errors.iter().map(|it| it.message()).collect()
        };
        let both = messages(class_first);
        assert!(both.len() == 2 && both[0].contains("Could not find class ::absent") && both[1].ends_with(REFUSED), "{both:?}");
        let one = messages(ruby_first);
        assert!(one.len() == 1 && one[0].ends_with(REFUSED), "{one:?}");
    }

    #[test]
    fn a_lookup_of_data_of_ruby_has_no_value() {
        let wanted = hiera::Request { names: vec!["key".to_owned()], ..hiera::Request::default() };
        let looked = lookup(&environment(), &Request::new(no_code(), "n"), &wanted, None);
        let Answer::Failed(errors) = looked.answer else { panic!("{:?}", looked.answer) };
        assert!(errors.len() == 1 && errors[0].message().ends_with(REFUSED), "{errors:?}");
    }
}
