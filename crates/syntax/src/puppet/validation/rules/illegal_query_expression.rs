//! A collector's query with anything but comparisons by `==` and `!=`.

use crate::Code;
use crate::puppet::model::{Data, NodeId, label};
use crate::puppet::validation::Checker;
use literals::operator::Comparison;

pub(in crate::puppet::validation) fn check(cx: &mut Checker<'_>, query: NodeId) {
    match cx.data(query) {
        Data::Comparison { op: Comparison::Equal | Comparison::NotEqual, .. }
        | Data::Variable { .. }
        | Data::Name(_)
        | Data::Integer { .. }
        | Data::Float(_)
        | Data::String(_)
        | Data::RenderString(_)
        | Data::Boolean(_) => {}
        Data::And { left, right } | Data::Or { left, right } => {
            check(cx, *left);
            check(cx, *right);
        }
        Data::Paren { expr } => check(cx, *expr),
        _ => {
            let what = label::a_an_uc(cx.model, query);
            cx.error(Code::IllegalQueryExpression, query, format!("Illegal query expression. {what} cannot be used in a query"));
        }
    }
}
