//! Signature help in files of states: the arguments of the state function that a line belongs to, and the parameters of a macro.

use std::ops::Range;

use analysis::{File, Snapshot};
use salt::documentation;
use salt::names::{Meaning, jinja_names, macros};
use salt::outline::tags;
use salt::signatures::Signatures;
use syntax::TextSize;

use super::Document;
use super::goto::imported_path;
use super::line::Line;
use crate::signature_help::{Signature, SignatureHelp};

/// Signature of what takes the arguments at a place.
pub(crate) fn signature_help(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<SignatureHelp> {
    let document = Document::open(snapshot, file)?;
    let at = usize::from(offset);
    let signature = match tags(&document.text).iter().find(|it| it.range.start < at && at < it.range.end) {
        Some(tag) => of_macro(snapshot, &document, file, tag.range.start, at)?,
        None if document.has_states() => of_function(snapshot, &document, at)?,
        None => return None,
    };
    Some(SignatureHelp { signatures: vec![signature], active: 0 })
}

/// The state function in whose list of arguments a line is.
fn of_function(snapshot: Snapshot<'_>, document: &Document, at: usize) -> Option<Signature> {
    let line = Line::at(&document.text, at)?;
    let outline = &line.outline;
    let depth = usize::from(outline.key(*line.path.first()?) == Some("extend"));
    // An ID, a module, an item, and the argument in that.
    let (id, node, _) = (line.path.get(depth)?, line.path.get(depth + 1)?, line.path.get(depth + 2)?);
    let (module, function, _) = outline.functions(*id).into_iter().find(|it| it.2 == *node)?;
    let name = format!("{module}.{}", function?);
    let known = Signatures::for_release(snapshot.sls_release(&document.place)).get(&name)?;
    let inner = line.path.get(depth + 3).and_then(|it| outline.key(*it));
    let written = inner.or_else(|| line.typed.split_once(':').map(|it| it.0.trim()).filter(|_| line.path.len() == depth + 3));
    let mut label = format!("{name}: ");
    let mut parameters = Vec::new();
    let mut active = None;
    for (number, parameter) in documentation::in_order(known).into_iter().enumerate() {
        if number > 0 {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(&documentation::written(parameter));
        parameters.push((start..label.len(), documentation::argument(&name, parameter.name).map(str::to_owned)));
        if written == Some(parameter.name) {
            active = Some(number);
        }
    }
    if known.takes_more {
        label.push_str(if parameters.is_empty() { "…" } else { ", …" });
    }
    Some(Signature { label, parameters, active, documentation: documentation::function(&name).map(str::to_owned) })
}

/// The macro that is called around a place in a tag.
fn of_macro(snapshot: Snapshot<'_>, document: &Document, file: File, start: usize, at: usize) -> Option<Signature> {
    let call = call_around(document.text.get(start..at)?)?;
    let name = start + call.name.start..start + call.name.end;
    let (found, origin) = declared(snapshot, document, file, &name)?;
    let macros = macros(&snapshot.text(origin));
    let called = macros.iter().find(|it| it.name == found)?;
    let mut label = format!("{}(", called.name);
    let mut parameters = Vec::new();
    for (number, parameter) in called.parameters.iter().enumerate() {
        if number > 0 {
            label.push_str(", ");
        }
        parameters.push((label.len()..label.len() + parameter.len(), None));
        label.push_str(parameter);
    }
    label.push(')');
    let key = |it: &str| it.split('=').next().unwrap_or(it).trim().to_owned();
    let active = match &call.keyword {
        Some(keyword) => called.parameters.iter().position(|it| key(it) == *keyword),
        None => Some(call.number).filter(|it| *it < called.parameters.len()),
    };
    Some(Signature { label, parameters, active, documentation: None })
}

/// The name that a macro has where it is declared, and the file.
fn declared(snapshot: Snapshot<'_>, document: &Document, file: File, range: &Range<usize>) -> Option<(String, File)> {
    let names = jinja_names(&document.text);
    let name = names.names.iter().find(|it| it.range == *range)?;
    let other = |path: &str| Some(snapshot.sls_file(&imported_path(snapshot, document, path)?));
    match &name.meaning {
        Meaning::Unbound => None,
        Meaning::Foreign { path } => Some((name.text.clone(), other(path)?)),
        Meaning::Own { .. } => match names.imports.iter().find(|it| it.name == name.text) {
            Some(import) => Some((import.original.clone()?, other(&import.path)?)),
            None => Some((name.text.clone(), file)),
        },
    }
}

/// A call that is being written.
struct Call {
    /// The place of the name before the parenthesis.
    name: Range<usize>,
    /// Commas before the place.
    number: usize,
    /// The name of the argument, if it is given by name.
    keyword: Option<String>,
}

/// The innermost call that a text leaves open.
fn call_around(text: &str) -> Option<Call> {
    let mut open: Vec<(char, usize, usize, usize)> = Vec::new();
    let mut quote = None;
    for (index, character) in text.char_indices() {
        match (quote, character) {
            (Some(mark), it) if mark == it => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '(' | '[' | '{') => open.push((character, index, 0, index + 1)),
            (None, ')' | ']' | '}') => {
                open.pop();
            }
            (None, ',') => {
                if let Some(last) = open.last_mut() {
                    last.2 += 1;
                    last.3 = index + 1;
                }
            }
            _ => {}
        }
    }
    // Lists and maps in an argument belong to the call around them.
    let (_, at, number, from) = open.into_iter().rev().find(|it| it.0 == '(')?;
    let before = text.get(..at)?;
    let name = before.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_').len()..at;
    let argument = text.get(from..)?;
    let keyword = argument.split_once('=').filter(|it| !it.1.starts_with('=')).map(|it| it.0.trim());
    let is_name = |it: &&str| !it.is_empty() && it.chars().all(|it| it.is_alphanumeric() || it == '_');
    (!name.is_empty()).then(|| Call { name, number, keyword: keyword.filter(is_name).map(str::to_owned) })
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    /// The signature at the mark, with the active parameter in `«»`.
    fn shown(text: &str) -> String {
        let help = fixture(text).ask(crate::signature_help);
        let Some(help) = help else { return String::new() };
        let signature = &help.signatures[help.active];
        let mut label = signature.label.clone();
        if let Some((range, _)) = signature.active.map(|it| &signature.parameters[it]) {
            label.insert(range.end, '»');
            label.insert(range.start, '«');
        }
        label
    }

    #[test]
    fn a_state_function_lists_its_arguments() {
        let text = |lines: &str| shown(&format!("#- /s/web.sls\nx:\n  file.symlink:\n{lines}y:\n  test.nop: []\n"));
        let all = "file.symlink: target, [force], [backupname], [makedirs], [user], [group], [mode], [win_owner], [win_perms], [win_deny_perms], \
                   [win_inheritance], [atomic], [disallow_copy_and_unlink], [inherit_user_and_group], [follow_symlinks], …";
        assert_eq!(text("    - $0\n"), all);
        assert_eq!(text("    - target: /a$0\n"), all.replace("target", "«target»"));
        assert_eq!(text("    - target: /a\n    - makedirs:$0\n"), all.replace("[makedirs]", "«[makedirs]»"));
        assert_eq!(shown("#- /s/web.sls\nx:\n  file:\n    - symlink\n    - user: a$0\n"), all.replace("[user]", "«[user]»"));
        assert_eq!(shown("#- /s/web.sls\nextend:\n  x:\n    file.symlink:\n      - user: a$0\n"), all.replace("[user]", "«[user]»"));
        assert_eq!(shown("#- /s/web.sls\nx$0:\n  file.symlink: []\n"), "");
        assert_eq!(shown("#- /s/web.sls\nx:\n  nosuch.thing:\n    - $0\n"), "");
    }

    #[test]
    fn a_macro_lists_its_parameters() {
        let map = "#- /s/map.jinja\n{% macro site(name, port=80, tags=[1, 2]) %}{% endmacro %}\n#- /s/web.sls\n";
        let text = |rest: &str| shown(&format!("{map}{rest}"));
        let import = "{% from 'map.jinja' import site as s with context %}\n";
        assert_eq!(text(&format!("{import}{{{{ s($0) }}}}")), "site(«name», port=80, tags=[1, 2])");
        assert_eq!(text(&format!("{import}{{{{ s('a', $0) }}}}")), "site(name, «port=80», tags=[1, 2])");
        assert_eq!(text(&format!("{import}{{{{ s('a', tags=[3, $0]) }}}}")), "site(name, port=80, «tags=[1, 2]»)");
        assert_eq!(text("{% import 'map.jinja' as m %}\n{{ m.site('x, y', 5$0) }}"), "site(name, «port=80», tags=[1, 2])");
        assert_eq!(text("{% macro own(a) %}{% endmacro %}{{ own($0) }}"), "own(«a»)");
        assert_eq!(text("{{ nosuch($0) }}"), "");
    }
}
