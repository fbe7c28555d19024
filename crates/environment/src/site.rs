//! One environment: where its modules, its manifests and its data are.

use std::path::{Component, Path, PathBuf};

use world::World;

use crate::environment_conf::{self, FILE_NAME};
use crate::ini::Ini;
use crate::layout::is_among_modules;
use crate::settings::{Settings, SettingsError};
use crate::{Metadata, glob, is_file, is_folder, is_module_name, manifests, puppetfile, read_text};

/// Kind of a folder of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An environment, or a repository that becomes one.
    Environment,
    /// A module that is checked out alone.
    Module(Metadata),
}

/// The environment of whoever names none. It need not be there: modules are those of the base module path, then.
pub const DEFAULT_ENVIRONMENT: &str = "production";

/// Settings given by the user; all others are searched for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The folder of the environment or module.
    pub root: Option<PathBuf>,
    pub environment: Option<String>,
    pub environmentpath: Option<Vec<PathBuf>>,
    pub modulepath: Option<Vec<PathBuf>>,
    /// A file or a folder.
    pub manifest: Option<PathBuf>,
    /// Whether unreadable lines of an `environment.conf` are skipped, as its author is still writing it. Puppet stops.
    pub passes_over: bool,
}

/// Where the code of a site is. All paths are absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub name: String,
    pub root: Option<PathBuf>,
    pub place: Place,
    pub modulepath: Vec<PathBuf>,
    /// Modules that lie in no folder of the module path, or under another name there.
    pub modules: Vec<(String, PathBuf)>,
    /// The main manifest, a file or a folder; it need not exist. A module alone has none.
    pub manifest: Option<PathBuf>,
    /// The program that says which version of the code this is.
    pub config_version: Option<String>,
    /// Warnings of Puppet.
    pub warnings: Vec<String>,
}

impl Site {
    pub fn find(world: &dyn World, wanted: &Wanted, settings: &mut Settings) -> Result<Site, SettingsError> {
        let here = world.current_dir().map_err(|error| SettingsError::new(format!("the current folder: {error}")))?;
        let absolute = |path: &Path| normal(&here.join(path));
        if let Some(path) = &wanted.environmentpath {
            let path: Vec<String> = path.iter().map(|it| absolute(it).to_string_lossy().into_owned()).collect();
            settings.set("environmentpath", path.join(&crate::SEPARATOR.to_string()));
        }
        let name = match &wanted.environment {
            Some(name) => name.clone(),
            None => settings.get("environment")?.unwrap_or_default(),
        };
        settings.set_environment(&name);
        let is_by_path = wanted.root.is_some() || wanted.environment.is_none() && wanted.environmentpath.is_none();
        let root = match (&wanted.root, &wanted.manifest) {
            (Some(root), _) => {
                let root = absolute(root);
                if !is_folder(world, &root) {
                    return Err(SettingsError::new(format!("{} is no folder", root.display())));
                }
                Some(root)
            }
            (None, _) if wanted.environment.is_some() || wanted.environmentpath.is_some() => {
                match environment_folder(world, &name, &settings.path("environmentpath")?) {
                    // Puppet makes do without this one.
                    Err(_) if name == DEFAULT_ENVIRONMENT => None,
                    found => Some(found?),
                }
            }
            (None, Some(manifest)) => root_above(world, &absolute(manifest)),
            (None, None) => root_above(world, &here),
        };
        if let Some(codedir) = root.as_deref().filter(|_| is_by_path).and_then(|it| codedir_around(world, it)) {
            settings.use_modules_of(codedir);
        }
        let mut site = match root {
            Some(root) => match place(world, &root) {
                Place::Module(metadata) => module_alone(world, name, root, metadata, settings)?,
                Place::Environment => environment(world, name, root, settings, wanted.passes_over)?,
            },
            None => Site {
                name,
                root: None,
                place: Place::Environment,
                modulepath: settings.path("basemodulepath")?,
                modules: Vec::new(),
                manifest: None,
                config_version: None,
                warnings: Vec::new(),
            },
        };
        if let Some(path) = &wanted.modulepath {
            site.modulepath = path.iter().map(|it| absolute(it)).collect();
        }
        if let Some(manifest) = &wanted.manifest {
            site.manifest = Some(absolute(manifest));
        }
        Ok(site)
    }

    /// Whether this is a site, which has data and nodes of its own. Modules alone have those of whoever uses them.
    pub fn is_whole(&self, world: &dyn World) -> bool {
        let Some(root) = self.root.as_deref().filter(|_| self.place == Place::Environment) else { return false };
        let has = |name: &&str| is_file(world, &root.join(name));
        [FILE_NAME, "hiera.yaml", puppetfile::FILE_NAME].iter().any(has) || !self.manifests(world).is_empty()
    }

    /// The files of the main manifest, in Puppet's order; none where there is none.
    pub fn manifests(&self, world: &dyn World) -> Vec<PathBuf> {
        let Some(manifest) = self.manifest.as_deref().filter(|it| world.metadata(it).is_ok()) else { return Vec::new() };
        manifests(world, manifest)
    }
}

/// The folder around an environment in a folder `environments` with `modules` next to it: this is a whole `codedir`, and its modules are
/// those of all environments.
fn codedir_around<'r>(world: &dyn World, root: &'r Path) -> Option<&'r Path> {
    let environments = root.parent().filter(|it| it.file_name().is_some_and(|name| name == "environments"))?;
    environments.parent().filter(|it| is_folder(world, &it.join("modules")))
}

fn environment_folder(world: &dyn World, name: &str, path: &[PathBuf]) -> Result<PathBuf, SettingsError> {
    let folder = path.iter().map(|it| it.join(name)).find(|it| is_folder(world, it));
    folder.ok_or_else(|| {
        let path: Vec<String> = path.iter().map(|it| it.display().to_string()).collect();
        SettingsError::new(format!(
            "Could not find a directory environment named '{name}' anywhere in the path: {}. Does the directory exist?",
            path.join(&crate::SEPARATOR.to_string())
        ))
    })
}

/// The innermost folder around a path, or the path itself, that is an environment or else a module.
pub fn root_above(world: &dyn World, path: &Path) -> Option<PathBuf> {
    let mut module = None;
    for folder in path.ancestors() {
        // What modules are tested with is no site of its own.
        if folder.ends_with("spec/fixtures") {
            module = None;
            continue;
        }
        let has = |name: &str| is_file(world, &folder.join(name));
        if has(FILE_NAME) {
            return Some(folder.to_owned());
        }
        if has("metadata.json") && Metadata::read(world, folder).is_some() {
            module.get_or_insert(folder);
        } else if has(puppetfile::FILE_NAME) || has("manifests/site.pp") && !is_among_modules(world, folder) {
            return Some(folder.to_owned());
        }
    }
    let module = module?;
    let above = module.parent().filter(|it| it.file_name().is_some_and(|name| name == "modules"));
    Some(above.and_then(Path::parent).unwrap_or(module).to_owned())
}

/// Folder around the innermost `modules` in a path, where nothing else marks a site: a module of [`crate::Modules`] belongs with its
/// neighbours.
pub fn around_modules(path: &Path) -> Option<PathBuf> {
    let is_module = |it: &&Path| it.file_name().and_then(|it| it.to_str()).is_some_and(is_module_name);
    let above = path.ancestors().filter(is_module).filter_map(Path::parent);
    above.filter(|it| it.file_name().is_some_and(|it| it == "modules")).find_map(Path::parent).map(Path::to_owned)
}

fn place(world: &dyn World, root: &Path) -> Place {
    let own_settings = is_file(world, &root.join(FILE_NAME));
    match Metadata::read(world, root) {
        Some(metadata) if !own_settings => Place::Module(metadata),
        _ => Place::Environment,
    }
}

fn environment(world: &dyn World, name: String, root: PathBuf, settings: &Settings, passes_over: bool) -> Result<Site, SettingsError> {
    let file = root.join(FILE_NAME);
    let text = read_text(world, &file);
    let (ini, bad) = Ini::parse(text.as_deref().unwrap_or(""));
    if let Some(bad) = bad.into_iter().next().filter(|_| !passes_over) {
        return Err(SettingsError::line(&file, bad));
    }
    if let Some(timeout) = ini.get("main", environment_conf::TIMEOUT).filter(|it| !passes_over && !environment_conf::is_time(it)) {
        return Err(SettingsError::new(environment_conf::no_time(&timeout)));
    }
    let written = match ini.get("main", "modulepath") {
        Some(path) => or_passed_over(module_path(world, &path, &root, settings), passes_over)?,
        None => None,
    };
    let modulepath = match written {
        Some(path) => path,
        None => {
            let mut path = vec![root.join("modules")];
            if text.is_none() {
                path = repository_folders(world, &root);
            }
            path.extend(settings.path("basemodulepath")?);
            path
        }
    };
    let fallback = settings.get("default_manifest")?.unwrap_or_default();
    let fixed = settings.get("disable_per_environment_manifest")?.is_some_and(|it| it == "true");
    let manifest = match ini.get("main", "manifest").filter(|_| !fixed) {
        Some(manifest) => or_passed_over(settings.interpolate(&manifest), passes_over)?,
        None => None,
    };
    let manifest = match manifest {
        Some(manifest) => manifest,
        None => settings.interpolate(&fallback)?,
    };
    let config_version = match ini.get("main", "config_version") {
        Some(text) => or_passed_over(settings.interpolate(&text), passes_over)?,
        None => None,
    };
    Ok(Site {
        name,
        place: Place::Environment,
        modulepath,
        modules: Vec::new(),
        manifest: Some(absolute(&manifest, &root)),
        config_version: config_version.map(|it| absolute(&it, &root).to_string_lossy().into_owned()),
        warnings: environment_conf::warnings(&ini, &file),
        root: Some(root),
    })
}

fn or_passed_over<T>(value: Result<T, SettingsError>, passes_over: bool) -> Result<Option<T>, SettingsError> {
    match value {
        Err(_) if passes_over => Ok(None),
        value => value.map(Some),
    }
}

fn module_path(world: &dyn World, path: &str, root: &Path, settings: &Settings) -> Result<Vec<PathBuf>, SettingsError> {
    let mut folders = Vec::new();
    for part in path.split(crate::SEPARATOR).map(str::trim).filter(|it| !it.is_empty()) {
        let text = settings.interpolate(part)?;
        // A setting may hold several folders.
        for folder in text.split(crate::SEPARATOR).filter(|it| !it.is_empty()) {
            let folder = absolute(folder, root);
            if glob::is_pattern(part) {
                folders.extend(glob::expand(world, &folder));
            } else {
                folders.push(folder);
            }
        }
    }
    Ok(folders)
}

/// Where a repository without settings of its own has modules: where its `Puppetfile` puts them, and where people keep those of
/// their own.
fn repository_folders(world: &dyn World, root: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["site-modules", "site"].into_iter().map(|it| root.join(it)).filter(|it| is_folder(world, it)).collect();
    let listed = read_text(world, &root.join(puppetfile::FILE_NAME)).unwrap_or_default();
    let listed = puppetfile::folders(&listed).into_iter().map(|it| absolute(&it.to_string_lossy(), root));
    for folder in [root.join("modules")].into_iter().chain(listed) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

fn module_alone(world: &dyn World, name: String, root: PathBuf, metadata: Metadata, settings: &Settings) -> Result<Site, SettingsError> {
    let mut modulepath = Vec::new();
    let fixtures = root.join("spec/fixtures/modules");
    if is_folder(world, &fixtures) {
        modulepath.push(fixtures);
    }
    // Its neighbours may be what it depends on.
    if let Some(above) = root.parent().filter(|above| metadata.dependencies.iter().any(|it| is_folder(world, &above.join(&it.name)))) {
        modulepath.push(above.to_owned());
    }
    modulepath.extend(settings.path("basemodulepath")?);
    Ok(Site {
        name,
        modulepath,
        modules: vec![(metadata.name.clone(), root.clone())],
        place: Place::Module(metadata),
        manifest: None,
        config_version: None,
        warnings: Vec::new(),
        root: Some(root),
    })
}

fn absolute(path: &str, root: &Path) -> PathBuf {
    normal(&root.join(path))
}

/// Without `.` and `..`, as Puppet makes paths absolute.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;
    use crate::Folders;

    fn settings() -> Settings {
        let mut settings =
            Settings::defaults(Folders { confdir: "/etc/puppet".into(), codedir: "/etc/code".into(), vardir: "/var/puppet".into() });
        settings.set("basemodulepath", "/base");
        settings
    }

    fn find(world: &MemoryWorld, wanted: &Wanted) -> Site {
        Site::find(world, wanted, &mut settings()).expect("a site")
    }

    fn shown(paths: &[PathBuf]) -> Vec<String> {
        paths.iter().map(|it| it.display().to_string()).collect()
    }

    #[test]
    fn an_environment_says_where_its_things_are() {
        let mut world = MemoryWorld::new();
        world.add_file(
            "/e/x/environment.conf",
            "modulepath = site:../shared/modules:$basemodulepath:/abs\nmanifest = m/../main.pp\nconfig_version = bin/v\n",
        );
        world.add_file("/e/x/main.pp", "");
        let wanted =
            Wanted { environmentpath: Some(vec!["/none".into(), "/e".into()]), environment: Some("x".to_owned()), ..Wanted::default() };
        let site = find(&world, &wanted);
        assert_eq!(site.name, "x");
        assert_eq!(shown(&site.modulepath), ["/e/x/site", "/e/shared/modules", "/base", "/abs"]);
        assert_eq!(shown(&site.manifests(&world)), ["/e/x/main.pp"]);
        assert_eq!(site.config_version.as_deref(), Some("/e/x/bin/v"));
        let wanted = Wanted { environment: Some("y".to_owned()), ..wanted };
        let error = Site::find(&world, &wanted, &mut settings()).expect_err("there is none");
        let expected = "Could not find a directory environment named 'y' anywhere in the path: /none:/e. Does the directory exist?";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn modules_next_to_environments_are_those_of_all() {
        let mut world = MemoryWorld::new();
        world.add_file("/r/environments/x/environment.conf", "modulepath = site:$basemodulepath\n");
        world.add_file("/r/modules/m/manifests/init.pp", "");
        let folders = || Folders { confdir: "/etc/puppet".into(), codedir: "/etc/code".into(), vardir: "/var/puppet".into() };
        let wanted = Wanted { root: Some("/r/environments/x".into()), ..Wanted::default() };
        let site = Site::find(&world, &wanted, &mut Settings::defaults(folders())).expect("a site");
        assert_eq!(shown(&site.modulepath), ["/r/environments/x/site", "/r/modules", "/opt/puppetlabs/puppet/modules"]);
        // What somebody has set counts, and Puppet's own settings where an environment is given by name.
        assert_eq!(shown(&find(&world, &wanted).modulepath), ["/r/environments/x/site", "/base"]);
        let named =
            Wanted { environmentpath: Some(vec!["/r/environments".into()]), environment: Some("x".to_owned()), ..Wanted::default() };
        let site = Site::find(&world, &named, &mut Settings::defaults(folders())).expect("a site");
        assert_eq!(shown(&site.modulepath), ["/r/environments/x/site", "/etc/code/modules", "/opt/puppetlabs/puppet/modules"]);
    }

    #[test]
    fn without_production_there_are_the_base_modules() {
        let mut world = MemoryWorld::new();
        world.add_file("/base/m/manifests/init.pp", "");
        let wanted = Wanted {
            environmentpath: Some(vec!["/none".into()]),
            environment: Some("production".to_owned()),
            manifest: Some("/a.pp".into()),
            ..Wanted::default()
        };
        let site = find(&world, &wanted);
        assert_eq!((site.name.as_str(), site.root.as_deref()), ("production", None));
        assert_eq!((shown(&site.modulepath), site.manifest), (vec!["/base".to_owned()], Some("/a.pp".into())));
    }

    #[test]
    fn without_settings_there_are_defaults() {
        let mut world = MemoryWorld::new();
        world.add_file("/e/manifests/b/site.pp", "");
        world.add_file("/e/manifests/a.pp", "");
        let site = find(&world, &Wanted { root: Some("/e".into()), ..Wanted::default() });
        assert_eq!((site.name.as_str(), shown(&site.modulepath)), ("production", vec!["/e/modules".to_owned(), "/base".to_owned()]));
        assert_eq!(shown(&site.manifests(&world)), ["/e/manifests/a.pp", "/e/manifests/b/site.pp"]);
        assert!(Site::find(&world, &Wanted { root: Some("/none".into()), ..Wanted::default() }, &mut settings()).is_err());
    }

    #[test]
    fn a_repository_has_modules_where_its_list_puts_them() {
        let mut world = MemoryWorld::new();
        world.add_file("/r/Puppetfile", "moduledir 'thirdparty'\n");
        world.add_dir("/r/site-modules");
        world.set_current_dir("/r/site-modules/role/manifests");
        let site = find(&world, &Wanted::default());
        assert_eq!(site.root.as_deref(), Some(Path::new("/r")));
        assert_eq!(shown(&site.modulepath), ["/r/site-modules", "/r/modules", "/r/thirdparty", "/base"]);
    }

    #[test]
    fn a_module_alone_has_its_own_name_and_its_fixtures() {
        let mut world = MemoryWorld::new();
        let metadata = r#"{"name": "puppetlabs-apache", "dependencies": [{"name": "puppetlabs/stdlib"}]}"#;
        world.add_file("/src/puppetlabs-apache/metadata.json", metadata);
        world.add_file("/src/puppetlabs-apache/spec/fixtures/modules/concat/metadata.json", r#"{"name": "puppetlabs-concat"}"#);
        world.add_dir("/src/stdlib");
        let wanted = Wanted { manifest: Some("/src/puppetlabs-apache/examples/a.pp".into()), ..Wanted::default() };
        let site = find(&world, &wanted);
        assert_eq!(site.modules, [("apache".to_owned(), PathBuf::from("/src/puppetlabs-apache"))]);
        assert_eq!(shown(&site.modulepath), ["/src/puppetlabs-apache/spec/fixtures/modules", "/src", "/base"]);
        let inside = Path::new("/src/puppetlabs-apache/spec/fixtures/modules/concat/manifests/init.pp");
        assert_eq!(root_above(&world, inside).as_deref(), Some(Path::new("/src/puppetlabs-apache")));
    }

    #[test]
    fn modules_together_are_an_environment() {
        let mut world = MemoryWorld::new();
        world.add_file("/code/modules/apache/metadata.json", r#"{"name": "puppetlabs-apache"}"#);
        assert_eq!(root_above(&world, Path::new("/code/modules/apache/manifests/init.pp")).as_deref(), Some(Path::new("/code")));
        assert_eq!(root_above(&world, Path::new("/elsewhere")), None);
    }

    #[test]
    fn a_module_with_a_site_of_its_own_is_no_environment() {
        let mut world = MemoryWorld::new();
        world.add_file("/e/environment.conf", "modulepath = site:modules\n");
        world.add_file("/e/site/iis/manifests/site.pp", "define iis::site { }\n");
        world.add_file("/e/modules/web/manifests/site.pp", "define web::site { }\n");
        for path in ["/e/site/iis/manifests/site.pp", "/e/modules/web/manifests/init.pp"] {
            assert_eq!(root_above(&world, Path::new(path)).as_deref(), Some(Path::new("/e")), "{path}");
        }
    }

    #[test]
    fn modules_belong_with_their_neighbours() {
        for (path, around) in [
            ("/src/modules/web/plans", Some("/src")),
            ("/src/modules/web", Some("/src")),
            ("/modules/web/manifests/a", Some("/")),
            ("/src/modules/web/spec/fixtures/modules/base/manifests", Some("/src/modules/web/spec/fixtures")),
            ("/src/modules", None),
            ("/src/modules/My-Notes", None),
            ("/src/web/plans", None),
        ] {
            assert_eq!(around_modules(Path::new(path)).as_deref(), around.map(Path::new), "{path}");
        }
    }

    #[test]
    fn patterns_and_what_is_unknown() {
        let mut world = MemoryWorld::new();
        world.add_dir("/e/a/modules");
        world.add_dir("/e/b/modules");
        world.add_file("/e/environment.conf", "modulepath = */modules\nx = 1\n[s]\n");
        let site = find(&world, &Wanted { root: Some("/e".into()), ..Wanted::default() });
        assert_eq!(shown(&site.modulepath), ["/e/a/modules", "/e/b/modules"]);
        assert_eq!(site.warnings.len(), 2);
        assert!(site.warnings[1].ends_with("are being ignored: x"), "{:?}", site.warnings);
    }

    #[test]
    fn what_is_still_being_written() {
        let mut world = MemoryWorld::new();
        world.add_file("/e/environment.conf", "manif\nmodulepath = site:$\nmanifest = $nothing\n");
        let wanted = Wanted { root: Some("/e".into()), ..Wanted::default() };
        let mut settings = settings();
        let stopped = Site::find(&world, &wanted, &mut settings).map_err(|it| it.to_string());
        assert_eq!(stopped, Err("Could not match line manif (file: /e/environment.conf, line: 1)".to_owned()));
        let site = Site::find(&world, &Wanted { passes_over: true, ..wanted.clone() }, &mut settings).expect("nothing stops it");
        assert_eq!(shown(&site.modulepath), ["/e/site", "/e/$"]);
        assert_eq!(site.manifest.as_deref(), Some(Path::new("/e/manifests")));
        world.add_file("/e/environment.conf", "environment_timeout = soon\n");
        let stopped = Site::find(&world, &wanted, &mut settings).map_err(|it| it.to_string());
        assert_eq!(stopped, Err("Invalid 'time to live' format '\"soon\"' for parameter: environment_timeout".to_owned()));
    }
}
