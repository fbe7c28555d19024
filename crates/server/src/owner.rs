//! The one thread that changes the workspace.
//!
//! Handlers send it operations, and it takes them in the order in which they were sent, which is that of the wire. A
//! write happens here and now. A read is given what it asks about, as it is now, and goes to the [`Pool`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, TryRecvError};
use std::thread;
use std::time::Duration;

use tokio::sync::watch;

use crate::refresh::Refresher;
use crate::state::State;

type Operation = Box<dyn FnOnce(&mut State) + Send>;

/// Sends operations to the thread.
#[derive(Clone)]
pub(crate) struct Owner {
    operations: mpsc::Sender<Operation>,
    /// How long answers may take; see [`About::read_workspace`](crate::read::About::read_workspace).
    pub(crate) within: Option<Duration>,
    /// Tells the client to ask again.
    pub(crate) refresher: Option<Arc<Refresher>>,
    /// How often folders are being read.
    loads: Arc<watch::Sender<usize>>,
}

/// Folders are being read until this is dropped.
pub(crate) struct Load(Owner);

impl Drop for Load {
    fn drop(&mut self) {
        self.0.loads.send_modify(|it| *it = it.saturating_sub(1));
        // Wakes the thread: closed files are analysed once all are read.
        self.0.send(|_| {});
    }
}

impl Owner {
    /// Starts the thread. It ends when the last [`Owner`] is gone.
    pub(crate) fn start(within: Option<Duration>, make: impl FnOnce(Owner) -> State + Send + 'static) -> std::io::Result<Owner> {
        let (sender, receiver) = mpsc::channel();
        let owner = Owner { operations: sender, within, refresher: None, loads: Arc::new(watch::Sender::new(0)) };
        let own = owner.clone();
        thread::Builder::new().name("owner".to_string()).stack_size(16 << 20).spawn(move || run(make(own), &receiver))?;
        Ok(owner)
    }

    /// The same, for a client that can be asked to refresh.
    pub(crate) fn with_refresher(self, refresher: Refresher) -> Owner {
        Owner { refresher: Some(Arc::new(refresher)), ..self }
    }

    /// One that does nothing.
    #[cfg(test)]
    pub(crate) fn idle(within: Duration) -> Owner {
        Owner { operations: mpsc::channel().0, within: Some(within), refresher: None, loads: Arc::new(watch::Sender::new(0)) }
    }

    /// Folders are being read from now on.
    pub(crate) fn begin_load(&self) -> Load {
        self.loads.send_modify(|it| *it += 1);
        Load(self.clone())
    }

    /// Whether all files of the open folders have been read.
    pub(crate) fn has_all_files(&self) -> bool {
        *self.loads.borrow() == 0
    }

    /// Waits until all files of the open folders have been read.
    pub(crate) async fn all_files(&self) {
        drop(self.loads.subscribe().wait_for(|it| *it == 0).await);
    }

    /// Enqueues; never waits.
    pub(crate) fn send(&self, operation: impl FnOnce(&mut State) + Send + 'static) {
        if self.operations.send(Box::new(operation)).is_err() {
            tracing::error!("the owner of the workspace is gone");
        }
    }
}

fn run(mut state: State, operations: &mpsc::Receiver<Operation>) {
    loop {
        let operation = match operations.try_recv() {
            Ok(operation) => operation,
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {
                // Nothing else to do: now it is worth looking for what is wrong. While edits pour in, every
                // look but the last would be for nothing.
                state.check_changed();
                match operations.recv() {
                    Ok(operation) => operation,
                    Err(_) => return,
                }
            }
        };
        // The hook for panics has reported it. The next operation finds the state as far as this one came.
        drop(catch_unwind(AssertUnwindSafe(|| operation(&mut state))));
    }
}
