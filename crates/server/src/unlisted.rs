//! Capabilities that the types of the protocol leave out: they are written into the answer to `initialize`.

use std::task::{Context, Poll};

use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tower_lsp::ExitedError;
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

pub(crate) struct Unlisted<S>(pub(crate) S);

impl<S> Service<Request> for Unlisted<S>
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError>,
    S::Future: Send + 'static,
{
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = BoxFuture<'static, Result<Option<Response>, ExitedError>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let listed = request.method() == "initialize" && !registers_type_hierarchies(request.params());
        let answer = self.0.call(request);
        answer.map(move |answer| answer.map(|it| if listed { it.map(with_type_hierarchies) } else { it })).boxed()
    }
}

/// Such a client is informed later, and would else be informed twice.
fn registers_type_hierarchies(params: Option<&Value>) -> bool {
    let registers = params.and_then(|it| it.pointer("/capabilities/textDocument/typeHierarchy/dynamicRegistration"));
    registers.and_then(Value::as_bool) == Some(true)
}

fn with_type_hierarchies(response: Response) -> Response {
    let (id, mut result) = response.into_parts();
    if let Ok(Some(capabilities)) = result.as_mut().map(|it| it.get_mut("capabilities").and_then(Value::as_object_mut)) {
        capabilities.insert("typeHierarchyProvider".to_owned(), json!(true));
    }
    Response::from_parts(id, result)
}
