//! Workload of `cargo xtask bench --instructions`: a reader of files (the first argument) with a text of some size (the second). What each
//! of them does with a text is linear. Without arguments it prints the names of the readers.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;

use apply::run::{changes_of_text, history};
use apply::{Owed, Planned, Reached, State};
use environment::{Metadata, environment_conf, puppetfile};
use hiera::{Content, FileKeys, Format};
use serde_json::json;
use syntax::{Dialect, ParseOptions};
use yaml::Tree;

/// As in the program; and so the system's own does not count.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

struct Reader {
    name: &'static str,
    /// A text that repeats its part this many times.
    text: fn(usize) -> String,
    /// Says how much it found: one that gives up early would be fast.
    read: fn(&str) -> usize,
}

const fn reader(name: &'static str, text: fn(usize) -> String, read: fn(&str) -> usize) -> Reader {
    Reader { name, text, read }
}

const READERS: &[Reader] = &[
    reader("manifest", manifest_text, manifest),
    reader("broken-manifest", |size| broken_manifest_text(4 * size), manifest),
    reader("template", template_text, template),
    reader("lint", manifest_text, lint),
    reader("format", manifest_text, |text| format::format(text, format::Options::default()).map_or(0, |it| 1 + it.len())),
    reader("jinja", jinja_text, |text| usize::from(jinja::parse(text, &jinja::Dialect::default()).problems.is_empty())),
    reader(
        "broken-jinja",
        |size| "{% if a %}{{ [({ {# {% for".repeat(size),
        |text| jinja::parse(text, &jinja::Dialect::default()).problems.len(),
    ),
    reader("jinja-rendered", jinja_text, jinja_rendered),
    reader("sls", sls_text, |text| of_tree("a.sls", text)),
    reader(
        "sls-names",
        |size| {
            format!("f:\n  file.absent:\n    - names:\n{}", lines(size, |it| format!("      - /f{it}\n      - /g{it}: [{{mode: '{it}'}}]")))
        },
        |text| of_tree("a.sls", text),
    ),
    reader("salt-top", salt_top_text, |text| of_tree("top.sls", text)),
    reader("erb", erb_text, erb),
    // What is read is brought into a simpler form, and then evaluated.
    reader("erb-rendered", erb_text, erb_rendered),
    reader(
        "broken-erb",
        |size| "<%= [({<% if a -%>\"#{ <% end ".repeat(size),
        |text| ruby::Template::parse(text).err().map_or(0, |it| it.len()),
    ),
    reader("ruby-program", ruby_function_text, |text| usize::from(ruby::Program::parse(text, "f.rb").is_ok())),
    reader("ruby-type", ruby_type_text, ruby_type),
    reader("ruby-function", ruby_function_text, ruby_function),
    reader("ruby-port", ruby_function_text, ruby_port),
    reader("type-expression", type_expression_text, type_expression),
    reader("yaml", yaml_text, yaml),
    // What may be a key is looked for in 1,024 characters: all sizes are beyond them.
    reader("nested-yaml", |size| format!("k: {}", "[".repeat(16 * size)), |text| 1 + usize::from(Tree::of_yaml(text).problem.is_some())),
    reader("json", json_text, json),
    reader("nested-json", |size| "[".repeat(size), |text| 1 + usize::from(Tree::of_json(text).problem.is_some())),
    reader("hiera", hiera_text, hiera),
    reader("facts-yaml", yaml_text, |text| facts::parse(Path::new("f.yaml"), text.as_bytes()).map_or(0, |it| it.facts.len())),
    reader(
        "interpolation",
        |size| lines(size, |it| format!("a%{{facts.a.b{it}}}%{{lookup('k{it}')}}%% {{x}}")),
        |text| 1 + usize::from(hiera::interpolation_problem(text).is_some()),
    ),
    reader("facts-json", json_text, |text| facts::parse(Path::new("f.json"), text.as_bytes()).map_or(0, |it| it.facts.len())),
    reader("metadata", metadata_text, |text| Metadata::parse(text).map_or(0, |it| it.dependencies.len())),
    reader("puppetfile", puppetfile_text, |text| puppetfile::folders(text).len().min(puppetfile::modules(text).len())),
    reader("ini", ini_text, |text| environment_conf::problems(text).len()),
    reader("toml", toml_text, |text| settings::read(text, Path::new("/site"), None).1.len()),
    reader("catalog", catalog_text, |text| catalog::puppet::from_json(text).map_or(0, |it| it.resources().len())),
    reader("plan", plan_text, plan),
    reader("history", history_text, |text| history::parsed(text.as_bytes()).runs.len()),
    reader("changes", changes_text, |text| changes_of_text(text).len()),
    reader("owed", owed_text, |text| Owed::read(text).write().len()),
    reader("reached", reached_text, |text| Reached::read(text).write().len()),
    reader("state", state_text, |text| State::read(text.as_bytes()).map_or(0, |it| 1 + usize::from(it.resource("File[/f0]").is_some()))),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, size) = match arguments.as_slice() {
        [] => {
            READERS.iter().for_each(|it| println!("{}", it.name));
            return ExitCode::SUCCESS;
        }
        [name, size] => (name, size.parse().unwrap_or_default()),
        _ => return ExitCode::FAILURE,
    };
    let Some(reader) = READERS.iter().find(|it| it.name == name) else { return ExitCode::FAILURE };
    let text = (reader.text)(size);
    match counted_read(reader, &text) {
        0 => ExitCode::FAILURE,
        found => {
            println!("{found}");
            ExitCode::SUCCESS
        }
    }
}

#[inline(never)]
fn counted_read(reader: &Reader, text: &str) -> usize {
    black_box((reader.read)(black_box(text)))
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, it| {
        let _ = writeln!(all, "{}", line(it));
        all
    })
}

fn manifest_text(size: usize) -> String {
    lines(size, |it| {
        format!(
            "define a::b{it}($x = \"a${{y{it}}}b\") {{\n  file {{ '/f{it}': content => @(T{it}) }}\n    text\n    | T{it}\n}}\n# lint:ignore:140chars\n$v{it} = 'a' # lint:endignore"
        )
    })
}

fn broken_manifest_text(size: usize) -> String {
    lines(size, |it| format!("$x{it} = @(E{it})\n$y = \"${{a\nclass {{ => ["))
}

fn of_manifest(text: &str, dialect: Dialect) -> usize {
    let parsed = syntax::parse(text, ParseOptions { dialect, ..ParseOptions::default() });
    let problems = syntax::validate(&parsed, &syntax::ValidateOptions::default()).len();
    black_box(parsed.model());
    1 + parsed.problems().len() + problems
}

fn manifest(text: &str) -> usize {
    of_manifest(text, Dialect::Manifest)
}

fn template_text(size: usize) -> String {
    lines(size, |it| format!("<%- $x{it}.each |$y| {{ -%>\na <%= $y %> b <%# c %>\n<% }} %> <%% text"))
}

fn template(text: &str) -> usize {
    of_manifest(text, Dialect::Epp)
}

fn lint(text: &str) -> usize {
    let source = lint::Source { text, path: "a.pp", full_path: "/a.pp" };
    lint::fix(source, &lint::Configuration::default()).problems.len()
}

fn erb_text(size: usize) -> String {
    lines(size, |it| format!("<% [{it}, 'a'].each do |y| -%>\na <%= \"#{{y}}\".upcase %> b\n<%- end %>"))
}

fn erb(text: &str) -> usize {
    usize::from(ruby::Template::parse(text).is_ok())
}

fn erb_rendered(text: &str) -> usize {
    let Ok(template) = ruby::Template::parse(text) else { return 0 };
    let rendered = template.render(&mut ruby::host::Plain::default(), ruby::Heap::default(), ruby::Limits::default());
    rendered.0.map_or(0, |it| it.text.len())
}

fn jinja_text(size: usize) -> String {
    lines(size, |it| {
        format!(
            "{{# A note {it} #}}{{% set x{it} = [{it}, 'a\\n', {{'k': 1.5}}] %}}\n{{% for y in x{it} if y is defined -%}}\n  {{{{ y|string|upper ~ \"b\" }}}}\n{{%- endfor %}} {{% raw %}}{{{{ z }}}}{{% endraw %}}"
        )
    })
}

fn jinja_rendered(text: &str) -> usize {
    let source = jinja::Source::new("a", text);
    jinja::render(&source, [], &jinja::Bare, &jinja::Settings::default()).map_or(0, |it| it.text.len())
}

/// Compiles a tree of states with one file: the highstate if that is the top file, else the file.
fn of_tree(name: &str, text: &str) -> usize {
    let mut world = world::MemoryWorld::new();
    world.add_file(Path::new("/states").join(name), text.to_owned());
    let mut heap = salt::Heap::default();
    let map = |heap: &mut salt::Heap| heap.add(salt::Value::Map(salt::Map::default()), salt::Span::NONE);
    let (grains, pillar) = (map(&mut heap), map(&mut heap));
    let minion = salt::Minion { id: "m".to_owned(), heap, grains, pillar, all_grains: true, options: None };
    let site = salt::Site::open(&world, &["/states".into()]);
    let templates = salt::Templates::new(&world, &site.tree, &minion);
    let compiled = match name {
        "top.sls" => site.compile_top(&templates, &minion, &salt::Options::default()),
        _ => site.compile(&templates, &[("a".into(), salt::Span::NONE)], &salt::Options::default()),
    };
    compiled.steps.len() + compiled.findings.len()
}

fn sls_text(size: usize) -> String {
    lines(size, |it| {
        let before = it.saturating_sub(1) / 2;
        let requires = if it == 0 { String::new() } else { format!("    - require:\n      - file: f{before}\n") };
        format!(
            "{{% set n{it} = {it} %}}\nf{it}:\n  file.managed:\n    - name: /f{{{{ n{it} }}}}\n    - contents: [a, {{b: c}}]\n{requires}"
        )
    })
}

fn salt_top_text(size: usize) -> String {
    format!("base:\n{}", lines(size, |it| format!("  'web{it}* or G@os:Debian':\n    - match: compound\n    - missing{it}")))
}

fn ruby_type_text(size: usize) -> String {
    let parameters = lines(size, |it| {
        format!(
            "  newparam(:p{it}) do\n    desc <<-D\n      Text {it}.\n    D\n    newvalues(:a{it}, /b/)\n    defaultto 'x'\n  end\n  autorequire(:t{it}) {{ self[:p{it}] }}"
        )
    });
    format!("Puppet::Type.newtype(:web) do\n  @doc = 'A type.'\n  newparam(:name, namevar: true)\n{parameters}end\n")
}

fn ruby_type(text: &str) -> usize {
    let documented = resource_types::read_type_docs("web", text).is_some();
    resource_types::read_type("web", text).map_or(0, |it| it.attributes.len() + usize::from(documented))
}

fn ruby_function_text(size: usize) -> String {
    let forms = lines(size, |it| {
        format!(
            "  # @param a{it} text\n  dispatch :f{it} do\n    param 'Integer[{it}]', :a\n    optional_param 'String', :b\n  end\n  def f{it}(a)\n    a + \"x#{{a}}\" # text\n  end"
        )
    });
    format!("# A function.\nPuppet::Functions.create_function(:web) do\n{forms}end\n")
}

fn ruby_function(text: &str) -> usize {
    resource_types::read_function("web", text).map_or(0, |it| it.forms.len())
}

fn ruby_port(text: &str) -> usize {
    1 + usize::from(functions::released("range", text.as_bytes()).is_some())
}

fn type_expression_text(size: usize) -> String {
    format!("Variant[{}Any]", lines(size, |it| format!("Struct[{{'a{it}' => Integer[{it}, default], Optional[b] => Enum['x', \"y\"]}}],")))
}

fn type_expression(text: &str) -> usize {
    usize::from(values::ty::parse(text, &mut |_| None).is_ok())
}

fn keys(text: &str, format: Format) -> usize {
    match FileKeys::from_content(&Content::new(Path::new("/e/data/a"), format, Ok(text.as_bytes().to_vec()))) {
        FileKeys::These(keys) => keys.len(),
        FileKeys::Error => 0,
    }
}

fn yaml_text(size: usize) -> String {
    lines(size, |it| format!("web::key{it}: &a{it} [1, 'x%{{lookup(\"web::key{it}\")}}', {{b: x, c: 2}}]\nweb::other{it}: *a{it}"))
}

fn yaml(text: &str) -> usize {
    keys(text, Format::Yaml).min(Tree::of_yaml(text).entries().len())
}

fn json_text(size: usize) -> String {
    format!("{{{}\"last\": 1}}", lines(size, |it| format!("\"web::key{it}\": [1, {{ \"a\": \"\\u00e9 x\", \"b\": [[{it}]] }}],")))
}

fn json(text: &str) -> usize {
    keys(text, Format::Json).min(Tree::of_json(text).entries().len())
}

fn hiera_text(size: usize) -> String {
    let levels = lines(size, |it| {
        format!("  - name: n{it}\n    datadir: data\n    paths: ['nodes/%{{facts.a{it}}}.yaml', 'b{it}.yaml']\n    options: {{x: {it}}}")
    });
    format!("version: 5\nhierarchy:\n{levels}")
}

fn hiera(text: &str) -> usize {
    let problem = hiera::config_problem(Path::new("/e/hiera.yaml"), text, &hiera::Owner::Environment);
    hiera::levels::levels(Path::new("/e"), text).len() + usize::from(problem.is_some())
}

fn metadata_text(size: usize) -> String {
    let dependencies =
        lines(size, |it| format!("{{ \"name\": \"me-m{it}\", \"version_requirement\": \">= {it}.0.0 < {}.0.0\" }},", it + 1));
    let systems = lines(size, |it| format!("{{ \"operatingsystem\": \"Debian\", \"operatingsystemrelease\": [\"{it}\", \"12\"] }},"));
    format!(
        "{{ \"name\": \"me-web\", \"dependencies\": [{}], \"operatingsystem_support\": [{}] }}",
        dependencies.trim_end().trim_end_matches(','),
        systems.trim_end().trim_end_matches(',')
    )
}

fn puppetfile_text(size: usize) -> String {
    lines(size, |it| format!("mod 'm{it}',\n  git: 'https://example.org/m{it}', # {it}\n  install_path: 'site{it}'"))
}

fn ini_text(size: usize) -> String {
    lines(size, |it| format!("[s{it}]\nmodulepath = a:$unset{it}\nno setting {it}\nother{it} = 1"))
}

fn toml_text(size: usize) -> String {
    let paths = lines(size, |it| format!("[[paths]]\nglob = ['spec{it}/**', 'a{it}.pp']\nexclude = true\nunknown{it} = 1"));
    format!("facts = [{}]\n{paths}", lines(size, |it| format!("'f{it}.json',")))
}

fn catalog_text(size: usize) -> String {
    let files = (0..size).map(|it| json!({"type": "File", "title": format!("/f{it}"), "tags": ["file", "a"], "parameters": {"ensure": "file", "require": format!("File[/f{}]", it / 2)}}));
    let edges = (0..size).map(|it| json!({"source": "Class[Main]", "target": format!("File[/f{it}]")}));
    let mut resources = vec![json!({"type": "Class", "title": "Main", "tags": [], "parameters": {}})];
    resources.extend(files);
    json!({"name": "n", "environment": "production", "version": 1, "classes": [], "resources": resources, "edges": edges.collect::<Vec<_>>()})
        .to_string()
}

fn plan_text(size: usize) -> String {
    let resources = (0..size).map(|it| json!({"resource": format!("File[/f{it}]"), "verdict": "change", "digest": "x", "changes": [{"property": "ensure", "from": "absent", "to": "file"}]}));
    json!({"version": 1, "resources": resources.collect::<Vec<_>>()}).to_string()
}

fn plan(text: &str) -> usize {
    serde_json::from_str(text).map_or(0, |plan| Planned::new(&[], &[]).moved(&plan).len())
}

fn history_text(size: usize) -> String {
    lines(size, |it| json!({"run": format!("r{it}"), "time": "2026-01-01T00:00:00Z", "counts": {"changed": it}}).to_string())
}

fn changes_text(size: usize) -> String {
    lines(size, |it| {
        match it % 2 {
        0 => json!({"begin": [format!("File[/f{it}]")]}).to_string(),
        _ => json!({"resource": format!("File[/f{it}]"), "path": ["Stage[main]"], "file": format!("/f{it}"), "property": "mode", "before": "0644", "after": "0600"}).to_string(),
    }
    })
}

fn owed_text(size: usize) -> String {
    let owed: serde_json::Map<_, _> = (0..size).map(|it| (format!("Exec[e{it}]"), json!([format!("File[/f{it}]"), "File[/f]"]))).collect();
    json!({"version": 1, "owed": owed}).to_string()
}

fn reached_text(size: usize) -> String {
    let resources: serde_json::Map<_, _> =
        (0..size).map(|it| (format!("File[/f{it}]"), json!({"mode": format!("{it}"), "owner": "x"}))).collect();
    json!({"version": 1, "resources": resources}).to_string()
}

fn state_text(size: usize) -> String {
    lines(size, |it| {
        format!("File[/f{it}]:\n  checked: 2026-01-01 00:00:00.000000000 +00:00\n  synced: 2026-01-01 00:00:00.000000000 +00:00")
    })
}
