use snapbox::str;

use crate::lookup;

#[test]
fn options_alone() {
    lookup(&["--explain-options", "a"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Merge strategy hash
  Global Data Provider (hiera configuration version 5)
    No such key: "lookup_options"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Merge strategy hash
      Hierarchy entry "Nodes"
        Path "[..]/data/nodes/n.example.com.yaml"
          Original path: "nodes/%{trusted.certname}.yaml"
          No such key: "lookup_options"
      Hierarchy entry "Globs"
      Hierarchy entry "Common"
        Path "[..]/data/common.yaml"
          Original path: "common.yaml"
          Found key: "lookup_options" value: {
            "a" => {
              "merge" => "unique"
            },
            "d" => {
              "merge" => {
                "strategy" => "deep",
                "knockout_prefix" => "--"
              }
            }
          }
      Merged result: {
        "a" => {
          "merge" => "unique"
        },
        "d" => {
          "merge" => {
            "strategy" => "deep",
            "knockout_prefix" => "--"
          }
        }
      }
  Merged result: {
    "a" => {
      "merge" => "unique"
    },
    "d" => {
      "merge" => {
        "strategy" => "deep",
        "knockout_prefix" => "--"
      }
    }
  }

"#]]);
}

#[test]
fn a_merge() {
    lookup(&["--explain", "--explain-options", "a"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Searching for "lookup_options"
  Global Data Provider (hiera configuration version 5)
    No such key: "lookup_options"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Merge strategy hash
      Hierarchy entry "Nodes"
        Path "[..]/data/nodes/n.example.com.yaml"
          Original path: "nodes/%{trusted.certname}.yaml"
          No such key: "lookup_options"
      Hierarchy entry "Globs"
      Hierarchy entry "Common"
        Path "[..]/data/common.yaml"
          Original path: "common.yaml"
          Found key: "lookup_options" value: {
            "a" => {
              "merge" => "unique"
            },
            "d" => {
              "merge" => {
                "strategy" => "deep",
                "knockout_prefix" => "--"
              }
            }
          }
      Merged result: {
        "a" => {
          "merge" => "unique"
        },
        "d" => {
          "merge" => {
            "strategy" => "deep",
            "knockout_prefix" => "--"
          }
        }
      }
Using merge options from "lookup_options" hash
Searching for "a"
  Merge strategy unique
    Global Data Provider (hiera configuration version 5)
      No such key: "a"
    Environment Data Provider (hiera configuration version 5)
      Using configuration "[..]/hiera.yaml"
      Merge strategy unique
        Hierarchy entry "Nodes"
          Path "[..]/data/nodes/n.example.com.yaml"
            Original path: "nodes/%{trusted.certname}.yaml"
            Found key: "a" value: [
              3
            ]
        Hierarchy entry "Globs"
        Hierarchy entry "Common"
          Path "[..]/data/common.yaml"
            Original path: "common.yaml"
            Found key: "a" value: [
              1,
              2
            ]
        Merged result: [
          3,
          1,
          2
        ]
    Merged result: [
      3,
      1,
      2
    ]

"#]]);
}

#[test]
fn a_key_of_a_module() {
    lookup(&["--explain", "m::y"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Searching for "lookup_options"
  Global Data Provider (hiera configuration version 5)
    No such key: "lookup_options"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Merge strategy hash
      Hierarchy entry "Nodes"
        Path "[..]/data/nodes/n.example.com.yaml"
          Original path: "nodes/%{trusted.certname}.yaml"
          No such key: "lookup_options"
      Hierarchy entry "Globs"
      Hierarchy entry "Common"
        Path "[..]/data/common.yaml"
          Original path: "common.yaml"
          Found key: "lookup_options" value: {
            "a" => {
              "merge" => "unique"
            },
            "d" => {
              "merge" => {
                "strategy" => "deep",
                "knockout_prefix" => "--"
              }
            }
          }
      Merged result: {
        "a" => {
          "merge" => "unique"
        },
        "d" => {
          "merge" => {
            "strategy" => "deep",
            "knockout_prefix" => "--"
          }
        }
      }
  Module "m" Data Provider (hiera configuration version 5)
    Using configuration "[..]/modules/m/hiera.yaml"
    Hierarchy entry "c"
      Path "[..]/modules/m/data/c.yaml"
        Original path: "c.yaml"
        No such key: "lookup_options"
Searching for "m::y"
  Global Data Provider (hiera configuration version 5)
    No such key: "m::y"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Hierarchy entry "Nodes"
      Path "[..]/data/nodes/n.example.com.yaml"
        Original path: "nodes/%{trusted.certname}.yaml"
        No such key: "m::y"
    Hierarchy entry "Globs"
    Hierarchy entry "Common"
      Path "[..]/data/common.yaml"
        Original path: "common.yaml"
        No such key: "m::y"
  Module "m" Data Provider (hiera configuration version 5)
    Using configuration "[..]/modules/m/hiera.yaml"
    Hierarchy entry "c"
      Path "[..]/modules/m/data/c.yaml"
        Original path: "c.yaml"
        Found key: "m::y" value: "mod"

"#]]);
}

#[test]
fn a_module_that_is_not_there() {
    lookup(&["--explain", "nosuch::a"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Searching for "lookup_options"
  Global Data Provider (hiera configuration version 5)
    No such key: "lookup_options"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Merge strategy hash
      Hierarchy entry "Nodes"
        Path "[..]/data/nodes/n.example.com.yaml"
          Original path: "nodes/%{trusted.certname}.yaml"
          No such key: "lookup_options"
      Hierarchy entry "Globs"
      Hierarchy entry "Common"
        Path "[..]/data/common.yaml"
          Original path: "common.yaml"
          Found key: "lookup_options" value: {
            "a" => {
              "merge" => "unique"
            },
            "d" => {
              "merge" => {
                "strategy" => "deep",
                "knockout_prefix" => "--"
              }
            }
          }
      Merged result: {
        "a" => {
          "merge" => "unique"
        },
        "d" => {
          "merge" => {
            "strategy" => "deep",
            "knockout_prefix" => "--"
          }
        }
      }
  Module "nosuch" not found
Searching for "nosuch::a"
  Global Data Provider (hiera configuration version 5)
    No such key: "nosuch::a"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Hierarchy entry "Nodes"
      Path "[..]/data/nodes/n.example.com.yaml"
        Original path: "nodes/%{trusted.certname}.yaml"
        No such key: "nosuch::a"
    Hierarchy entry "Globs"
    Hierarchy entry "Common"
      Path "[..]/data/common.yaml"
        Original path: "common.yaml"
        No such key: "nosuch::a"
  Module "nosuch" not found
Function lookup() did not find a value for the name 'nosuch::a'

"#]]);
}

#[test]
fn what_is_dug_for() {
    lookup(&["--explain", "d.x"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Searching for "lookup_options"
  Global Data Provider (hiera configuration version 5)
    No such key: "lookup_options"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Merge strategy hash
      Hierarchy entry "Nodes"
        Path "[..]/data/nodes/n.example.com.yaml"
          Original path: "nodes/%{trusted.certname}.yaml"
          No such key: "lookup_options"
      Hierarchy entry "Globs"
      Hierarchy entry "Common"
        Path "[..]/data/common.yaml"
          Original path: "common.yaml"
          Found key: "lookup_options" value: {
            "a" => {
              "merge" => "unique"
            },
            "d" => {
              "merge" => {
                "strategy" => "deep",
                "knockout_prefix" => "--"
              }
            }
          }
      Merged result: {
        "a" => {
          "merge" => "unique"
        },
        "d" => {
          "merge" => {
            "strategy" => "deep",
            "knockout_prefix" => "--"
          }
        }
      }
Using merge options from "lookup_options" hash
Searching for "d.x"
  Merge strategy deep
    Options: {
      "knockout_prefix" => "--"
    }
    Global Data Provider (hiera configuration version 5)
      No such key: "d.x"
    Environment Data Provider (hiera configuration version 5)
      Using configuration "[..]/hiera.yaml"
      Merge strategy deep
        Options: {
          "knockout_prefix" => "--"
        }
        Hierarchy entry "Nodes"
          Path "[..]/data/nodes/n.example.com.yaml"
            Original path: "nodes/%{trusted.certname}.yaml"
            Found key: "d" value: {
              "x" => [
                2
              ],
              "y" => 1
            }
        Hierarchy entry "Globs"
        Hierarchy entry "Common"
          Path "[..]/data/common.yaml"
            Original path: "common.yaml"
            Found key: "d" value: {
              "x" => [
                1
              ]
            }
        Merged result: {
          "x" => [
            1,
            2
          ],
          "y" => 1
        }
    Merged result: {
      "x" => [
        1,
        2
      ],
      "y" => 1
    }
  Sub key: "x"
    Found key: "x" value: [
      1,
      2
    ]

"#]]);
}

#[test]
fn a_key_that_is_not_there() {
    lookup(&["--explain", "nosuch"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Searching for "lookup_options"
  Global Data Provider (hiera configuration version 5)
    No such key: "lookup_options"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Merge strategy hash
      Hierarchy entry "Nodes"
        Path "[..]/data/nodes/n.example.com.yaml"
          Original path: "nodes/%{trusted.certname}.yaml"
          No such key: "lookup_options"
      Hierarchy entry "Globs"
      Hierarchy entry "Common"
        Path "[..]/data/common.yaml"
          Original path: "common.yaml"
          Found key: "lookup_options" value: {
            "a" => {
              "merge" => "unique"
            },
            "d" => {
              "merge" => {
                "strategy" => "deep",
                "knockout_prefix" => "--"
              }
            }
          }
      Merged result: {
        "a" => {
          "merge" => "unique"
        },
        "d" => {
          "merge" => {
            "strategy" => "deep",
            "knockout_prefix" => "--"
          }
        }
      }
Searching for "nosuch"
  Global Data Provider (hiera configuration version 5)
    No such key: "nosuch"
  Environment Data Provider (hiera configuration version 5)
    Using configuration "[..]/hiera.yaml"
    Hierarchy entry "Nodes"
      Path "[..]/data/nodes/n.example.com.yaml"
        Original path: "nodes/%{trusted.certname}.yaml"
        No such key: "nosuch"
    Hierarchy entry "Globs"
    Hierarchy entry "Common"
      Path "[..]/data/common.yaml"
        Original path: "common.yaml"
        No such key: "nosuch"
Function lookup() did not find a value for the name 'nosuch'

"#]]);
}

#[test]
fn as_json() {
    let args = ["--explain", "--render-as", "json", "m::x"];
    lookup(&args).code(0).stderr_eq("").stdout_eq(str![[r#"
{"branches":[{"branches":[{"key":"lookup_options","event":"not_found","type":"data_provider","name":"Global Data Provider (hiera configuration version 5)"},{"branches":[{"branches":[{"branches":[{"key":"lookup_options","event":"not_found","type":"path","original_path":"nodes/%{trusted.certname}.yaml","path":"[..]/data/nodes/n.example.com.yaml"}],"type":"data_provider","name":"Hierarchy entry \"Nodes\""},{"type":"data_provider","name":"Hierarchy entry \"Globs\""},{"branches":[{"key":"lookup_options","value":{"a":{"merge":"unique"},"d":{"merge":{"strategy":"deep","knockout_prefix":"--"}}},"event":"found","type":"path","original_path":"common.yaml","path":"[..]/data/common.yaml"}],"type":"data_provider","name":"Hierarchy entry \"Common\""}],"value":{"a":{"merge":"unique"},"d":{"merge":{"strategy":"deep","knockout_prefix":"--"}}},"event":"result","type":"merge","merge":"hash"}],"type":"data_provider","name":"Environment Data Provider (hiera configuration version 5)","configuration_path":"[..]/hiera.yaml"},{"branches":[{"branches":[{"key":"lookup_options","event":"not_found","type":"path","original_path":"c.yaml","path":"[..]/modules/m/data/c.yaml"}],"type":"data_provider","name":"Hierarchy entry \"c\""}],"type":"data_provider","name":"Module \"m\" Data Provider (hiera configuration version 5)","configuration_path":"[..]/modules/m/hiera.yaml","module":"m"}],"key":"lookup_options","type":"root"},{"branches":[{"key":"m::x","event":"not_found","type":"data_provider","name":"Global Data Provider (hiera configuration version 5)"},{"branches":[{"branches":[{"key":"m::x","event":"not_found","type":"path","original_path":"nodes/%{trusted.certname}.yaml","path":"[..]/data/nodes/n.example.com.yaml"}],"type":"data_provider","name":"Hierarchy entry \"Nodes\""},{"type":"data_provider","name":"Hierarchy entry \"Globs\""},{"branches":[{"key":"m::x","value":"env","event":"found","type":"path","original_path":"common.yaml","path":"[..]/data/common.yaml"}],"type":"data_provider","name":"Hierarchy entry \"Common\""}],"type":"data_provider","name":"Environment Data Provider (hiera configuration version 5)","configuration_path":"[..]/hiera.yaml"}],"key":"m::x","type":"root"}]}

"#]]);
}
