//! A hostile folder that nobody trusts, and every request that the server offers: it reads nothing outside of the folder and of the module
//! path that the user has set, runs nothing, ends at nothing, and shows nothing of what lies elsewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use analysis::{DocumentKind, document_kind};
use serde_json::{Value, json};

use crate::client::{Setup, uri};
use crate::every::{ROWS, answer, position_of};
use crate::offers::offered;

/// Content of each file outside, or its name.
const SECRET: &str = "s3cr3t";

/// The files that are open, each with the places where requests are made. `OUT` is a folder outside. There is one of each kind, which
/// `each_kind_of_file_is_open` checks.
const OPEN: [(&str, &str, &[&str]); 21] = [
    (
        "bunraku.toml",
        "facts = ['../out/unseen.json', 'OUT/unseen.json', '/etc/hostname', '/dev/stdin', 'local', 'pipe']\nmodulepath = ['../out/other', '/usr/share', 'modules']\nhiera_config = '../out/hiera.yaml'\n[[salt_targets]]\nid = 'a'\ngrains = '../out/unseen.yaml'\npillar = '../out'\n[[salt_targets]]\nid = 'b'\ngrains = '/etc/hostname'\npillar = 'OUT/unseen.yaml'\n[[salt_targets]]\nid = 'c'\npillar = 'salt/pillar'\n[[salt_targets]]\nid = 'd'\npillar = 'salt/far'\ngrains = 'pipe'\n",
        &["../out/un", "'/etc", "'../out/other", "grains = '../out/un", "pillar = 'OUT"],
    ),
    ("environment.conf", "modulepath = /usr/share:../out/other:modules\nmanifest = /etc/hostname\n", &["/usr/sh", "/etc/ho"]),
    (
        "hiera.yaml",
        "version: 5\ndefaults: {datadir: /usr/share}\nhierarchy:\n  - name: Disk\n    glob: '**/*.yaml'\n    datadir: /\n  - name: Path\n    path: ''\n  - name: Out\n    path: unseen.yaml\n    datadir: OUT\n  - name: Some\n    path: '%{facts.nosuch}.yaml'\n    datadir: ../out\n  - name: Mapped\n    mapped_paths: [names, name, 'OUT/%{name}.yaml']\n  - name: Sealed\n    lookup_key: eyaml_lookup_key\n    path: sealed.yaml\n    datadir: data\n    options: {pkcs7_private_key: /etc/hostname, pkcs7_public_key: OUT/unseen.json}\n  - name: Own\n    paths: [common.yaml, link.yaml, ../../out/unseen.yaml]\n    datadir: data\n",
        &["path: '", "path: unseen", "datadir: OUT", "datadir: ../ou", "glob: '**", "paths: [com", "link.ya"],
    ),
    (
        "data/common.yaml",
        "web::port: 80\nweb::text: \"%{lookup('web::secret')}\"\nnames: [unseen, b]\nweb::po: 1\n",
        &["web::po", "lookup('web", "web::po:"],
    ),
    (
        "manifests/site.pp",
        "import '/etc/hostname'\nnode default {\n  include web\n  include link\n  include other\n  $a = lookup('web::secret')\n  notify { \"${a}\": }\n}\n",
        &["include we", "include li", "include ot", "lookup('web", "${a"],
    ),
    (
        "modules/web/manifests/init.pp",
        "# Serves. [here](../../../../out/unseen.json) and file:///etc/hostname\nclass web(Integer $port = 1, $text = 'a', $secret = file('OUT/unseen.json')) {\n  $one = file('/etc/hostname', 'OUT/unseen.json')\n  $two = template('OUT/unseen.json')\n  $three = epp('/etc/hostname')\n  $four = find_file('/etc/hostname', 'OUT/unseen.json')\n  $five = loadyaml('OUT/unseen.yaml')\n  $six = binary_file('/etc/hostname')\n  $seven = find_template('../../../../out/unseen.json')\n  $eight = file('web/../../../../out/unseen.json')\n  $nine = file('web/link.txt')\n  $ten = generate('/bin/cat', '/etc/hostname')\n  file { '/x':\n    source  => ['OUT/unseen.json', 'puppet:///modules/web/../../../out/unseen.json', 'file:///etc/hostname'],\n    content => \"${one}${two}${five}${nine}\",\n  }\n  include web::sub\n  web::vhost { 'a': }\n  notice(\"${secret}\")\n  $eleven = web::far('x')\n  $twelve = old('/etc/hostname')\n  $thirteen = web::link('x')\n  remote { '/etc/hostname': text => 'x' }\n  notify { \"${eleven}${twelve}${thirteen}${facts['far']}${facts['near']}\": }\n}\n",
        &[
            "../../out",
            "class we",
            "file('OUT",
            "file('/etc",
            "template('OUT",
            "epp('/etc",
            "find_file('/e",
            "loadyaml('OUT",
            "binary_file('/",
            "find_template('..",
            "web/../..",
            "web/link",
            "generate('/bin",
            "['OUT",
            "'puppet:///modules/we",
            "'file:///e",
            "web::su",
            "web::vh",
            "${sec",
            "web::fa",
            "= ol",
            "web::li",
            "remot",
            "['fa",
        ],
    ),
    (
        "modules/web/templates/conf.epp",
        "<%- | String $text = file('OUT/unseen.json') | -%>\n<%= $text %> <%= file('/etc/hostname') %> <%= lookup('web::secret') %>\n",
        &["$text =", "file('OUT", "file('/et", "lookup('we"],
    ),
    (
        "modules/web/metadata.json",
        "{\n  \"name\": \"me-web\",\n  \"dependencies\": [ { \"name\": \"me-../../../out/other\" }, { \"name\": \"me-link\" } ],\n  \"data_provider\": \"hiera\"\n}\n",
        &["me-..", "me-li"],
    ),
    (
        "modules/web/templates/conf.erb",
        "<%= @one %> <%= File.read('/etc/hostname') %> <%= scope.function_template(['OUT/unseen.json']) %>\n<% require '/etc/hostname' -%>\n<%= scope['web::secret'] %> <%= scope.call_function('file', 'OUT/unseen.json') %> <%= `cat /etc/hostname` %>\n<% two = IO.read('../../../../out/unseen.json') -%>\n<%= two %> <%= @fi %>\n",
        &["@on", "read('/etc", "['OUT", "scope['web::se", "'file', 'OUT", "require '/e", "`cat /e", "<%= tw", "@fi"],
    ),
    (
        "salt/states/top.sls",
        "base:\n  '*':\n    - web\n    - link\n    - out.unseen\n    - ../../out/unseen\n  'a*':\n    - match: compound\n    - far\n",
        &["- we", "- li", "out.un", "../../out/un"],
    ),
    (
        "salt/states/web/init.sls",
        "{% import_yaml 'OUT/unseen.yaml' as far %}\n{% import_yaml '../../../../out/unseen.yaml' as near %}\n{% from 'link.sls' import x %}\n{% import_text 'salt://../../out/unseen.json' as text %}\n{% set key = salt['pillar.get']('secret') %}\n{% set ran = salt['cmd.run']('cat /etc/hostname') %}\n{% set file = salt['file.read']('/etc/hostname') %}\n{% set grain = grains['secret'] %}\ninclude:\n  - link\n  - ..far\nweb:\n  file.managed:\n    - name: /etc/hostname\n    - source: salt://../../out/unseen.json\n    - contents: '{{ far }} {{ near }} {{ key }} {{ text }} {{ grain }} {{ pillar.secret }}'\n    - require:\n      - test: other\nother:\n  file.managed:\n    - name: OUT/unseen.json\n    - source: OUT/unseen.json\n    - template: jinja\n",
        &[
            "'OUT/un",
            "'../../../../out/un",
            "'link",
            "salt://../../out/un",
            "get']('sec",
            "run']('cat",
            "read']('/e",
            "['sec",
            "- li",
            "- ..fa",
            "source: salt://../../out/un",
            "source: OUT/un",
            "test: ot",
            "pillar.se",
            "file.man",
        ],
    ),
    ("salt/pillar/top.sls", "base:\n  '*':\n    - data\n    - link\n    - ../../out/unseen\n", &["- da", "- li", "- ../../out/un"]),
    (
        "salt/pillar/data.sls",
        "{% import_yaml 'OUT/unseen.yaml' as far %}\n{% set host = salt['file.read']('/etc/hostname') %}\ninclude:\n  - link\nsecret: {{ far }} {{ host }}\n",
        &["'OUT/un", "'/etc/ho", "- li", "secre"],
    ),
    (
        "salt/states/map.jinja",
        "{% import_yaml 'OUT/unseen.yaml' as far %}\n{% from '../../../out/unseen.sls' import x %}\n{% include 'link.sls' %}\n{% set host = salt['file.read']('/etc/hostname') %}\n{% set ran = salt['cmd.run']('cat OUT/unseen.json') %}\n{{ far }} {{ host }} {{ pillar.secret }} {{ salt['slsutil.renderer']('/etc/hostname') }}\n",
        &["'OUT/un", "'../../../out/un", "'link", "read']('/e", "run']('cat", "{{ fa", "pillar.se", "renderer']('/e"],
    ),
    (
        "modules/web/lib/puppet/functions/web/far.rb",
        "require '/etc/hostname'\nrequire_relative '../../../../../../../../out/unseen'\nload 'OUT/unseen.rb'\nPuppet::Functions.create_function(:'web::far') do\n  dispatch :far do\n    param 'String', :name\n  end\n  def far(name)\n    one = File.read('/etc/hostname')\n    two = Puppet::FileSystem.read('OUT/unseen.json')\n    three = call_function('file', 'OUT/unseen.json', '/etc/hostname')\n    four = Dir.glob('/etc/*') + Dir.entries('OUT') + IO.readlines('../out/unseen.json')\n    five = YAML.load_file('OUT/unseen.yaml')\n    six = `cat /etc/hostname`\n    \"#{name}#{one}#{two}#{three}#{four}#{five}#{six}#{ENV['HOME']}#{File.exist?('/etc/shadow')}\"\n  end\nend\n",
        &["require '/e", "relative '../..", "load 'OUT", "web::fa", "read('/e", "read('OUT", "'file', 'OUT", "glob('/e", "`cat /e", ":na"],
    ),
    (
        "modules/web/lib/puppet/parser/functions/old.rb",
        "module Puppet::Parser::Functions\n  newfunction(:old, :type => :rvalue) do |arguments|\n    File.read(arguments[0]) + File.open('/etc/hostname').read + function_file(['OUT/unseen.json'])\n  end\nend\n",
        &[":ol", "open('/e", "['OUT"],
    ),
    (
        "modules/web/lib/puppet/type/remote.rb",
        "require 'OUT/unseen'\nPuppet::Type.newtype(:remote) do\n  newparam(:name, namevar: true) do\n    munge { |value| File.read(value) }\n    validate { |value| raise File.read('OUT/unseen.json') }\n  end\n  newproperty(:text) do\n    defaultto { File.read('/etc/hostname') }\n    newvalues(*Dir.glob('OUT/*'))\n  end\nend\n",
        &["'OUT/un", ":remo", "read('OUT", "read('/e", "glob('OUT"],
    ),
    (
        "modules/web/lib/facter/far.rb",
        "Facter.add(:far) do\n  confine { File.exist?('/etc/hostname') }\n  setcode { File.read('OUT/unseen.json') + Facter::Core::Execution.execute('cat /etc/hostname') }\nend\n",
        &[":fa", "exist?('/e", "read('OUT"],
    ),
    (
        "Puppetfile",
        "moduledir '../out/other'\nmod 'other', local: true, path: '/usr/share'\nmod 'me-link', git: 'OUT/git'\nmod 'me-out', '1.0.0'\n",
        &["'../out/ot", "'/usr/sh", "'me-li", "'OUT/gi"],
    ),
    (
        ".puppet-lint.rc",
        "--relative\n--config=/etc/hostname\n--config OUT/unseen.json\n--load=OUT/unseen.rb\n",
        &["config=/e", "config OUT", "load=OUT"],
    ),
    ("Rakefile", "File.read('/etc/hostname')\nrequire 'OUT/unseen'\n", &["read('/e", "'OUT/un"]),
];

const OTHERS: [(&str, &str); 10] = [
    ("modules/web/manifests/sub.pp", "class web::sub inherits web { }\n"),
    ("modules/web/manifests/vhost.pp", "define web::vhost() { }\n"),
    ("modules/web/hiera.yaml", "version: 5\nhierarchy:\n  - name: Out\n    path: unseen.yaml\n    datadir: ../../../out\n"),
    ("modules/web/.fixtures.yml", "fixtures:\n  symlinks:\n    other: ../../../out/other\n  repositories:\n    x: /etc\n"),
    ("modules/web/types/port.pp", "type Web::Port = Integer\n"),
    (".git", "gitdir: ../out/git\n"),
    ("modules/web/facts.d/far.json", "{ \"near\": \"x\" }\n"),
    ("data/sealed.yaml", "web::secret: ENC[PKCS7,aGVsbG8=]\n"),
    ("../mine/mine/manifests/init.pp", "class mine { }\n"),
    ("../out/other/other/manifests/init.pp", "class other { notify { 's3cr3t': } }\n"),
];

const OUTSIDE: [(&str, &str); 10] = [
    ("s3cr3t.yaml", "a: 1\n"),
    ("unseen.json", "{ \"s3cr3t\": \"s3cr3t\" }\n"),
    ("unseen.yaml", "web::secret: s3cr3t\n"),
    ("hiera.yaml", "version: 5\nhierarchy: [{name: s3cr3t, path: unseen.yaml, datadir: .}]\n"),
    ("top.sls", "base: {'*': [unseen, s3cr3t]}\n"),
    ("unseen.sls", "secret: s3cr3t\n"),
    ("unseen.rb", "S3CR3T = 's3cr3t'\n"),
    ("init.sls", "s3cr3t: {test.nop: []}\n"),
    ("git/HEAD", "ref: refs/heads/s3cr3t\n"),
    ("bunraku.toml", "s3cr3t = 1\n"),
];

const LINKS: [(&str, &str); 16] = [
    ("modules/link", "/usr/share"),
    ("modules/out", "../../out/other/other"),
    ("data/link.yaml", "../../out/unseen.yaml"),
    ("manifests/link.pp", "/etc/hostname"),
    ("modules/web/files/link.txt", "../../../../out/unseen.json"),
    ("modules/linked/lib", "/usr/lib"),
    ("modules/web/lib/puppet/functions/web/link.rb", "../../../../../../../../out/unseen.rb"),
    ("modules/web/lib/facter/link.rb", "../../../../../out/unseen.rb"),
    ("modules/web/facts.d/link.json", "../../../../out/unseen.json"),
    ("modules/web/templates/link.erb", "../../../../out/unseen.json"),
    ("salt/states/link.sls", "../../../out/unseen.sls"),
    ("salt/states/far", "../../../out"),
    ("salt/states/pillar.example", "../../../out/unseen.yaml"),
    ("salt/pillar/link.sls", "../../../out/unseen.sls"),
    ("salt/far", "../../out"),
    ("salt/pillar.example", "../../out/unseen.yaml"),
];

/// A folder with `site`, which is open; `mine`, where the user has modules; and `out`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    let out = folder.path().join("out").display().to_string();
    write("site/.keep", "");
    OPEN.iter().for_each(|(name, text, _)| write(&format!("site/{name}"), &text.replace("OUT", &out)));
    OTHERS.iter().for_each(|(name, text)| write(&format!("site/{name}"), text));
    OUTSIDE.iter().for_each(|(name, text)| write(&format!("out/{name}"), text));
    for (name, target) in LINKS {
        let path = folder.path().join("site").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::os::unix::fs::symlink(target, path).expect("a link");
    }
    let pipe = folder.path().join("site/pipe");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.is_ok_and(|it| it.success()), "mkfifo makes a pipe");
    folder
}

/// Files that every program of this kind reads first: for the loader, the allocator, the number of processors.
const START: [&str; 10] = [
    "/etc/ld.so.",
    "/lib/",
    "/lib64/",
    "/usr/lib/x86_64-linux-gnu/lib",
    "/usr/lib/aarch64-linux-gnu/lib",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/fs/cgroup/",
    "/sys/kernel/mm/transparent_hugepage/",
];

/// The same of the process itself, which has a number, too.
const OWN: [&str; 3] = ["cgroup", "maps", "mountinfo"];

fn is_start(path: &str) -> bool {
    let own = path.strip_prefix("/proc/").and_then(|it| it.split_once('/'));
    START.iter().any(|it| path.starts_with(it))
        || own.is_some_and(|(process, file)| (process == "self" || process.parse::<u32>().is_ok()) && OWN.contains(&file))
        || path == env!("CARGO_BIN_EXE_bunraku")
}

/// One call of the log: its name, and the path that it is about.
fn call(line: &str) -> Option<(&str, PathBuf)> {
    let (_, call) = line.split_once(' ')?;
    let call = call.trim_start();
    let (name, arguments) = call.split_once('(')?;
    if !name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_') {
        return None;
    }
    let quoted = || Some(arguments.split_once('"')?.1.split_once('"')?.0);
    // `3</home/me>`: what an open file is.
    let base = || Some(arguments.split_once('<')?.1.split_once('>')?.0);
    let path = match (quoted(), arguments.starts_with(|it: char| it.is_ascii_digit())) {
        (Some(path), true) if !path.starts_with('/') => Path::new(base()?).join(path),
        (Some(path), _) => PathBuf::from(path),
        (None, _) => PathBuf::from(base()?),
    };
    Some((name, path))
}

/// The calls that look at what the server has no business with.
fn foreign(log: &str, allowed: &[PathBuf]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (name, path) in log.lines().filter_map(call) {
        let mut straight = PathBuf::new();
        for part in path.components() {
            match part {
                Component::ParentDir => drop(straight.pop()),
                part => straight.push(part),
            }
        }
        let is_inside = allowed.iter().any(|it| straight.starts_with(it));
        // Where the folder itself really lies.
        let is_above = name == "readlink" && allowed.iter().any(|it| it.starts_with(&straight));
        let text = straight.to_string_lossy();
        if !is_inside && !is_above && !is_start(&text) {
            found.insert(format!("{name} {text}"));
        }
    }
    found
}

#[test]
fn the_log_is_understood() {
    let log = "10 execve(\"/usr/bin/cat\", [\"cat\"], 0x7 /* 9 vars */) = 0\n\
               10 openat(AT_FDCWD</x>, \"/site/../etc/passwd\", O_RDONLY|O_CLOEXEC) = 3</etc/passwd>\n\
               11 openat(4</home/me>, \"b\", O_RDONLY <unfinished ...>\n\
               10 getdents64(5</usr/share>, 0x5 /* 3 entries */, 32768) = 80\n\
               10 readlink(\"/site\", 0x7, 1023) = -1 EINVAL (Invalid argument)\n\
               10 statx(AT_FDCWD</x>, \"/site/a.pp\", AT_STATX_SYNC_AS_STAT, STATX_ALL, {stx_mask=STATX_ALL}) = 0\n\
               11 <... openat resumed>) = 4\n";
    let found = foreign(log, &["/site/open".into(), "/site/a.pp".into()]);
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found, ["execve /usr/bin/cat", "getdents64 /usr/share", "openat /etc/passwd", "openat /home/me/b"]);
}

/// All kinds of documents.
const KINDS: [DocumentKind; 11] = {
    use DocumentKind::*;
    // A kind that is new fails to compile here, and belongs into the list below.
    const fn _all(kind: DocumentKind) {
        match kind {
            Manifest | Epp | Erb | Ruby | Sls | Jinja | Data | Metadata | Settings | Input | Other => {}
        }
    }
    [Manifest, Epp, Erb, Ruby, Sls, Jinja, Data, Metadata, Settings, Input, Other]
};

#[test]
fn each_kind_of_file_is_open() {
    let missing: Vec<_> = KINDS.into_iter().filter(|kind| !OPEN.iter().any(|it| document_kind(Path::new(it.0)) == *kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_nobody_trusts_makes_the_server_look_at_nothing_else() {
    let folder = folder();
    let site = folder.path().join("site");
    let log = folder.path().join("calls");
    let options = json!({ "trusted": false, "modulepath": [folder.path().join("mine"), site.join("modules")], "lint": true });
    let mut client = Setup::new()
        .traced(&log)
        .can("window.workDoneProgress", json!(true))
        .can("workspace.applyEdit", json!(true))
        .can("workspace.didChangeWatchedFiles.dynamicRegistration", json!(true))
        .can("textDocument.diagnostic", json!({}))
        .can("textDocument.rename.prepareSupport", json!(true))
        .can("textDocument.typeHierarchy.dynamicRegistration", json!(true))
        .can("textDocument.codeAction.dataSupport", json!(true))
        .can("textDocument.codeAction.resolveSupport.properties", json!(["edit"]))
        .can("textDocument.codeAction.codeActionLiteralSupport.codeActionKind.valueSet", json!([]))
        .options(options)
        .folder(&site)
        .start();
    client.ready();
    let mut shown = Vec::new();
    for (kind, _, places) in OPEN {
        let text = fs::read_to_string(site.join(kind)).expect("a file of the site");
        let out = folder.path().join("out").display().to_string();
        client.open_as(&uri(&site.join(kind)), kind.rsplit('.').next().unwrap_or_default(), &text);
        for place in places {
            let place = place.replace("OUT", &out);
            let at = text.find(&place).unwrap_or_else(|| panic!("{place} in {kind}")) + place.len();
            for row in ROWS {
                // What is refused is refused: it must not end the server.
                if let Ok(found) = answer(&mut client, &site, row, kind, &position_of(&text, at)) {
                    shown.push((format!("{} at {place} in {kind}", row.method), found));
                }
            }
        }
        let document = json!({ "uri": uri(&site.join(kind)) });
        for against in ["HEAD", "--output=/tmp/x", "unseen"] {
            let found = client.request("bunraku/graph", json!({ "textDocument": document, "against": against }));
            shown.push((format!("a graph against {against} in {kind}"), found));
        }
        client.notify("textDocument/didSave", json!({ "textDocument": document }));
    }
    // What is edited, made, renamed and closed is read anew.
    let text = |name: &str| fs::read_to_string(site.join(name)).expect("a file of the site");
    client.replace(&uri(&site.join("manifests/site.pp")), 2, &format!("{}include out\n", text("manifests/site.pp")));
    let made = ["manifests/link.pp", "modules/link/manifests/new.pp", "modules/web/templates/new.epp", "../out/new.pp"];
    let made: Vec<Value> = made.iter().map(|it| json!({ "uri": uri(&site.join(it)) })).collect();
    client.notify("workspace/didCreateFiles", json!({ "files": made }));
    let renamed = json!({ "oldUri": uri(&site.join("data/common.yaml")), "newUri": uri(&site.join("../out/unseen.yaml")) });
    client.notify("workspace/didRenameFiles", json!({ "files": [renamed] }));
    let added = json!({ "uri": uri(&site.join("modules/web")), "name": "web" });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": { "added": [added], "removed": [] } }));
    client.close(&uri(&site.join("data/common.yaml")));
    let changed = [(&site, "data/link.yaml"), (&site, "modules/link"), (&site, "../out/unseen.yaml")];
    let changes: Vec<Value> = changed.map(|(folder, name)| json!({ "uri": uri(&folder.join(name)), "type": 2 })).into();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    // What the user's own module path has is still known.
    let found = client.request("workspace/symbol", json!({ "query": "web" }));
    assert!(found.to_string().contains("web::sub"), "{found}");
    let missing: Vec<_> = offered(&client.capabilities, &client.registered).into_iter().filter(|it| !client.sent.contains(it)).collect();
    assert!(missing.is_empty(), "the server offers these as well: {missing:?}");
    client.finish();

    let log = fs::read_to_string(&log).expect("strace writes a log; containers may forbid it to look at other programs");
    assert!(log.contains("execve("), "strace saw no program start");
    let real = |path: &Path| path.canonicalize().expect("a folder");
    let mut allowed = vec![site.clone(), real(&site), folder.path().join("mine")];
    // Where Puppet has the modules of all environments.
    allowed.extend(["/etc/puppetlabs/code/modules", "/opt/puppetlabs/puppet/modules"].map(PathBuf::from));
    let foreign = foreign(&log, &allowed);
    assert!(foreign.is_empty(), "{foreign:#?}");
    let leaks: Vec<&String> = shown.iter().filter(|(_, found)| found.to_string().contains(SECRET)).map(|it| &it.0).collect();
    assert!(leaks.is_empty(), "{leaks:#?}");
}
