//! Signature help while arguments are written; also for classes and defined types that are declared as resources.

use std::ops::Range;

use ::ruby::calls as ruby_calls;
use analysis::{File, Snapshot};
use hir::{Docs, Symbol, name};
use resource_types::AttributeKind;
use syntax::{SyntaxKind, SyntaxToken, TextSize};

use crate::completion::context::{self, Of};
use crate::cursor::{Cursor, before, enclosing, tokens_before};
use crate::forms::{self, Form};
use crate::hover::ruby;
use crate::{builtin_docs, sls};

/// Brackets in brackets, so deeply at most.
const DEEPEST: usize = 32;

/// The signatures of an item, and the place of the cursor in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    pub signatures: Vec<Signature>,
    /// The one that fits what is written so far.
    pub active: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub label: String,
    /// Where each parameter stands in the label, and what is said of it.
    pub parameters: Vec<(Range<usize>, Option<String>)>,
    /// The parameter that the cursor is at.
    pub active: Option<usize>,
    /// Markdown.
    pub documentation: Option<String>,
}

/// Signature of the call around a place.
pub fn signature_help(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<SignatureHelp> {
    if sls::is_states(snapshot, file) {
        return sls::signature::signature_help(snapshot, file, offset);
    }
    let text = snapshot.text(file);
    if crate::erb::is_erb(snapshot, file) {
        let call = ruby_calls::in_template(&text, offset.into())?;
        return of_function(snapshot, file, &call.function, call.index);
    }
    if crate::rb::is_ruby(snapshot, file) {
        let call = ruby_calls::in_file(&text, offset.into())?;
        return of_function(snapshot, file, &call.function, call.index);
    }
    let cursor = Cursor::new(&text, snapshot.dialect(file), offset)?;
    if cursor.is_in_text() {
        return None;
    }
    let mut token = cursor.string().map_or_else(|| cursor.token.clone(), |it| it.start);
    let attribute_at = token.clone();
    if let Some((function, index)) = lambda(&token) {
        return of_lambda(snapshot, file, &function, index);
    }
    for _ in 0..DEEPEST {
        if let Some((function, index)) = context::statement_call(&token) {
            return of_function(snapshot, file, &function, index);
        }
        let (open, between) = enclosing(&token);
        let open = open?;
        match open.kind() {
            SyntaxKind::L_PAREN => {
                let function = called(&open);
                if let Some(function) = function {
                    let is_method = before(&function).is_some_and(|it| it.kind() == SyntaxKind::DOT);
                    let commas = between.iter().filter(|it| it.kind() == SyntaxKind::COMMA).count();
                    return of_function(snapshot, file, function.text(), commas + usize::from(is_method));
                }
                // Parameters of a definition, or an expression in parentheses.
                if context::is_definition(&open) {
                    return None;
                }
            }
            SyntaxKind::L_BRACE => match context::resource_around(&attribute_at, &open, &between) {
                Some((of, attribute)) => return of_resource(snapshot, file, &of, attribute.as_deref()),
                None if context::is_hash(&open) => {}
                None => return None,
            },
            SyntaxKind::L_BRACK => {}
            _ => return None,
        }
        token = open;
    }
    None
}

/// The function that a parenthesis calls.
fn called(open: &SyntaxToken) -> Option<SyntaxToken> {
    let name = before(open).filter(|it| it.kind() == SyntaxKind::NAME && it.text_range().end() == open.text_range().start())?;
    (!context::is_definition(open)).then_some(name)
}

/// The function whose block's parameters are being written, and the number of the parameter.
fn lambda(token: &SyntaxToken) -> Option<(String, usize)> {
    let mut index = 0;
    let mut pipes = 0;
    for it in tokens_before(token) {
        match it.kind() {
            SyntaxKind::COMMA if pipes == 0 => index += 1,
            SyntaxKind::VARIABLE | SyntaxKind::TYPE_NAME | SyntaxKind::L_BRACK | SyntaxKind::R_BRACK | SyntaxKind::STAR if pipes == 0 => {}
            SyntaxKind::PIPE if pipes == 0 => pipes = 1,
            SyntaxKind::R_PAREN | SyntaxKind::L_PAREN if pipes == 1 => {}
            SyntaxKind::NAME if pipes == 1 => return Some((it.text().to_owned(), index)),
            _ => return None,
        }
    }
    None
}

fn of_lambda(snapshot: Snapshot<'_>, file: File, function: &str, index: usize) -> Option<SignatureHelp> {
    let mut help = of_function(snapshot, file, function, 0)?;
    let wanted = |it: &str| if index > 0 { it.contains("2, 2") } else { true };
    let forms: Vec<Form> = callee(snapshot, file, function).overloads.into_iter().map(|it| it.form).collect();
    for (signature, form) in help.signatures.iter_mut().zip(&forms) {
        signature.active = form.parameters.iter().position(|it| it.is_block);
    }
    help.active = forms
        .iter()
        .position(|it| it.parameters.iter().any(|it| it.is_block && wanted(it.ty.as_deref().unwrap_or_default())))
        .or_else(|| forms.iter().position(Form::has_block))?;
    Some(help)
}

/// Properties of a function.
#[derive(Default)]
struct Callee {
    overloads: Vec<Overload>,
    /// Documentation as a whole.
    text: Option<String>,
}

/// One of its signatures.
struct Overload {
    form: Form,
    /// Documentation of its parameters.
    docs: Docs,
    returns: Option<String>,
}

impl Overload {
    fn bare(form: &Form) -> Overload {
        Overload { form: form.clone(), docs: Docs::default(), returns: None }
    }
}

fn callee(snapshot: Snapshot<'_>, file: File, function: &str) -> Callee {
    let function = function.trim_start_matches("::");
    let built_in = || forms::of_builtin(function).iter().map(Overload::bare).collect::<Vec<Overload>>();
    if let Some(text) = builtin_docs::function(function) {
        return Callee { overloads: built_in(), text: Some(text.to_owned()) };
    }
    let symbol = Symbol::Function(function.into());
    if let Some(item) = snapshot.resolve(&symbol, file).into_iter().find_map(|it| snapshot.item(it)) {
        let returns = item.returns.as_ref().map(ToString::to_string);
        return Callee {
            overloads: vec![Overload { form: forms::of_item(item), docs: item.docs.clone(), returns }],
            text: summary(&item.docs),
        };
    }
    let Some((_, info)) = snapshot.ruby_function(file, function) else { return Callee { overloads: built_in(), text: None } };
    let whole = ruby::docs(&info.comment);
    let declared = forms::of_ruby(&info).into_iter().zip(&info.forms);
    let overload = |(form, declared): (Form, &resource_types::FunctionForm)| {
        let mut docs = ruby::docs(&declared.comment);
        docs.tags.extend(whole.tags.iter().cloned());
        Overload { form, docs, returns: declared.returns.clone() }
    };
    let overloads: Vec<Overload> = declared.map(overload).collect();
    let text = summary(&whole).or_else(|| overloads.iter().find_map(|it| summary(&it.docs)));
    Callee { overloads, text }
}

fn of_function(snapshot: Snapshot<'_>, file: File, function: &str, index: usize) -> Option<SignatureHelp> {
    let Callee { overloads, text } = callee(snapshot, file, function);
    if overloads.is_empty() {
        return None;
    }
    let signatures: Vec<Signature> = overloads
        .iter()
        .map(|overload| {
            let active = overload.form.parameter_of(index);
            let returns = overload.returns.as_ref().map(|it| format!(" >> {it}")).unwrap_or_default();
            let head = format!("{}(", function.trim_start_matches("::"));
            let mut signature = written(&head, &overload.form, &format!("){returns}"), &overload.docs, active);
            signature.documentation.clone_from(&text);
            signature
        })
        .collect();
    let active = signatures.iter().position(|it| it.active.is_some()).unwrap_or(0);
    Some(SignatureHelp { signatures, active })
}

fn of_resource(snapshot: Snapshot<'_>, file: File, of: &Of, attribute: Option<&str>) -> Option<SignatureHelp> {
    let (symbol, head) = match of {
        Of::Type(name) => (Symbol::Type(name::normal(name)), format!("{name} {{ title: ")),
        Of::Class(name) => (Symbol::Class(name::normal(name)), format!("class {{ '{name}': ")),
    };
    let Some(item) = snapshot.resolve(&symbol, file).into_iter().find_map(|it| snapshot.item(it)) else {
        return of_ruby_type(snapshot, file, of, attribute);
    };
    if item.parameters.is_empty() {
        return None;
    }
    let form = forms::of_item(item);
    let active = attribute.and_then(|name| form.parameters.iter().position(|it| it.name == name));
    let mut signature = written(&head, &form, " }", &item.docs, active);
    signature.documentation = summary(&item.docs);
    Some(SignatureHelp { signatures: vec![signature], active: 0 })
}

/// The attributes of a resource type that a module defines in Ruby; those of Puppet's own types are many and well known.
fn of_ruby_type(snapshot: Snapshot<'_>, file: File, of: &Of, attribute: Option<&str>) -> Option<SignatureHelp> {
    let Of::Type(name) = of else { return None };
    let name = name::normal(name);
    let (_, docs) = snapshot.ruby_type(file, &name)?;
    let info = snapshot.native_type(file, &name)?;
    let mut label = format!("{name} {{ title: ");
    let mut parameters = Vec::new();
    let mut active = None;
    for it in info.attributes.iter().filter(|it| it.kind != AttributeKind::Metaparameter) {
        if !parameters.is_empty() {
            label.push_str(", ");
        }
        if attribute == Some(it.name.as_str()) {
            active = Some(parameters.len());
        }
        let start = label.len();
        label.push_str(&it.name);
        let docs_text = docs.attribute(&it.name).map(|it| it.text.as_str()).filter(|it| !it.is_empty());
        parameters.push((start..label.len(), docs_text.map(str::to_owned)));
    }
    if parameters.is_empty() {
        return None;
    }
    label.push_str(" }");
    let documentation = Some(docs.text.as_str()).filter(|it| !it.is_empty()).map(str::to_owned);
    Some(SignatureHelp { signatures: vec![Signature { label, parameters, active, documentation }], active: 0 })
}

fn written(before: &str, form: &Form, after: &str, docs: &Docs, active: Option<usize>) -> Signature {
    let mut label = before.to_owned();
    let mut parameters = Vec::new();
    for (number, it) in form.parameters.iter().enumerate() {
        if number > 0 {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(&it.text);
        let docs_text = docs.param(&it.name).map(|it| it.text.to_string());
        parameters.push((start..label.len(), docs_text));
    }
    label.push_str(after);
    Signature { label, parameters, active, documentation: None }
}

fn summary(docs: &Docs) -> Option<String> {
    let parts = docs.summary().into_iter().chain([docs.text.as_str()]).filter(|it| !it.is_empty());
    let text = parts.collect::<Vec<_>>().join("\n\n");
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::signature_help;
    use crate::tests::fixture;

    const MODULE: &str = "#- /m/metadata.json\n{\"name\": \"a-m\"}\n\
                          #- /m/manifests/init.pp\n# A server.\n# @param port Where it listens.\nclass m(Integer $port = 80, $x) { }\n\
                          #- /m/manifests/d.pp\ndefine m::d(String $a, $b = 'x') { }\n\
                          #- /m/functions/f.pp\n# Does it.\nfunction m::f(String $a, Integer *$rest) >> String { 'x' }\n";

    /// The signature that is active, its parameter in `<>`; nothing where there is no help.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = fixture(&format!("{MODULE}#- /m/manifests/here.pp\n{text}")).ask(signature_help);
        let shown = found.map(|help| {
            let it = &help.signatures[help.active];
            match it.active.and_then(|active| it.parameters.get(active)) {
                Some((range, _)) => format!("{}<{}>{}", &it.label[..range.start], &it.label[range.clone()], &it.label[range.end..]),
                None => it.label.clone(),
            }
        });
        assert_eq!(shown.unwrap_or_default(), expected);
    }

    #[test]
    fn functions_of_manifests() {
        check("$x = m::f($0)", "m::f(<String $a>, Integer *$rest) >> String");
        check("$x = m::f('a', $0)", "m::f(String $a, <Integer *$rest>) >> String");
        check("$x = m::f('a', 1, [2, 3], $0)", "m::f(String $a, <Integer *$rest>) >> String");
        check("$x = m::f(['a', 'b'], 1$0)", "m::f(String $a, <Integer *$rest>) >> String");
        check("$x = ::m::f('$0')", "m::f(<String $a>, Integer *$rest) >> String");
    }

    #[test]
    fn a_value_before_the_dot_is_the_first_argument() {
        check("$x = 'a'.m::f($0)", "m::f(String $a, <Integer *$rest>) >> String");
    }

    #[test]
    fn calls_that_have_no_end() {
        check("$x = m::f('a', $0", "m::f(String $a, <Integer *$rest>) >> String");
        check("class x {\n  $x = m::f(\n    'a',\n    $0\n  file { '/x': }\n}", "m::f(String $a, <Integer *$rest>) >> String");
        check("$x = m::f(\"a $0", "m::f(<String $a>, Integer *$rest) >> String");
    }

    #[test]
    fn what_surrounds_the_cursor_in_a_call() {
        check("$x = m::f([1, $0])", "m::f(<String $a>, Integer *$rest) >> String");
        check("$x = m::f({ a => $0 })", "m::f(<String $a>, Integer *$rest) >> String");
        check("$x = m::f((1 + $0))", "m::f(<String $a>, Integer *$rest) >> String");
        check("[1].each |$i| { $0 }", "");
        check("$x = m::f('a')$0", "");
        check("if $x { $0 }", "");
        check("class a($0) { }", "");
        check("# m::f($0)", "");
    }

    #[test]
    fn calls_without_parentheses() {
        check("include $0", "include(<Any *$names>)");
        check("include m$0\n", "include(<Any *$names>)");
        check("class x {\n  contain a, $0\n  file { '/x': }\n}", "contain(<Any *$names>)");
        check("include [a, $0", "include(<Any *$names>)");
        check("notice $x$0", "notice(<Any *$values>)");
        check("if $x { fail '$0", "fail(<Any *$values>)");
        check("warning \"a ${b}\", $0", "warning(<Any *$values>)");
        check("notice m::f($0", "m::f(<String $a>, Integer *$rest) >> String");
        check("include a\n$0", "");
        check("$x = notice$0", "");
        check("file { '/x': tag => $0 }", "");
    }

    #[test]
    fn functions_of_the_language() {
        check("$x = split($0)", "split(<String $str>, String $pattern)");
        check("$x = split('a b', $0)", "split(String $str, <String $pattern>)");
        check("[1].each |$0| { }", "each(Hash $hash, <Callable[1, 1] &$block>)");
        check("{}.each |$k, $v$0| { }", "each(Hash $hash, <Callable[2, 2] &$block>)");
        check("$x = nosuch($0)", "");
    }

    #[test]
    fn functions_of_ruby() {
        let module = "#- /m/lib/puppet/functions/m/q.rb\n# Quotes.\nPuppet::Functions.create_function(:'m::q') do\n  # @param text What.\n  \
                      dispatch :q do\n    param 'String', :text\n    repeated_param 'Integer', :rest\n    return_type 'String'\n  end\n  \
                      dispatch :each do\n    param 'Array', :all\n    block_param 'Callable[1, 1]', :block\n  end\nend\n";
        check(&format!("$x = m::q($0)\n{module}"), "m::q(<String $text>, Integer *$rest) >> String");
        check(&format!("$x = m::q('a', 1, $0)\n{module}"), "m::q(String $text, <Integer *$rest>) >> String");
        check(&format!("[1].m::q |$0| {{ }}\n{module}"), "m::q(Array $all, <Callable[1, 1] &$block>)");
        let found = fixture(&format!("{MODULE}#- /m/manifests/here.pp\n$x = m::q($0)\n{module}")).ask(signature_help).expect("help");
        assert_eq!(found.signatures[0].documentation.as_deref(), Some("Quotes."));
        assert_eq!(found.signatures[0].parameters[0].1.as_deref(), Some("What."));
    }

    #[test]
    fn resources_of_types_in_ruby() {
        let ruby = "#- /m/lib/puppet/type/pulse.rb\nPuppet::Type.newtype(:pulse) do\n  @doc = 'A pulse.'\n  newparam(:name, namevar: true) do\n    \
                    desc 'Whose.'\n  end\n  newproperty(:speed) do\n    desc 'How fast.'\n  end\nend\n";
        check(&format!("pulse {{ 'x': speed => $0 }}\n{ruby}"), "pulse { title: <speed>, name, provider }");
        let found = fixture(&format!("{MODULE}#- /m/manifests/here.pp\npulse {{ 'x': $0 }}\n{ruby}")).ask(signature_help).expect("help");
        assert_eq!(found.signatures[0].documentation.as_deref(), Some("A pulse."));
        assert_eq!(found.signatures[0].parameters[0].1.as_deref(), Some("How fast."));
    }

    #[test]
    fn resources_of_defined_types_and_classes() {
        check("m::d { 'x': $0 }", "m::d { title: String $a, $b = 'x' }");
        check("m::d { 'x': a => $0 }", "m::d { title: <String $a>, $b = 'x' }");
        check("m::d { 'x': a => 'y', b => $0", "m::d { title: String $a, <$b = 'x'> }");
        check("class { 'm': port => $0 }", "class { 'm': <Integer $port = 80>, $x }");
        check("M::D['x'] { b => $0 }", "m::d { title: String $a, <$b = 'x'> }");
        check("file { '/x': mode => $0 }", "");
    }

    #[test]
    fn what_is_said_of_each() {
        let found = fixture(&format!("{MODULE}#- /m/manifests/here.pp\nclass {{ 'm': $0 }}")).ask(signature_help).expect("help");
        assert_eq!(found.signatures[0].documentation.as_deref(), Some("A server."));
        assert_eq!(found.signatures[0].parameters[0].1.as_deref(), Some("Where it listens."));
    }
    #[test]
    fn functions_that_ruby_calls() {
        let check = |path: &str, text: &str, expected: &str| {
            let found = fixture(&format!("{MODULE}#- {path}\n{text}\n")).ask(signature_help);
            let shown = found.map(|help| {
                let it = &help.signatures[help.active];
                let active = it.active.map(|active| &it.label[it.parameters[active].0.clone()]).unwrap_or_default();
                format!("{} <{active}>", it.label)
            });
            assert_eq!(shown.unwrap_or_default(), expected, "{text}");
        };
        let whole = "m::f(String $a, Integer *$rest) >> String";
        check("/m/templates/t.erb", "<%= scope.call_function('m::f', [$0", &format!("{whole} <String $a>"));
        check("/m/templates/t.erb", "<%= scope.call_function('m::f', ['a', $0]) %>", &format!("{whole} <Integer *$rest>"));
        check("/m/templates/t.erb", "<%= scope.function_split(['a', $0]) %>", "split(String $str, String $pattern) <String $pattern>");
        check("/m/templates/t.erb", "<%= scope.call_function('nosuch', [$0]) %>", "");
        check("/m/lib/puppet/functions/m/q.rb", "def q\n  call_function('m::f', 'a', $0)\nend", &format!("{whole} <Integer *$rest>"));
    }
}
