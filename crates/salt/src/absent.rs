//! Facts about a name that no file has: a near name, another root that may have it, or a link that is not followed.

use literals::{nearest, one_mistake_away};

use crate::tree::Tree;
use crate::value::Str;

/// No more missing names of one compilation are compared with all others.
const MOST_COMPARED: usize = 20;

/// Facts about a name or a path that a tree does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Absent {
    /// Whether another root may have it: see [`Tree::is_foreign`].
    pub is_foreign: bool,
    /// Whether it is a file of data, which may be written when the states are deployed.
    pub is_data: bool,
    /// The name that may be meant.
    pub nearest: Option<Str>,
    /// The path below the root of a link that leads out of it, which is the file or a folder around it.
    pub link: Option<Str>,
}

impl Absent {
    /// Looks for the name of an SLS file. `before` counts what is missing besides: of many, no names are suggested.
    pub fn of_sls(tree: &Tree, name: &str, before: usize) -> Absent {
        let path = name.replace('.', "/");
        let link = tree.link_around(&format!("{path}.sls")).or_else(|| tree.link_around(&format!("{path}/init.sls")));
        let is_compared = link.is_none() && before < MOST_COMPARED && tree.is_small();
        let names = || tree.names().iter().map(|it| &**it).filter(|it| *it != "top" && !tree.is_of_another_kind(it)).collect::<Vec<_>>();
        let near = if is_compared { nearest_path(name, '.', &names()) } else { None };
        let (nearest, link) = (near.map(Into::into), link.map(Into::into));
        Absent { is_foreign: tree.is_foreign(&path), is_data: false, nearest, link }
    }

    /// Looks for the path of a template.
    pub fn of_path(tree: &Tree, path: &str) -> Absent {
        let link = tree.link_around(path);
        let is_compared = link.is_none() && tree.is_small();
        let paths = || tree.paths().map(|it| it.0).collect::<Vec<_>>();
        let near = if is_compared { nearest_path(path, '/', &paths()) } else { None };
        let is_data = !matches!(path.rsplit('.').next(), Some("sls" | "jinja" | "j2"));
        Absent { is_foreign: tree.is_foreign(path), is_data, nearest: near.map(Into::into), link: link.map(Into::into) }
    }

    /// Whether the file may be there all the same. Salt follows links. Data that are misspelt are not those of a deployment.
    pub fn may_be_elsewhere(&self) -> bool {
        self.is_foreign || self.link.is_some() || (self.is_data && self.nearest.is_none())
    }

    /// The remedy.
    pub fn help(&self) -> Option<String> {
        if let Some(link) = &self.link {
            return Some(format!("`{link}` is a link that leads out of the root, and is not read: name its folder with `--salt-root`"));
        }
        match (&self.nearest, self.is_foreign) {
            (Some(nearest), _) => Some(format!("did you mean `{nearest}`?")),
            (None, true) => Some("a formula may have it: `--salt-root` names more roots".to_owned()),
            (None, false) if self.is_data => Some("the file may be written when the states are deployed".to_owned()),
            (None, false) => None,
        }
    }
}

/// The name that may be meant: one in the same folder that looks alike, or one elsewhere with one mistake.
pub(crate) fn nearest_path<'t>(name: &str, separator: char, names: &[&'t str]) -> Option<&'t str> {
    let (folder, last) = name.rsplit_once(separator).unwrap_or(("", name));
    let of_folder = |it: &'t str| it.rsplit_once(separator).map_or(("", it), |it| it).0 == folder;
    let after = if folder.is_empty() { 0 } else { folder.len() + separator.len_utf8() };
    let names = || names.iter().copied();
    let found = nearest(last, names().filter(|it| of_folder(it)).filter_map(|it| it.get(after..)));
    let same_folder = found.and_then(|last| names().find(|it| of_folder(it) && it.get(after..) == Some(last)));
    same_folder.or_else(|| one_mistake_away(name, names()))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use world::MemoryWorld;

    use super::*;

    #[test]
    fn a_near_name_is_meant() {
        let mut world = MemoryWorld::new();
        for path in ["top.sls", "web/init.sls", "web/nginx.sls", "web/mail.sls", "database.sls", "orch/update.sls", "web/map.jinja"] {
            world.add_file(format!("/s/{path}"), "");
        }
        let tree = Tree::open(&world, &[PathBuf::from("/s")]);
        let meant = |name: &str| Absent::of_sls(&tree, name, 0).nearest.map(|it| it.to_string());
        for (name, expected) in [
            ("web.ngnix", Some("web.nginx")),
            ("databse", Some("database")),
            ("wbe.nginx", Some("web.nginx")),
            ("web.unlike", None),
            ("orch.updat", None),
            ("tops", None),
            ("", None),
        ] {
            assert_eq!(meant(name).as_deref(), expected, "{name}");
        }
        let path = |name: &str| Absent::of_path(&tree, name).nearest.map(|it| it.to_string());
        assert_eq!(path("web/mpa.jinja").as_deref(), Some("web/map.jinja"));
        assert_eq!(path("web/other.yaml"), None);
        let is_open = |path: &str| Absent::of_path(&tree, path).may_be_elsewhere();
        assert_eq!(["web/other.yaml", "web/other.jinja", "web/mpa.jinja", "shop/map.jinja"].map(is_open), [true, false, false, true]);
    }

    #[test]
    fn a_link_out_of_the_root_is_named() {
        let mut world = MemoryWorld::new();
        world.add_file("/s/a.sls", "");
        world.add_file("/shared/b.sls", "");
        world.add_link("/s/web", "/shared");
        world.add_link("/s/mail.sls", "/shared/b.sls");
        let tree = Tree::open(&world, &[PathBuf::from("/s")]);
        let link = |name: &str| Absent::of_sls(&tree, name, 0).link.map(|it| it.to_string());
        assert_eq!(link("web.b").as_deref(), Some("web"));
        assert_eq!(link("web").as_deref(), Some("web"));
        assert_eq!(link("mail").as_deref(), Some("mail.sls"));
        assert_eq!(link("webs"), None);
        assert!(Absent::of_sls(&tree, "web.b", 0).may_be_elsewhere());
    }
}
