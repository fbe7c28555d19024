//! How often files of data are read of which one may be a node's: once each, however many keys are looked up.

use std::sync::{Arc, Mutex};

use world::MemoryWorld;

use super::log;
use crate::{AnalysisHost, Change, Systems};

const KEYS: [&str; 4] = ["port", "name", "user", "group"];

/// A site with some nodes, of which nobody knows which one is meant, and a class with parameters.
struct Site {
    host: AnalysisHost,
    executed: Arc<Mutex<Vec<String>>>,
}

impl Site {
    fn new(nodes: usize) -> Site {
        let mut world = MemoryWorld::new();
        world.add_file("/e/hiera.yaml", "version: 5\nhierarchy: [{name: n, path: 'nodes/%{trusted.certname}.yaml'}]\n");
        Site::with_nodes(world, nodes)
    }

    /// One whose configuration is on the server.
    fn without_configuration(nodes: usize) -> Site {
        Site::with_nodes(MemoryWorld::new(), nodes)
    }

    fn with_nodes(mut world: MemoryWorld, nodes: usize) -> Site {
        world.add_file("/e/environment.conf", "");
        for node in 0..nodes {
            world.add_file(format!("/e/data/nodes/n{node}.yaml"), format!("web::port: {node}\nother: 1\n"));
        }
        let parameters: Vec<String> = KEYS.iter().map(|it| format!("$web_{it} = lookup('web::{it}', default_value => 1)")).collect();
        world.add_file("/e/modules/web/manifests/init.pp", format!("class web($port = 1, $name_ = 1, {}) {{ }}\n", parameters.join(", ")));
        let (executed, on_event) = log();
        Site { host: AnalysisHost::with_events(Arc::new(world), Some(Box::new(on_event))), executed }
    }

    /// How often each of these queries runs to evaluate the class.
    fn runs(&self, queries: [&str; 4]) -> [usize; 4] {
        self.executed.lock().unwrap().clear();
        let found = self.host.analysis().run(|snapshot| {
            let file = snapshot.file_of_place("/e/modules/web/manifests/init.pp").expect("an absolute path");
            snapshot.evaluations(file, Systems::All).len()
        });
        assert_ne!(found, Ok(0));
        let executed = self.executed.lock().unwrap();
        queries.map(|query| executed.iter().filter(|it| *it == query).count())
    }
}

#[test]
fn each_file_is_read_once_for_all_keys() {
    let queries = ["file_keys", "key_index", "candidates", "data"];
    let [few, many] = [8, 64].map(|nodes| (nodes, Site::new(nodes).runs(queries)));
    for (nodes, [keys, index, candidates, data]) in [few, many] {
        // Files are searched for twice: those that may be a node's, and whether the level has any at all. Three more searches are for
        // data of the module, which has no configuration.
        assert_eq!((keys, index, candidates), (nodes, 1, 2 + 3));
        // That is the configuration.
        assert_eq!(data, 1, "{nodes}");
    }
}

#[test]
fn data_that_no_configuration_names_are_indexed_too() {
    let queries = ["file_keys", "key_index", "candidates", "data"];
    let [few, many] = [8, 64].map(|nodes| (nodes, Site::without_configuration(nodes).runs(queries)));
    for (nodes, [keys, index, candidates, data]) in [few, many] {
        // Three folders of the site and of the module may have such data, and whether the site has any is asked for once.
        assert_eq!((keys, index, candidates, data), (nodes, 1, 6 + 1, 0));
    }
}

#[test]
fn an_edit_of_a_value_evaluates_nothing() {
    let mut site = Site::new(8);
    let queries = ["file_keys", "key_index", "evaluate", "data"];
    let [_, _, evaluated, _] = site.runs(queries);
    assert!(evaluated > 0);
    let mut edit = |text: &str| {
        site.host.apply(Change::new().editor("/e/data/nodes/n1.yaml", Some(text.into())));
        site.runs(queries)
    };
    // From now on it is a file that changes.
    edit("web::port: 1\nother: 1\n");
    assert_eq!(edit("web::port: 5\nother: 2\n"), [1, 0, 0, 0]);
    // Another key may bind something.
    assert_eq!(edit("web::port: 5\nweb::user: 2\n"), [1, 1, evaluated, 0]);
}

#[test]
fn who_cannot_wait_evaluates_nothing() {
    let site = Site::new(2);
    site.executed.lock().unwrap().clear();
    let found = site.host.analysis().run(|snapshot| {
        let file = snapshot.file_of_place("/e/modules/web/manifests/init.pp").expect("an absolute path");
        let quick = snapshot.without_evaluations();
        (
            quick.evaluations(file, Systems::All).len(),
            quick.evaluations_to_read(file, Systems::First).len(),
            quick.looked_up("web::port", file).len(),
            quick.watched(file, 4).len(),
            quick.nodes(file).is_none(),
        )
    });
    assert_eq!(found, Ok((0, 0, 0, 0, true)));
    assert!(!site.executed.lock().unwrap().iter().any(|it| it == "evaluate"));
}
