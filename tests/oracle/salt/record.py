#!/usr/bin/env python3
"""record.py NAME... - ask real Salt about the cases of tests/salt/NAME.cases and write its answers to tests/salt/NAME.jsonl.

Needs what install.sh installs. The answer of 3007.14 is left out where it is that of 3006.28. `--check` compares with what is
recorded instead of writing. `--ids` does so for the cases that the standard input lists (NAME/ID), and prints the names of those
that differ. A case is

    --- id | sls names | key=json | ...      keys: top, pillar, pillar_root files are under pillar/, grains, opts
    == path/of/file.sls
    text

Lines before the first case are comments.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent.parent / "salt"
ORACLE = pathlib.Path(os.environ.get("ORACLE_HOME", "/opt/oracle")) / "salt"
RELEASES = {"3008.3": "venv", "3006.28": "venv3006", "3007.14": "venv3007"}


def parse(path):
    case, text = None, None
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("--- "):
            parts = [p.strip() for p in line[4:].split(" | ")]
            case = {"id": parts[0], "sls": parts[1].split() if len(parts) > 1 else [], "files": {}}
            for part in parts[2:]:
                key, value = part.split("=", 1)
                case[key] = json.loads(value)
            yield case
            text = None
        elif case is not None and line.startswith("== "):
            text = line[3:].strip()
            case["files"][text] = ""
        elif text is not None:
            case["files"][text] += line + "\n"


def tidy(text):
    """One blank line at the end belongs to the list of cases."""
    return text.rstrip("\n") + "\n" if text.strip() else ""


def requests(cases, root, release):
    for case in cases:
        home = os.path.join(root, case["id"])
        for path, text in case["files"].items():
            top = "" if path.startswith("pillar/") else "states"
            full = os.path.join(home, top, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as out:
                out.write(tidy(text))
        os.makedirs(os.path.join(home, "states"), exist_ok=True)
        request = {"id": case["id"], "mode": "compile", "root": os.path.join(home, "states"), "sls": case["sls"]}
        if os.path.isdir(os.path.join(home, "pillar")):
            request["pillar_root"] = os.path.join(home, "pillar")
        for key in ("top", "pillar", "grains", "opts", "minion_id"):
            if key in case:
                request[key] = case[key]
        yield request
        if release != "3008.3":
            yield {**request, "mode": "mock"}


def plain(text, root):
    """What an error says, without addresses, traces and folders."""
    return text.split("\nTraceback")[0].replace(root, "")


def answer(rows, root):
    compiled = rows[0]
    out = {"stage": compiled["stage"], "errors": [plain(e, root) for e in compiled["errors"]]}
    if compiled["stage"] and compiled["stage"].endswith("!exception"):
        out = {"crash": out["errors"][0]}
    for key in ("chunks", "edges", "top"):
        if key in compiled:
            out[key] = compiled[key]
    if len(rows) > 1 and "results" in rows[1]:
        ran = [r for r in rows[1]["results"] if r["run_num"] is not None]
        out["run"] = [[r["state"], r["id"], r["name"], r["fun"]] for r in ran]
        out["failed"] = any(r["result"] is False for r in ran)
    return out


def ask(cases, release, root):
    work = os.path.join(root, release)
    lines = "".join(json.dumps(r) + "\n" for r in requests(cases, work, release))
    python = ORACLE / RELEASES[release] / "bin" / "python"
    return subprocess.Popen([str(python), str(HERE / "oracle_salt.py"), "batch", "-"], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True), lines, work


# Sentences that list names in the order of a set or of a folder, and what separates the names.
LISTS = {"The following files will be changed:\n": "\n", "One or more requisite failed: ": ", "}


def comparable(answer, key=None):
    """An answer without the orders that vary: those of sets and of what lies in a folder."""
    if isinstance(answer, dict):
        return {name: comparable(value, name) for name, value in answer.items()}
    if isinstance(answer, list):
        items = [comparable(it) for it in answer]
        return sorted(items, key=json.dumps) if key == "removed" else items
    for start, separator in LISTS.items():
        if isinstance(answer, str) and answer.startswith(start):
            return [start, *sorted(answer.removeprefix(start).strip().split(separator))]
    return answer


def different(lines, path, name=None):
    """Prints the names of the answers that are not as recorded: NAME/ID, or ID where there is no name."""
    recorded = {row["id"]: comparable(row) for row in map(json.loads, path.read_text(encoding="utf-8").strip().split("\n"))}
    for row in map(json.loads, lines):
        if comparable(row) != recorded.get(row["id"]):
            print(f"{name}/{row['id']}" if name else row["id"])


def main():
    check = "--check" in sys.argv
    wanted = set(sys.stdin.read().splitlines()) if "--ids" in sys.argv else None
    names = [a for a in sys.argv[1:] if not a.startswith("--")] or sorted(p.stem for p in CASES.glob("*.cases"))
    root = tempfile.mkdtemp(prefix="salt-record-")
    bad = 0
    try:
        for name in names:
            cases = list(parse(CASES / f"{name}.cases"))
            if wanted is not None:
                cases = [it for it in cases if f"{name}/{it['id']}" in wanted]
                if not cases:
                    continue
            answers = {c["id"]: {"id": c["id"]} for c in cases}
            assert len(answers) == len(cases), f"{name}: one id twice"
            for release in RELEASES:
                process, lines, work = ask(cases, release, root)
                got, _ = process.communicate(lines)
                rows = {}
                for line in got.splitlines():
                    row = json.loads(line, parse_constant={"Infinity": "inf", "-Infinity": "-inf", "NaN": "nan"}.get)
                    rows.setdefault(row["id"], []).append(row)
                for case in cases:
                    answers[case["id"]][release] = answer(rows[case["id"]], os.path.join(work, case["id"]))
            for row in answers.values():
                # Few differ.
                if row["3007.14"] == row["3006.28"]:
                    del row["3007.14"]
            text = "".join(json.dumps(a, ensure_ascii=False, sort_keys=True) + "\n" for a in answers.values())
            path = CASES / f"{name}.jsonl"
            if wanted is not None:
                different(text.splitlines(), path, name)
                continue
            if check:
                if path.read_text(encoding="utf-8") != text:
                    bad += 1
                    print(f"{name}: Salt does not answer as recorded")
            else:
                path.write_text(text, encoding="utf-8")
            print(f"{name}: {len(cases)} cases")
    finally:
        shutil.rmtree(root, ignore_errors=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
