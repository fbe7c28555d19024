//! A panic is a bug of ours. It leaves a report that a user can send, and the server goes on.

use std::backtrace::Backtrace;
use std::io;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tower_lsp::ls_types::notification::ShowMessage;
use tower_lsp::ls_types::{MessageType, ShowMessageParams};

use crate::transport::Outbox;

/// From now on each panic writes a report into a folder and says where it is.
pub(crate) fn report_to(folder: PathBuf, outbox: Outbox) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    std::panic::set_hook(Box::new(move |info| {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        match write(&folder, number, &report(info)) {
            Ok(path) => {
                tracing::error!("{info}; the report is in {}", path.display());
                // Once is enough: a bug that comes with each keystroke must not fill the screen.
                if number == 0 {
                    let message = format!("Bunraku has an internal error and continues. The report is in {}", path.display());
                    outbox.notify::<ShowMessage>(ShowMessageParams { typ: MessageType::ERROR, message });
                }
            }
            Err(error) => tracing::error!("{info}; no report could be written into {}: {error}", folder.display()),
        }
    }));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let thread = std::thread::current();
    format!(
        "Internal error in Bunraku {}.\n\n{info}\nthread: {}\nsystem: {} {}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        thread.name().unwrap_or("without a name"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture(),
    )
}

fn write(folder: &Path, number: u32, report: &str) -> io::Result<PathBuf> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    let path = folder.join(format!("bunraku-panic-{seconds}-{}-{number}.txt", std::process::id()));
    std::fs::write(&path, report)?;
    Ok(path)
}
