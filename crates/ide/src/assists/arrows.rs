//! `require => Package['a']` ↔ `Package['a'] -> …`, and the same of `before`, `notify` and `subscribe`.

use syntax::ast::{AccessExpr, AnyAttribute, AstNode, Attribute, ChainExpr, Expr, ListElement, ListExpr, Resource, ResourceBody};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

use super::Assist;
use super::context::{Context, has_comment, has_heredoc, has_value, is_statement, last_token, next_token, previous_token};
use crate::ActionKind;
use crate::text::trimmed_range;

/// The attribute, the arrow, and whether the other resource comes first.
const ARROWS: [(&str, &str, bool); 4] =
    [("require", "->", true), ("subscribe", "~>", true), ("before", "->", false), ("notify", "~>", false)];

/// Whether something is a reference to resources for sure, or a list of such.
fn is_reference(expr: &Expr) -> bool {
    match expr {
        Expr::AccessExpr(it) => is_one(it),
        Expr::ListExpr(it) => has_references(it),
        _ => false,
    }
}

fn is_one(access: &AccessExpr) -> bool {
    matches!(access.base(), Some(Expr::TypeNameExpr(_)))
}

fn has_references(list: &ListExpr) -> bool {
    let is_one = |it: ListElement| matches!(Expr::cast(it.syntax().clone()), Some(Expr::AccessExpr(it)) if is_one(&it));
    list.elements().next().is_some() && list.elements().all(is_one)
}

/// The one body of a resource that is declared with a title of its own.
fn only_body(resource: &Resource) -> Option<ResourceBody> {
    let mut bodies = resource.bodies();
    let body = bodies.next()?;
    let is_default = matches!(body.title()?, Expr::Literal(it) if it.value_token().is_some_and(|it| it.kind() == SyntaxKind::DEFAULT_KW));
    (bodies.next().is_none() && !is_default).then_some(body)
}

pub(super) fn to_arrow(context: &Context<'_>) -> Option<Assist> {
    let attribute = context.node::<Attribute>()?;
    let name = attribute.attribute_name()?;
    let name = context.text_of(name.syntax());
    let (_, arrow, is_before) = ARROWS.into_iter().find(|it| it.0 == name)?;
    let value = attribute.value().filter(is_reference)?;
    let body = ResourceBody::cast(attribute.syntax().parent()?)?;
    let resource = Resource::cast(body.syntax().parent()?)?;
    only_body(&resource)?;
    let node = resource.syntax();
    let is_simple = attribute.op_token()?.kind() == SyntaxKind::FAT_ARROW && is_statement(node) && !has_value(node);
    if !is_simple || has_heredoc(node) || has_comment(attribute.syntax()) {
        return None;
    }
    let whole = trimmed_range(node);
    let reference = context.text_of(value.syntax());
    let arrow = match is_before {
        true => context.insert(whole.start(), format!("{reference} {arrow} ")),
        false => context.insert(whole.end(), format!(" {arrow} {reference}")),
    };
    let mut edits = vec![context.edit(without(context, attribute.syntax())?, ""), arrow];
    edits.sort_by_key(|it| it.range.start());
    Some(Assist { title: format!("Turn `{name}` into an arrow"), kind: ActionKind::Rewrite, edits })
}

/// What goes with an attribute: its comma, and its lines where nothing else is in them.
fn without(context: &Context<'_>, attribute: &SyntaxNode) -> Option<TextRange> {
    let own = trimmed_range(attribute);
    let next = next_token(&last_token(attribute)?)?;
    if next.kind() == SyntaxKind::COMMA {
        let with_comma = own.cover(next.text_range());
        let rest = next_token(&next)?.text_range().start();
        let gap = TextRange::new(with_comma.end(), rest);
        return context.whole_lines(with_comma).or_else(|| {
            let is_blank = context.slice(gap).trim().is_empty();
            Some(if is_blank && !context.slice(gap).contains('\n') { TextRange::new(own.start(), rest) } else { with_comma })
        });
    }
    if let Some(lines) = context.whole_lines(own) {
        return Some(lines);
    }
    let first = attribute.descendants_with_tokens().filter_map(|it| it.into_token()).find(|it| !it.kind().is_trivia())?;
    let before = previous_token(&first)?;
    let start = if before.kind() == SyntaxKind::COMMA { before.text_range().start() } else { before.text_range().end() };
    let gap = TextRange::new(start, own.start());
    (!context.slice(gap).contains('#')).then(|| TextRange::new(start, own.end()))
}

pub(super) fn to_attribute(context: &Context<'_>) -> Option<Assist> {
    let chain = context.node::<ChainExpr>().filter(|it| is_statement(it.syntax()) && !has_value(it.syntax()))?;
    if has_heredoc(chain.syntax()) {
        return None;
    }
    let (lhs, rhs, op) = (chain.lhs()?, chain.rhs()?, chain.op_token()?);
    let (is_notify, is_forward) = match op.kind() {
        SyntaxKind::IN_EDGE => (false, true),
        SyntaxKind::IN_EDGE_SUB => (true, true),
        SyntaxKind::OUT_EDGE => (false, false),
        SyntaxKind::OUT_EDGE_SUB => (true, false),
        _ => return None,
    };
    let (resource, reference, is_reference_left) = match (lhs, rhs) {
        (Expr::Resource(it), other) => (it, other, false),
        (other, Expr::Resource(it)) => (it, other, true),
        _ => return of_references(context, &chain, is_notify, is_forward),
    };
    if !is_reference(&reference) {
        return None;
    }
    let (name, ..) = ARROWS.into_iter().find(|it| it.2 == (is_reference_left == is_forward) && (it.1 == "~>") == is_notify)?;
    let (of_resource, of_reference) = (trimmed_range(resource.syntax()), trimmed_range(reference.syntax()));
    let removed = match is_reference_left {
        true => TextRange::new(of_reference.start(), of_resource.start()),
        false => TextRange::new(of_resource.end(), of_reference.end()),
    };
    into_attribute(context, &resource, name, of_reference, removed)
}

/// The arrow between two references, of which the block around it declares one: that one gets the attribute.
fn of_references(context: &Context<'_>, chain: &ChainExpr, is_notify: bool, is_forward: bool) -> Option<Assist> {
    let (Expr::AccessExpr(lhs), Expr::AccessExpr(rhs)) = (chain.lhs()?, chain.rhs()?) else { return None };
    if !is_one(&lhs) || !is_one(&rhs) {
        return None;
    }
    let (earlier, later) = if is_forward { (lhs, rhs) } else { (rhs, lhs) };
    // What waits says for what, if it can.
    let (resource, other, is_before) = match declared_beside(context, chain, &later) {
        Some(resource) => (resource, earlier, true),
        None => (declared_beside(context, chain, &earlier)?, later, false),
    };
    let (name, ..) = ARROWS.into_iter().find(|it| it.2 == is_before && (it.1 == "~>") == is_notify)?;
    let whole = trimmed_range(chain.syntax());
    let removed = context.whole_lines(whole).unwrap_or(whole);
    into_attribute(context, &resource, name, trimmed_range(other.syntax()), removed)
}

/// The resource of a reference, if it is a statement of the block that a chain is in.
fn declared_beside(context: &Context<'_>, chain: &ChainExpr, reference: &AccessExpr) -> Option<Resource> {
    let mut keys = reference.keys();
    let title = Expr::cast(keys.next().filter(|_| keys.next().is_none())?.syntax().clone())?;
    let title = plain_text(context, &title)?;
    let Expr::TypeNameExpr(ty) = reference.base()? else { return None };
    let ty = context.text_of(ty.syntax()).trim_start_matches("::").to_owned();
    chain.syntax().parent()?.children().filter_map(Resource::cast).find(|it| {
        let named = it.type_expr().map_or("class", |it| context.text_of(it.syntax()));
        let is_of_type = named.trim_start_matches("::").eq_ignore_ascii_case(&ty);
        let is_titled = || only_body(it).and_then(|it| it.title()).and_then(|it| plain_text(context, &it)).is_some_and(|it| it == title);
        is_of_type && is_statement(it.syntax()) && !has_value(it.syntax()) && is_titled()
    })
}

/// What a string or a word says that is the same however it is quoted.
fn plain_text<'c>(context: &'c Context<'_>, expr: &Expr) -> Option<&'c str> {
    let text = context.text_of(expr.syntax());
    let inner = match expr {
        Expr::Literal(_) | Expr::DqString(_) => text.trim_matches(['\'', '"']),
        _ => return None,
    };
    (!inner.contains(['$', '\\', '\'', '"'])).then_some(inner)
}

/// A relationship taken from where it is written, and given to a resource as an attribute.
fn into_attribute(context: &Context<'_>, resource: &Resource, name: &str, reference: TextRange, removed: TextRange) -> Option<Assist> {
    let body = only_body(resource)?;
    let is_there = |it: AnyAttribute| match it {
        AnyAttribute::Attribute(it) => it.attribute_name().is_some_and(|it| context.text_of(it.syntax()) == name),
        AnyAttribute::SplatAttribute(_) => true,
    };
    if body.attributes().any(is_there) || context.slice(removed).contains('#') {
        return None;
    }
    let written = format!("{name} => {}", context.slice(reference));
    let added = match body.attributes().last() {
        None => context.insert(body.colon_token()?.text_range().end(), format!(" {written}")),
        Some(last) => {
            let last = match &last {
                AnyAttribute::Attribute(it) => it.syntax(),
                AnyAttribute::SplatAttribute(it) => it.syntax(),
            };
            let end = last_token(last)?;
            let comma = next_token(&end).filter(|it| it.kind() == SyntaxKind::COMMA);
            let at = comma.as_ref().unwrap_or(&end).text_range().end();
            let start = trimmed_range(last).start();
            let separator = if comma.is_some() { "" } else { "," };
            match context.is_first_in_line(start) {
                true => context.insert(at, format!("{separator}\n{}{written},", context.indent(start))),
                false => context.insert(at, format!("{separator} {written}")),
            }
        }
    };
    let mut edits = vec![context.edit(removed, ""), added];
    edits.sort_by_key(|it| it.range.start());
    Some(Assist { title: format!("Turn the arrow into `{name}`"), kind: ActionKind::Rewrite, edits })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, refused};

    #[test]
    fn an_attribute_becomes_an_arrow() {
        check(
            "Turn `require` into an arrow",
            "class a {\n  file { '/a':\n    ensure  => file,\n    requ$0ire => Package['b'],\n  }\n}\n",
            "class a {\n  Package['b'] -> file { '/a':\n    ensure  => file,\n  }\n}\n",
        );
        check(
            "Turn `notify` into an arrow",
            "file { '/a': ensure => file, not$0ify => [Service['b'], Exec['c']] }\n",
            "file { '/a': ensure => file } ~> [Service['b'], Exec['c']]\n",
        );
        check("Turn `before` into an arrow", "file { '/a': bef$0ore => B['c'], mode => $m }\n", "file { '/a': mode => $m } -> B['c']\n");
        check("Turn `subscribe` into an arrow", "exec { 'a': subs$0cribe => B['c'] }\n", "B['c'] ~> exec { 'a': }\n");
    }

    #[test]
    fn what_may_be_no_reference_stays_an_attribute() {
        refused("Turn `require` into an arrow", "file { '/a': requ$0ire => $b }\n");
        refused("Turn `require` into an arrow", "file { '/a': requ$0ire => B['c']; '/b': }\n");
        refused("Turn `require` into an arrow", "$x.each |$y| { file { $y: requ$0ire => B['c'] } }\n");
        refused("Turn `require` into an arrow", "B['c'] -> file { '/a': requ$0ire => B['d'] }\n");
        refused("Turn `require` into an arrow", "@file { '/a': requ$0ire => B['d'] }\n");
    }

    #[test]
    fn an_arrow_becomes_an_attribute() {
        check(
            "Turn the arrow into `require`",
            "Package['b'] -$0> file { '/a':\n  ensure => file\n}\n",
            "file { '/a':\n  ensure => file,\n  require => Package['b'],\n}\n",
        );
        check("Turn the arrow into `notify`", "file { '/a': mode => $m, } $0~> B['c']\n", "file { '/a': mode => $m, notify => B['c'] }\n");
        check("Turn the arrow into `before`", "B['c'] $0<- file { '/a': }\n", "file { '/a': before => B['c'] }\n");
        check("Turn the arrow into `subscribe`", "file { '/a': } $0<~ B['c']\n", "file { '/a': subscribe => B['c'] }\n");
        refused("Turn the arrow into `require`", "B['c'] $0-> file { '/a': require => B['d'] }\n");
        refused("Turn the arrow into `require`", "B['c'] $0-> file { '/a': * => $x }\n");
        refused("Turn the arrow into `require`", "A['b'] $0-> B['c'] -> file { '/a': }\n");
    }

    #[test]
    fn an_arrow_between_references_becomes_an_attribute_of_one() {
        check(
            "Turn the arrow into `require`",
            "class a {\n  package { 'p': }\n  service { 's':\n    ensure => running,\n  }\n  Package['p'] -$0> Service['s']\n}\n",
            "class a {\n  package { 'p': }\n  service { 's':\n    ensure => running,\n    require => Package['p'],\n  }\n}\n",
        );
        check(
            "Turn the arrow into `subscribe`",
            "Service[\"s\"] <~$0 File['/a']\nservice { 's': }\n",
            "service { 's': subscribe => File['/a'] }\n",
        );
        // Where what waits is declared elsewhere, the other says it.
        check(
            "Turn the arrow into `before`",
            "package { 'p': }\nPackage['p'] -$0> Service['s']\n",
            "package { 'p': before => Service['s'] }\n",
        );
        refused("Turn the arrow into", "class a { service { 's': } }\nPackage['p'] -$0> Service['s']\n");
        refused("Turn the arrow into", "@service { 's': }\nPackage['p'] -$0> Service['s']\n");
        refused("Turn the arrow into", "service { 's': require => File['/a'] }\nPackage['p'] -$0> Service['s']\n");
        refused("Turn the arrow into", "service { $s: }\nPackage['p'] -$0> Service[$s]\n");
        refused("Turn the arrow into", "service { 's': }\nPackage['p'] -$0> Service['s'] -> File['/a']\n");
    }

    #[test]
    fn both_ways_lead_back() {
        let (attribute, arrow) = ("file { '/a': requ$0ire => Package['b'] }\n", "Package['b'] $0-> file { '/a': }\n");
        check("Turn `require` into an arrow", attribute, &arrow.replace("$0", ""));
        check("Turn the arrow into `require`", arrow, &attribute.replace("$0", ""));
    }
}
