//! The log of the server: to standard error, or to a file.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry, fmt, reload};

const DEFAULT: &str = "warn";

/// Changes what is logged, later.
#[derive(Clone)]
pub(crate) struct LogFilter {
    handle: Option<reload::Handle<EnvFilter, Registry>>,
    initial: String,
}

impl LogFilter {
    /// Logs what the setting says; without one, what `BUNRAKU_LOG` said at the start.
    pub(crate) fn set(&self, setting: Option<&str>) {
        let wanted = setting.unwrap_or(&self.initial);
        match (EnvFilter::try_new(wanted), &self.handle) {
            (Ok(filter), Some(handle)) => {
                if let Err(error) = handle.reload(filter) {
                    tracing::error!("cannot change what is logged: {error}");
                }
            }
            (Err(error), _) => tracing::warn!("cannot log {wanted:?}: {error}"),
            (Ok(_), None) => {}
        }
    }
}

/// Begins to log.
pub(crate) fn init(file: Option<&Path>, filter: Option<&str>) -> io::Result<LogFilter> {
    let initial = filter.filter(|it| !it.is_empty()).unwrap_or(DEFAULT).to_string();
    let parsed = EnvFilter::try_new(&initial);
    let complaint = parsed.as_ref().err().map(ToString::to_string);
    let (filter, handle) = reload::Layer::new(parsed.unwrap_or_else(|_| EnvFilter::new(DEFAULT)));
    let output = match file {
        Some(path) => fmt::layer().with_ansi(false).with_writer(Mutex::new(open(path)?)).boxed(),
        None => fmt::layer().with_ansi(false).with_writer(io::stderr).boxed(),
    };
    // Somebody else may log already: the process may have begun to before it called us.
    let is_ours = tracing_subscriber::registry().with(filter).with(output).try_init().is_ok();
    if let Some(complaint) = complaint {
        tracing::warn!("cannot log {initial:?}: {complaint}");
    }
    Ok(LogFilter { handle: is_ours.then_some(handle), initial })
}

fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}

use tracing_subscriber::Layer as _;
