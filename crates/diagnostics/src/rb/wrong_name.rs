//! `ruby-wrong-name`: a file that declares a function or type with another name than its own. Puppet finds both by the file.

use ruby::declarations::{Declaration, Declared};
use syntax::Severity;

use super::here::Here;
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

/// Folders of files, and what each file of them declares.
const FOLDERS: [(&str, Kind); 3] =
    [("/lib/puppet/functions/", Kind::Function), ("/lib/puppet/parser/functions/", Kind::Legacy), ("/lib/puppet/type/", Kind::Type)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    Legacy,
    Type,
}

pub(super) fn find(here: &Here<'_>, found: &mut Vec<Finding>) {
    let place = FOLDERS.iter().find_map(|(folder, kind)| Some((here.path.rsplit_once(folder)?.1.strip_suffix(".rb")?, *kind)));
    let Some((path, kind)) = place else { return };
    // Puppet asks for names in lower case.
    if path.contains(|it: char| it.is_uppercase()) {
        return;
    }
    let expected = path.replace('/', "::");
    match kind {
        Kind::Type => type_name(here, &expected, found),
        Kind::Function | Kind::Legacy => function_name(here, &expected, kind == Kind::Legacy, found),
    }
}

fn function_name(here: &Here<'_>, expected: &str, is_legacy: bool, found: &mut Vec<Finding>) {
    // Puppet takes the last one of several, and only if the file ends with it.
    let [function] = here.functions.functions.as_slice() else { return };
    let name = &function.name.0;
    if function.is_legacy != is_legacy || name == expected || !here.functions.ends_with_function || expected.contains("::") && is_legacy {
        return;
    }
    let message = match is_legacy {
        true => {
            format!("The code loaded from {} produced mis-matched name, expected 'function_{expected}', got 'function_{name}'", here.path)
        }
        false => format!("The code loaded from {} produced mis-matched name, expected '{expected}', got {name}", here.path),
    };
    let edit = Edit { file: here.path.clone(), range: syntax::text_range(&function.name.1), text: expected.to_owned() };
    let is_plain = !expected.contains("::") || here.is_quoted(&function.name.1);
    let fix = is_plain.then(|| Fix { title: format!("Change to `{expected}`"), edits: vec![edit], sure: false });
    found.push(Finding {
        fixes: fix.into_iter().collect(),
        ..here.finding(codes::RUBY_WRONG_NAME, Severity::Error, &function.name.1, message)
    });
}

/// The file may declare other types, too.
fn type_name(here: &Here<'_>, expected: &str, found: &mut Vec<Finding>) {
    let declarations = here.snapshot.ruby_declarations(here.file);
    let mut types: Vec<&Declaration> = Vec::new();
    let mut waiting: Vec<&Declaration> = declarations.all.iter().collect();
    while let Some(it) = waiting.pop() {
        if it.kind == Declared::Type {
            types.push(it);
        }
        waiting.extend(&it.children);
    }
    let [only] = types.as_slice() else { return };
    if expected.contains("::") || hir::name::normal(&only.name) == expected {
        return;
    }
    let message = format!("Puppet looks for the type '{expected}' in this file, which declares '{}'", only.name);
    found.push(here.finding(codes::RUBY_WRONG_NAME, Severity::Warning, &only.selection, message));
}

#[cfg(test)]
mod tests {
    use crate::rb::tests::check_files;

    #[test]
    fn a_function_has_the_name_of_its_file() {
        let of = |name: &str| format!("Puppet::Functions.create_function({name}) do\n  def twice; end\nend\n");
        let expected = "produced mis-matched name, expected 'm::double', got m::twice";
        let expected = format!("ruby-wrong-name \"m::twice\": The code loaded from /modules/m/lib/puppet/functions/m/double.rb {expected}");
        check_files(&[("lib/puppet/functions/m/double.rb", &of(":'m::twice'"))], &[&expected]);
        check_files(&[("lib/puppet/functions/m/twice.rb", &of("'m::twice'"))], &[]);
        check_files(&[("lib/puppet/functions/m/double.rb", &of("NAME"))], &[]);
        check_files(&[("lib/puppet/functions/m/double.rb", &format!("{}nil\n", of(":'m::twice'")))], &[]);
    }

    #[test]
    fn a_legacy_function_has_the_name_of_its_file() {
        let text = "module Puppet::Parser::Functions\n  newfunction(:twice, type: :rvalue) { |a| a }\nend\n";
        let expected = "produced mis-matched name, expected 'function_double', got 'function_twice'";
        let expected =
            format!("ruby-wrong-name \"twice\": The code loaded from /modules/m/lib/puppet/parser/functions/double.rb {expected}");
        check_files(&[("lib/puppet/parser/functions/double.rb", text)], &[&expected]);
        check_files(&[("lib/puppet/parser/functions/twice.rb", text)], &[]);
    }

    #[test]
    fn a_type_has_the_name_of_its_file() {
        let text = "Puppet::Type.newtype(:one) do\nend\n";
        check_files(
            &[("lib/puppet/type/two.rb", text)],
            &["ruby-wrong-name \"one\": Puppet looks for the type 'two' in this file, which declares 'one'"],
        );
        check_files(&[("lib/puppet/type/one.rb", text)], &[]);
        check_files(&[("lib/puppet/type/two.rb", &format!("{text}{}", text.replace("one", "two")))], &[]);
        check_files(&[("lib/puppet/type/two/helper.rb", text)], &[]);
    }
}
