//! The loop between the wire and the handlers.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tower_lsp::jsonrpc::Response;
use tower_lsp::{Client, ClientSocket, ExitedError, LspService};
use tower_service::Service;
use world::{Guarded, World};

use crate::fence::Fence;
use crate::in_order::InOrder;
use crate::logging::LogFilter;
use crate::owner::Owner;
use crate::pool::Pool;
use crate::refresh::Refresher;
use crate::server::{Ending, Server};
use crate::state::State;
use crate::transport::{self, Incoming, Outbox};
use crate::unlisted::Unlisted;

/// How the server has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client asked for it, and then said so.
    Orderly,
    /// The client was gone all of a sudden, or said `exit` without having asked for the end.
    Abruptly,
}

/// How long answers may take that are still due when the client says nothing more.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

pub(crate) struct Streams<I, O> {
    pub(crate) input: I,
    pub(crate) output: O,
}

/// How a client is served.
pub(crate) struct Manner {
    pub(crate) panics: bool,
    /// When requests are answered with what is known; never where nothing is said.
    pub(crate) within: Option<Duration>,
}

/// Serves one client until it goes. `prepare` gets the channel to the client before anything else happens.
pub(crate) fn serve(
    streams: Streams<impl Read + Send + 'static, impl Write + Send + 'static>,
    world: Arc<dyn World>,
    log: LogFilter,
    manner: Manner,
    prepare: impl FnOnce(&Outbox),
) -> io::Result<Ended> {
    let (outbox, messages) = Outbox::new();
    prepare(&outbox);
    let (tell, incoming) = mpsc::unbounded_channel();
    let input = streams.input;
    thread::Builder::new().name("input".to_string()).spawn(move || read_all(input, &tell))?;
    let output = BufWriter::new(streams.output);
    let writer = thread::Builder::new().name("output".to_string()).spawn(move || transport::write_all(output, &messages))?;

    let ending = Arc::new(Ending::default());
    let pool = Pool::new()?;
    let fence = Arc::new(Guarded { world, guard: Fence::default() });
    let world: Arc<dyn World> = fence.clone();
    let owner = {
        let outbox = outbox.clone();
        Owner::start(manner.within, move |owner| State::new(fence, pool, outbox, owner))?
    };
    let make = {
        let ending = ending.clone();
        move |client: Client| {
            let info = Arc::default();
            let refresher = Refresher { client: client.clone(), info: Arc::clone(&info) };
            Server {
                client,
                owner: owner.with_refresher(refresher),
                world,
                log,
                sent_tokens: Arc::default(),
                refusals: Arc::default(),
                info,
                ending,
            }
        }
    };
    let mut builder = LspService::build(make)
        .custom_method("bunraku/graph", Server::graph)
        .custom_method("bunraku/resource", Server::resource)
        .custom_method("bunraku/catalog", Server::catalog)
        .custom_method("bunraku/evaluation", Server::evaluation)
        .custom_method("bunraku/rendered", Server::rendered)
        .custom_method("bunraku/page", Server::page);
    if manner.panics {
        builder = builder.custom_method("bunraku/panic", Server::panic);
    }
    let (service, socket) = builder.finish();

    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let serving = run(incoming, InOrder(Unlisted(service)), socket, outbox.clone(), ending.clone());
    let writer = runtime.block_on(async move {
        tokio::select! {
            () = serving => {}
            () = ending_of(&writer) => tracing::warn!("the client has stopped listening"),
        }
        writer
    });
    let is_orderly = ending.asked.load(Ordering::SeqCst);
    // What has been said is written before the process ends; what is still being computed is not waited for.
    outbox.close();
    drop(runtime);
    if writer.join().is_err() {
        tracing::error!("the thread that writes has panicked");
    }
    Ok(if is_orderly { Ended::Orderly } else { Ended::Abruptly })
}

fn read_all(input: impl Read, tell: &mpsc::UnboundedSender<Incoming>) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    loop {
        match transport::read(&mut input) {
            Ok(Some(message)) => {
                if tell.send(message).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => {
                tracing::error!("cannot read from the client: {error}");
                return;
            }
        }
    }
}

/// Waits until a thread has ended.
async fn ending_of<T>(thread: &thread::JoinHandle<T>) {
    while !thread.is_finished() {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

type Answer = BoxFuture<'static, Result<Option<Response>, ExitedError>>;

async fn run(
    mut incoming: mpsc::UnboundedReceiver<Incoming>,
    mut service: InOrder<Unlisted<LspService<Server>>>,
    socket: ClientSocket,
    outbox: Outbox,
    ending: Arc<Ending>,
) {
    let (mut ours, mut theirs) = socket.split();
    let mut answers: FuturesUnordered<Answer> = FuturesUnordered::new();
    loop {
        tokio::select! {
            message = incoming.recv() => match message {
                Some(Incoming::Request(request)) => {
                    let is_exit = request.method() == "exit";
                    answers.push(service.call(request));
                    if is_exit {
                        return;
                    }
                }
                Some(Incoming::Response(response)) => drop(theirs.send(response).await),
                Some(Incoming::Garbage(response)) => {
                    tracing::warn!("invalid message: {:?}", response.error());
                    outbox.respond(&response);
                }
                None => break,
            },
            Some(answer) = answers.next() => respond(answer, &outbox),
            Some(request) = ours.next() => outbox.request(&request),
            () = ending.orphaned.notified() => {
                tracing::warn!("the editor's process is gone");
                return;
            }
        }
    }
    // The client says nothing more, but it may still listen.
    let rest = async {
        while let Some(answer) = answers.next().await {
            respond(answer, &outbox);
        }
    };
    drop(tokio::time::timeout(LAST_ANSWERS, rest).await);
}

fn respond(answer: Result<Option<Response>, ExitedError>, outbox: &Outbox) {
    if let Ok(Some(response)) = answer {
        outbox.respond(&response);
    }
}
