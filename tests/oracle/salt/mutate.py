#!/usr/bin/env python3
"""mutate.py [ANSWERS] - damage examples/salt line by line, ask real Salt 3008.3 about each mutant, and write tests/salt/mutants.jsonl.

mutate.py --realistic - draw some mutants of each file of tests/salt/realistic, for the first minion of each tree, and ask about these.
The others stay as they are.

A row has the file, the number of the line, the text in its place, what Salt answered (the first error, or whether the states are the
same), and the places at which a finding is right: the line and its neighbours, or the lines that the error is about.
ANSWERS is a file that keeps what Salt said. If it exists, Salt is not asked again.

mutate.py --check - ask about the mutants whose names are lines of standard input, and print where Salt answers otherwise than recorded.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
TREE = ROOT / "examples" / "salt"
REALISTIC = HERE.parent.parent / "salt" / "realistic"
# How many mutants of a file are drawn: of states and templates, and of pillar files, for which Salt takes seconds each.
DRAWN = {"states": 4, "pillar": 1}
OUT = HERE.parent.parent / "salt" / "mutants.jsonl"
PYTHON = pathlib.Path(os.environ.get("ORACLE_HOME", "/opt/oracle")) / "salt" / "venv" / "bin" / "python"


def mutations(line):
    """The kinds of damage, and the text in place of the line."""
    body = line.lstrip(" ")
    indent = line[: len(line) - len(body)]
    yield "delete", None
    yield "deeper", " " + line
    if len(indent) >= 2:
        yield "shallower", line[2:]
        yield "tab", "\t" + body
    yield "twice", line + "\n" + line
    if body.endswith(":"):
        yield "no-colon", line[:-1]
        yield "space-colon", line[:-1] + " :"
    if ": " in body and not body.startswith("{%"):
        yield "no-space", line.replace(": ", ":", 1)
        yield "quote", line.replace(": ", ": '", 1)
        yield "other-value", line + "x"
        yield "bracket", line.replace(": ", ": [", 1)
    if body.startswith("- "):
        yield "no-dash", indent + body[2:]
        yield "no-dash-space", indent + "-" + body[2:]
    if indent == "" and body.endswith(":") and "{" not in body:
        yield "other-id", line[:-1] + "2:"
    if "%}" in line:
        yield "open-tag", line.replace(" %}", "", 1)
        yield "other-tag", re.sub(r"{% (\w+)", r"{% x\1", line, count=1)
    if "}}" in line:
        yield "open-expression", line.replace(" }}", "", 1)
        yield "other-variable", re.sub(r"{{ (\w+)", r"{{ x\1", line, count=1)
    if "|" in line:
        yield "other-filter", line.replace("|", "|x", 1)
    if "." in body and body.endswith(": []"):
        yield "empty", line.replace(": []", ":")
    yield "comment", line + " # why"
    yield "blank", line + "\n"


def mutants(tree=TREE):
    for path in sorted(tree.rglob("*")):
        if path.suffix not in (".sls", ".jinja"):
            continue
        name = str(path.relative_to(tree))
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            for kind, text in mutations(line):
                if text != line:
                    yield {"id": f"{name}:{number} {kind}", "file": name, "line": number, "text": text}


def realistic():
    """Some mutants of each file, the same ones each time."""
    for tree in sorted(REALISTIC.iterdir()):
        minion = tomllib.loads((tree / "bunraku.toml").read_text(encoding="utf-8"))["salt_targets"][0]
        about = {"tree": str(tree.relative_to(ROOT)), "minion": minion["id"], "grains": minion["grains"]}
        by_file = {}
        for mutant in mutants(tree):
            # Salt reads sources of files when it applies states.
            if "/files/" in mutant["file"]:
                continue
            mutant["id"] = f"{tree.name}/{mutant['id']}"
            by_file.setdefault(mutant["file"], []).append({**mutant, **about})
        for name, all_of_it in by_file.items():
            all_of_it.sort(key=lambda it: hashlib.sha256(it["id"].encode()).digest())
            yield from sorted(all_of_it[:DRAWN[name.split("/")[0]]], key=lambda it: (it["line"], it["id"]))


def tree_of(mutant):
    return ROOT / mutant["tree"] if "tree" in mutant else TREE


def damaged(mutant):
    lines = (tree_of(mutant) / mutant["file"]).read_text(encoding="utf-8").splitlines()
    lines[mutant["line"] - 1: mutant["line"]] = [] if mutant["text"] is None else mutant["text"].split("\n")
    return lines


def request(mutant, root):
    tree = tree_of(mutant)
    shutil.copytree(tree, root, dirs_exist_ok=True)
    if "file" in mutant:
        (root / mutant["file"]).write_text("\n".join(damaged(mutant)) + "\n", encoding="utf-8")
    grains = json.loads((tree / mutant["grains"]).read_text(encoding="utf-8")) if "grains" in mutant else {"os_family": "Debian"}
    return {"id": mutant["id"], "mode": "compile", "root": str(root / "states"), "pillar_root": str(root / "pillar"), "sls": [], "top": True,
            "grains": grains, "minion_id": mutant.get("minion", "web01")}


def places(mutant, error):
    """Where a finding is right: files below examples/salt with line numbers."""
    tree = tree_of(mutant)
    lines = damaged(mutant)
    at = mutant["line"]
    count = 0 if mutant["text"] is None else mutant["text"].count("\n")
    near = [n for n in range(1, len(lines) + 1) if at - 1 <= n <= at + count + 1]
    # The next line with a text counts, too.
    near += [n for n in range(at + 1, len(lines) + 1) if lines[n - 1].strip()][:1]
    near += [n for n in range(at - 1, 0, -1) if n <= len(lines) and lines[n - 1].strip()][:1]
    found = {(mutant["file"], n) for n in near}
    about = []
    for match in re.finditer(r"\[(\w+): \(([\w.]+): ", error):
        about.append(r"^\s*- " + re.escape(match[2]) + ":")
    if "Recursive requisites" in error:
        about.append(r"^\s*- (pkg|service|file|cmd|group|user):")
    for match in re.finditer(r"ID '([^']*)'", error):
        about.append(re.escape(match[1]))
    # The lines of the state that is named.
    for match in re.finditer(r"[Ss]tate '([^']*)' in SLS", error):
        inside = False
        for n, line in enumerate(lines, 1):
            if line.strip() and not line.startswith(" "):
                inside = line.startswith(match[1] + ":")
            if inside:
                found.add((mutant["file"], n))
    # What Salt counts is the rendered text: the lines of the source where a file has no Jinja.
    if not any("{%" in line for line in lines):
        found |= {(mutant["file"], int(match[1])) for match in re.finditer(r"line (\d+), column", error)}
    # Lines that Salt itself names, in the file that it names.
    for match in re.finditer(r"Rendering SLS 'base:([\w.]+)' failed.*?; line (\d+)", error, re.S):
        base = "states/" + match[1].replace(".", "/")
        name = next((it for it in (base + ".sls", base + "/init.sls") if (tree / it).is_file()), None)
        found |= {(name, int(match[2]))} if name else set()
    # An open quote or tag ends with the file, and of pillar and top files Salt names no line.
    if "end of stream" in error or "end of template" in error or not re.search(r"line \d+|ID '|tate '|requisite", error):
        found |= {(mutant["file"], n) for n in range(at, len(lines) + 2)}
    for match in re.finditer(r"(?:variable|attribute|No filter named|tag) '(\w+)'", error):
        about.append(r"\b" + re.escape(match[1]) + r"\b")
    for match in re.finditer(r"Specified SLS ([\w.]+)", error):
        about.append(re.escape(match[1].split(".")[-1]))
    for path in sorted(tree.rglob("*")):
        name = str(path.relative_to(tree))
        if path.suffix in (".sls", ".jinja"):
            text = lines if name == mutant["file"] else path.read_text(encoding="utf-8").splitlines()
            found |= {(name, n) for n, line in enumerate(text, 1) if any(re.search(it, line) for it in about)}
    return sorted(found)


def answers(asked, root):
    requests = "".join(json.dumps(request(m, root / str(n))) + "\n" for n, m in enumerate(asked))
    return subprocess.run([str(PYTHON), str(HERE / "oracle_salt.py"), "batch", "-"], input=requests, capture_output=True, text=True,
                          check=True).stdout


def by_id(text):
    return {row["id"]: row for row in map(json.loads, text.splitlines())}


def answer(row, base, root):
    """The part of an answer that is recorded."""
    if not row["errors"]:
        return {"same": row.get("chunks") == base.get("chunks")}
    error = row["errors"][0].split("\nTraceback")[0].replace(str(root), "")
    error = re.sub(r"/\d+/(states|pillar)/", r"/\1/", error)
    return {"error": error.split("\n")[0][:300]}


def base_of(mutant):
    """The name of the tree without damage."""
    return "base " + mutant.get("tree", "")


def bases(asked):
    """Each tree without damage."""
    trees = {base_of(it): {key: it[key] for key in ("tree", "minion", "grains") if key in it} for it in asked}
    return [{"id": name, **about} for name, about in trees.items()]


def draw():
    """Asks about mutants of the realistic trees, all of a tree in one folder, which keeps Salt's loaders where the pillar is the same."""
    sys.path.insert(0, str(HERE))
    import oracle_salt  # pylint: disable=import-outside-toplevel
    oracle, kept, rows, base = oracle_salt.Oracle(), None, [], {}
    with tempfile.TemporaryDirectory(prefix="salt-mutants-") as folder:
        for mutant in realistic():
            root = pathlib.Path(folder) / pathlib.Path(mutant["tree"]).name
            if mutant["tree"] != kept:
                kept = mutant["tree"]
                base = oracle.run({**request(bases([mutant])[0], root), "reuse": True})
                assert not base["errors"], base
            path = root / mutant["file"]
            whole = path.read_text(encoding="utf-8")
            asked = {**request(mutant, root), "reuse": mutant["file"].startswith("states/")}
            row = oracle.run(asked)
            path.write_text(whole, encoding="utf-8")
            out = {**mutant, **answer(row, base, root)}
            if row["errors"]:
                out["at"] = places(mutant, "\n".join(row["errors"]))
            rows.append(out)
            print(len(rows), mutant["id"], flush=True)
    oracle.close()
    before = [it for it in OUT.read_text(encoding="utf-8").splitlines() if "tree" not in json.loads(it)]
    after = [json.dumps(it, ensure_ascii=False, sort_keys=True) for it in rows]
    OUT.write_text("".join(it + "\n" for it in before + after), encoding="utf-8")


def check():
    wanted = set(sys.stdin.read().splitlines())
    recorded = by_id(OUT.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="salt-mutants-") as folder:
        root = pathlib.Path(folder)
        asked = [it for it in recorded.values() if it["id"] in wanted]
        rows = by_id(answers(bases(asked) + asked, root))
        for name in sorted(wanted):
            now = answer(rows[name], rows[base_of(recorded[name])], root)
            before = {key: recorded[name][key] for key in ("error", "same") if key in recorded[name]}
            if now != before:
                print(f"{name}: Salt answers {now}, not {before}")


def main():
    if sys.argv[1:] == ["--check"]:
        check()
        return
    if sys.argv[1:] == ["--realistic"]:
        draw()
        return
    all_mutants = list(mutants())
    root = pathlib.Path(tempfile.mkdtemp(prefix="salt-mutants-"))
    try:
        keep = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
        if keep is not None and keep.is_file():
            said = keep.read_text(encoding="utf-8")
        else:
            said = answers([{"id": "base"}] + all_mutants, root)
            if keep is not None:
                keep.write_text(said, encoding="utf-8")
        rows = by_id(said)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    base = rows["base"]
    assert base["stage"] is None or not base["errors"], base
    counts = {"refused": 0, "same": 0, "other": 0}
    drawn = [it for it in OUT.read_text(encoding="utf-8").splitlines() if "tree" in json.loads(it)]
    with OUT.open("w", encoding="utf-8") as out:
        for mutant in all_mutants:
            row = rows[mutant["id"]]
            mutant.update(answer(row, base, root))
            if row["errors"]:
                mutant["at"] = places(mutant, "\n".join(row["errors"]) + str(row.get("log", "")))
                counts["refused"] += 1
            else:
                counts["same" if mutant["same"] else "other"] += 1
            out.write(json.dumps(mutant, ensure_ascii=False, sort_keys=True) + "\n")
        out.write("".join(it + "\n" for it in drawn))
    print(counts)


if __name__ == "__main__":
    main()
