//! Required parameters of classes that no data here bind. Where a layer of data is elsewhere, it may bind them.

use std::sync::Arc;

use hiera::OpenLayer;
use issue::{Help, Issue, Place, Related, Role};
use values::{Str, Value, mismatch};

use crate::compiler::{Compiler, MOST_ERRORS};
use crate::definitions::{Definition, Parameter};
use crate::ids::ResId;
use crate::parameters::{Unbound, Wrong};
use crate::site::Site;

/// The layer that may bind a value, as help names it; none where whoever uses a module may bind it: nothing is wrong with that.
pub fn layer_elsewhere(open: &[OpenLayer]) -> Option<&OpenLayer> {
    match open {
        _ if open.contains(&OpenLayer::Users) => None,
        open => open.first(),
    }
}

/// Help for such a layer.
pub fn help_with_layer(layer: &OpenLayer) -> Help {
    let level = match layer {
        OpenLayer::Level { name, path } => Some((Str::from(&**name), Str::from(&**path))),
        OpenLayer::Global { .. } | OpenLayer::Users => None,
    };
    Help::DataElsewhere { level }
}

impl Compiler<'_> {
    /// Notes a required parameter of a class that nothing here binds, or one whose default its type refuses.
    pub fn note_unbound(&mut self, id: ResId, definition: &Arc<Definition>, parameter: &Parameter, default: Value, open: &[OpenLayer]) {
        let Some(layer) = layer_elsewhere(open).cloned() else { return };
        let subject = self.resource(id).reference();
        let required = parameter.value.is_none();
        let declared = mismatch::Param { name: parameter.name.clone(), ty: parameter.ty.clone(), required };
        let default = (parameter.name.clone(), default);
        let given = if required { &[][..] } else { std::slice::from_ref(&default) };
        let Some(issue) = mismatch::parameters(&subject, &[declared], given) else { return };
        let defined = Related::new(definition.place.clone(), Role::Defined);
        self.analysis.unbound.push((id, Unbound { wrong: Wrong { issue, defined, data: Vec::new() }, layer }));
    }

    /// Reports what was noted of some classes or, at the end, of all that are left; where they are declared, or where they are defined.
    pub fn report_unbound(&mut self, at: Option<&Site>, of: Option<&[ResId]>) {
        if self.analysis.unbound.is_empty() {
            return;
        }
        let is_meant = |it: &mut (ResId, Unbound)| of.is_none_or(|of| of.contains(&it.0));
        let found: Vec<(ResId, Unbound)> = self.analysis.unbound.extract_if(.., is_meant).collect();
        for (id, Unbound { wrong, layer }) in found {
            if self.sink.errors.len() >= MOST_ERRORS {
                return;
            }
            let place = match at {
                Some(site) => site.program.place_at(site.node),
                None => Place { column: None, ..self.resource(id).place.clone() },
            };
            let path = self.analysis.path.clone();
            self.analysis.assume_something(place.clone());
            let failure = self.sink.refuse(wrong);
            let failure = match at {
                Some(site) => self.at(&site.program, site.node, failure),
                None => failure,
            };
            let mut error = self.take_error(failure);
            if matches!(error.issue, Issue::WrongParameters { .. }) && error.shown_place().line.is_none() {
                error.origin = Some(place);
            }
            error.condition = self.analysis.path.when;
            error.unless_bound = true;
            error.help = Some(help_with_layer(&layer));
            self.sink.errors.push(error);
            self.analysis.path = path;
        }
    }
}
