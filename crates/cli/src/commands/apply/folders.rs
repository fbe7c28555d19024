//! Where everything lies that a run reads and writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use environment::{Folders as OfPuppet, Settings};
use world::RealWorld;

use crate::commands::site::show;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct FolderArgs {
    /// The folder of puppet.conf
    #[arg(long, value_name = "DIR")]
    pub confdir: Option<PathBuf>,

    /// The folder of environments and modules
    #[arg(long, value_name = "DIR")]
    pub codedir: Option<PathBuf>,

    /// Where environments lie [default: `environments` of the code, or what puppet.conf says]
    #[arg(long, value_name = "PATHS")]
    pub environmentpath: Option<String>,

    /// The modules of all environments [default: `modules` of the code, or what puppet.conf says]
    #[arg(long, value_name = "PATHS")]
    pub basemodulepath: Option<String>,

    /// The folder of what is kept between runs
    #[arg(long, value_name = "DIR")]
    pub vardir: Option<PathBuf>,

    /// The folder of the summary that others may read
    #[arg(long, value_name = "DIR")]
    pub publicdir: Option<PathBuf>,

    /// The folder of logs
    #[arg(long, value_name = "DIR")]
    pub logdir: Option<PathBuf>,

    /// The folder of what is kept while something runs
    #[arg(long, value_name = "DIR")]
    pub rundir: Option<PathBuf>,
}

/// So much has to be free where a run writes what it keeps.
const LEAST: u64 = 64 << 10;

static PIECE: [u8; 16 << 10] = [0; 16 << 10];

/// The folders of a run.
pub struct Folders {
    pub confdir: PathBuf,
    pub code: PathBuf,
    pub environments: Vec<PathBuf>,
    pub modules: Vec<PathBuf>,
    pub state: PathBuf,
    pub public: PathBuf,
    pub log: PathBuf,
    pub run: PathBuf,
    pub bucket: PathBuf,
    /// The environment that `puppet.conf` names.
    pub environment: String,
}

impl Folders {
    pub fn find(args: &FolderArgs) -> anyhow::Result<Folders> {
        let mut usual = OfPuppet::usual(&RealWorld);
        for (given, folder) in [(&args.confdir, &mut usual.confdir), (&args.codedir, &mut usual.codedir), (&args.vardir, &mut usual.vardir)]
        {
            if let Some(given) = given {
                *folder = std::path::absolute(given)?;
            }
        }
        let file = usual.confdir.join("puppet.conf");
        let mut settings = Settings::read(&RealWorld, usual.clone(), &file)?;
        for (name, given) in [("environmentpath", &args.environmentpath), ("basemodulepath", &args.basemodulepath)] {
            if let Some(given) = given {
                settings.set(name, given);
            }
        }
        let paths =
            |name: &str| -> anyhow::Result<Vec<PathBuf>> { settings.path(name)?.iter().map(|it| Ok(std::path::absolute(it)?)).collect() };
        let folder = |given: &Option<PathBuf>, name: &str, default: PathBuf| -> anyhow::Result<PathBuf> {
            match given {
                Some(given) => Ok(std::path::absolute(given)?),
                None => Ok(settings.get(name)?.map_or(default, PathBuf::from)),
            }
        };
        let base = usual.vardir.parent().map_or_else(|| usual.vardir.clone(), Path::to_owned);
        Ok(Folders {
            environments: paths("environmentpath")?,
            modules: paths("basemodulepath")?,
            code: usual.codedir.clone(),
            state: usual.vardir.join("state"),
            bucket: usual.vardir.join("clientbucket"),
            public: folder(&args.publicdir, "publicdir", base.join("public"))?,
            log: folder(&args.logdir, "logdir", base.join("log"))?,
            run: folder(&args.rundir, "rundir", base.join("run"))?,
            environment: settings.get("environment")?.unwrap_or_else(|| "production".to_owned()),
            confdir: usual.confdir,
        })
    }

    /// Makes the folders that are written to; nothing is applied where that cannot be.
    pub fn make(&self) -> anyhow::Result<()> {
        for folder in [&self.state, &self.public, &self.log, &self.run] {
            std::fs::create_dir_all(folder).with_context(|| show(folder))?;
        }
        let state = self.state.join(super::run::STATE.0);
        anyhow::ensure!(!state.is_dir(), "{} is a folder", show(&state));
        // Files in it are written at the end: it is tried now, with as much as they may come to.
        let state = std::fs::metadata(&state).map_or(0, |it| it.len());
        let mut rest = state.saturating_mul(2).saturating_add(LEAST);
        let mut file = tempfile::tempfile_in(&self.state).with_context(|| show(&self.state))?;
        while rest > 0 {
            let piece = usize::try_from(rest).unwrap_or(PIECE.len()).min(PIECE.len());
            file.write_all(PIECE.get(..piece).unwrap_or_default()).with_context(|| show(&self.state))?;
            rest -= piece as u64;
        }
        file.flush().with_context(|| show(&self.state))
    }

    /// Keeps nothing of a run: all is gone with what is given.
    pub fn forget(&mut self) -> anyhow::Result<tempfile::TempDir> {
        let folder = tempfile::Builder::new().prefix("bunraku").tempdir()?;
        let at = |name: &str| folder.path().join(name);
        (self.state, self.public, self.log, self.run) = (at("state"), at("public"), at("log"), at("run"));
        Ok(folder)
    }
}
