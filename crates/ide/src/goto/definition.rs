//! Where a name is defined.

use analysis::{File, Snapshot};
use hir::{Owner, Role, Symbol};
use syntax::{TextRange, TextSize};

use super::files::{files, ruby, ruby_attribute, task};
use super::{Goto, first};
use crate::computed::{self, Computed};
use crate::data;
use crate::names::{self, Target};
use crate::sls;

/// Where the name at a place is defined: a class, a function, a variable, a parameter, a resource, a template. Nothing for what
/// Puppet itself brings along.
pub fn goto_definition(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    if sls::is_states(snapshot, file) {
        return sls::goto::definition(snapshot, file, offset);
    }
    if crate::erb::is_erb(snapshot, file) {
        return crate::erb::goto::definition(snapshot, file, offset);
    }
    if crate::rb::is_ruby(snapshot, file) {
        return crate::rb::definition(snapshot, file, offset);
    }
    if data::is_data(snapshot, file) {
        return data::goto::definition(snapshot, file, offset);
    }
    let named = first(snapshot, file, offset, |symbol, _| definitions(snapshot, symbol, file));
    match computed::at(snapshot, file, offset) {
        Some(title) => of_title(snapshot, file, offset, named, &title),
        None => named.or_else(|| of_class_reference(snapshot, file, offset)),
    }
}

/// From a title that only an evaluation knows to the resources; from a variable of it to the variable before them.
fn of_title(snapshot: Snapshot<'_>, file: File, offset: TextSize, named: Option<Goto>, title: &Computed) -> Option<Goto> {
    let is_name = !snapshot.references(file).at(offset).is_empty();
    match named {
        // Whoever points at a variable where a resource is declared stands on the resource already.
        Some(named) if is_name && title.is_declaration => Some(named),
        Some(mut named) if is_name => {
            named.targets.extend(computed::definitions(snapshot, file, title));
            Some(Goto { targets: names::without_repetition(named.targets), ..named })
        }
        named => {
            let targets = computed::definitions(snapshot, file, title);
            if targets.is_empty() { named } else { Some(Goto { origin: title.range, targets }) }
        }
    }
}

/// From `Class` in `Class['a']` to the class.
fn of_class_reference(snapshot: Snapshot<'_>, file: File, offset: TextSize) -> Option<Goto> {
    let (origin, symbol) = names::class_reference_at(snapshot, file, offset)?;
    let targets = names::without_repetition(definitions(snapshot, symbol, file));
    (!targets.is_empty()).then_some(Goto { origin, targets })
}

/// Where what a symbol of a file means is defined; of a key of Hiera also where data give it its values.
pub(crate) fn definitions(snapshot: Snapshot<'_>, symbol: &Symbol, file: File) -> Vec<Target> {
    let meant = snapshot.meaning(symbol, file);
    let mut found = match symbol {
        Symbol::Key(key) => data::values_of_key(snapshot, file, key),
        _ => Vec::new(),
    };
    found.extend(definitions_of_meaning(snapshot, &meant, file));
    found
}

fn definitions_of_meaning(snapshot: Snapshot<'_>, meant: &Symbol, file: File) -> Vec<Target> {
    let at = |file: File, range: TextRange| Target::name(snapshot, file, range);
    match meant {
        Symbol::Local(_) => {
            let own = snapshot.references(file).of_symbol(meant).filter(|it| it.role == Role::Definition);
            own.map(|it| at(file, it.range)).collect()
        }
        Symbol::Class(_) | Symbol::Type(_) | Symbol::Function(_) | Symbol::Plan(_) => {
            let found = snapshot.resolve(meant, file).into_iter().filter_map(|it| names::target_of(snapshot, it)).collect::<Vec<_>>();
            if found.is_empty() { ruby(snapshot, meant, file) } else { found }
        }
        Symbol::Member { owner, name } => {
            let found: Vec<Target> =
                names::definitions_of_member(snapshot, meant, file).into_iter().map(|(file, range)| at(file, range)).collect();
            // An attribute of a type of Ruby is somewhere in its file.
            if let (true, Owner::Type(ty)) = (found.is_empty(), owner) {
                return ruby_attribute(snapshot, ty, name, file);
            }
            // A template may have no parameters of its own: it reads those that are passed.
            let is_handed_over = found.is_empty() && matches!(owner, Owner::Template(_));
            if is_handed_over { with_role(snapshot, meant, file, Role::Argument) } else { found }
        }
        Symbol::Top(_) => with_role(snapshot, meant, file, Role::Definition),
        Symbol::Resource { ty, title } => {
            let written = with_role(snapshot, meant, file, Role::Declaration);
            if written.is_empty() { computed::declarations(snapshot, file, ty, title) } else { written }
        }
        Symbol::File(kind, path) => files(snapshot, *kind, path, file),
        Symbol::Fact(path) => {
            let fact = path.split('.').next().unwrap_or_default();
            let roots = snapshot.modules_around(file).into_iter().map(|it| it.root);
            roots.map(|root| Target::guess(format!("{root}/lib/facter/{fact}.rb"))).collect()
        }
        Symbol::Task(name) => task(snapshot, name, file),
        Symbol::Inherited { .. } | Symbol::Key(_) => Vec::new(),
    }
}

/// The places of a role; those of the file itself, if there are any.
fn with_role(snapshot: Snapshot<'_>, meant: &Symbol, file: File, role: Role) -> Vec<Target> {
    let own: Vec<Target> =
        snapshot.references(file).of_symbol(meant).filter(|it| it.role == role).map(|it| Target::name(snapshot, file, it.range)).collect();
    if !own.is_empty() {
        return own;
    }
    let places = snapshot.places(meant, file);
    places.iter().filter(|it| it.reference.role == role).map(|it| Target::name(snapshot, it.file, it.reference.range)).collect()
}
