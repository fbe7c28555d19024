//! Local variables of a template: their places, and other names for them.

use analysis::{File, Snapshot};
use ruby::locals::{Local, Locals, is_name};
use syntax::{TextSize, text_range};

use crate::names::Target;
use crate::rename::error::Subject;
use crate::rename::{Renamable, Rename, RenameError};
use crate::{Goto, Highlight};

/// The local variable at a place, with all of the template.
fn local_at(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<(Locals, Local)> {
    let locals = Locals::new(&snapshot.text(file));
    let local = locals.at(offset.into())?.clone();
    Some((locals, local))
}

/// Every place of the variable.
pub(crate) fn references(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Vec<Target>> {
    let (locals, local) = local_at(snapshot, file, offset)?;
    Some(locals.same(&local).map(|it| Target::name(snapshot, file, text_range(&it.range))).collect())
}

pub(crate) fn highlights(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Vec<Highlight> {
    let Some((locals, local)) = local_at(snapshot, file, offset) else { return Vec::new() };
    locals.same(&local).map(|it| Highlight { range: text_range(&it.range), is_write: it.is_write }).collect()
}

/// The first place that sets it: a parameter of a block, or an assignment.
pub(crate) fn definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let (locals, local) = local_at(snapshot, file, offset)?;
    let first = locals.same(&local).find(|it| it.is_write)?;
    Some(Goto { origin: text_range(&local.range), targets: vec![Target::name(snapshot, file, text_range(&first.range))] })
}

/// The variable that can be renamed at a place; none where no local variable stands.
pub(crate) fn prepare_rename(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Result<Renamable, RenameError>> {
    let (locals, local) = local_at(snapshot, file, offset)?;
    let is_fixed = locals.same(&local).any(|it| it.is_fixed);
    Some(match is_fixed {
        true => Err(RenameError::Form { path: snapshot.path(file) }),
        false => Ok(Renamable { range: text_range(&local.range), name: local.name }),
    })
}

pub(crate) fn rename(snapshot: Snapshot<'_>, file: File, offset: TextSize, new_name: &str) -> Option<Result<Rename, RenameError>> {
    let (locals, local) = local_at(snapshot, file, offset)?;
    let (name, subject, path) = (new_name.trim().to_owned(), Subject::Variable, snapshot.path(file));
    let is_fixed = locals.same(&local).any(|it| it.is_fixed);
    Some(if is_fixed {
        Err(RenameError::Form { path })
    } else if name == local.name {
        Err(RenameError::Unchanged { name })
    } else if !is_name(&name) {
        Err(RenameError::Invalid { name, subject })
    } else if !locals.is_free(&local, &name) {
        Err(RenameError::Taken { name, subject, path })
    } else {
        let edits = locals.same(&local).map(|it| (path.clone(), text_range(&it.range), name.clone())).collect();
        Ok(Rename { edits, ..Rename::default() })
    })
}

#[cfg(test)]
mod tests {
    use crate::RenameError;
    use crate::tests::fixture;

    fn file(template: &str) -> String {
        format!("#- /modules/m/manifests/init.pp\nclass m($port) {{ template('m/t.erb') }}\n#- /modules/m/templates/t.erb\n{template}\n")
    }

    #[track_caller]
    fn renamed(template: &str, new: &str) -> Result<String, RenameError> {
        let mut text = template.replacen("$0", "", 1);
        let rename = fixture(&file(template)).ask(|snapshot, file, offset| {
            crate::prepare_rename(snapshot, file, offset)?;
            crate::rename(snapshot, file, offset, new)
        })?;
        assert!(rename.templates.is_empty());
        for (_, range, new) in rename.edits.iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(*range), new);
        }
        Ok(text)
    }

    #[test]
    fn a_local_variable_is_renamed_in_its_block() {
        let template = "<% @port.each do |p$0ort| %><%= port + @port %><% end %><% port = 1 %>";
        let expected = "<% @port.each do |number| %><%= number + @port %><% end %><% port = 1 %>";
        assert_eq!(renamed(template, "number").ok().as_deref(), Some(expected));
        for new in ["Number", "end", "a b", "port"] {
            assert!(renamed(template, new).is_err(), "{new}");
        }
        assert!(matches!(renamed("<% a$0 = 1; [a].each { |b| b } %>", "b"), Err(RenameError::Taken { .. })));
        assert!(matches!(renamed("<% a = 1; { a$0: } %>", "b"), Err(RenameError::Form { .. })));
    }

    #[test]
    fn places_of_a_local_variable() {
        let template = file("<% @port.each do |x| %><%= x$0 %><% x = 2 end %><% x = 1 %>");
        let found = fixture(&template).ask(crate::document_highlight);
        assert_eq!(found.iter().map(|it| it.is_write).collect::<Vec<_>>(), [true, false, true]);
        let found = fixture(&template).ask(|snapshot, file, offset| crate::references(snapshot, file, offset, true));
        assert_eq!(found.map(|it| it.len()), Some(3));
        let found = fixture(&template).ask(crate::goto_definition);
        assert_eq!(found.map(|it| u32::from(it.targets[0].focus.start())), Some(18));
    }
}
