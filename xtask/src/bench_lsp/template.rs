//! Typing into an ERB template of 300 lines that three classes render, in a module among the others.

use std::fmt::Write as _;
use std::path::Path;

use super::editor::Editor;
use super::script::Step;
use super::typing::{self, Keystrokes};
use super::{QUIET, agree};
use crate::bench::files;

/// Its path below the modules.
const TEMPLATE: &str = "bench/templates/server.conf.erb";

const LINES: usize = 300;

/// Places of the template at which a character is inserted or taken away.
const PLACES: usize = 100;

/// Types into the template, and compares what the editor shows in the end with `check`.
pub fn measure(binary: &Path, workspace: &Path) -> Result<Keystrokes, String> {
    let write = |path: &str, text: String| files::write(&workspace.join(path), &text);
    write(TEMPLATE, template())?;
    for class in ["bench", "bench::first", "bench::second"] {
        let name = class.strip_prefix("bench::").unwrap_or("init");
        write(&format!("bench/manifests/{name}.pp"), manifest(class))?;
    }
    let mut editor = Editor::start(binary, Some(workspace))?;
    editor.loaded()?;
    editor.settle(QUIET);
    let steps = [Step::Open(TEMPLATE.to_owned()), Step::Anywhere(PLACES)];
    let (mut measured, documents) = typing::replay(&mut editor, workspace, &steps)?;
    editor.settle(QUIET);
    for document in &documents {
        agree::with_check(binary, &document.path, &document.text, &document.shown(&editor))?;
    }
    measured.anywhere.remove(TEMPLATE).ok_or_else(|| format!("nothing was typed into {TEMPLATE}"))
}

fn manifest(class: &str) -> String {
    format!(
        "# Renders the template.\nclass {class} (\n  Integer $port = 80,\n  Array[String] $hosts = ['a', 'b', 'c'],\n  \
         Hash[String, Hash] $sites = {{ 'one' => {{ 'root' => '/srv' }} }},\n  Optional[String] $user = undef,\n) {{\n  \
         file {{ '/etc/{}.conf':\n    content => template('bench/server.conf.erb'),\n  }}\n}}\n",
        class.replace("::", "-")
    )
}

/// Blocks of ten lines: loops, branches, variables of the classes, facts.
fn template() -> String {
    let mut text = String::new();
    for number in 0..LINES / 10 {
        let _ = write!(
            text,
            "# Section {number} of <%= @fqdn %>\n\
             <% @hosts.sort.each_with_index do |host, index| -%>\n\
             listen <%= host %>:<%= @port + index %>;\n\
             <% end -%>\n\
             <% if @user and @user != 'root' -%>\n\
             user <%= @user.downcase %>;\n\
             <% else -%>\n\
             user nobody-{number};\n\
             <% end -%>\n\
             root <%= @sites.map {{ |name, site| \"#{{name}}=#{{site['root']}}\" }}.join(',') %>;\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_as_long_as_it_is_called() {
        assert_eq!(template().lines().count(), LINES);
        assert!(manifest("bench::first").contains("class bench::first (") && manifest("bench::first").contains("/etc/bench-first.conf"));
    }
}
