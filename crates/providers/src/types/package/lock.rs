//! The locks of `dpkg`: another program that installs something is waited for.

use std::time::Duration;

use crate::instance::{Cx, ProviderError};
use crate::log::Level;

const LOCKS: [&str; 2] = ["/var/lib/dpkg/lock-frontend", "/var/lib/dpkg/lock"];

/// Seconds to wait.
const PATIENCE: u32 = 120;

pub fn wait(cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    for waited in 0..=PATIENCE {
        let Some(holder) = LOCKS.iter().find_map(|it| cx.system.lock_holder(it)) else { return Ok(()) };
        let who = format!("{} (process {})", holder.program, holder.id);
        if cx.system.interrupted().is_some() {
            return Err(ProviderError::new("interrupted"));
        }
        if waited == PATIENCE {
            return Err(ProviderError::new(format!("The lock of dpkg is still held by {who} after {PATIENCE} seconds")));
        }
        if waited == 0 {
            cx.tell(Level::Notice, format!("Waiting for the lock of dpkg, which {who} holds"));
        }
        cx.system.sleep(Duration::from_secs(1));
    }
    Ok(())
}
