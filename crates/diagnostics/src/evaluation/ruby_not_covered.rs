//! Ruby that is not covered: what it would give is not known.

use issue::{Issue, Ruby};

use super::Rule;
use super::raised::{Draft, Raised};

pub(crate) const RULE: Rule = Rule::Error(find);

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let is = matches!(raised.issue, Issue::NotEvaluated(it) if !matches!(it, Ruby::Exceeded { .. }));
    if is { vec![raised.draft(None)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::{check, found};

    const FIXTURE: &str = "
$x = m::f(1)
notice(template('m/t.erb'))
//- /m/m/lib/puppet/functions/m/f.rb
Puppet::Functions.create_function(:'m::f') do
  def f(x)
    ObjectSpace.count_objects
  end
end
//- /m/m/templates/t.erb
a
<%= `id` %>
";

    #[test]
    fn the_construct_and_its_place() {
        check(
            FIXTURE,
            expect![[r#"
                ruby-not-covered: The function 'm::f' uses Ruby which Bunraku does not run yet: the constant ObjectSpace (file: /m/m/lib/puppet/functions/m/f.rb, line: 3)
                  site.pp:1 $x = m::f(1)
                                 ^^^^^^^
                ruby-not-covered: The template 'm/t.erb' uses Ruby (ERB) which Bunraku does not run yet: a command (backticks) (file: /m/m/templates/t.erb, line: 2)
                  site.pp:2 notice(template('m/t.erb'))
                                   ^^^^^^^^^^^^^^^^^^^
            "#]],
        );
        let (found, _) = found(FIXTURE);
        assert!(found.iter().all(|it| it.severity == syntax::Severity::Hint));
    }
}
