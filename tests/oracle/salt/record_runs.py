#!/usr/bin/env python3
"""record_runs.py NAME... - let real Salt apply the cases of tests/salt/runs/NAME.cases, and write what came of them to NAME.jsonl.

Cases are those of record.py, with these additions: `test=true` applies in test mode; files under `@/` lie in a folder that is made for
the case, which `@ROOT@` in any file names; a name that ends with `/` is a folder. What is recorded: the results of the first run, what
lies in the folder then, and the results of a second run. `--check` compares instead of writing; `--ids` does so for the cases
that the standard input lists (NAME/ID). Commands of cases really run.

3006.28 and 3007.14 apply each case, too, except those of LAST_ONLY. Under their names a row has the parts that differ from those of 3008.3;
null is a part that they do not have.

Cases of runs/machine change accounts and the like. Each release applies all cases of a file one after another in one throwaway root
(in_root.sh), even if few of them are wanted. More keys there: `before` is a line of shell that prepares the machine, and what `after`
prints is recorded. Cases of runs/booted do so on a machine that systemd has booted (in_booted.sh).
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import record

CASES = record.CASES / "runs"
# The programs that make throwaway roots, by the folders of cases.
ROOTS = {"machine/": "in_root.sh", "booted/": "in_booted.sh"}
# Files that only the last release is asked about: `aggregate` is refused by the rules of the others.
LAST_ONLY = {"machine/aggregate"}
# The exit status where no throwaway root can be made.
NO_ROOT = 98
# Salt runs most commands of systemd in scopes, each with a name of its own.
SCOPE = re.compile(r"Running scope as unit: \S+\.scope\n\s*")
os.umask(0o022)


def place(case, home):
    """Writes the files of a case; returns the folder of the states and the one that is changed."""
    states, root = os.path.join(home, "states"), os.path.join(home, "root")
    os.makedirs(states)
    os.makedirs(root)
    for path, text in case["files"].items():
        base = root if path.startswith("@/") else home if path.startswith("pillar/") else states
        full = os.path.join(base, path.removeprefix("@/"))
        os.makedirs(full if path.endswith("/") else os.path.dirname(full), exist_ok=True)
        if not path.endswith("/"):
            with open(full, "w", encoding="utf-8") as out:
                out.write(record.tidy(text).replace("@ROOT@", root))
    return states, root


def tree(root):
    rows = []
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            full = os.path.join(folder, name)
            below = os.path.relpath(full, root)
            mode = oct(os.lstat(full).st_mode & 0o7777)[2:]
            if os.path.islink(full):
                rows.append([below, "link", os.readlink(full).replace(root, "@ROOT@")])
            elif os.path.isdir(full):
                rows.append([below, "folder", mode])
            else:
                with open(full, encoding="utf-8", errors="replace", newline="") as text:
                    rows.append([below, "file", mode, text.read().replace(root, "@ROOT@")])
    return sorted(rows)


def results(row, root):
    if "results" not in row:
        return {"errors": [record.plain(e, root) for e in row["errors"]]}
    rows = []
    for r in row["results"]:
        comment = "\n".join(map(str, r["comment"])) if isinstance(r["comment"], list) else str(r["comment"])
        if "Traceback" in comment:
            comment = "An exception occurred in this state: " + comment.strip().splitlines()[-1]
        comment = SCOPE.sub("", comment)
        changes = json.loads(json.dumps(r["changes"]).replace(root, "@ROOT@"))
        if isinstance(changes, dict) and "pid" in changes:
            changes["pid"] = 0
        rows.append({"tag": f"{r['state']}.{r['fun']}", "id": r["id"].replace(root, "@ROOT@"), "name": r["name"].replace(root, "@ROOT@"), "result": r["result"],
                     "comment": comment.replace(root, "@ROOT@"), "changes": changes, "ran": r["ran"],
                     **({"warnings": r["warnings"]} if r.get("warnings") else {})})
    return {"results": rows}


class Salt:
    def __init__(self, release):
        python = record.ORACLE / record.RELEASES[release] / "bin" / "python"
        # Salt leaves temporary files where it runs.
        self.process = subprocess.Popen([str(python), str(record.HERE / "oracle_salt.py"), "batch", "/dev/stdin"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1, cwd=tempfile.gettempdir())

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def shell(line):
    return subprocess.run(["sh", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


def applied(salt, name, case):
    """What one Salt makes of a case."""
    with tempfile.TemporaryDirectory(prefix="salt-run-") as home:
        states, root = place(case, home)
        shell(case.get("before", "").replace("@ROOT@", root))
        request = {"id": case["id"], "mode": "test" if case.get("test") else "apply", "root": states, "sls": case["sls"]}
        for key in ("pillar", "grains", "opts"):
            if key in case:
                request[key] = json.loads(json.dumps(case[key]).replace("@ROOT@", root))
        answer = {"id": case["id"], **results(salt.ask(request), root)}
        left = tree(root)
        if left:
            answer["tree"] = left
        changes = is_in_root(name) or "@ROOT@" in "".join(case["files"].values())
        if changes and "results" in answer and not case.get("test"):
            answer["again"] = results(salt.ask(request), root)["results"]
        if "after" in case:
            answer["after"] = shell(case["after"].replace("@ROOT@", root)).replace(root, "@ROOT@")
        return answer


def is_in_root(name):
    return name.startswith(tuple(ROOTS))


def applied_by(release, name, cases):
    salt = Salt(release)
    return [applied(salt, name, case) for case in cases]


def different_parts(answer, other):
    """The parts of another answer that differ."""
    parts = {part: other.get(part) for part in [*answer, *(it for it in other if it not in answer)]}
    return {part: it for part, it in parts.items() if record.comparable({part: it}) != record.comparable({part: answer.get(part)})}


def answers_of(name, wanted=None):
    only = os.environ.get("ONLY")
    cases = [it for it in record.parse(CASES / f"{name}.cases")
             if (not only or it["id"] == only) and (wanted is None or f"{name}/{it['id']}" in wanted)]
    program = next((program for folder, program in ROOTS.items() if name.startswith(folder)), None)
    releases = list(record.RELEASES)[:1 if name in LAST_ONLY else None]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        # The cases of a throwaway root build on each other.
        one = (lambda release: in_root(release, name, program)) if program else (lambda release: applied_by(release, name, cases))
        answers, *others = pool.map(one, releases)
    for release, other in zip(releases[1:], others):
        for answer, it in zip(answers, other):
            parts = different_parts({part: answer[part] for part in answer if part not in record.RELEASES}, it)
            if parts:
                answer[release] = parts
    return [it for it in answers if wanted is None or f"{name}/{it['id']}" in wanted]


def in_root(release, name, program):
    """What one Salt makes of all cases, in a throwaway root."""
    line = ["bash", str(record.HERE / program), sys.executable, str(pathlib.Path(__file__).resolve()), "--here", release, name]
    done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == NO_ROOT:
        sys.exit(f"{name}: no throwaway root can be made here: only root can, with namespaces, and with systemd-nspawn for what boots")
    done.check_returncode()
    return [json.loads(row) for row in done.stdout.splitlines()]


def main():
    if "--here" in sys.argv:
        # Only in a throwaway root.
        subprocess.run(["bash", str(record.HERE.parent / "apply" / "guard.sh")], check=True)
        release, name = sys.argv[2:4]
        answers = applied_by(release, name, list(record.parse(CASES / f"{name}.cases")))
        print("".join(json.dumps(a, ensure_ascii=False) + "\n" for a in answers), end="")
        return
    if "--ids" in sys.argv:
        wanted = set(sys.stdin.read().splitlines())
        for name in sorted({it.rsplit("/", 1)[0] for it in wanted}):
            lines = [json.dumps(a, ensure_ascii=False) for a in answers_of(name, wanted)]
            record.different(lines, CASES / f"{name}.jsonl", name)
        return
    check, only = "--check" in sys.argv, os.environ.get("ONLY")
    names = [a for a in sys.argv[1:] if a != "--check"]
    names = names or sorted(str(p.relative_to(CASES).with_suffix("")) for p in CASES.rglob("*.cases"))
    bad = 0
    for name in names:
        answers = answers_of(name)
        text = "".join(json.dumps(a, ensure_ascii=False) + "\n" for a in answers)
        path = CASES / f"{name}.jsonl"
        if only:
            print(json.dumps(answers, indent=1))
        elif check:
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            if record.comparable(rows) != record.comparable(answers):
                bad += 1
                print(f"{name}: Salt does not answer as recorded")
        else:
            path.write_text(text, encoding="utf-8")
        print(f"{name}: {len(answers)} cases", file=sys.stderr)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
