//! `require => Package['a']` ↔ `Package['a'] -> …`, and the same of `before`, `notify` and `subscribe`.

use diagnostics::Edit;
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

/// Range of an attribute with its comma, and its lines where they hold nothing else.
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
    let chain = context.ancestors().filter_map(ChainExpr::cast).find(|it| is_statement(it.syntax()) && !has_value(it.syntax()))?;
    if has_heredoc(chain.syntax()) {
        return None;
    }
    let (operands, arrows) = links(context, &chain)?;
    let mut given: Vec<Given> = Vec::new();
    for (pair, arrow) in operands.windows(2).zip(&arrows) {
        let [left, right] = pair else { return None };
        give(left, right, *arrow, &mut given)?;
    }
    let mut edits = without_chain(context, &chain, &operands)?;
    for it in &given {
        if edits.iter().any(|edit| edit.range.contains_range(it.resource.syntax().text_range())) {
            return None;
        }
        edits.push(into_attributes(context, it)?);
    }
    edits.sort_by_key(|it| it.range.start());
    let title = match (arrows.as_slice(), given.first().and_then(|it| it.attributes.first())) {
        ([_], Some((name, _))) => format!("Turn the arrow into `{name}`"),
        _ => "Turn the arrows into attributes".to_owned(),
    };
    Some(Assist { title, kind: ActionKind::Rewrite, edits })
}

/// Operand between two arrows.
struct Operand {
    /// How others name it: a reference, or several.
    names: Vec<String>,
    /// Resource that the chain itself declares.
    inline: Option<Resource>,
    /// The resources that it names, if the block around the chain declares all of them.
    siblings: Option<Vec<Resource>>,
}

/// Whether the later one is notified of changes, and whether the left one comes first.
#[derive(Clone, Copy)]
struct Arrow {
    is_notify: bool,
    is_forward: bool,
}

/// The operands of a chain, and the arrows between them. Each arrow is between its two neighbours, however long the chain is.
fn links(context: &Context<'_>, chain: &ChainExpr) -> Option<(Vec<Operand>, Vec<Arrow>)> {
    let mut links = vec![(chain.op_token()?.kind(), chain.rhs()?)];
    let mut first = chain.lhs()?;
    while let Expr::ChainExpr(it) = first {
        links.push((it.op_token()?.kind(), it.rhs()?));
        first = it.lhs()?;
    }
    let mut operands = vec![operand(context, chain, &first)?];
    let mut arrows = Vec::new();
    for (kind, expr) in links.iter().rev() {
        operands.push(operand(context, chain, expr)?);
        arrows.push(match kind {
            SyntaxKind::IN_EDGE => Arrow { is_notify: false, is_forward: true },
            SyntaxKind::IN_EDGE_SUB => Arrow { is_notify: true, is_forward: true },
            SyntaxKind::OUT_EDGE => Arrow { is_notify: false, is_forward: false },
            SyntaxKind::OUT_EDGE_SUB => Arrow { is_notify: true, is_forward: false },
            _ => return None,
        });
    }
    Some((operands, arrows))
}

fn operand(context: &Context<'_>, chain: &ChainExpr, expr: &Expr) -> Option<Operand> {
    let references: Vec<AccessExpr> = match expr {
        Expr::Resource(it) => return Some(Operand { names: vec![name_of(context, it)?], inline: Some(it.clone()), siblings: None }),
        Expr::AccessExpr(it) => vec![it.clone()],
        Expr::ListExpr(it) => {
            let one = |it: ListElement| match Expr::cast(it.syntax().clone()) {
                Some(Expr::AccessExpr(it)) => Some(it),
                _ => None,
            };
            it.elements().map(one).collect::<Option<_>>()?
        }
        _ => return None,
    };
    if references.is_empty() || !references.iter().all(is_one) {
        return None;
    }
    let siblings = references.iter().map(|it| declared_beside(context, chain, it)).collect();
    let names = references.iter().map(|it| context.text_of(it.syntax()).to_owned()).collect();
    Some(Operand { names, inline: None, siblings })
}

/// Name of a resource that is declared with one body.
fn name_of(context: &Context<'_>, resource: &Resource) -> Option<String> {
    let title = only_body(resource)?.title()?;
    let title = match &title {
        Expr::Literal(_) | Expr::DqString(_) | Expr::NameExpr(_) | Expr::VarExpr(_) => context.text_of(title.syntax()).to_owned(),
        Expr::ListExpr(it) => {
            let titles: Vec<&str> = it.elements().map(|it| context.text_of(it.syntax())).collect();
            Some(titles.join(", ")).filter(|it| !it.is_empty())?
        }
        _ => return None,
    };
    let ty = match resource.type_expr() {
        Some(Expr::NameExpr(it)) => hir::name::capitalized(context.text_of(it.syntax()).trim_start_matches("::")),
        None => "Class".to_owned(),
        _ => return None,
    };
    Some(format!("{ty}[{title}]"))
}

/// Attributes that a resource gets, each with the references in it.
struct Given {
    resource: Resource,
    attributes: Vec<(&'static str, Vec<String>)>,
}

/// Turns an arrow into a metaparameter of one of its sides: of the dependent one, if possible.
fn give(left: &Operand, right: &Operand, arrow: Arrow, given: &mut Vec<Given>) -> Option<()> {
    let (earlier, later) = if arrow.is_forward { (left, right) } else { (right, left) };
    let inline = |it: &Operand| it.inline.clone().map(|it| vec![it]);
    let waits = |resources| (resources, earlier, true);
    let goes_before = |resources| (resources, later, false);
    let (resources, other, is_before) = inline(later)
        .map(waits)
        .or_else(|| inline(earlier).map(goes_before))
        .or_else(|| later.siblings.clone().map(waits))
        .or_else(|| earlier.siblings.clone().map(goes_before))?;
    let (name, ..) = ARROWS.into_iter().find(|it| it.2 == is_before && (it.1 == "~>") == arrow.is_notify)?;
    for resource in resources {
        let at = given.iter().position(|it| it.resource == resource).unwrap_or(given.len());
        if at == given.len() {
            given.push(Given { resource, attributes: Vec::new() });
        }
        let attributes = &mut given.get_mut(at)?.attributes;
        match attributes.iter_mut().find(|it| it.0 == name) {
            Some((_, names)) => names.extend(other.names.iter().cloned()),
            None => attributes.push((name, other.names.clone())),
        }
    }
    Some(())
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

/// Text of a string or a word that is the same in any quotes.
fn plain_text<'c>(context: &'c Context<'_>, expr: &Expr) -> Option<&'c str> {
    let text = context.text_of(expr.syntax());
    let inner = match expr {
        Expr::Literal(_) | Expr::DqString(_) => text.trim_matches(['\'', '"']),
        _ => return None,
    };
    (!inner.contains(['$', '\\', '\'', '"'])).then_some(inner)
}

/// Edits that remove a chain except for the resources that it declares: each moves to a line of its own.
fn without_chain(context: &Context<'_>, chain: &ChainExpr, operands: &[Operand]) -> Option<Vec<Edit>> {
    let whole = trimmed_range(chain.syntax());
    let retained: Vec<TextRange> = operands.iter().filter_map(|it| Some(trimmed_range(it.inline.as_ref()?.syntax()))).collect();
    let mut removed = Vec::new();
    let mut at = whole.start();
    for (number, it) in retained.iter().enumerate() {
        let separator = if number == 0 { String::new() } else { format!("\n{}", context.indent(whole.start())) };
        removed.push((TextRange::new(at, it.start()), separator));
        at = it.end();
    }
    match retained.is_empty() {
        true => removed.push((context.whole_lines(whole).unwrap_or(whole), String::new())),
        false => removed.push((TextRange::new(at, whole.end()), String::new())),
    }
    let has_comment = removed.iter().any(|it| context.slice(it.0).contains('#'));
    let edits = removed.into_iter().filter(|it| !it.0.is_empty()).map(|(range, text)| context.edit(range, text));
    (!has_comment).then(|| edits.collect())
}

/// Relationships given to a resource as attributes, none of which it has yet.
fn into_attributes(context: &Context<'_>, given: &Given) -> Option<Edit> {
    let body = only_body(&given.resource)?;
    let is_there = |it: AnyAttribute| match it {
        AnyAttribute::Attribute(it) => {
            it.attribute_name().is_some_and(|it| given.attributes.iter().any(|given| given.0 == context.text_of(it.syntax())))
        }
        AnyAttribute::SplatAttribute(_) => true,
    };
    if body.attributes().any(is_there) {
        return None;
    }
    let written = |(name, references): &(&str, Vec<String>)| match references.as_slice() {
        [one] => format!("{name} => {one}"),
        several => format!("{name} => [{}]", several.join(", ")),
    };
    let written: Vec<String> = given.attributes.iter().map(written).collect();
    let Some(last) = body.attributes().last() else {
        return Some(context.insert(body.colon_token()?.text_range().end(), format!(" {}", written.join(", "))));
    };
    let last = match &last {
        AnyAttribute::Attribute(it) => it.syntax(),
        AnyAttribute::SplatAttribute(it) => it.syntax(),
    };
    let end = last_token(last)?;
    let comma = next_token(&end).filter(|it| it.kind() == SyntaxKind::COMMA);
    let at = comma.as_ref().unwrap_or(&end).text_range().end();
    let start = trimmed_range(last).start();
    let separator = if comma.is_some() { "" } else { "," };
    Some(match context.is_first_in_line(start) {
        true => {
            let lines: Vec<String> = written.iter().map(|it| format!("\n{}{it},", context.indent(start))).collect();
            context.insert(at, format!("{separator}{}", lines.concat()))
        }
        false => context.insert(at, format!("{separator} {}", written.join(", "))),
    })
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
    }

    #[test]
    fn an_arrow_between_lists_becomes_an_attribute_of_each_that_waits() {
        let declared = "package { 'p': }\npackage { 'q': }\nservice { 's': }\nservice { 't': }\n";
        check(
            "Turn the arrow into `require`",
            &format!("{declared}[Package['p'], Package['q']] $0-> Service['s']\n"),
            "package { 'p': }\npackage { 'q': }\nservice { 's': require => [Package['p'], Package['q']] }\nservice { 't': }\n",
        );
        check(
            "Turn the arrow into `subscribe`",
            &format!("{declared}Package['p'] $0~> [Service['s'], Service['t']]\n"),
            "package { 'p': }\npackage { 'q': }\nservice { 's': subscribe => Package['p'] }\nservice { 't': subscribe => Package['p'] }\n",
        );
        // Where not all that wait are here, those say it that they wait for.
        check(
            "Turn the arrow into `before`",
            &format!("{declared}Package['p'] $0-> [Service['s'], Service['x']]\n"),
            "package { 'p': before => [Service['s'], Service['x']] }\npackage { 'q': }\nservice { 's': }\nservice { 't': }\n",
        );
        refused("Turn the arrow into", &format!("{declared}[Package['p'], Package['x']] $0-> [Service['s'], Service['x']]\n"));
        refused("Turn the arrow into", &format!("{declared}[Package['p'], $x] $0-> Service['s']\n"));
    }

    #[test]
    fn a_chain_becomes_attributes() {
        check(
            "Turn the arrows into attributes",
            "service { 's': }\nPackage['p'] -$0> Service['s'] -> File['/a']\n",
            "service { 's': require => Package['p'], before => File['/a'] }\n",
        );
        check(
            "Turn the arrows into attributes",
            "class a {\n  package { 'p': }\n  file { '/a':\n    ensure => file,\n  }\n  service { 's': }\n  Package['p'] -> File['/a'] $0~> \
             Service['s']\n}\n",
            "class a {\n  package { 'p': }\n  file { '/a':\n    ensure => file,\n    require => Package['p'],\n  }\n  service { 's': \
             subscribe => File['/a'] }\n}\n",
        );
        check(
            "Turn the arrows into attributes",
            "service { 's': }\nPackage['p'] -> Service['s'] <$0- Package['q']\n",
            "service { 's': require => [Package['p'], Package['q']] }\n",
        );
        refused("Turn the arrow", "service { 's': }\nPackage['p'] -$0> Service['s'] -> File['/a'] -> File['/b']\n");
    }

    #[test]
    fn what_a_chain_declares_stays() {
        check(
            "Turn the arrow into `require`",
            "class a {\n  package { 'p': } -$0> file { '/a':\n    ensure => file,\n  }\n}\n",
            "class a {\n  package { 'p': }\n  file { '/a':\n    ensure => file,\n    require => Package['p'],\n  }\n}\n",
        );
        check(
            "Turn the arrows into attributes",
            "package { ['p', 'q']: } ->\nclass { 'c': } $0~>\napt::key { $k: }\n",
            "package { ['p', 'q']: }\nclass { 'c': require => Package['p', 'q'] }\napt::key { $k: subscribe => Class['c'] }\n",
        );
        refused("Turn the arrow", "package { 'p': } -> # why\n$0file { '/a': }\n");
        refused("Turn the arrow", "package { 'p': ; 'q': } -$0> file { '/a': }\n");
    }

    #[test]
    fn both_ways_lead_back() {
        let (attribute, arrow) = ("file { '/a': requ$0ire => Package['b'] }\n", "Package['b'] $0-> file { '/a': }\n");
        check("Turn `require` into an arrow", attribute, &arrow.replace("$0", ""));
        check("Turn the arrow into `require`", arrow, &attribute.replace("$0", ""));
    }
}
