//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`: who includes whom, which resource
//! waits for which.

use ide::CallItem;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
};

use crate::owner::Owner;
use crate::places::Places;
use crate::read;
use crate::requests::hierarchy;

pub(crate) async fn prepare(owner: &Owner, params: CallHierarchyPrepareParams) -> Result<Option<Vec<CallHierarchyItem>>> {
    let at = params.text_document_position_params;
    let answer = read::code(at.text_document.uri).read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let places = Places::new(&question.around, snapshot);
            let found = ide::prepare_call_hierarchy(snapshot, file, offset);
            let items: Vec<CallHierarchyItem> = found.iter().filter_map(|it| item(&places, it)).collect();
            (!items.is_empty()).then_some(items)
        })
    });
    Ok(answer.await?.flatten())
}

pub(crate) async fn incoming(owner: &Owner, params: CallHierarchyIncomingCallsParams) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let answer = read::everywhere(owner, move |around, asker| {
        around.read(asker, |snapshot| {
            let places = Places::new(around, snapshot);
            let called = call_item(&places, &params.item)?;
            let calls = ide::incoming_calls(snapshot, &called);
            let call = |it: &ide::Call| {
                Some(CallHierarchyIncomingCall { from: item(&places, &it.item)?, from_ranges: ranges(&places, &it.item, it) })
            };
            Some(calls.iter().filter_map(call).collect::<Vec<_>>())
        })
    });
    Ok(answer.await?.flatten())
}

pub(crate) async fn outgoing(owner: &Owner, params: CallHierarchyOutgoingCallsParams) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let answer = read::everywhere(owner, move |around, asker| {
        around.read(asker, |snapshot| {
            let places = Places::new(around, snapshot);
            let caller = call_item(&places, &params.item)?;
            let calls = ide::outgoing_calls(snapshot, &caller);
            let call = |it: &ide::Call| {
                Some(CallHierarchyOutgoingCall { to: item(&places, &it.item)?, from_ranges: ranges(&places, &caller, it) })
            };
            Some(calls.iter().filter_map(call).collect::<Vec<_>>())
        })
    });
    Ok(answer.await?.flatten())
}

fn ranges(places: &Places<'_>, caller: &CallItem, call: &ide::Call) -> Vec<Range> {
    call.places.iter().filter_map(|it| places.range(&caller.path, *it)).map(|(_, range)| range).collect()
}

fn item(places: &Places<'_>, item: &CallItem) -> Option<CallHierarchyItem> {
    let hierarchy::Parts { name, kind, uri, range, selection_range, data } = hierarchy::to_proto(places, item)?;
    Some(CallHierarchyItem { name, kind, tags: None, detail: None, uri, range, selection_range, data: Some(data) })
}

fn call_item(places: &Places<'_>, item: &CallHierarchyItem) -> Option<CallItem> {
    hierarchy::from_proto(places, &item.uri, item.range, item.selection_range, item.data.as_ref())
}
