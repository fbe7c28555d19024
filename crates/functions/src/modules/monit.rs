//! The module `monit`: tests in the words of its configuration.

use std::fmt::Write;

use values::{Hash, Value};

use crate::{Call, Context, Failure, Function, Outcome, ruby};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::old("monit_validate_tests", -1, validate_tests).in_module("monit")].into_iter()
}

const OF_RESOURCES: [&str; 12] = [
    "CPU",
    "CPU(USER)",
    "CPU(SYSTEM)",
    "CPU(WAIT)",
    "TOTAL CPU",
    "CHILDREN",
    "LOADAVG(1MIN)",
    "LOADAVG(5MIN)",
    "LOADAVG(15MIN)",
    "TOTAL MEMORY",
    "MEMORY",
    "SWAP",
];
const OPERATORS: [&str; 12] = ["<", ">", "!=", "==", "GT", "LT", "EQ", "NE", "GREATER", "LESS", "EQUAL", "NOTEQUAL"];
const ACTIONS: [&str; 6] = ["ALERT", "RESTART", "START", "STOP", "EXEC", "UNMONITOR"];
const OF_HTTP: [&str; 5] = ["REQUEST", "STATUS", "CHECKSUM", "HOSTHEADER", "CONTENT"];
const OF_APACHE: [&str; 10] = [
    "LOGLIMIT",
    "CLOSELIMIT",
    "DNSLIMIT",
    "KEEPALIVELIMIT",
    "REPLYLIMIT",
    "REQUESTLIMIT",
    "STARTLIMIT",
    "WAITLIMIT",
    "GRACEFULLIMIT",
    "CLEANUPLIMIT",
];

/// Whether something of a kind can be tested so; none for a kind that is not known.
fn has_test(kind: &str, test: &str) -> Option<bool> {
    Some(match kind {
        "DIRECTORY" | "FIFO" | "FILE" | "PROGRAM" => false,
        "FILESYSTEM" => matches!(test, "FSFLAGS" | "SPACE" | "INODE" | "PERM" | "PERMISSION"),
        "HOST" => test == "CONNECTION",
        "PROCESS" => test == "CONNECTION" || OF_RESOURCES.contains(&test),
        "SYSTEM" => OF_RESOURCES.contains(&test),
        _ => return None,
    })
}

fn validate_tests(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let kind = upcase(call.at(0))?;
    let Value::Array(tests) = call.at(1) else { return Err(ruby::no_method("each_with_index", call.at(1))) };
    let tests: Result<Vec<Value>, Failure> = tests.iter().map(|test| Test::from_value(&kind, test)?.checked()).collect();
    tests.map(Value::array)
}

fn upcase(value: &Value) -> Result<String, Failure> {
    value.as_str().map(str::to_uppercase).ok_or_else(|| ruby::no_method("upcase", value))
}

struct Test {
    kind: String,
    name: String,
    entries: Hash,
}

impl Test {
    fn from_value(kind: &str, test: &Value) -> Result<Test, Failure> {
        let Value::Hash(entries) = test else { return Err(ruby::no_method("[]", test)) };
        let name = upcase(entries.get(&Value::from("type")).unwrap_or(&Value::Undef))?;
        match has_test(kind, &name) {
            Some(true) => Ok(Test { kind: kind.to_owned(), name, entries: (**entries).clone() }),
            Some(false) => Err(Failure::plain(format!("Tests for '{kind}': invalid test type '{name}'"))),
            None => Err(ruby::no_method("include?", &Value::Undef)),
        }
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.entries.get(&Value::from(key))
    }

    fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.entries.insert(key.into(), value.into());
    }

    /// An entry in capitals, as it stands from now on.
    fn capitals(&mut self, key: &str) -> Result<String, Failure> {
        let text = upcase(self.get(key).unwrap_or(&Value::Undef))?;
        self.set(key, text.as_str());
        Ok(text)
    }

    fn text(&self, key: &str) -> String {
        self.get(key).map_or(String::new(), ruby::to_s)
    }

    fn failed<T>(&self, what: &str) -> Result<T, Failure> {
        Err(Failure::plain(format!("Tests for '{}' ('{}'): {what}", self.kind, self.name)))
    }

    fn checked(mut self) -> Result<Value, Failure> {
        let name = self.name.clone();
        self.set("type", name.as_str());
        self.tolerance()?;
        self.action()?;
        let condition = match name.as_str() {
            "FSFLAGS" => format!("CHANGED {name}"),
            "PERM" | "PERMISSION" => {
                if self.get("value").is_none() {
                    return self.failed("'value' is mandatory");
                }
                format!("FAILED {name} {}", self.text("value"))
            }
            "CONNECTION" => self.connection()?,
            _ => self.comparison()?,
        };
        self.set("condition", condition);
        Ok(Value::hash(self.entries))
    }

    fn tolerance(&mut self) -> Result<(), Failure> {
        let Some(tolerance) = self.get("tolerance") else { return Ok(()) };
        let part = |key: &str| match tolerance {
            Value::Hash(it) => it.get(&Value::from(key)).map(ruby::to_s),
            _ => None,
        };
        let Some(cycles) = part("cycles") else {
            return self.failed("tolerance must be a hash with 'cycles' key and optionally 'times'.");
        };
        let text = match part("times") {
            Some(times) => format!("{times} TIMES WITHIN {cycles} CYCLES"),
            None => format!("{cycles} CYCLES"),
        };
        self.set("tolerance", text);
        Ok(())
    }

    fn action(&mut self) -> Result<(), Failure> {
        if self.get("action").is_none() {
            self.set("action", "ALERT");
            return Ok(());
        }
        let action = self.capitals("action")?;
        if !ACTIONS.contains(&action.as_str()) {
            return self.failed(&format!("invalid action '{action}'"));
        }
        if action == "EXEC" && self.get("exec").is_none() {
            return self.failed("missing command for exec action");
        }
        Ok(())
    }

    fn comparison(&mut self) -> Result<String, Failure> {
        let Some(operator) = self.get("operator") else { return self.failed("'operator' is mandatory") };
        if !operator.as_str().is_some_and(|it| OPERATORS.contains(&it)) {
            let operator = ruby::to_s(operator);
            return self.failed(&format!("invalid operator: {operator}"));
        }
        if self.get("value").is_none() {
            return self.failed("'value' is mandatory");
        }
        let operator = self.capitals("operator")?;
        Ok(format!("{} {operator} {}", self.name, self.text("value")))
    }

    fn connection(&mut self) -> Result<String, Failure> {
        if self.get("port").is_none() && self.get("unixsocket").is_none() {
            return self.failed("'port' or 'unixsocket' is mandatory");
        }
        let mut condition = "FAILED".to_owned();
        if self.get("unixsocket").is_some() {
            // Without a blank, as the module writes it.
            let _ = write!(condition, "UNIXSOCKET {}", self.text("unixsocket"));
        } else {
            self.port(&mut condition)?;
        }
        if self.get("timeout").is_some() {
            let _ = write!(condition, "\n    WITH TIMEOUT {} SECONDS", self.text("timeout"));
        }
        if self.get("retry").is_some() {
            let _ = write!(condition, " RETRY {}", self.text("retry"));
        }
        Ok(condition)
    }

    fn port(&mut self, condition: &mut String) -> Result<(), Failure> {
        if self.get("host").is_some() {
            let _ = write!(condition, " HOST {}", self.text("host"));
        }
        let _ = write!(condition, " PORT {}", self.text("port"));
        if self.get("socket_type").is_some() {
            let kind = self.capitals("socket_type")?;
            let _ = write!(condition, " TYPE {kind}");
            if kind == "TCPSSL" {
                if self.get("socket_type_cypher").is_some() {
                    let _ = write!(condition, " {}", self.capitals("socket_type_cypher")?);
                }
                if self.get("socket_type_checksum").is_some() {
                    let _ = write!(condition, " CERTMD5 {}", self.text("socket_type_checksum"));
                }
            }
        }
        if self.get("protocol").is_none() {
            return Ok(());
        }
        let protocol = self.capitals("protocol")?;
        if protocol != "GENERIC" {
            let _ = write!(condition, "\n    PROTOCOL {protocol} ");
        }
        match (self.get("protocol_test"), protocol.as_str()) {
            (None, _) => Ok(()),
            (Some(_), "HTTP") => self.options(&protocol, &OF_HTTP, condition),
            (Some(_), "APACHE-STATUS") => self.options(&protocol, &OF_APACHE, condition),
            (Some(_), _) => self.pairs(&protocol, condition),
        }
    }

    fn options(&self, protocol: &str, known: &[&str], condition: &mut String) -> Result<(), Failure> {
        let Some(Value::Hash(options)) = self.get("protocol_test") else {
            return self.failed(&format!("protocol_test must be a hash with any of this keys: {}.", known.join(", ")));
        };
        let keys: Vec<String> = options.keys().map(upcase).collect::<Result<_, _>>()?;
        let unknown: Vec<&str> = keys.iter().map(String::as_str).filter(|it| !known.contains(it)).collect();
        if !unknown.is_empty() {
            return self.failed(&format!("invalid options in {protocol} ckeck: {}", unknown.join(", ")));
        }
        let request = Value::from("request");
        if let Some(it) = options.get(&request) {
            let _ = write!(condition, "\n    REQUEST {}", ruby::to_s(it));
        }
        for ((key, value), name) in options.iter().zip(&keys) {
            if *key != request {
                let _ = write!(condition, "\n    {name} {}", ruby::to_s(value));
            }
        }
        Ok(())
    }

    fn pairs(&self, protocol: &str, condition: &mut String) -> Result<(), Failure> {
        let Some(Value::Array(pairs)) = self.get("protocol_test") else {
            return self.failed("protocol_test must be an array of hashes with send/expect pairs.");
        };
        for pair in pairs.iter() {
            let Value::Hash(pair) = pair else { return Err(ruby::no_method("keys", pair)) };
            let keys: Vec<String> = pair.keys().map(upcase).collect::<Result<_, _>>()?;
            if !["SEND", "EXPECT"].iter().all(|it| keys.iter().any(|key| key == it)) {
                return self.failed(&format!("missing options in {protocol} ckeck: SEND, EXPECT are mandatory."));
            }
            for (name, value) in keys.iter().zip(pair.values()) {
                let _ = write!(condition, "\n    {name} {}", ruby::to_s(value));
            }
        }
        Ok(())
    }
}
