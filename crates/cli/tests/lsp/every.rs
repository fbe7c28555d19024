//! Each feature in each kind of file: whether it makes sense there, and that it is reached over the wire. A feature that the server
//! has and this table lacks is a failure.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Setup, uri};

/// The kinds of files, each with a file of it.
pub const KINDS: [&str; 9] = [
    "modules/web/manifests/init.pp",
    "modules/web/templates/conf.epp",
    "data/common.yaml",
    "modules/web/metadata.json",
    "hiera.yaml",
    "modules/web/templates/conf.erb",
    "states/web/init.sls",
    "modules/web/lib/puppet/functions/web/join.rb",
    "states/map.jinja",
];

const FILES: [(&str, &str); 19] = [
    ("modules/db/metadata.json", "{ \"name\": \"me-db\" }\n"),
    ("modules/db/manifests/init.pp", "class db { }\n"),
    (
        "modules/web/manifests/erb.pp",
        "class web::erb {\n  $inside = 'x'\n  notice(web::join('a', 'b'))\n  notify { template('web/conf.erb'): }\n}\n",
    ),
    ("modules/web/templates/conf.erb", "A <%= @inside %>\n<% if @inside -%>\n<%= @inside.upcase %>\n<% end -%>\n"),
    ("states/top.sls", "base:\n  '*':\n    - web\n"),
    (
        "states/web/init.sls",
        "{% set port = 80 %}\ninclude:\n  - pkgs\nweb:\n  test.nop:\n    - name: {{ port }}\n    - require:\n      - test: other\nlast:\n  test.nop:\n    - requrie: []\n    - require:\n      - test: web\n",
    ),
    (
        "modules/web/lib/puppet/functions/web/join.rb",
        "# Joins two texts.\nPuppet::Functions.create_function(:'web::join') do\n  dispatch :join do\n    param 'String', :one\n    param 'String', :two\n  end\n  def join(one, two)\n    one + two\n  end\nend\n",
    ),
    (
        "states/map.jinja",
        "{% set port = 80 %}\n{% macro line(name) %}\n{{ name }}: {{ port }}\n{% endmacro %}\n{{ line('a') }}\n{% if grains['os'] == 'Debian' %}\n{{ pillar.get('x') }}\n{% endif %}\n",
    ),
    ("states/pkgs.sls", "other:\n  test.nop:\n    - name: x\n"),
    ("environment.conf", ""),
    (
        "hiera.yaml",
        "# How data\n# are found\nversion: 5\nhierarchy:\n  - name: Common\n    path: common.yaml\n  - name: Nowhere\n    path: none.yaml\n    datadir: nowhere\n",
    ),
    ("data/common.yaml", "web::port: 80\nweb::prot:\n  - web\n  - 1\nx: \"%{lookup('web::port')}\"\nweb::po: 1\n"),
    ("manifests/site.pp", "include web\n"),
    ("modules/web/metadata.json", "{\n  \"name\": \"me-web\",\n  \"dependencies\": [\n    { \"name\": \"me-db\" }\n  ],\n  \"lic\"\n}\n"),
    (
        "modules/web/manifests/init.pp",
        "# Serves.\nclass web(Web::Port $port = 1, Integer $pool = 1) {\n  $more = 'x'\n  web::vhost{ 'a':\n    port => $port,\n  }\n  $text = epp('web/conf.epp', { 'text' => \"b\" })\n  notify { $text: }\n  include web::sub\n  if true { notice($more) }\n}\n",
    ),
    ("modules/web/manifests/sub.pp", "class web::sub inherits web { }\n"),
    ("modules/web/manifests/vhost.pp", "define web::vhost(Web::Port $port) { }\n"),
    ("modules/web/types/port.pp", "type Web::Port = Integer\n"),
    (
        "modules/web/templates/conf.epp",
        "<%- | String $text = 'a' | -%>\nA text\n<%= $text %> <% if true { -%>\n<%= regsubst($text, 'a', 'b') %> <% web::vhost { \"c\": port => 1 } include web::sub -%>\n<%} -%>\n",
    ),
];

/// Position in a kind of file.
#[derive(Clone, Copy)]
pub enum At {
    /// Somewhere in the first place of this text: where the `|` is, or at its start.
    Text(&'static str),
    /// The whole file.
    All,
    /// Nothing comes of it: it would make no sense.
    Never,
}

use At::{All, Never, Text};

pub struct Row {
    /// The function of `server.rs`.
    handler: &'static str,
    pub method: &'static str,
    pub at: [At; 9],
}

const fn row(handler: &'static str, method: &'static str, at: [At; 9]) -> Row {
    Row { handler, method, at }
}

const CODE: [At; 9] = [All, All, Never, Never, Never, Never, Never, Never, Never];
/// The same, and files of states.
const EVALUATED: [At; 9] = [All, All, Never, Never, Never, Never, All, Never, Never];
/// The same, and ERB templates.
const COLOURED: [At; 9] = [All, All, Never, Never, Never, All, All, Never, All];
const EVERYWHERE: [At; 9] = [All; 9];

/// Editors have grammars of YAML and JSON that colour, indent and format: there only what is Puppet's in them makes sense.
pub const ROWS: &[Row] = &[
    row(
        "goto_definition",
        "textDocument/definition",
        [
            Text("web::vh|ost"),
            Text("= $te|xt"),
            Text("web::po|rt"),
            Text("me-d|b"),
            Text("path: com|mon"),
            Text("= @ins|ide"),
            Text("test: ot|her"),
            Text("web::jo|in"),
            Never,
        ],
    ),
    row(
        "goto_declaration",
        "textDocument/declaration",
        [
            Text("web::vh|ost"),
            Text("= $te|xt"),
            Text("- w|eb"),
            Text("me-d|b"),
            Text("path: com|mon"),
            Text("= @ins|ide"),
            Text("test: ot|her"),
            Text("web::jo|in"),
            Never,
        ],
    ),
    row(
        "goto_type_definition",
        "textDocument/typeDefinition",
        [Text("=> $po|rt"), Text("web::vh|ost"), Text("web::po|rt"), Never, Never, Never, Never, Never, Never],
    ),
    row(
        "goto_implementation",
        "textDocument/implementation",
        [Text("class w|eb"), Text("\"|c\""), Never, Never, Never, Never, Never, Never, Never],
    ),
    row(
        "references",
        "textDocument/references",
        [
            Text("$po|rt"),
            Text("= $te|xt"),
            Text("web::po|rt"),
            Never,
            Never,
            Text("= @ins|ide"),
            Text("test: ot|her"),
            Text("web::jo|in"),
            Never,
        ],
    ),
    row(
        "prepare_rename",
        "textDocument/prepareRename",
        [Text("$po|rt"), Text("= $te|xt"), Text("web::po|rt"), Never, Never, Never, Never, Never, Never],
    ),
    row("rename", "textDocument/rename", [Text("$po|rt"), Text("= $te|xt"), Text("web::po|rt"), Never, Never, Never, Never, Never, Never]),
    row(
        "document_highlight",
        "textDocument/documentHighlight",
        [Text("$po|rt"), Text("= $te|xt"), Text("web::po|rt"), Never, Never, Text("= @ins|ide"), Text("test: ot|her"), Never, Never],
    ),
    row(
        "hover",
        "textDocument/hover",
        [
            Text("$po|rt"),
            Text("= $te|xt"),
            Text("web::po|rt"),
            Text("me-d|b"),
            Never,
            Text("= @ins|ide"),
            Text("test: ot|her"),
            Never,
            Never,
        ],
    ),
    row(
        "completion",
        "textDocument/completion",
        [
            Text("=> $po|rt"),
            Text("= $te|xt"),
            Text("web::po|:"),
            Text("\"lic|\""),
            Text("path: |common"),
            Text("= @ins|ide"),
            Text("test: |other"),
            Never,
            Text("{{ po|rt"),
        ],
    ),
    row(
        "completion_resolve",
        "completionItem/resolve",
        [
            Text("=> $po|rt"),
            Text("= $te|xt"),
            Text("web::po|:"),
            Text("\"lic|\""),
            Text("path: |common"),
            Text("= @ins|ide"),
            Text("test: |other"),
            Never,
            Text("{{ po|rt"),
        ],
    ),
    row(
        "signature_help",
        "textDocument/signatureHelp",
        [Text("epp(|"), Text("regsubst(|"), Never, Never, Never, Never, Never, Never, Never],
    ),
    row("document_symbol", "textDocument/documentSymbol", [All, All, All, All, All, All, All, All, Never]),
    row("symbol", "workspace/symbol", CODE),
    row("semantic_tokens_full", "textDocument/semanticTokens/full", COLOURED),
    row("semantic_tokens_full_delta", "textDocument/semanticTokens/full/delta", COLOURED),
    row("semantic_tokens_range", "textDocument/semanticTokens/range", COLOURED),
    row("inlay_hint", "textDocument/inlayHint", EVALUATED),
    row("code_lens", "textDocument/codeLens", [All, Never, Never, Never, Never, Never, All, Never, Never]),
    row("code_lens_resolve", "codeLens/resolve", [All, Never, Never, Never, Never, Never, All, Never, Never]),
    row(
        "prepare_call_hierarchy",
        "textDocument/prepareCallHierarchy",
        [Text("class w|eb"), Text("web::su|b"), Never, Never, Never, Never, Never, Never, Never],
    ),
    row(
        "incoming_calls",
        "callHierarchy/incomingCalls",
        [Text("class w|eb"), Text("web::su|b"), Never, Never, Never, Never, Never, Never, Never],
    ),
    row("outgoing_calls", "callHierarchy/outgoingCalls", [Text("class w|eb"), Never, Never, Never, Never, Never, Never, Never, Never]),
    row(
        "prepare_type_hierarchy",
        "textDocument/prepareTypeHierarchy",
        [Text("class w|eb"), Text("web::su|b"), Never, Never, Never, Never, Never, Never, Never],
    ),
    row(
        "supertypes",
        "typeHierarchy/supertypes",
        [Text("include web::su|b"), Text("web::su|b"), Never, Never, Never, Never, Never, Never, Never],
    ),
    row("subtypes", "typeHierarchy/subtypes", [Text("class w|eb"), Never, Never, Never, Never, Never, Never, Never, Never]),
    row("document_link", "textDocument/documentLink", [All, All, Never, All, All, Never, All, Never, Never]),
    row(
        "code_action",
        "textDocument/codeAction",
        [Text("'|x'"), Text("if t|rue"), Text("web::pro|t"), Never, Never, Never, Never, Never, Never],
    ),
    row(
        "code_action_resolve",
        "codeAction/resolve",
        [Text("'|x'"), Text("if t|rue"), Text("web::pro|t"), Never, Never, Never, Never, Never, Never],
    ),
    row("folding_range", "textDocument/foldingRange", EVERYWHERE),
    row(
        "selection_range",
        "textDocument/selectionRange",
        [
            Text("=> $po|rt"),
            Text("= $te|xt"),
            Text("web::po|rt"),
            Text("me-d|b"),
            Text("Com|mon"),
            Text("= @ins|ide"),
            Text("test: ot|her"),
            Text("web::jo|in"),
            Text("{{ po|rt"),
        ],
    ),
    row("formatting", "textDocument/formatting", CODE),
    row("range_formatting", "textDocument/rangeFormatting", CODE),
    row(
        "on_type_formatting",
        "textDocument/onTypeFormatting",
        [Text("=> $port,\n  }|"), Never, Never, Never, Never, Never, Never, Never, Never],
    ),
    row("diagnostic", "textDocument/diagnostic", [All, All, All, All, All, Never, All, Never, Never]),
    row("workspace_diagnostic", "workspace/diagnostic", [All, All, All, All, All, Never, All, Never, Never]),
    row("will_rename_files", "workspace/willRenameFiles", [All, All, All, Never, Never, All, Never, Never, Never]),
    row("graph", "bunraku/graph", EVALUATED),
    row("resource", "bunraku/resource", CODE),
    row("catalog", "bunraku/catalog", CODE),
    row("evaluation", "bunraku/evaluation", [All, All, Never, Never, Never, Never, All, Never, All]),
    row("rendered", "bunraku/rendered", [Never, Never, Never, Never, Never, All, All, Never, Never]),
    // They lie nowhere: `names.rs` asks for some.
    row("page", "bunraku/page", [Never; 9]),
];

pub fn site() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

fn text_of(kind: &str) -> &'static str {
    FILES.iter().find(|(name, _)| *name == kind).expect("a file of the site").1
}

/// The client: it asks for findings and for edits when it wants them.
pub fn start(folder: &TempDir) -> Client {
    open(folder, setup(folder))
}

pub fn setup(folder: &TempDir) -> Setup {
    Setup::new()
        .can("window.workDoneProgress", json!(true))
        .can("textDocument.diagnostic", json!({}))
        .can("textDocument.rename.prepareSupport", json!(true))
        .can("textDocument.typeHierarchy.dynamicRegistration", json!(true))
        .can("textDocument.codeAction.dataSupport", json!(true))
        .can("textDocument.codeAction.resolveSupport.properties", json!(["edit"]))
        .can("textDocument.codeAction.codeActionLiteralSupport.codeActionKind.valueSet", json!([]))
        .folder(folder.path())
}

/// Starts it, and opens a file of each kind.
pub fn open(folder: &TempDir, setup: Setup) -> Client {
    let mut client = setup.start();
    client.ready();
    for kind in KINDS {
        let language = kind.rsplit('.').next().unwrap_or_default();
        client.open_as(&uri(&folder.path().join(kind)), language, text_of(kind));
    }
    client
}

/// Where a feature is asked.
pub fn position(kind: &str, place: At) -> Value {
    let Text(marked) = place else { return json!({ "line": 0, "character": 2 }) };
    let text = text_of(kind);
    let wanted = marked.replacen('|', "", 1);
    let at = text.find(&wanted).unwrap_or_else(|| panic!("{wanted:?} in {kind}")) + marked.find('|').unwrap_or_default();
    position_of(text, at)
}

pub fn position_of(text: &str, at: usize) -> Value {
    let before = &text[..at];
    let column = before.len() - before.rfind('\n').map_or(0, |it| it + 1);
    json!({ "line": before.matches('\n').count(), "character": column })
}

/// Parameters of a request at a place of a file.
fn params(method: &str, document: &Value, position: &Value) -> Value {
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100, "character": 0 } });
    let mut params = json!({ "textDocument": document });
    match method {
        "textDocument/selectionRange" => params["positions"] = json!([position]),
        "textDocument/codeAction" => {
            params["range"] = json!({ "start": position, "end": position });
            params["context"] = json!({ "diagnostics": [] });
        }
        "textDocument/inlayHint" | "textDocument/semanticTokens/range" | "textDocument/rangeFormatting" => params["range"] = whole,
        // Without a position they speak of the whole document.
        "bunraku/graph" | "bunraku/catalog" | "bunraku/evaluation" | "bunraku/rendered" => {}
        "bunraku/resource" => params["resource"] = json!("Web::Vhost[a]"),
        _ => params["position"] = position.clone(),
    }
    match method {
        "textDocument/references" => params["context"] = json!({ "includeDeclaration": true }),
        "textDocument/rename" => params["newName"] = json!("other"),
        "bunraku/page" => params["uri"] = document["uri"].clone(),
        "textDocument/onTypeFormatting" => params["ch"] = json!("}"),
        _ => {}
    }
    if method.ends_with("ormatting") {
        params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    }
    params
}

/// Request that must come before another one.
fn before(method: &str) -> Option<&'static str> {
    Some(match method {
        "completionItem/resolve" => "textDocument/completion",
        "codeLens/resolve" => "textDocument/codeLens",
        "codeAction/resolve" => "textDocument/codeAction",
        "callHierarchy/incomingCalls" | "callHierarchy/outgoingCalls" => "textDocument/prepareCallHierarchy",
        "typeHierarchy/supertypes" | "typeHierarchy/subtypes" => "textDocument/prepareTypeHierarchy",
        _ => return None,
    })
}

/// The answer to a question, or its error.
fn ask(client: &mut Client, method: &str, params: Value) -> Result<Value, Value> {
    let id = client.ask(method, params);
    let answer = client.answer(id);
    match answer.get("error") {
        Some(error) => Err(error.clone()),
        None => Ok(answer["result"].clone()),
    }
}

/// Answer of a feature for a file.
pub fn answer(client: &mut Client, folder: &Path, row: &Row, kind: &str, position: &Value) -> Result<Value, Value> {
    let own = uri(&folder.join(kind));
    let document = json!({ "uri": own });
    match row.method {
        "workspace/symbol" => {
            let found = ask(client, row.method, json!({ "query": "" }))?;
            let of_file = |it: &&Value| it["location"]["uri"] == json!(own);
            Ok(found.as_array().into_iter().flatten().filter(of_file).cloned().collect())
        }
        "workspace/diagnostic" => {
            let found = ask(client, row.method, json!({ "previousResultIds": [] }))?;
            let of_file = found["items"].as_array().into_iter().flatten().find(|it| it["uri"] == json!(own));
            Ok(of_file.map(|it| it["items"].clone()).unwrap_or_default())
        }
        "textDocument/diagnostic" => Ok(ask(client, row.method, json!({ "textDocument": document }))?["items"].clone()),
        "textDocument/semanticTokens/full/delta" => {
            let full = ask(client, "textDocument/semanticTokens/full", json!({ "textDocument": document }))?;
            let found = ask(
                client,
                row.method,
                json!({ "textDocument": document, "previousResultId": full["resultId"].as_str().unwrap_or("none") }),
            )?;
            Ok(if found.is_null() { found } else { json!([found]) })
        }
        "workspace/willRenameFiles" => {
            let (name, ending) = own.rsplit_once('.').expect("an ending");
            let files = json!([{ "oldUri": own, "newUri": format!("{name}_moved.{ending}") }]);
            match kind.ends_with("init.pp") {
                // The manifest of the class that has the module's name stays where it is.
                true => {
                    let sub = own.replace("init", "sub");
                    ask(client, row.method, json!({ "files": [{ "oldUri": sub, "newUri": own.replace("init", "moved") }] }))
                }
                false => ask(client, row.method, json!({ "files": files })),
            }
        }
        method => match before(method) {
            None => ask(client, method, params(method, &document, position)),
            Some(first) => {
                let found = ask(client, first, params(first, &document, position))?;
                let items = found.get("items").unwrap_or(&found).as_array().cloned().unwrap_or_default();
                let params = |item: &Value| if method.contains("Hierarchy/") { json!({ "item": item }) } else { item.clone() };
                items.iter().map(|it| ask(client, method, params(it))).collect()
            }
        },
    }
}

/// Whether something came of a question.
fn is_something(answer: &Value) -> bool {
    let list = answer.get("items").or_else(|| answer.get("data")).unwrap_or(answer);
    match list {
        Value::Null => false,
        Value::Array(all) => all.iter().any(|it| !it.is_null() && it.as_array().is_none_or(|it| !it.is_empty())),
        _ => true,
    }
}

#[test]
fn each_feature_answers_where_it_makes_sense_and_nowhere_else() {
    let folder = site();
    let mut client = start(&folder);
    let mut wrong = Vec::new();
    for row in ROWS {
        for (kind, place) in KINDS.into_iter().zip(row.at) {
            let answer = answer(&mut client, folder.path(), row, kind, &position(kind, place));
            let is_right = match (place, &answer) {
                (Never, Ok(answer)) => !is_something(answer),
                // What cannot be renamed is refused with a reason.
                (Never, Err(error)) => row.method.to_lowercase().contains("rename") && error["code"] == -32803,
                (_, Ok(answer)) => is_something(answer),
                (_, Err(_)) => false,
            };
            if !is_right {
                wrong.push(format!("{} in {kind}: {answer:?}", row.method));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    client.finish();
}

/// Methods that the server handles, without notifications, initialization and shutdown.
fn handlers() -> BTreeSet<String> {
    let table = include_str!("../../../server/src/server.rs");
    let of_protocol = table.split_once("impl LanguageServer for Server").expect("the table").1;
    let names = |text: &'static str, start: &'static str| {
        text.lines().filter_map(move |it| it.trim_start().strip_prefix(start)?.split('(').next().map(str::to_owned))
    };
    let is_asked = |it: &String| !it.starts_with("did_") && !["initialize", "initialized", "shutdown"].contains(&it.as_str());
    let own = names(table, "pub(crate) async fn ").filter(|it| it != "panic");
    names(of_protocol, "async fn ").filter(is_asked).chain(own).collect()
}

#[test]
fn no_feature_is_left_out() {
    let tested: BTreeSet<String> = ROWS.iter().map(|it| it.handler.to_owned()).collect();
    assert_eq!(tested, handlers());
}

/// A text as it is while somebody types: it ends early, or a word is missing. With where that is.
fn broken(text: &str) -> Vec<(String, usize)> {
    let cuts = (1..text.len()).step_by(37).map(|end| (text[..end].to_owned(), end));
    let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let starts =
        text.char_indices().filter(|(at, it)| !it.is_whitespace() && !text[..*at].ends_with(|before| is_word(before) && is_word(*it)));
    let without = starts.step_by(7).map(|(at, first)| {
        let length = match text[at..].find(|it| !is_word(it)) {
            Some(0) | None => first.len_utf8(),
            Some(length) => length,
        };
        (format!("{}{}", &text[..at], &text[at + length..]), at)
    });
    cuts.chain(without).collect()
}

/// All ranges in an answer about one document.
fn ranges<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    match value {
        Value::Array(all) => all.iter().for_each(|it| ranges(it, found)),
        Value::Object(all) if all.contains_key("start") && all.contains_key("end") => found.push(value),
        // What speaks of other documents, too, says so.
        Value::Object(all) if !all.contains_key("uri") && !all.contains_key("targetUri") => {
            all.iter().filter(|(name, _)| !["data", "edit", "changes"].contains(&name.as_str())).for_each(|(_, it)| ranges(it, found));
        }
        _ => {}
    }
}

#[test]
fn no_state_of_a_file_is_too_much_for_a_feature() {
    let folder = site();
    let mut client = start(&folder);
    let mut wrong = Vec::new();
    for kind in KINDS {
        let own = uri(&folder.path().join(kind));
        for (version, (text, at)) in (2..).zip(broken(text_of(kind))) {
            client.replace(&own, version, &text);
            let lines: Vec<&str> = text.split('\n').collect();
            let is_inside = |it: &Value| {
                let line = usize::try_from(it["line"].as_u64().unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
                lines.get(line).is_some_and(|line| it["character"].as_u64().is_some_and(|it| it <= line.len() as u64))
            };
            for row in ROWS {
                let answer = match answer(&mut client, folder.path(), row, kind, &position_of(&text, at)) {
                    Ok(answer) => answer,
                    Err(error) if row.method.to_lowercase().contains("rename") && error["code"] == -32803 => continue,
                    Err(error) => {
                        wrong.push(format!("{} in {text:?}: {error}", row.method));
                        continue;
                    }
                };
                let mut found = Vec::new();
                if row.method.starts_with("textDocument/") && !row.method.contains("Hierarchy") {
                    ranges(&answer, &mut found);
                }
                if let Some(range) = found.iter().find(|it| !is_inside(&it["start"]) || !is_inside(&it["end"])) {
                    wrong.push(format!("{} in {text:?}: {range}", row.method));
                }
            }
        }
        client.replace(&own, 10_000, text_of(kind));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    client.finish();
}
