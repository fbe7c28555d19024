//! ERB templates: what they mention, the manifests that render them, and the variables that these hand them.

use std::path::Path;
use std::sync::Arc;

use compiler::Rendered;
use hir::{FileKind as Written, ItemKind, Name, Owner, Role, Symbol};
use ruby::Outline;
use smol_str::SmolStr;
use syntax::TextRange;
use workspace::discover::is_erb;
use workspace::{Db, File};
use world::FileKind;

use crate::Snapshot;
use crate::below::{manifests_below, paths_below};
use crate::entry::Entry;
use crate::evaluate::{Evaluation, Systems, rendered};
use crate::names::{Definition, Place, item_tree};
use crate::outside;
use crate::site::root;

/// A call that renders a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renderer {
    pub file: File,
    /// The name of the template there.
    pub range: TextRange,
    /// The class or defined type that the call stands in; none where it stands elsewhere.
    pub definition: Option<Definition>,
}

/// A variable that a template sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visible {
    pub name: SmolStr,
    /// The file that sets it, and what it is there.
    pub file: File,
    pub symbol: Symbol,
    pub is_parameter: bool,
}

/// The text of a template in an evaluation that renders it.
#[derive(Clone, Debug)]
pub struct Rendering {
    pub evaluation: Evaluation,
    pub text: Rendered,
}

/// Limit of manifests that are evaluated for a preview.
const MOST_MANIFESTS: usize = 4;

/// Limit of evaluations of each.
const MOST_EVALUATIONS: usize = 4;

/// The variables that a definition sets, with its parents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visibles {
    pub all: Vec<Visible>,
    /// Whether no other class could set more.
    pub is_complete: bool,
}

#[salsa::tracked(returns(clone))]
fn outline(db: &dyn Db, file: File) -> Arc<Outline> {
    Arc::new(Outline::new(&file.text(db).unwrap_or_default()))
}

/// The module around a file that no module path and no metadata names: a folder with `manifests/init.pp`, whose class is its name.
#[salsa::tracked(returns(clone))]
pub(crate) fn module_by_manifest(db: &dyn Db, file: File) -> Option<Place> {
    let path = file.path(db);
    for folder in Path::new(&*path).ancestors().skip(1) {
        let manifest = folder.join("manifests").join("init.pp");
        if outside::kind(db, &manifest) != Some(FileKind::File) {
            continue;
        }
        let manifest = db.files().at(db, &manifest.to_string_lossy());
        let class = item_tree(db, manifest).items.iter().find(|it| it.kind == ItemKind::Class && !it.name.contains("::"))?;
        return Some(Place { module: class.name.clone(), root: folder.to_string_lossy().into_owned() });
    }
    None
}

impl Snapshot<'_> {
    /// Names that a Ruby template mentions, and errors of its Ruby.
    pub fn erb_outline(&self, file: File) -> Arc<Outline> {
        outline(self.db(), file)
    }

    /// The module that a template of Ruby belongs to.
    pub(crate) fn erb_module(&self, file: File) -> Option<Place> {
        self.module_of(file)
            .or_else(|| {
                let own = self.own_module(file)?;
                Some(Place { module: Name::new(&*own.module), root: own.folder.to_string_lossy().into_owned() })
            })
            .or_else(|| module_by_manifest(self.db(), file))
    }

    /// The name by which a template of Ruby is rendered, as `apache/vhost.erb`.
    pub fn erb_name(&self, file: File) -> Option<String> {
        let place = self.erb_module(file)?;
        let path = file.path(self.db());
        let rest = path.strip_prefix(place.root.as_str())?.strip_prefix("/templates/")?;
        Some(format!("{}/{rest}", place.module))
    }

    /// The templates of Ruby of the workspace's modules, and of the module of a file.
    pub fn erb_templates(&self, from: File) -> Vec<File> {
        let below = |root: &str| paths_below(self.db(), &Path::new(root).join("templates"), |name| is_erb(Path::new(name)));
        let mut modules = self.modules();
        modules.extend(self.erb_module(from).filter(|own| modules.iter().all(|it| it.root != own.root)));
        let paths = modules.into_iter().flat_map(|it| below(&it.root));
        paths.map(|it| self.db().files().at(self.db(), &it.to_string_lossy())).collect()
    }

    /// The calls that name a template.
    pub fn erb_renderers(&self, file: File) -> Vec<Renderer> {
        let Some(name) = self.erb_name(file) else { return Vec::new() };
        let symbol = Symbol::File(Written::Erb, name.into());
        let path = file.path(self.db());
        let mut found = Vec::new();
        for place in self.places(&symbol, file) {
            // Another environment may have a module of the same name.
            let paths = match &symbol {
                Symbol::File(kind, name) => self.paths_of(*kind, name, place.file),
                _ => Vec::new(),
            };
            if paths.first().is_some_and(|it| **it != *path) {
                continue;
            }
            let range = place.reference.range;
            let items = self.item_map(place.file).items.iter().enumerate();
            let around = items.filter(|(_, it)| it.whole.contains_range(range)).min_by_key(|(_, it)| it.whole.len());
            let definition = around.map(|(item, _)| Definition { file: place.file, item });
            let is_scope = |it: &Definition| self.item(*it).is_some_and(|it| matches!(it.kind, ItemKind::Class | ItemKind::Define));
            found.push(Renderer { file: place.file, range, definition: definition.filter(is_scope) });
        }
        found
    }

    /// The texts of a template in the first evaluations that render it, on one system if it is named.
    pub fn erb_renderings(&self, file: File, system: Option<&str>) -> Vec<Rendering> {
        let mut manifests: Vec<File> = Vec::new();
        for renderer in self.erb_renderers(file) {
            if !manifests.contains(&renderer.file) {
                manifests.push(renderer.file);
            }
        }
        let mut found: Vec<Rendering> = Vec::new();
        for manifest in manifests.into_iter().take(MOST_MANIFESTS) {
            let Some(root) = root(self.db(), manifest) else { continue };
            let all = match system {
                Some(_) => self.evaluations_to_read_on_each(manifest),
                None => self.evaluations_to_read(manifest, Systems::First),
            };
            let wanted = all.into_iter().filter(|it| system.is_none_or(|name| it.systems.iter().any(|it| **it == *name)));
            for evaluation in wanted.take(MOST_EVALUATIONS) {
                let entry = Entry::new(self.db(), root, evaluation.start.clone());
                for text in rendered(self.db(), entry, evaluation.system, file).iter() {
                    found.push(Rendering { evaluation: evaluation.clone(), text: text.clone() });
                }
            }
        }
        found
    }

    /// Whether a template may be rendered by calls that do not name it: the manifests and templates of its module have computed names, or
    /// another template renders it.
    pub fn erb_is_rendered_elsewhere(&self, file: File) -> bool {
        let (Some(name), Some(place)) = (self.erb_name(file), self.erb_module(file)) else { return true };
        let folder = Path::new(place.root.as_str());
        let manifests = manifests_below(self.db(), folder);
        if manifests.into_iter().any(|it| it.text(self.db()).is_some_and(|it| computes_template(&it))) {
            return true;
        }
        let others = paths_below(self.db(), &folder.join("templates"), |name| is_erb(Path::new(name)));
        others.iter().any(|it| {
            let other = self.db().files().at(self.db(), &it.to_string_lossy());
            let text = other.text(self.db()).unwrap_or_default();
            text.contains("template")
                && outline(self.db(), other)
                    .names
                    .iter()
                    .any(|it| it.role == ruby::outline::Role::AnyTemplate || it.role == ruby::outline::Role::Template && it.name == name)
        })
    }

    /// The variables that a class or defined type gives the templates that it renders.
    pub fn erb_visible(&self, definition: Definition) -> Visibles {
        let mut found = Visibles { all: Vec::new(), is_complete: true };
        let Some(item) = self.item(definition) else { return Visibles::default() };
        self.add_visible(definition, &mut found.all);
        let mut parent = item.parent.clone();
        let mut from = definition.file;
        for _ in 0..32 {
            let Some(name) = parent.take() else { return found };
            let Some(next) = self.resolve(&Symbol::Class(name), from).first().copied() else { break };
            let Some(item) = self.item(next) else { break };
            self.add_visible(next, &mut found.all);
            parent = item.parent.clone();
            from = next.file;
        }
        found.is_complete = false;
        found
    }

    fn add_visible(&self, definition: Definition, all: &mut Vec<Visible>) {
        let (Some(item), Some(ranges)) = (self.item(definition), self.item_ranges(definition)) else { return };
        let references = self.references(definition.file);
        for reference in references.all.iter().filter(|it| it.role == Role::Definition && ranges.whole.contains_range(it.range)) {
            let name = match &reference.symbol {
                Symbol::Local(number) => usize::try_from(*number).ok().and_then(|it| references.locals.get(it)).map(|it| it.0.clone()),
                Symbol::Member { name, owner: Owner::Class(of) | Owner::Type(of) } if *of == item.name => Some(name.clone()),
                _ => None,
            };
            let Some(name) = name else { continue };
            if all.iter().all(|it| it.name != name) {
                let is_parameter = item.parameter(&name).is_some();
                all.push(Visible { name, file: definition.file, symbol: reference.symbol.clone(), is_parameter });
            }
        }
    }
}

/// Whether a manifest calls `template` with something else than texts that are written out.
fn computes_template(text: &str) -> bool {
    text.match_indices("template").any(|(at, word)| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        if before.is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '$')) {
            return false;
        }
        let rest = text.get(at + word.len()..).unwrap_or_default().trim_start_matches([' ', '\t']);
        let Some(arguments) = rest.strip_prefix('(') else { return rest.starts_with(['$', '"']) };
        // Up to the end of the call; parentheses inside of it mean that something is called.
        let end = arguments.find([')', '(']).unwrap_or(arguments.len());
        let inside = arguments.get(..end).unwrap_or_default();
        inside.contains('$') && !is_own_module(inside)
    })
}

/// `"${module_name}/x.erb"` names what it names.
fn is_own_module(arguments: &str) -> bool {
    !arguments.replace("${module_name}", "").replace("${::module_name}", "").contains('$')
}

#[cfg(test)]
mod tests {
    use super::computes_template;

    #[test]
    fn computed_names_are_seen() {
        for text in ["template($x)", "template(\"m/${x}.erb\")", "content => template ( 'a', $b )"] {
            assert!(computes_template(text), "{text}");
        }
        for text in
            ["template('m/x.erb')", "template(\"${module_name}/x.erb\")", "$template = $x", "epp_template($x)", "# the template of $x"]
        {
            assert!(!computes_template(text), "{text}");
        }
    }
}
