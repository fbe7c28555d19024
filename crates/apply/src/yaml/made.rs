//! Pieces of a text that are made by two threads, and come in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, sync_channel};

/// Limit of the pieces that are made before their turn.
const AHEAD: usize = 4;

/// Makes a text of each piece, and writes them in their order. Whoever has nothing to do makes the next one.
pub fn in_order<P: Copy + Sync>(pieces: &[P], make: &(impl Fn(P, &mut String) + Sync), write: &mut dyn FnMut(&str)) {
    let next = AtomicUsize::new(0);
    let take = |most: usize| {
        let number = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| (it < most).then_some(it + 1)).ok()?;
        Some((number, *pieces.get(number)?))
    };
    let (give, come) = sync_channel::<(usize, String)>(AHEAD);
    let (empty, used) = channel::<String>();
    std::thread::scope(|scope| {
        let (take, count) = (&take, pieces.len());
        let helper = move || {
            while let Some((number, piece)) = take(count) {
                let mut out = used.try_recv().unwrap_or_default();
                make(piece, &mut out);
                if give.send((number, out)).is_err() {
                    return;
                }
            }
        };
        // There may be no more threads: all is made here then.
        let helper = std::thread::Builder::new().name("report".to_owned()).spawn_scoped(scope, helper);
        let (mut made, mut spare): (BTreeMap<usize, String>, Vec<String>) = Default::default();
        let mut turn = 0;
        while turn < count {
            made.extend(come.try_iter());
            if let Some(mut out) = made.remove(&turn) {
                write(&out);
                out.clear();
                turn += 1;
                // Whoever has the fewer gets it.
                if spare.is_empty() { spare.push(out) } else { drop(empty.send(out)) }
            } else if let Some((number, piece)) = take(count.min(turn + AHEAD)) {
                let mut out = spare.pop().unwrap_or_default();
                make(piece, &mut out);
                made.insert(number, out);
            } else if let Ok((number, out)) = come.recv() {
                made.insert(number, out);
            } else {
                break;
            }
        }
        drop(come);
        if let Ok(helper) = helper
            && let Err(panic) = helper.join()
        {
            std::panic::resume_unwind(panic);
        }
    });
}
