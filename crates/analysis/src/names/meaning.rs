//! The meaning of a name when all files are known: the class of an inherited variable, the parameter that a Hiera key sets.

use hir::{Name, Owner, Symbol, name};
use smol_str::SmolStr;
use workspace::{Db, File};

use super::resolve::resolve;
use super::{item_tree, variables};
use crate::Snapshot;

/// Longer chains of parents are not followed: they may be circles.
const PARENTS: usize = 64;

/// A class and its parents, from the class itself upwards, with the file of each.
fn ancestors(db: &dyn Db, class: &Name, from: File) -> Vec<(Name, File)> {
    let mut chain: Vec<(Name, File)> = Vec::new();
    let mut next = Some(class.clone());
    let mut from = from;
    while let Some(name) = next.take().filter(|name| chain.len() < PARENTS && chain.iter().all(|(seen, _)| seen != name)) {
        let Some(definition) = resolve(db, &Symbol::Class(name.clone()), from).first().copied() else { break };
        from = definition.file;
        next = item_tree(db, from).items.get(definition.item).and_then(|it| it.parent.clone());
        chain.push((name, from));
    }
    chain
}

/// The class that sets a variable, of a class and its parents.
fn setter(db: &dyn Db, class: &Name, name: &Name, from: File) -> Option<Name> {
    let key = |class: &Name| (class.clone(), name.clone());
    let chain = ancestors(db, class, from);
    chain.into_iter().find(|(class, file)| variables(db, *file).contains(&key(class))).map(|(class, _)| class)
}

impl Snapshot<'_> {
    /// Meaning of a symbol in a file: equal for all that mean the same.
    pub fn meaning(&self, symbol: &Symbol, file: File) -> Symbol {
        let db = self.db();
        match symbol {
            Symbol::Inherited { class, name } => match setter(db, class, name, file) {
                Some(class) => member(class, name),
                None => Symbol::Top(name.clone()),
            },
            Symbol::Member { owner: Owner::Class(class), name } => match setter(db, class, name, file) {
                Some(class) => member(class, name),
                None => symbol.clone(),
            },
            Symbol::Member { owner: Owner::ThisTemplate, name } => match self.template_name(file) {
                Some(template) => Symbol::Member { owner: Owner::Template(template.into()), name: name.clone() },
                None => symbol.clone(),
            },
            Symbol::Top(name) => self.handed_over(name, file).unwrap_or_else(|| symbol.clone()),
            Symbol::Key(key) => match self.parameter_of_key(key, file) {
                Some((class, parameter)) => member(class, &parameter),
                None => symbol.clone(),
            },
            _ => symbol.clone(),
        }
    }

    /// Symbol of a variable in a template without parameters, if a caller passes that variable.
    fn handed_over(&self, name: &Name, file: File) -> Option<Symbol> {
        let template = self.template_name(file).filter(|_| self.item_tree(file).template.is_empty())?;
        let given = Symbol::Member { owner: Owner::Template(template.into()), name: name.clone() };
        self.is_mentioned(&given).then_some(given)
    }

    /// The parameter of a class that a key of Hiera sets.
    pub fn parameter_of_key(&self, key: &str, from: File) -> Option<(Name, Name)> {
        let (class, parameter) = name::split(key)?;
        let class = name::normal(class);
        let definition = *resolve(self.db(), &Symbol::Class(class.clone()), from).first()?;
        let item = self.item(definition)?;
        item.parameter(parameter).map(|_| (class, SmolStr::new(parameter)))
    }

    /// A class and its parents, from the class itself upwards.
    pub fn ancestors(&self, class: &Name, from: File) -> Vec<(Name, File)> {
        ancestors(self.db(), class, from)
    }
}

fn member(class: Name, name: &Name) -> Symbol {
    Symbol::Member { owner: Owner::Class(class), name: name.clone() }
}
