//! `textDocument/prepareTypeHierarchy`, `typeHierarchy/supertypes` and `typeHierarchy/subtypes`: who inherits from whom.

use analysis::Snapshot;
use ide::CallItem;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TypeHierarchyItem, TypeHierarchyPrepareParams, TypeHierarchySubtypesParams, TypeHierarchySupertypesParams};

use crate::owner::Owner;
use crate::places::Places;
use crate::read;
use crate::requests::hierarchy;

pub(crate) async fn prepare(owner: &Owner, params: TypeHierarchyPrepareParams) -> Result<Option<Vec<TypeHierarchyItem>>> {
    let at = params.text_document_position_params;
    let answer = read::code(at.text_document.uri).read_workspace(owner, move |question, asker| {
        let offset = question.document.offset(at.position);
        question.read(asker, |snapshot, file| {
            let places = Places::new(&question.around, snapshot);
            let found = ide::prepare_type_hierarchy(snapshot, file, offset);
            let items: Vec<TypeHierarchyItem> = found.iter().filter_map(|it| item(&places, it)).collect();
            (!items.is_empty()).then_some(items)
        })
    });
    Ok(answer.await?.flatten())
}

pub(crate) async fn supertypes(owner: &Owner, params: TypeHierarchySupertypesParams) -> Result<Option<Vec<TypeHierarchyItem>>> {
    relatives(owner, params.item, ide::supertypes).await
}

pub(crate) async fn subtypes(owner: &Owner, params: TypeHierarchySubtypesParams) -> Result<Option<Vec<TypeHierarchyItem>>> {
    relatives(owner, params.item, ide::subtypes).await
}

async fn relatives(
    owner: &Owner,
    of: TypeHierarchyItem,
    find: fn(Snapshot<'_>, &CallItem) -> Vec<CallItem>,
) -> Result<Option<Vec<TypeHierarchyItem>>> {
    let answer = read::everywhere(owner, move |around, asker| {
        around.read(asker, |snapshot| {
            let places = Places::new(around, snapshot);
            let class = hierarchy::from_proto(&places, &of.uri, of.range, of.selection_range, of.data.as_ref())?;
            Some(find(snapshot, &class).iter().filter_map(|it| item(&places, it)).collect::<Vec<_>>())
        })
    });
    Ok(answer.await?.flatten())
}

fn item(places: &Places<'_>, item: &CallItem) -> Option<TypeHierarchyItem> {
    let hierarchy::Parts { name, kind, uri, range, selection_range, data } = hierarchy::to_proto(places, item)?;
    Some(TypeHierarchyItem { name, kind, tags: None, detail: None, uri, range, selection_range, data: Some(data) })
}
