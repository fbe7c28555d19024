//! The folders of a run, from options and `puppet.conf`.

use std::path::PathBuf;

use apply::run::Folders;
use environment::{Folders as OfPuppet, Settings};
use world::{RealWorld, World};

#[derive(Clone, Debug, Default, clap::Args)]
pub struct FolderArgs {
    /// Folder of puppet.conf
    #[arg(long, value_name = "DIR")]
    pub confdir: Option<PathBuf>,

    /// Folder of environments and modules
    #[arg(long, value_name = "DIR")]
    pub codedir: Option<PathBuf>,

    /// Folders of environments [default: from puppet.conf, or `environments` in --codedir]
    #[arg(long, value_name = "PATHS")]
    pub environmentpath: Option<String>,

    /// Module folders of all environments [default: from puppet.conf, or `modules` in --codedir]
    #[arg(long, value_name = "PATHS")]
    pub basemodulepath: Option<String>,

    /// Folder for state between runs [default: /var/lib/bunraku; not as root: ~/.local/state/bunraku]
    #[arg(long, value_name = "DIR")]
    pub vardir: Option<PathBuf>,

    /// Folder for the world-readable summary
    #[arg(long, value_name = "DIR")]
    pub publicdir: Option<PathBuf>,

    /// Folder for logs
    #[arg(long, value_name = "DIR")]
    pub logdir: Option<PathBuf>,

    /// Folder for files that exist during a run
    #[arg(long, value_name = "DIR")]
    pub rundir: Option<PathBuf>,
}

impl FolderArgs {
    /// Settings of `puppet.conf`.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        Ok(self.settings_in(&RealWorld)?.0)
    }

    /// The same, and whether the folders were set: with an option, or in a `puppet.conf` that an option names.
    fn settings_in(&self, world: &dyn World) -> anyhow::Result<(Settings, bool)> {
        let mut usual = OfPuppet::usual(world);
        for (given, folder) in [(&self.confdir, &mut usual.confdir), (&self.codedir, &mut usual.codedir), (&self.vardir, &mut usual.vardir)]
        {
            if let Some(given) = given {
                *folder = std::path::absolute(given)?;
            }
        }
        let file = usual.confdir.join("puppet.conf");
        let mut settings = Settings::read(world, usual.clone(), &file)?;
        let mut is_told = self.vardir.is_some();
        if self.confdir.is_some()
            && !is_told
            && let Some(vardir) = settings.of_user("vardir")?
        {
            usual.vardir = std::path::absolute(vardir)?;
            settings = Settings::read(world, usual, &file)?;
            is_told = true;
        }
        for (name, given) in [("environmentpath", &self.environmentpath), ("basemodulepath", &self.basemodulepath)] {
            if let Some(given) = given {
                settings.set(name, given);
            }
        }
        Ok((settings, is_told))
    }
}

/// Folder of a run's own state, unless it uses Puppet's folders: Puppet's own state stays unchanged.
fn own(world: &dyn World) -> PathBuf {
    let absolute = |name: &str| world.env(name).map(PathBuf::from).filter(|it| it.is_absolute());
    match absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state"))) {
        Some(state) if !environment::is_root(world) => state.join("bunraku"),
        _ => "/var/lib/bunraku".into(),
    }
}

impl FolderArgs {
    pub fn find(&self) -> anyhow::Result<Folders> {
        self.find_in(&RealWorld)
    }

    fn find_in(&self, world: &dyn World) -> anyhow::Result<Folders> {
        let (settings, is_told) = self.settings_in(world)?;
        let usual = settings.folders().clone();
        let paths =
            |name: &str| -> anyhow::Result<Vec<PathBuf>> { settings.path(name)?.iter().map(|it| Ok(std::path::absolute(it)?)).collect() };
        let folder = |given: &Option<PathBuf>, name: &str, default: PathBuf| -> anyhow::Result<PathBuf> {
            match given {
                Some(given) => Ok(std::path::absolute(given)?),
                None if !is_told => Ok(default),
                None => Ok(settings.get(name)?.map_or(default, PathBuf::from)),
            }
        };
        let vardir = if is_told { usual.vardir.clone() } else { own(world) };
        let base = vardir.parent().filter(|_| is_told).unwrap_or(&vardir).to_owned();
        Ok(Folders {
            environments: paths("environmentpath")?,
            modules: paths("basemodulepath")?,
            code: usual.codedir.clone(),
            state: folder(&None, "statedir", vardir.join("state"))?,
            bucket: vardir.join("clientbucket"),
            lib: usual.vardir.join("lib"),
            vardir,
            public: folder(&self.publicdir, "publicdir", base.join("public"))?,
            log: folder(&self.logdir, "logdir", base.join("log"))?,
            run: folder(&self.rundir, "rundir", base.join("run"))?,
            environment: settings.get("environment")?.unwrap_or_else(|| environment::DEFAULT_ENVIRONMENT.to_owned()),
            confdir: usual.confdir,
        })
    }
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn state(world: &MemoryWorld, args: &FolderArgs) -> String {
        let folders = args.find_in(world).unwrap();
        format!("{} {}", folders.state.display(), folders.public.display())
    }

    #[test]
    fn what_puppet_keeps_is_left_alone_unless_it_is_named() {
        let mut world = MemoryWorld::default();
        world.add_file("/etc/puppetlabs/puppet/puppet.conf", "[main]\nvardir = /of/puppet\npublicdir = /its/public\n");
        world.add_file("/own/puppet.conf", "[main]\nvardir = /told\nstatedir = /states\n");
        assert_eq!(state(&world, &FolderArgs::default()), "/var/lib/bunraku/state /var/lib/bunraku/public");
        let vardir = FolderArgs { vardir: Some("/v/var".into()), ..FolderArgs::default() };
        assert_eq!(state(&world, &vardir), "/v/var/state /its/public");
        let confdir = FolderArgs { confdir: Some("/own".into()), ..FolderArgs::default() };
        assert_eq!(state(&world, &confdir), "/states /public");
    }

    #[test]
    fn users_keep_it_among_their_own() {
        let mut world = MemoryWorld::default();
        world.add_file("/proc/self/status", "Uid:\t1000\t1000\t1000\t1000\n");
        world.set_env("HOME", "/home/u");
        let of_user = state(&world, &FolderArgs::default());
        assert_eq!(of_user, "/home/u/.local/state/bunraku/state /home/u/.local/state/bunraku/public");
        world.set_env("XDG_STATE_HOME", "/states");
        assert_eq!(state(&world, &FolderArgs::default()), "/states/bunraku/state /states/bunraku/public");
    }
}
