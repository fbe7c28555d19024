//! Handlers start in the order of the wire.
//!
//! tower-lsp makes the future of each message in the order in which messages arrive, and polls them later, in any order: two edits may be
//! applied in reverse, and a read may overtake the edit before it. This adapter polls each future once, at once. Whatever a handler does
//! before it first waits is therefore done in the order of the wire, and what our handlers do there is to enqueue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll};

use futures::FutureExt;
use futures::future::{BoxFuture, ready};
use futures::task::noop_waker_ref;
use tower_lsp::ExitedError;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_service::Service;

pub(crate) struct InOrder<S>(pub(crate) S);

type Answer = Result<Option<Response>, ExitedError>;

impl<S> Service<Request> for InOrder<S>
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError>,
    S::Future: Send + 'static,
{
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = BoxFuture<'static, Answer>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let id = request.id().cloned();
        let Ok(future) = catch_unwind(AssertUnwindSafe(|| self.0.call(request))) else {
            return ready(Ok(panicked(id))).boxed();
        };
        // A handler that panics must not take the others with it.
        let mut future = AssertUnwindSafe(future).catch_unwind().map(move |answer| answer.unwrap_or_else(|_| Ok(panicked(id)))).boxed();
        match future.as_mut().poll(&mut Context::from_waker(noop_waker_ref())) {
            Poll::Ready(answer) => ready(answer).boxed(),
            // Polled again by whoever drives it, with a real waker.
            Poll::Pending => future,
        }
    }
}

fn panicked(id: Option<Id>) -> Option<Response> {
    id.map(|id| Response::from_error(id, Error::internal_error()))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Writes down the method of each request when its future is first polled.
    struct Recorder(Arc<Mutex<Vec<String>>>);

    impl Service<Request> for Recorder {
        type Response = Option<Response>;
        type Error = ExitedError;
        type Future = BoxFuture<'static, Answer>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, request: Request) -> Self::Future {
            let log = self.0.clone();
            async move {
                log.lock().unwrap().push(request.method().to_string());
                match request.method() {
                    "waits" => std::future::pending().await,
                    "panics" => panic!("on purpose"),
                    _ => Ok(None),
                }
            }
            .boxed()
        }
    }

    fn request(method: &'static str) -> Request {
        Request::build(method).id(1).finish()
    }

    #[test]
    fn a_handler_starts_before_anybody_waits_for_it() {
        let log = Arc::new(Mutex::new(Vec::new()));
        let mut service = InOrder(Recorder(log.clone()));
        let unpolled = [service.call(request("waits")), service.call(request("first")), service.call(request("second"))];
        assert_eq!(*log.lock().unwrap(), ["waits", "first", "second"]);
        drop(unpolled);
    }

    #[test]
    fn a_panic_is_an_answer() {
        let mut service = InOrder(Recorder(Arc::default()));
        let mut future = service.call(request("panics"));
        let answer = future.as_mut().poll(&mut Context::from_waker(noop_waker_ref()));
        let Poll::Ready(Ok(Some(response))) = answer else { panic!("no answer") };
        assert_eq!(response.error(), Some(&Error::internal_error()));
    }
}
