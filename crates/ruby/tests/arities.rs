//! Compares how many arguments the rows of methods take with Ruby 3.1: `tests/arities.rb` records `tests/arities.txt`.

use std::collections::{BTreeMap, BTreeSet};

type Taken = (usize, Option<usize>);

fn recorded() -> BTreeMap<(&'static str, &'static str), Taken> {
    let mut all = BTreeMap::new();
    for line in include_str!("arities.txt").lines() {
        let (class, methods) = line.split_once(' ').unwrap();
        for method in methods.split(' ') {
            let (name, taken) = method.rsplit_once(':').unwrap();
            let taken = match (taken.strip_suffix('+'), taken.split_once('-')) {
                (Some(least), _) => (least.parse().unwrap(), None),
                (None, Some((least, most))) => (least.parse().unwrap(), Some(most.parse().unwrap())),
                (None, None) => (taken.parse().unwrap(), Some(taken.parse().unwrap())),
            };
            all.insert((class, name), taken);
        }
    }
    all
}

/// Methods of classes that share a table with others, by the class that has them in Ruby.
const OF_ONE_CLASS: &[(&str, &str)] = &[
    ("basename", "File."),
    ("compile", "Regexp."),
    ("dirname", "File."),
    ("dump", "JSON."),
    ("escape", "Regexp."),
    ("expand_path", "File."),
    ("extname", "File."),
    ("generate", "JSON."),
    ("join", "File."),
    ("last_match", "Regexp."),
    ("module_function", "Module"),
    ("parse", "JSON."),
    ("pretty_generate", "JSON."),
    ("quote", "Regexp."),
    ("union", "Regexp."),
];

/// Rows that count keywords, which Ruby does not.
const WITH_KEYWORDS: &[&str] = &[
    "Array#shuffle",
    "Base64.#urlsafe_encode64",
    "Float#step",
    "Integer#step",
    "Kernel#Float",
    "Kernel#Integer",
    "Kernel.#Float",
    "Kernel.#Integer",
    "String#encode",
    "YAML.#load",
    "YAML.#load_file",
    "YAML.#safe_load",
    "YAML.#safe_load_file",
    "YAML.#unsafe_load",
    "YAML.#unsafe_load_file",
];

/// Rows of methods that take another number with a block than without, of which one is refused.
const WITH_A_BLOCK: &[&str] = &[
    "Array#slice_after",
    "Array#slice_before",
    "Hash#slice_after",
    "Hash#slice_before",
    "Range#slice_after",
    "Range#slice_before",
    "Class#class_eval",
    "Class#instance_eval",
    "Class#module_eval",
    "Object#instance_eval",
    "String#sub",
    "String#sub!",
    "Struct#instance_eval",
];

/// Rows that Ruby lacks, or of which each class has another.
const NOT_RECORDED: &[&str] = &[
    "Class#[]",
    "Class#exception",
    "Class#module_parent",
    "ERB.#new",
    "Kernel#__run_command",
    "Kernel#method",
    "Kernel#srand",
    "Kernel.#method",
    "Kernel.#srand",
    "Proc#()",
];

/// Whether all numbers of one are numbers of the other.
fn is_within(inner: Taken, outer: Taken) -> bool {
    inner.0 >= outer.0 && outer.1.is_none_or(|most| inner.1.is_some_and(|it| it <= most))
}

fn shown((least, most): Taken) -> String {
    match most {
        None => format!("{least}+"),
        Some(most) if most == least => least.to_string(),
        Some(most) => format!("{least}-{most}"),
    }
}

/// A row that covers fewer numbers of arguments than Ruby takes must name those of Ruby, so that the others are refused. Without that
/// they would be an `ArgumentError`, which Ruby does not raise.
#[test]
fn the_rows_take_what_ruby_takes() {
    let recorded = recorded();
    let (mut wrong, mut compared) = (BTreeSet::new(), 0);
    for (class, rows) in ruby::methods::rows() {
        for row in rows {
            if class == "RubyLibrary." || (class == "Class" && row.name == "new") {
                continue;
            }
            let of_one = OF_ONE_CLASS.iter().find(|it| class == "Class" && it.0 == row.name).map(|it| it.1);
            let title = format!("{class}#{}", row.name);
            let Some(taken) = recorded.get(&(of_one.unwrap_or(&class), row.name)) else {
                if !NOT_RECORDED.contains(&&*title) {
                    wrong.insert(format!("{title}: not recorded"));
                }
                continue;
            };
            compared += 1;
            if !is_within(*taken, row.expected()) && !WITH_A_BLOCK.contains(&&*title) {
                wrong.insert(format!("{title} raises an error: {}, but Ruby takes {}", shown(row.expected()), shown(*taken)));
            }
            let is_listed = WITH_KEYWORDS.contains(&&*title) || WITH_A_BLOCK.contains(&&*title);
            if !is_within((row.least, row.most), *taken) && !is_listed {
                wrong.insert(format!("{title} has a value: {}, but Ruby takes {}", shown((row.least, row.most)), shown(*taken)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.into_iter().collect::<Vec<_>>().join("\n"));
    assert!(compared > 1_000, "{compared}");
}
