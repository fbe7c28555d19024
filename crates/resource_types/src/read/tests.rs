use super::*;
use crate::managed::Managed;
use crate::title::{parse_title, uniqueness_key};

fn shown(info: &TypeInfo) -> String {
    let mut out = String::new();
    for it in &info.attributes {
        if it.name == "provider" {
            continue;
        }
        out.push_str(match it.kind {
            AttributeKind::Property => "property ",
            _ => "param ",
        });
        out.push_str(&it.name);
        let words: Vec<&str> = it.values.words.iter().map(String::as_str).chain(it.values.patterns.iter().map(Pattern::text)).collect();
        if !words.is_empty() {
            out.push_str(&format!(" {}", words.join("|")));
        }
        for (is, what) in [
            (it.namevar, "namevar"),
            (it.required, "required"),
            (it.all, "all"),
            (it.validates, "validates"),
            (it.munges, "munges"),
            (it.computed_default, "computed"),
            (it.base != Base::Plain, "derived"),
            (!it.sure, "unsure"),
        ] {
            if is {
                out.push_str(&format!(" {what}"));
            }
        }
        if let Some(default) = &it.default {
            out.push_str(&format!(" = {}", default.inspect()));
        }
        out.push('\n');
    }
    for it in &info.relations {
        out.push_str(&format!("{} {} {:?}", it.relation.name(), it.target, it.titles));
        out.push_str(&it.attributes.iter().map(|it| format!(" ${it}")).collect::<String>());
        out.push('\n');
    }
    for it in &info.title_patterns {
        out.push_str(&format!("title {} {:?}\n", it.pattern.text(), it.attributes));
    }
    for (is, what) in [(info.open, "open"), (!info.isomorphic, "loose"), (info.refreshable, "refreshable"), (info.validates, "validates")] {
        if is {
            out.push_str(&format!("{what}\n"));
        }
    }
    out
}

fn read(name: &str, text: &str) -> String {
    read_type(name, text).map_or_else(|| "none".to_owned(), |it| shown(&it))
}

#[test]
fn declarations_of_a_type_are_read() {
    let text = r#"
# encoding: utf-8
require 'x'
module Puppet
  Type.newtype(:vhost, :self_refresh => true) do
    @doc = <<-EOT
      newparam(:not_this) do
    EOT
    CHARS = %w[a b].freeze

    ensurable do
      defaultvalues
      newvalue(:latest, required_features: :upgradeable) { provider.update }
      defaultto :present
    end

    newparam(:name, :namevar => true) { desc 'The "name".' }
    newparam :docroot do
      desc "Where #{it} is."
      isrequired
      validate { |value| raise ArgumentError, "no" unless value =~ /^\// }
      munge do |value|
        if value then value.to_s else nil end
      end
    end
    newparam(:force, :boolean => true, :parent => Puppet::Parameter::Boolean) do
      defaultto false
    end
    newproperty(:ports, array_matching: :all) do
      newvalues(/^\d+$/, :any, "none")
      defaultto { [80] }
      def insync?(is) is.sort == should.sort end
    end
    newproperty(:mode) do
      newvalues *%w[on off]
    end
    autorequire(:package) { 'httpd' }
    autorequire(:file) do
      [self[:docroot], '/etc'] if self[:docroot]
    end
    autonotify(:service) { %w[httpd php] }
    autobefore(:service) { self[:name] if self[:name] }
    autobefore(:exec) { self[:docroot] }
    autosubscribe(:user) do
      [self[:name], self[:mode]]
    end
    autosubscribe(:group) { self[:a].upcase }
    validate do
      raise 'x' if self[:name].nil?
    end
    def refresh
      provider.restart
    end
  end
end
"#;
    assert_eq!(
        read("vhost", text),
        "property ensure present|absent|latest derived = :present\n\
         property ports any|none|/^\\d+$/ all computed\n\
         property mode on|off\n\
         param name namevar\n\
         param docroot required validates munges\n\
         param force true|false|yes|no derived = false\n\
         autorequire package Some([\"httpd\"])\n\
         autorequire file None\n\
         autonotify service Some([\"httpd\", \"php\"])\n\
         autobefore service None $name\n\
         autobefore exec None\n\
         autosubscribe user None $name $mode\n\
         autosubscribe group None\n\
         title /\\A(.*)\\z/m [\"name\"]\n\
         refreshable\n\
         validates\n"
    );
    assert_eq!(read("other", text), "none");
}

#[test]
fn what_is_computed_is_left_open() {
    for text in [
        "Puppet::Type.newtype(:t) do\n [:a, :b].each do |n|\n newparam(n)\n end\nend",
        "Puppet::Type.newtype(:t) do\n create_parameters(:a)\nend",
        "Puppet::Type.newtype(:t) do\n include Other\nend",
        "Puppet::Type.newtype(:t) do\n newparam(\"a#{b}\")\nend",
        "Puppet::Type.newtype(:t) do\n if x\n newparam(:a)\n end\nend",
        "Puppet::Type.newtype(:t, &Other.block) do\n extend Other\nend",
    ] {
        let info = read_type("t", text).unwrap();
        assert!(info.open && info.accepts("nosuch"), "{text}");
    }
    let closed = read_type("t", "Puppet::Type.newtype(:t) do\n newparam(:a) do end\n if x\n y\n end\nend").unwrap();
    assert!(!closed.open && closed.accepts("a") && !closed.accepts("nosuch"));
}

#[test]
fn titles_give_namevars() {
    let text = "Puppet::Type.newtype(:t) do
  newparam(:a) do isnamevar end
  newparam(:b, namevar: true)
  def self.title_patterns
    [
      [%r{^([^:]+):(.*)$}, [[:a], [:b, lambda { |x| x }]]],
      [/^(.*)$/m, [[:a]]],
    ]
  end
end";
    let info = read_type("t", text).unwrap();
    assert_eq!(parse_title(&info, "x:y").unwrap(), [("a", Value::str("x")), ("b", Value::str("y"))]);
    // Without running it the rest is unknown: then every title is another resource.
    let computed = text.replace("lambda { |x| x }", "->(x) { x.upcase }");
    let info = read_type("t", &computed).unwrap();
    assert!(info.title_patterns.is_empty());
    for same in ["proc { |x| x }", "->(x) { x }", "-> x { x }", "lambda {\n|x|\nx\n}"] {
        let info = read_type("t", &text.replace("lambda { |x| x }", same)).unwrap();
        assert_eq!(info.title_patterns.len(), 2, "{same}");
    }
    // What is not certain to be the same, and what is no plain list.
    let others = [
        ("lambda { |x| x }", "x { x }"),
        ("lambda { |x| x }", "upcase(upcase)"),
        ("lambda { |x| x }", "lambda { |x, y| x }"),
        ("lambda { |x| x }", "lambda { |x| x x }"),
        ("lambda { |x| x }", "->(x) { X }"),
        ("[:a], ", "[:a.succ], "),
        ("[:a], ", "*[:a], "),
        ("[:a], ", "[:a].reverse, "),
        ("def self.title_patterns", "class << self\ndef title_patterns"),
    ];
    for (from, to) in others {
        let text = text.replace(from, to);
        let text = if to.starts_with("class") { format!("{text}\nend") } else { text };
        assert!(read_type("t", &text).unwrap().title_patterns.is_empty(), "{to}");
    }
    let key = |title| uniqueness_key(&info, "T", title, |_| None).unwrap();
    assert_ne!(key("x:y"), key("x:z"));
    let elsewhere = "Puppet::Type.newtype(:t) do\n instance_eval(&Other::PARAMETERS)\n newparam(:a)\nend";
    let info = read_type("t", elsewhere).unwrap();
    assert!(info.open && info.namevars.is_empty());
    let key = |title| uniqueness_key(&info, "T", title, |_| None).unwrap();
    assert_ne!(key("x"), key("y"));
    let none: [(&str, &serde_json::Value); 0] = [];
    let managed = |title| Managed::new(&info, title, none).key();
    assert_ne!(managed("x"), managed("y"));
}

#[test]
fn types_of_the_resource_api_are_read() {
    let text = r#"
require 'puppet/resource_api'
Puppet::ResourceApi.register_type(
  name: 'apt_key',
  docs: <<-EOS,
    A key: { name: 'x' }
  EOS
  features: ['canonicalize'],
  title_patterns: [
    { pattern: %r{^(?<id>.*)-(?<server>[^-]*)$}, desc: 'both' },
    { pattern: %r{^(?<id>.*)$}, desc: 'one' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'x', default: 'present' },
    id: { type: 'String', behaviour: :namevar },
    server: { type: 'String', behaviour: :namevar },
    :options => { type: 'Optional[String]', behaviour: :parameter },
    created: { type: 'String', behaviour: :read_only },
  },
  autorequire: { file: '$source', package: ['apt'] },
)
"#;
    assert_eq!(
        read("apt_key", text),
        "property ensure validates munges unsure = \"present\"\n\
         property created validates munges unsure\n\
         param id namevar validates munges unsure\n\
         param server namevar validates munges unsure\n\
         param options validates munges unsure\n\
         autorequire file None $source\n\
         autorequire package Some([\"apt\"])\n\
         title /^(?<id>.*)-(?<server>[^-]*)$/ [\"id\", \"server\"]\n\
         title /^(?<id>.*)$/ [\"id\"]\n"
    );
    let info = read_type("apt_key", text).unwrap();
    let data_type = |name: &str| info.attribute(name).and_then(|it| it.data_type.as_deref());
    assert_eq!((data_type("ensure"), data_type("options")), (Some("Enum[present, absent]"), Some("Optional[String]")));
    assert_eq!(parse_title(&info, "a-b-c").unwrap()[0].1, Value::str("a-b"));
    assert_eq!(read("other", text), "none");
}

#[test]
fn nothing_that_is_no_code_breaks_the_reading() {
    let whole = include_str!("tests.rs");
    for (at, _) in whole.char_indices().step_by(41) {
        let _ = read_type("vhost", &whole[at..]);
        let _ = read_type("vhost", &format!("newtype(:vhost) do {}", &whole[at..(at + 200).min(whole.len())].escape_debug()));
    }
    let deep = format!("Puppet::Type.newtype(:vhost) do\n{}", "newparam(:x) do [(".repeat(20_000));
    assert!(read_type("vhost", &deep).is_some());
    // Nothing is read repeatedly.
    for part in ["do ) ", "( end ", "newparam ", "if newparam(:x) ", "<<-'A' ", "x.\n\n", "[ newvalues(", "\"#{"] {
        let long = format!("Puppet::Type.newtype(:vhost) do\nif x\n{}", part.repeat(100_000));
        let _ = read_type("vhost", &long);
    }
}

/// (P) Puppet takes the last of two blocks for one type, looks for no resource that a list in a list names, and asks for what the code of
/// an attribute has made of its value.
#[test]
fn relations_are_read_as_far_as_they_say_what_they_are() {
    let text = r#"
Puppet::Type.newtype(:rel) do
  newparam(:name, namevar: true)
  newparam(:a)
  newparam(:b)
  newparam(:m) { munge { |v| v + '/x' } }
  newparam(:d) { defaultto { '/def' } }
  newparam(:lit) { defaultto '/lit' }
  autorequire(:file) { [self[:a], '/fixed'] }
  autorequire(:user) { 'one' }
  autorequire(:user) { 'two' }
  autobefore(:file) { self[:m] }
  autosubscribe(:file) { self[:d] }
  autonotify(:file) { [self[:lit], self[:b]].compact }
  [:group, :exec].each do |it|
    autorequire(it) { 'g' }
  end
  autorequire(:host) { self[:a] } if Puppet.features.posix?
end
"#;
    let info = read_type("rel", text).unwrap();
    let nothing = Nothing;
    let related = |parameters: serde_json::Value| {
        let parameters = parameters.as_object().cloned().unwrap_or_default();
        let resource = Managed::new(&info, "r", &parameters);
        let found = crate::automatic(&resource, &nothing);
        let mut lines: Vec<String> = found.found.iter().map(|it| format!("{} {} {:?}", it.relation.name(), it.target, it.titles)).collect();
        lines.extend(found.unknown.iter().map(|it| format!("{} {} unknown", it.relation.name(), it.target)));
        lines
    };
    assert_eq!(
        related(serde_json::json!({"a": ["/a1", "/a2"], "b": "/b", "m": "/m"})),
        [
            "autorequire file [\"/fixed\"]",
            "autorequire user [\"two\"]",
            "autonotify file [\"/lit\", \"/b\"]",
            "autobefore file unknown",
            "autosubscribe file unknown",
            "autorequire  unknown",
            "autorequire host unknown"
        ]
    );
    assert_eq!(
        related(serde_json::json!({"a": "/a1", "d": "/d"}))[..2],
        ["autorequire file [\"/a1\", \"/fixed\"]", "autorequire user [\"two\"]"]
    );
    assert!(related(serde_json::json!({"d": ["/d", "/e"]})).contains(&"autosubscribe file [\"/d\", \"/e\"]".to_owned()));
}

/// No other resources.
struct Nothing;

impl crate::Known for Nothing {
    fn contains(&self, _: &str, _: &str) -> bool {
        false
    }

    fn of_type(&self, _: &str) -> Vec<&Managed<'_>> {
        Vec::new()
    }
}

#[test]
fn rules_by_the_name_of_a_type_hold_for_its_known_texts_alone() {
    // As Debian's module concat has it, and another text.
    let text = |of: &str| {
        format!("Puppet::Type.newtype(:vs_port) do\n newparam(:name)\n newparam(:bridge)\n autorequire(:vs_bridge) do\n {of}\n end\nend")
    };
    let known = read_type("vs_port", &text("self[:bridge].upcase if self[:bridge]")).unwrap();
    let parameters = serde_json::json!({"bridge": "b"}).as_object().cloned().unwrap_or_default();
    let resource = Managed::new(&known, "p", &parameters);
    assert_eq!(crate::automatic(&resource, &Nothing).unknown.len(), 1);
    assert!(!known.has_recorded_relations());
}
