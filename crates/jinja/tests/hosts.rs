//! Extensions by a host: functions, objects, decisions, the printing of maps.

use std::any::Any;
use std::rc::Rc;

use jinja::{Args, Bare, Error, ErrorKind, Function, HOLE, Host, Object, Outcome, Renderer, Settings, Source, Value};
use text_size::TextRange;

struct Modules;

impl Object for Modules {
    fn type_name(&self) -> String {
        "Modules".to_owned()
    }

    fn item(&self, _: &mut Renderer<'_>, key: &Value) -> Outcome<Option<Value>> {
        Ok(match key.as_str() {
            Some("twice") => Some(
                Function::new("twice", |r, args: Args| {
                    let function = args.positional.first().cloned().unwrap_or(Value::None);
                    let one = r.call(&function, Args::default())?.text()?;
                    Ok(Value::str(format!("{}{}", &*one, &*one)))
                })
                .into(),
            ),
            Some("fails") => Some(Function::new("fails", |_, _| Err(Error::host("it fails", Rc::new(42)))).into()),
            Some("impure") => Some(Function::new("impure", |_, _| Ok(Value::unknown("it depends on the machine"))).into()),
            _ => None,
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct World {
    decision: Option<bool>,
}

impl Host for World {
    fn global(&self, name: &str) -> Option<Value> {
        (name == "modules").then(|| Value::Object(Rc::new(Modules)))
    }

    fn filter(&self, name: &str) -> Option<Function> {
        (name == "upper").then(|| Function::new("upper", |_, _| Ok(Value::str("ours"))))
    }

    fn test(&self, name: &str) -> Option<Function> {
        (name == "good").then(|| Function::new("good", |_, args| Ok(Value::Bool(args.positional.len() == 2))))
    }

    fn quotes_in_maps(&self) -> bool {
        true
    }

    fn quote_in_map(&self, text: &str) -> Option<String> {
        text.contains('\n').then(|| format!("{text:?}"))
    }

    fn decide(&self, _: &str, _: TextRange) -> Option<bool> {
        self.decision
    }
}

fn render(text: &str, decision: Option<bool>) -> Result<String, Error> {
    let source = Source::new("main", text);
    jinja::render(&source, [], &World { decision }, &Settings::default()).map(|it| it.text.replace(HOLE, "?"))
}

#[test]
fn functions_and_objects() {
    assert_eq!(render("{% macro m() %}x{% endmacro %}{{ modules['twice'](m) }}{{ modules.twice(m) }}", None).unwrap(), "xxxx");
    assert_eq!(render("{{ 'a'|upper }}{{ 1 is good(2) }}{{ 'good' is test }}", None).unwrap(), "oursTrueTrue");
    let error = render("a\n{{ modules.fails() }}", None).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::Host, "it fails"));
    assert_eq!(error.of_host().and_then(|it| it.downcast_ref::<i32>()), Some(&42));
    assert_eq!(usize::from(error.trace()[0].1.start()), 5);
    assert_eq!(render("{{ modules.nosuch }}", None).unwrap_err().message(), "'Modules object' has no attribute 'nosuch'");
}

#[test]
fn decisions_of_the_host() {
    let text = "{% if modules.impure() %}a{% else %}b{% endif %}";
    assert_eq!(render(text, None).unwrap(), "?");
    assert_eq!(render(text, Some(true)).unwrap(), "a");
    assert_eq!(render(text, Some(false)).unwrap(), "b");
    let rendered = jinja::render(&Source::new("main", text), [], &World { decision: None }, &Settings::default()).unwrap();
    let place = rendered.place(rendered.undecided[0]).unwrap();
    assert_eq!(&text[usize::from(place.range.start())..usize::from(place.range.end())], "modules.impure()");
}

#[test]
fn maps_are_printed_as_the_host_wants() {
    assert_eq!(
        render("{{ {'a': 'x\\ny', 'b': 'z', 'c': [{'d': 'e\\nf'}]} }}", None).unwrap(),
        "{'a': \"x\\ny\", 'b': 'z', 'c': [{'d': \"e\\nf\"}]}"
    );
    assert_eq!(render("{{ {'a': nosuch} }}", None).unwrap_err().message(), "'nosuch' is undefined");
    assert_eq!(render("{{ [{'a': nosuch}] }}", None).unwrap(), "[{'a': Undefined}]");
}

#[test]
fn errors_say_where_they_came_from() {
    let text = "{% macro m(a) %}\n{{ a.b }}{% endmacro %}\n{{ m(1) }}";
    let error = jinja::render(&Source::new("main", text), [], &Bare, &Settings::default()).unwrap_err();
    assert_eq!(error.message(), "'int object' has no attribute 'b'");
    let places: Vec<&str> = error.trace().iter().map(|it| &text[usize::from(it.1.start())..usize::from(it.1.end())]).collect();
    assert_eq!(places, ["a.b", "m(1)"]);
}
