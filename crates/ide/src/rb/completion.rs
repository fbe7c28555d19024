//! Completion in the Ruby of functions, types and facts: the words of Puppet, functions, methods of dispatches, data types.

use analysis::{File, Snapshot};
use hir::{ItemKind, name};
use syntax::{TextRange, TextSize};

use super::place;
use crate::builtin_docs::{self, WordDocs};
use crate::completion::item::{Found, Rank};
use crate::completion::{Completion, CompletionItem, CompletionKind, MOST};
use crate::erb::completion::functions;
use crate::type_text;

/// Words before the text of a data type.
const TYPED: [&str; 12] = [
    "param",
    "required_param",
    "optional_param",
    "repeated_param",
    "optional_repeated_param",
    "required_repeated_param",
    "block_param",
    "optional_block_param",
    "required_block_param",
    "return_type",
    "type",
    "type:",
];

/// Code before the cursor.
#[derive(Debug, PartialEq, Eq)]
enum Before {
    /// `call_function('`
    Function,
    /// `function_`
    LegacyFunction,
    /// `param '`
    Type,
    /// `dispatch :`
    Method,
    /// The beginning of a statement.
    Word,
}

/// Completions at an offset.
pub(crate) fn completion(snapshot: Snapshot<'_>, file: File, offset: TextSize, trigger: Option<char>) -> Option<Completion> {
    let text = snapshot.text(file);
    let before_cursor = text.get(..usize::from(offset))?;
    let line = before_cursor.rsplit('\n').next()?;
    let (before, typed) = before(line)?;
    // A list after every blank is in the way.
    if trigger.is_some() && before == Before::Word && typed.is_empty() {
        return None;
    }
    let start = usize::from(offset) - typed.len();
    let mut found = Found::default();
    match before {
        Before::Function => functions(snapshot, file, "", &mut found),
        Before::LegacyFunction => functions(snapshot, file, "function_", &mut found),
        Before::Type => data_types(snapshot, &mut found),
        Before::Method => methods(snapshot, file, &mut found),
        Before::Word => words(snapshot, file, TextSize::try_from(start).ok()?, typed, &mut found),
    }
    let is_cut = found.finish(typed, true, MOST);
    let insert = TextRange::new(TextSize::try_from(start).ok()?, offset);
    (!found.items.is_empty()).then_some(Completion { items: found.items, insert, replace: insert, is_cut })
}

/// Whether a line ends within the text of a data type.
pub(super) fn is_data_type(line: &str) -> bool {
    matches!(before(line), Some((Before::Type, _)))
}

/// The meaning of the end of a line, and the typed part of it.
fn before(line: &str) -> Option<(Before, &str)> {
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let code = line.trim_end_matches(is_word);
    let word = line.get(code.len()..)?;
    // Words with parts, such as `Puppet::Functions.create_function`, stand at the top alone.
    let whole = line.trim_start();
    let is_of_module = whole.starts_with(char::is_uppercase) && whole.chars().all(|it| is_word(it) || matches!(it, ':' | '.'));
    if whole.is_empty() || is_of_module || whole == word && word.starts_with(char::is_alphabetic) {
        let is_legacy = whole.starts_with("function_");
        return Some((if is_legacy { Before::LegacyFunction } else { Before::Word }, whole));
    }
    if word.starts_with("function_") && (code.ends_with("scope.") || !code.ends_with(['.', ':', '@', '$', '\'', '"'])) {
        return Some((Before::LegacyFunction, word));
    }
    if let Some(rest) = code.strip_suffix(':')
        && rest.trim_start().trim_end_matches([' ', '(']) == "dispatch"
    {
        return Some((Before::Method, word));
    }
    let quoted = line.rfind(['\'', '"'])?;
    let content = line.get(quoted + 1..)?;
    let before = line.get(..quoted)?;
    // An even number of quotes is before one that opens.
    if before.matches(line.get(quoted..=quoted)?).count() % 2 == 1 {
        return None;
    }
    let name = content.trim_end_matches(|it| is_word(it) || it == ':');
    let typed = content.get(name.len()..)?;
    let called = before.trim_end_matches([' ', '(']);
    let last = called.rsplit(|it: char| !is_word(it) && it != ':').next()?;
    if last == "call_function" && name.is_empty() {
        return Some((Before::Function, typed));
    }
    let is_type = TYPED.contains(&last) && (last != "type" || content.contains('='));
    is_type.then_some((Before::Type, typed))
}

fn words(snapshot: Snapshot<'_>, file: File, offset: TextSize, typed: &str, found: &mut Found) {
    for table in place::tables(snapshot, file, offset) {
        for it in builtin_docs::words(table) {
            let rank = if it.name.starts_with(typed) { Rank::Fits } else { Rank::Local };
            let item = CompletionItem::new(it.name, CompletionKind::Keyword, rank).snippet(it.form, plain(&it));
            found.add(item.detail(it.text));
        }
    }
}

/// The form of a word for editors without places to fill in.
fn plain(docs: &WordDocs) -> String {
    docs.name.to_owned()
}

/// The methods of the file, those that no dispatch names first.
fn methods(snapshot: Snapshot<'_>, file: File, found: &mut Found) {
    let of_file = snapshot.ruby_function_file(file);
    for (method, _) in &of_file.methods {
        let is_named = of_file.functions.iter().flat_map(|it| &it.dispatches).any(|it| it.method.0 == *method);
        found.add(CompletionItem::new(method, CompletionKind::Function, if is_named { Rank::Last } else { Rank::Fits }));
    }
}

fn data_types(snapshot: Snapshot<'_>, found: &mut Found) {
    for name in values::ty::NAMES {
        found.add(CompletionItem::new(*name, CompletionKind::DataType, Rank::Module).with_description(format!("data {name}")));
    }
    for it in snapshot.offered().iter().filter(|it| it.kind == ItemKind::Alias) {
        let written = it.written.as_ref().map_or_else(|| name::capitalized(&it.name), ToString::to_string);
        let alias = it.definition.and_then(|it| snapshot.item(it)).and_then(|it| it.alias.as_ref());
        let detail = alias.map(|it| type_text::shortened(it, 60)).unwrap_or_default();
        let item = CompletionItem::new(written, CompletionKind::DataType, Rank::Workspace).detail(detail);
        found.add(item.with_description(format!("type {}", it.name)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fixture;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let files = format!(
            "#- /m/metadata.json\n{{\"name\": \"a-m\"}}\n#- /m/types/port.pp\ntype M::Port = Integer\n#- /m/functions/own.pp\nfunction m::own() {{ }}\n\
             #- /m/lib/puppet/parser/functions/old_one.rb\nmodule Puppet::Parser::Functions\nnewfunction(:old_one) {{ |a| }}\nend\n\
             #- /m/lib/{path}\n{text}\n"
        );
        let found = fixture(&files).ask(|snapshot, file, offset| crate::completion(snapshot, file, offset, None));
        let labels: Vec<String> = found.map(|it| it.items.into_iter().map(|it| it.label).collect()).unwrap_or_default();
        let shown: Vec<&str> = labels.iter().map(String::as_str).take(expected.len().max(1)).collect();
        assert_eq!(shown, expected, "{text}");
    }

    const FUNCTION: &str = "puppet/functions/m/f.rb";

    #[test]
    fn words_of_functions() {
        let function = |body: &str| format!("Puppet::Functions.create_function(:'m::f') do\n{body}\nend");
        check(FUNCTION, "Pupp$0", &["Puppet::Functions.create_function"]);
        check(FUNCTION, "Puppet::Fun$0", &["Puppet::Functions.create_function"]);
        check(FUNCTION, &function("  $0"), &["argument_mismatch", "dispatch", "local_types"]);
        check(FUNCTION, &function("  dispatch :f do\n    par$0\n  end"), &["param", "block_param"]);
        check(FUNCTION, &function("  dispatch :f do\n    ret$0\n  end"), &["return_type"]);
        check(FUNCTION, &function("  dispatch :f do\n    scop$0\n  end"), &[]);
        check(FUNCTION, &function("  dispatch :$0 do\n  end\n  def one; end\n  def two; end"), &["one", "two"]);
        check(FUNCTION, &function("  def f(x)\n    disp$0\n  end"), &[]);
        let internal =
            "Puppet::Functions.create_function(:f, Puppet::Functions::InternalFunction) do\n  dispatch :f do\n    scop$0\n  end\nend";
        check(FUNCTION, internal, &["scope_param"]);
    }

    #[test]
    fn data_types_of_dispatches() {
        let dispatch = |body: &str| format!("Puppet::Functions.create_function(:'m::f') do\n  dispatch :f do\n    {body}\n  end\nend");
        check(FUNCTION, &dispatch("param 'Intege$0', :a"), &["Integer"]);
        check(FUNCTION, &dispatch("param('Array[M::Po$0', :a"), &["M::Port"]);
        check(FUNCTION, &dispatch("return_type \"Optional[Boo$0"), &["Boolean"]);
        check(FUNCTION, &dispatch("param 'String', :a # 'Intege$0"), &[]);
        check("puppet/type/t.rb", "Puppet::ResourceApi.register_type(name: 't', attributes: { a: { type: 'Boo$0' } })", &["Boolean"]);
    }

    #[test]
    fn functions_that_code_calls() {
        check(FUNCTION, "create_function(:f) do\n  def f\n    x = call_function('versionc$0', 1)\n  end\nend", &["versioncmp"]);
        check(FUNCTION, "create_function(:f) do\n  def f\n    call_function 'm::$0'\n  end\nend", &["m::own"]);
        check(FUNCTION, "create_function(:f) do\n  def f\n    scope.function_old$0\n  end\nend", &["function_old_one"]);
        check("puppet/parser/functions/g.rb", "newfunction(:g) do |a|\n  function_old$0\nend", &["function_old_one"]);
    }

    #[test]
    fn words_of_types_and_facts() {
        let of = |body: &str| format!("Puppet::Type.newtype(:t) do\n{body}\nend");
        check("puppet/type/t.rb", "Puppet::Type.new$0", &["Puppet::Type.newtype"]);
        check("puppet/type/t.rb", &of("  newp$0"), &["newparam", "newproperty"]);
        check("puppet/type/t.rb", &of("  newparam(:a) do\n    mun$0\n  end"), &["munge", "unmunge"]);
        check("puppet/type/t.rb", &of("  newparam(:a) do\n    newvalue$0\n  end"), &["newvalues"]);
        check("puppet/type/t.rb", &of("  newproperty(:a) do\n    newvalue$0\n  end"), &["newvalue", "newvalues"]);
        check("puppet/type/t.rb", &of("  validate do\n    newp$0\n  end"), &[]);
        check("facter/own.rb", "Fac$0", &["Facter.add"]);
        check("facter/own.rb", "Facter.add(:own) do\n  set$0\nend", &["setcode"]);
        check("facter/own.rb", "Facter.add(:own) do\n  setcode do\n    con$0\n  end\nend", &[]);
    }

    #[test]
    fn ends_of_lines() {
        assert_eq!(before("  x = call_function('a', 'b"), None);
        assert_eq!(before("  param 'A', :b"), None);
        assert_eq!(before("  x.function_y = par"), None);
        assert_eq!(before("  dispatch(:a"), Some((Before::Method, "a")));
        assert_eq!(before("    type 'Own = Stri"), Some((Before::Type, "Stri")));
    }
}
