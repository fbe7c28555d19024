#!/usr/bin/env python3
"""record_trees.py [--check] - ask real Salt 3008.3 about the trees of tests/salt/realistic and write tests/salt/realistic.jsonl.

For each minion of a tree's bunraku.toml, each SLS file is compiled by itself, and then the highstate of top.sls. A row has the stage at
which Salt ends, the errors, the states in their order with their arguments, and the edges. `--check` compares with what is recorded
instead of writing; `--ids` does so for the answers that the standard input lists.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tomllib

import record

HERE = pathlib.Path(__file__).resolve().parent
TREES = HERE.parent.parent / "salt" / "realistic"
OUT = HERE.parent.parent / "salt" / "realistic.jsonl"
PYTHON = pathlib.Path(os.environ.get("ORACLE_HOME", "/opt/oracle")) / "salt" / "venv" / "bin" / "python"


def minions(tree):
    for row in tomllib.loads((tree / "bunraku.toml").read_text(encoding="utf-8"))["salt_targets"]:
        grains = json.loads((tree / row["grains"]).read_text(encoding="utf-8"))
        yield {"mode": "compile", "reuse": True, "root": str(tree / "states"), "pillar_root": str(tree / row["pillar"]),
               "grains": grains, "minion_id": row["id"], "grains_file": row["grains"]}


def names(tree):
    """The names of all SLS files, as `include` writes them."""
    for path in sorted((tree / "states").rglob("*.sls")):
        name = ".".join(path.relative_to(tree / "states").with_suffix("").parts)
        if name != "top":
            yield name.removesuffix(".init")


def requests(tree):
    for minion in minions(tree):
        for name in names(tree):
            yield {**minion, "id": f"{tree.name} {minion['minion_id']} {name}", "tree": tree.name, "sls": [name]}
        yield {**minion, "id": f"{tree.name} {minion['minion_id']} top", "tree": tree.name, "sls": [], "top": True}


def answer(asked, row):
    out = {key: asked[key] for key in ("id", "tree", "minion_id", "grains_file", "sls")}
    out |= {"stage": row["stage"], "errors": [it.split("\nTraceback")[0] for it in row["errors"]]}
    for key in ("chunks", "edges"):
        if key in row:
            out[key] = row[key]
    return out


def ask(asked):
    lines = "".join(json.dumps(it) + "\n" for it in asked)
    said = subprocess.run([str(PYTHON), str(HERE / "oracle_salt.py"), "batch", "-"], input=lines, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=True).stdout
    return [answer(of, json.loads(it)) for of, it in zip(asked, said.splitlines(), strict=True)]


def main():
    asked = [list(requests(tree)) for tree in sorted(TREES.iterdir())]
    if "--ids" in sys.argv:
        wanted = set(sys.stdin.read().splitlines())
        asked = [kept for some in asked if (kept := [it for it in some if it["id"] in wanted])]
    # One Salt for each tree.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        rows = [row for some in pool.map(ask, asked) for row in some]
    lines = [json.dumps(it, ensure_ascii=False, sort_keys=True) for it in rows]
    if "--ids" in sys.argv:
        record.different(lines, OUT)
        return
    if "--check" not in sys.argv:
        OUT.write_text("".join(it + "\n" for it in lines), encoding="utf-8")
        for row in rows:
            if row["errors"]:
                print(row["id"], row["stage"], row["errors"])
        print(f"{len(rows)} answers")
        return
    recorded = OUT.read_text(encoding="utf-8").splitlines()
    changed = [json.loads(now)["id"] for now in lines if now not in set(recorded)]
    for name in changed:
        print(f"{name}: Salt does not answer as recorded")
    sys.exit(1 if changed or len(lines) != len(recorded) else 0)


if __name__ == "__main__":
    main()
