//! Picture of a catalog: resources, or classes and modules in their place, and their relations. Everything that paints starts here; a
//! picture knows no form of output.

mod collapse;
mod compared;
mod cycles;
mod filter;
mod focus;

use rustc_hash::FxHashMap;

pub use compared::{Side, compared};

use crate::graph::{Effect, Word};
use crate::{Catalog, Kind, RelationshipGraph, ResourceId};

/// Kind of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeKind {
    Resource,
    Class,
    Define,
    Stage,
    Module,
}

impl NodeKind {
    pub fn name(self) -> &'static str {
        match self {
            NodeKind::Resource => "resource",
            NodeKind::Class => "class",
            NodeKind::Define => "define",
            NodeKind::Stage => "stage",
            NodeKind::Module => "module",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub label: String,
    pub kind: NodeKind,
    /// Its resources; more than one where they were merged.
    pub resources: Vec<ResourceId>,
    /// In a picture of two catalogs: how it differs.
    pub change: Option<Change>,
}

/// How something differs from what was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    Added,
    /// The node is only in the catalog before.
    Removed,
    Changed,
}

impl Change {
    pub const ALL: [Change; 3] = [Change::Added, Change::Removed, Change::Changed];

    pub fn name(self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Changed => "changed",
        }
    }

    /// Sign before the name where there are no colours.
    pub fn sign(self) -> char {
        match self {
            Change::Added => '+',
            Change::Removed => '−',
            Change::Changed => '~',
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeKind {
    Contains,
    /// The first comes before the second.
    Before,
    /// And its changes matter to the second.
    Notify,
}

impl From<Effect> for EdgeKind {
    fn from(effect: Effect) -> EdgeKind {
        if effect.heeds_changes() { EdgeKind::Notify } else { EdgeKind::Before }
    }
}

impl EdgeKind {
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Contains => "contains",
            EdgeKind::Before => "before",
            EdgeKind::Notify => "notify",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub kind: EdgeKind,
    /// Word of the relation; nothing for containment.
    pub word: Option<&'static Word>,
    /// The resource that said so.
    pub said_by: Option<ResourceId>,
    /// Whether it is part of a cycle.
    pub in_cycle: bool,
    /// In a picture of two catalogs: whether it is in one of them alone.
    pub change: Option<Change>,
}

/// Boxes and what is between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

/// Grouping of resources into boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collapse {
    #[default]
    No,
    Class,
    Module,
}

/// Selection of a catalog's parts.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Only what is near this resource.
    pub focus: Option<ResourceId>,
    /// How near.
    pub hops: usize,
    pub collapse: Collapse,
    /// Classes (`Class[Ntp]`) and modules (`ntp`) that are opposite to the rest: open where all are collapsed, collapsed where none is. A
    /// class is open only if its module is, too.
    pub toggled: Vec<String>,
    /// Types of resources, as `File`, and what leads from one to the other, as `contains` or `automatic`: none of these is shown.
    pub hidden: Vec<String>,
    /// Only what has this text in its name, in whatever case.
    pub text: String,
    /// Only what comes before itself.
    pub cycles: bool,
}

impl Picture {
    pub fn new(catalog: &Catalog, graph: &RelationshipGraph, view: &View) -> Picture {
        let mut picture = Picture::unfocused(catalog, graph, view);
        let focus = view.focus;
        let is_focus = |node: &Node| focus.is_some_and(|it| node.resources.contains(&it));
        picture.drop_lonely_defaults(&|_| catalog, &is_focus);
        if focus.is_some() {
            let start = picture.nodes.iter().position(is_focus);
            focus::keep_near(&mut picture, start, view.hops);
        }
        picture
    }

    /// All of the selection, near the resource in focus or not.
    fn unfocused(catalog: &Catalog, graph: &RelationshipGraph, view: &View) -> Picture {
        let mut picture = whole(catalog, graph);
        if view.cycles {
            let mut inside = vec![false; catalog.len()];
            for step in graph.cycles().into_iter().flatten() {
                if let Some(place) = inside.get_mut(graph.step(step).resource().index()) {
                    *place = true;
                }
            }
            picture.keep(|node| node.resources.iter().any(|it| inside.get(it.index()).copied().unwrap_or_default()));
        }
        filter::hide(&mut picture, catalog, &view.hidden);
        if let Some(groups) = collapse::groups(catalog, view) {
            picture = collapse::collapsed(catalog, &picture, &groups);
        }
        filter::search(&mut picture, &view.text);
        picture
    }

    /// Keeps the nodes within a distance of a node, in either direction.
    pub fn keep_near(&mut self, start: Option<usize>, hops: usize) {
        focus::keep_near(self, start, hops);
    }

    /// Keeps what has a text in its name, in whatever case.
    pub fn search(&mut self, text: &str) {
        filter::search(self, text);
    }

    /// Leaves out the nodes that are not wanted, and their edges.
    pub fn keep(&mut self, wanted: impl Fn(&Node) -> bool) {
        let wanted: Vec<bool> = self.nodes.iter().map(wanted).collect();
        self.keep_numbers(&wanted);
    }

    /// The same by the numbers of nodes.
    fn keep_numbers(&mut self, wanted: &[bool]) {
        let mut next = 0;
        let numbers: Vec<Option<usize>> = wanted
            .iter()
            .map(|wanted| {
                wanted.then(|| {
                    next += 1;
                    next - 1
                })
            })
            .collect();
        let mut wanted = wanted.iter();
        self.nodes.retain(|_| wanted.next().copied().unwrap_or_default());
        self.edges = self
            .edges
            .iter()
            .filter_map(|edge| {
                let at = |node: usize| numbers.get(node).copied().flatten();
                Some(Edge { from: at(edge.from)?, to: at(edge.to)?, ..*edge })
            })
            .collect();
    }

    /// Every catalog has them; they say something only where somebody relates to them.
    fn drop_lonely_defaults<'a>(&mut self, catalog_of: &dyn Fn(&Node) -> &'a Catalog, is_focus: &dyn Fn(&Node) -> bool) {
        let mut touched = vec![false; self.nodes.len()];
        for edge in &self.edges {
            let from = &self.nodes[edge.from];
            if edge.kind != EdgeKind::Contains || !is_frame(catalog_of(from), from) {
                touched[edge.from] = true;
                touched[edge.to] = true;
            }
        }
        let is_wanted = |(node, touched): (&Node, &bool)| *touched || is_focus(node) || !is_given(catalog_of(node), node);
        let wanted: Vec<bool> = self.nodes.iter().zip(&touched).map(is_wanted).collect();
        self.keep_numbers(&wanted);
    }
}

/// The stage and the class around everything.
fn is_frame(catalog: &Catalog, node: &Node) -> bool {
    matches!(node.resources.as_slice(), [only] if matches!(catalog[*only].key().as_str(), "Stage[main]"))
}

fn is_given(catalog: &Catalog, node: &Node) -> bool {
    let [only] = node.resources.as_slice() else { return false };
    let resource = &catalog[*only];
    crate::puppet::is_default(&resource.type_name, &resource.title)
        || matches!(resource.key().as_str(), "Stage[main]" | "Class[Settings]" | "Class[main]" | "Class[Main]")
}

fn whole(catalog: &Catalog, graph: &RelationshipGraph) -> Picture {
    let mut picture = Picture::default();
    let mut places: FxHashMap<ResourceId, usize> = FxHashMap::default();
    for id in catalog.ids().filter(|id| !catalog[*id].is_virtual) {
        let resource = &catalog[id];
        let kind = match &resource.kind {
            _ if resource.is_stage() => NodeKind::Stage,
            Kind::Compilable => NodeKind::Resource,
            Kind::Class => NodeKind::Class,
            _ if resource.is_class() => NodeKind::Class,
            Kind::Defined | Kind::Other(_) => NodeKind::Define,
        };
        places.insert(id, picture.nodes.len());
        picture.nodes.push(Node { label: crate::puppet::reference(resource), kind, resources: vec![id], change: None });
    }
    let mut add = |before, after, kind, word: Option<&'static Word>, in_cycle| {
        if let (Some(from), Some(to)) = (places.get(&before), places.get(&after)) {
            let said_by = word.map(|it| if it.is_of_second { after } else { before });
            picture.edges.push(Edge { from: *from, to: *to, kind, word, said_by, in_cycle, change: None });
        }
    };
    for (container, content) in catalog.containment() {
        add(container, content, EdgeKind::Contains, None, false);
    }
    let cycles = cyclic(graph);
    for number in graph.listed_relations() {
        let Some(it) = graph.relations().get(number as usize) else { continue };
        let cycle = |id| cycles.get(&id).copied();
        let in_cycle = cycle(graph.last_step(it.before)).is_some_and(|one| cycle(graph.first_step(it.after)) == Some(one));
        add(it.before, it.after, it.effect.into(), Some(it.source().word()), in_cycle);
    }
    picture
}

/// For each step that is in a cycle, the number of the cycle.
fn cyclic(graph: &RelationshipGraph) -> FxHashMap<Option<crate::StepId>, usize> {
    let cycles = graph.cycles();
    cycles.iter().enumerate().flat_map(|(number, steps)| steps.iter().map(move |step| (Some(*step), number))).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::puppet::Source;
    use crate::{Condition, Origin, Relation, Resource};

    /// A class `a::x` with a package and a service, a class `a::y` with a file, a class `b` with a command; the package comes
    /// before the file, which notifies the service, which comes before `b`.
    pub(crate) fn example() -> (Catalog, RelationshipGraph) {
        let mut catalog = Catalog::new("n", "production");
        let mut add = |type_name: &str, title: &str, kind, container: Option<ResourceId>| {
            let id = catalog.add(Resource::new(type_name, title, kind)).unwrap();
            if let Some(container) = container {
                catalog.contain(container, id);
            }
            id
        };
        let stage = add("Stage", "main", Kind::Compilable, None);
        add("Class", "Settings", Kind::Class, Some(stage));
        add("Class", "main", Kind::Class, Some(stage));
        let x = add("Class", "A::X", Kind::Class, Some(stage));
        let package = add("Package", "p", Kind::Compilable, Some(x));
        let service = add("Service", "s", Kind::Compilable, Some(x));
        let y = add("Class", "A::Y", Kind::Class, Some(stage));
        let file = add("File", "/f", Kind::Compilable, Some(y));
        let b = add("Class", "B", Kind::Class, Some(stage));
        add("Exec", "e", Kind::Compilable, Some(b));
        let relation = |before, after, source: Source| source.relation(before, after, Origin::NOWHERE, Condition::Always);
        let relations =
            vec![relation(package, file, Source::Require), relation(file, service, Source::Notify), relation(service, b, Source::Before)];
        let graph = RelationshipGraph::new(&catalog, relations);
        (catalog, graph)
    }

    fn shown(picture: &Picture) -> Vec<String> {
        let label = |node: usize| picture.nodes[node].label.as_str();
        let mut lines: Vec<String> = picture.nodes.iter().map(|node| node.label.clone()).collect();
        lines.extend(picture.edges.iter().map(|edge| format!("{} {} {}", label(edge.from), edge.kind.name(), label(edge.to))));
        lines
    }

    #[test]
    fn classes_stand_for_what_they_contain() {
        let (catalog, graph) = example();
        let view = View { collapse: Collapse::Class, ..View::default() };
        assert_eq!(
            shown(&Picture::new(&catalog, &graph, &view)),
            [
                "Class[A::X]",
                "Class[A::Y]",
                "Class[B]",
                "Class[A::Y] notify Class[A::X]",
                "Class[A::X] before Class[A::Y]",
                "Class[A::X] before Class[B]"
            ]
        );
    }

    #[test]
    fn modules_stand_for_their_classes() {
        let (catalog, graph) = example();
        let view = View { collapse: Collapse::Module, ..View::default() };
        assert_eq!(shown(&Picture::new(&catalog, &graph, &view)), ["a", "b", "a before b"]);
    }

    #[test]
    fn one_class_or_module_is_the_other_way_round() {
        let (catalog, graph) = example();
        let view =
            |collapse, toggled: &[&str]| View { collapse, toggled: toggled.iter().map(|it| it.to_string()).collect(), ..View::default() };
        let of = |collapse, toggled: &[&str]| shown(&Picture::new(&catalog, &graph, &view(collapse, toggled)));
        let expected = ["Class[A::X]", "Package[p]", "Service[s]", "Class[A::Y]", "b", "Class[A::X] contains Package[p]"];
        assert_eq!(of(Collapse::Module, &["a", "Class[A::X]"])[..6], expected);
        assert_eq!(of(Collapse::Module, &["a"]), of(Collapse::Class, &[]).iter().map(|it| it.replace("Class[B]", "b")).collect::<Vec<_>>());
        assert_eq!(of(Collapse::Module, &["Class[A::X]"]), of(Collapse::Module, &[]));
        let closed = of(Collapse::No, &["Class[A::X]"]);
        assert!(closed.contains(&"Class[A::X] before File[/f]".to_owned()) && closed.contains(&"File[/f] notify Class[A::X]".to_owned()));
        assert!(!closed.contains(&"Package[p]".to_owned()) && closed.contains(&"Class[A::Y] contains File[/f]".to_owned()));
    }

    #[test]
    fn what_is_hidden_and_what_is_searched() {
        let (catalog, graph) = example();
        let of = |hidden: &[&str], text: &str| {
            let hidden = hidden.iter().map(|it| it.to_string()).collect();
            shown(&Picture::new(&catalog, &graph, &View { hidden, text: text.to_owned(), ..View::default() }))
        };
        assert_eq!(of(&["File", "Class", "Stage"], ""), ["Package[p]", "Service[s]", "Exec[e]"]);
        assert_eq!(of(&["contains", "before", "Class"], "E["), ["Package[p]", "Service[s]", "File[/f]", "File[/f] notify Service[s]"]);
    }

    #[test]
    fn what_is_near() {
        let (catalog, graph) = example();
        let view = View { focus: catalog.find("Package[p]"), hops: 1, ..View::default() };
        assert_eq!(
            shown(&Picture::new(&catalog, &graph, &view)),
            ["Class[A::X]", "Package[p]", "File[/f]", "Class[A::X] contains Package[p]", "Package[p] before File[/f]"]
        );
    }

    #[test]
    fn nothing_is_near_because_of_the_stage() {
        let (catalog, graph) = example();
        let near = |focus: &str| {
            let view = View { focus: catalog.find(focus), hops: 2, ..View::default() };
            shown(&Picture::new(&catalog, &graph, &view)).into_iter().filter(|it| !it.contains(' ')).collect::<Vec<_>>()
        };
        assert_eq!(near("Class[A::Y]"), ["Package[p]", "Service[s]", "Class[A::Y]", "File[/f]"].map(str::to_owned));
        assert!(near("Stage[main]").contains(&"Class[B]".to_owned()));
    }

    #[test]
    fn only_cycles() {
        let (catalog, graph) = example();
        let view = View { cycles: true, ..View::default() };
        assert_eq!(Picture::new(&catalog, &graph, &view), Picture::default());
        let mut relations = graph.relations().to_vec();
        relations.push(Relation { before: relations[1].after, after: relations[0].before, ..relations[0] });
        let graph = RelationshipGraph::new(&catalog, relations);
        assert_eq!(
            shown(&Picture::new(&catalog, &graph, &view)),
            [
                "Package[p]",
                "Service[s]",
                "File[/f]",
                "Service[s] before Package[p]",
                "File[/f] notify Service[s]",
                "Package[p] before File[/f]"
            ]
        );
    }
}
