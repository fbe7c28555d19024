//! One resource that Ruby applies.

use std::sync::Mutex;

use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use smol_str::{SmolStr, format_smolstr};

use super::data::{is_deferred, whole};
use super::{BridgeError, LogMessage, Shared, locked};
use crate::instance::{Child, Cx, Found, Instance, Obstacle, ProviderError, plain_change};
use crate::show::shown;
use crate::subject::Subject;
use crate::types::elsewhere::Elsewhere;

/// A resource, and what Ruby has said of it.
pub struct Bridged {
    bridge: Shared,
    reference: String,
    data: Json,
    /// Its provider, if it is one of Puppet's that is missing here.
    elsewhere: Option<Elsewhere>,
    about: Option<About>,
    /// Messages about properties that are out of date.
    words: FxHashMap<String, Json>,
    /// Messages about those that were set.
    changes: FxHashMap<String, String>,
    /// Its values are not computed yet: another one takes its place when they are.
    is_deferred: bool,
    is_suitable: bool,
    is_there: bool,
    /// Why nothing can be said of it any more: the process has ended.
    failure: Option<ProviderError>,
    prefetch: Option<String>,
}

#[derive(Clone, Debug, Default)]
struct About {
    provider: Option<&'static str>,
    properties: Vec<Property>,
    refreshes_itself: bool,
}

#[derive(Clone, Debug)]
struct Property {
    name: String,
    should: Json,
    is_secret: bool,
}

impl Bridged {
    pub fn new(bridge: Shared, subject: &Subject) -> Bridged {
        Bridged {
            bridge,
            reference: subject.reference.to_string(),
            data: whole(subject),
            elsewhere: Elsewhere::find(subject),
            about: None,
            words: FxHashMap::default(),
            changes: FxHashMap::default(),
            is_deferred: is_deferred(subject),
            is_suitable: false,
            is_there: true,
            failure: None,
            prefetch: None,
        }
    }

    /// Asks about the resource, and sends it to Ruby first where it is not known there.
    fn ask(&mut self, verb: &str, request: Json, cx: &mut Cx<'_>) -> Result<Json, BridgeError> {
        if let Some(failure) = &self.failure {
            return Err(BridgeError::Gone(failure.clone()));
        }
        if self.is_deferred {
            return Err(BridgeError::Gone(ProviderError::new("There is nothing that calls deferred functions")));
        }
        // Whatever it does, it is another program.
        cx.system.sync();
        let bridge = self.bridge.clone();
        let mut bridge = locked(&bridge);
        let mut tell = |message: LogMessage| hear(message, cx);
        let answer = match bridge.introduce(&self.reference, &self.data, &mut tell) {
            Ok(about) => {
                if self.about.is_none() {
                    self.about = Some(about_of(&about));
                }
                bridge.ask(verb, &self.reference, request, &mut tell)
            }
            Err(trouble) => Err(trouble),
        };
        if let Err(error @ (BridgeError::Missing(_) | BridgeError::Gone(_))) = &answer {
            self.failure = Some(error.clone().into());
        }
        answer
    }

    fn property(&self, name: &str) -> Option<&Property> {
        self.about.as_ref()?.properties.iter().find(|it| it.name == name)
    }

    fn word(&self, property: &str, which: &str) -> Option<String> {
        self.words.get(property)?[which].as_str().map(str::to_owned)
    }

    fn learn(&mut self, answer: &Json) {
        if let Some(about) = &mut self.about {
            about.properties = properties(answer);
            about.provider = provider(answer).or(about.provider);
        }
    }
}

impl Instance for Bridged {
    fn provider(&self) -> Option<&'static str> {
        let named = self.elsewhere.as_ref().and_then(Elsewhere::provider);
        self.about.as_ref().and_then(|it| it.provider).or(named)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        if self.is_suitable {
            return None;
        }
        if let Some(obstacle) = self.elsewhere.as_ref().and_then(|it| it.obstacle(cx.system)) {
            return Some(obstacle);
        }
        // Any error is reported when the resource is read.
        let answer = self.ask("suitable", json!({}), cx).ok()?;
        self.is_suitable = answer["suitable"] == true;
        let provider = provider(&answer);
        if let Some(about) = &mut self.about {
            about.provider = provider;
        }
        match (self.is_suitable, provider) {
            (true, _) => None,
            (false, Some(provider)) => Some(Obstacle::NotFunctional(provider)),
            (false, None) => Some(Obstacle::NoProvider(cx.subject.type_name.to_lowercase())),
        }
    }

    fn generate(&mut self, cx: &mut Cx<'_>) -> Result<Vec<Child>, ProviderError> {
        if self.obstacle(cx).is_some() {
            // Nothing is asked of what cannot work, not even what there is.
            return Ok(Vec::new());
        }
        let request = json!({ "containment": cx.subject.containment.iter().collect::<Vec<_>>() });
        let answer = match self.ask("turn", request, cx) {
            Ok(answer) => answer,
            Err(BridgeError::Answer(refusal)) if self.about.is_some() => return Err(refusal.failure),
            // A missing type or process is reported when the resource is read.
            Err(_) => return Ok(Vec::new()),
        };
        self.prefetch = answer["prefetch"].as_str().map(str::to_owned);
        Ok(found(&answer)
            .into_iter()
            .map(|it| Child { type_name: Some(it.type_name), title: it.title, parameters: it.parameters })
            .collect())
    }

    fn generate_first(&mut self, cx: &mut Cx<'_>) -> Result<(Vec<Found>, bool), ProviderError> {
        let request = json!({ "containment": cx.subject.containment.iter().collect::<Vec<_>>() });
        match self.ask("generate", request, cx) {
            Ok(answer) => Ok((found(&answer), answer["before"] == true)),
            Err(BridgeError::Answer(refusal)) if self.about.is_some() => Err(refusal.failure),
            Err(_) => Ok((Vec::new(), false)),
        }
    }

    fn not_prefetched(&self) -> Option<&str> {
        self.prefetch.as_deref()
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let answer = self.ask("retrieve", json!({ "audit": cx.subject.audit }), cx)?;
        self.learn(&answer);
        self.is_there = answer["present"] != false;
        let values = answer["values"].as_array().into_iter().flatten();
        Ok(values.filter_map(|it| Some((it[0].as_str()?.to_owned(), it[1].clone()))).collect())
    }

    fn is_there(&self, _is: &[(String, Json)]) -> bool {
        self.is_there
    }

    fn should(&self, property: &str) -> Option<Json> {
        self.property(property).map(|it| it.should.clone()).filter(|it| !it.is_null())
    }

    fn is_in_sync(&mut self, property: &str, _is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        match self.ask("insync", json!({ "property": property }), cx) {
            Ok(answer) if answer["insync"] == true => Ok(true),
            Ok(answer) => {
                self.words.insert(property.to_owned(), answer);
                Ok(false)
            }
            Err(BridgeError::Answer(refusal)) => {
                self.words.insert(property.to_owned(), refusal.words);
                Err(refusal.failure)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let answer = self.ask("set", json!({ "property": property }), cx)?;
        if let Some(change) = answer["change"].as_str() {
            self.changes.insert(property.to_owned(), change.to_owned());
        }
        Ok(())
    }

    fn event_name(&self, property: &str) -> SmolStr {
        self.word(property, "event").map_or_else(|| format_smolstr!("{property}_changed"), SmolStr::from)
    }

    fn unschedules(&self, property: &str) -> bool {
        self.words.get(property).is_some_and(|it| it["unschedules"] == true)
    }

    fn refreshes_itself(&self) -> bool {
        self.about.as_ref().is_some_and(|it| it.refreshes_itself)
    }

    fn flush(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.ask("flush", json!({}), cx)?;
        Ok(())
    }

    fn change(&self, property: &str, is: &Json, should: &Json, cx: &mut Cx<'_>) -> String {
        if let Some(change) = self.changes.get(property) {
            return change.clone();
        }
        let asked = locked(&self.bridge).ask("change", &self.reference, json!({ "property": property }), &mut |message| hear(message, cx));
        let change = asked.ok().and_then(|it| it["change"].as_str().map(str::to_owned));
        change
            .unwrap_or_else(|| plain_change(property, &self.show_is(property, is, cx), &self.show_should(property, should, cx), is, should))
    }

    fn show_is(&self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> String {
        self.word(property, "is").unwrap_or_else(|| shown(is))
    }

    fn show_should(&self, property: &str, should: &Json, _cx: &mut Cx<'_>) -> String {
        self.word(property, "should").unwrap_or_else(|| shown(should))
    }

    fn is_secret(&self, property: &str) -> bool {
        self.property(property).is_some_and(|it| it.is_secret)
    }

    fn refreshes(&self) -> bool {
        true
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        // A new process may do what the last one could not.
        self.failure = None;
        self.ask("refresh", json!({}), cx)?;
        Ok(())
    }
}

/// Reports a message of Puppet as one of the run.
fn hear(message: LogMessage, cx: &mut Cx<'_>) {
    if message.level < cx.sink.least() {
        return;
    }
    cx.sink.record(message.record(cx.system.now()));
}

fn about_of(about: &Json) -> About {
    About { provider: provider(about), properties: properties(about), refreshes_itself: about["self_refresh"] == true }
}

fn properties(answer: &Json) -> Vec<Property> {
    let all = answer["properties"].as_array().into_iter().flatten();
    let property = |it: &Json| {
        Some(Property { name: it["name"].as_str()?.to_owned(), should: it["should"].clone(), is_secret: it["sensitive"] == true })
    };
    all.filter_map(property).collect()
}

fn found(answer: &Json) -> Vec<Found> {
    let one = |it: &Json| {
        let parameters = it["parameters"].as_object()?.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let sensitive = it["sensitive"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect();
        Some(Found { type_name: it["type"].as_str()?.to_owned(), title: it["title"].as_str()?.to_owned(), parameters, sensitive })
    };
    answer["resources"].as_array().into_iter().flatten().filter_map(one).collect()
}

fn provider(answer: &Json) -> Option<&'static str> {
    answer["provider"].as_str().map(leaked_name)
}

/// The names of providers are few, and stay for as long as the program runs.
fn leaked_name(name: &str) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    match names.iter().find(|it| **it == name) {
        Some(known) => known,
        None => {
            let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
            names.push(name);
            name
        }
    }
}
