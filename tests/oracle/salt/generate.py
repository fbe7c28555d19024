#!/usr/bin/env python3
"""generate.py COUNT [SEED] - random trees of states and what model.py makes of them, one JSON object a line.

    python3 tests/oracle/salt/generate.py 20000 7 > /tmp/many.jsonl
    SALT_GENERATED=/tmp/many.jsonl cargo test --release -p salt --test generated
"""
import copy
import json
import random
import sys

import model

MODULES = {"test": ["nop", "succeed_with_changes"], "cmd": ["run"], "pkg": ["installed"], "service": ["running"],
           "file": ["managed", "directory"]}
KINDS = ["require", "require", "require", "watch", "onchanges", "onfail", "prereq", "require_any", "watch_any", "onfail_any",
         "onfail_all", "onchanges_any", "listen"]
IN = ["require_in", "require_in", "watch_in", "onchanges_in", "onfail_in", "prereq_in", "use", "use_in"]
WATCHED = {"at", "cmd", "etcd", "event", "module", "mount", "pkg", "service", "test"}
WATCHED_3006 = WATCHED | {"docker_container", "docker_image", "kernelpkg", "supervisord", "tomcat"}


def order(rng):
    return rng.choice([1, 2, 3, 50, 10001, 20000, "last", "first", -1, -2, "middle", 2.5, True, 0])


def tree(rng):
    files = ["f%d" % i for i in range(rng.choice([1, 1, 2, 3]))]
    total = rng.choice([3, 5, 8, 12, 20, 40])
    ids = ["%s%d" % (rng.choice("abxyz"), i) for i in range(total)]
    rng.shuffle(ids)
    kinds = {i: rng.sample(sorted(MODULES), rng.choice([1, 1, 1, 2])) for i in ids}
    names = {}
    out = {f: {} for f in files}
    acyclic = rng.random() < 0.9
    rank = {i: n for n, i in enumerate(rng.sample(ids, len(ids)))}
    for f in files:
        others = [o for o in files if o != f]
        if others and rng.random() < 0.8:
            out[f]["include"] = rng.sample(others, rng.randint(1, len(others)))

    def target(me, back=False):
        pool = ids
        if acyclic:
            pool = [o for o in ids if (rank[o] < rank[me]) != back and o != me] or []
        if not pool:
            return None
        to = rng.choice(pool)
        r = rng.random()
        if r < 0.75:
            return {rng.choice(kinds[to]): to}
        if r < 0.85:
            return to
        if r < 0.9:
            return {"id": to}
        if r < 0.905 and not back:
            return {"sls": rng.choice(files)}
        if r < 0.91 and not back:
            return {rng.choice(sorted(MODULES)): rng.choice("abxyz") + "*"}
        if r < 0.912:
            return {"test": "ghost"}
        return {rng.choice(kinds[to]): names.get(to, to)}

    for i in ids:
        body = {}
        for module in kinds[i]:
            args = []
            if rng.random() < 0.15:
                args.append({"order": order(rng)})
            if rng.random() < 0.1:
                args.append({"names": [i + n for n in rng.sample("pqr", rng.randint(1, 3))]})
            elif rng.random() < 0.15:
                names[i] = "n-" + i
                args.append({"name": names[i]})
            if rng.random() < 0.1:
                args.append({"foo": rng.choice([1, "bar"])})
            for _ in range(rng.choice([0, 0, 1, 1, 2])):
                many = [t for t in (target(i) for _ in range(rng.choice([1, 1, 2]))) if t is not None]
                if many:
                    args.append({rng.choice(KINDS): many})
            if rng.random() < 0.15:
                many = [t for t in (target(i, True) for _ in range(rng.choice([1, 2]))) if t is not None]
                if many:
                    args.append({rng.choice(IN): many})
            body[module + "." + rng.choice(MODULES[module])] = args
        out[rng.choice(files)][i] = body
    if rng.random() < 0.1:
        out[files[0]]["exclude"] = [{"id": rng.choice(ids)}]
    if rng.random() < 0.1:
        i = rng.choice(ids)
        out[files[-1]]["extend"] = {i: {kinds[i][0]: [{"foo": 5}, {"order": order(rng)}]}}
    return out, files


def render(files, names):
    """What Salt's rendering gives for files without mistakes."""
    seen, number = set(), [10000]

    def go(sls):
        seen.add(sls)
        data = copy.deepcopy(files[sls])
        include, state = data.pop("include", []), {}
        extend, exclude = data.pop("extend", None), data.pop("exclude", None)
        for where, ids in ((state, data), (extend or {}, extend or {})):
            for i, body in list(ids.items()):
                made = {}
                for key, args in body.items():
                    module, _, fun = key.partition(".")
                    made[module] = args + ([fun] if fun else [])
                made["__sls__"], made["__env__"] = sls, "base"
                where[i] = made
        ext, exc = ([extend] if extend else []), list(exclude or [])
        for inc in include:
            if inc not in seen:
                more, ext2, exc2 = go(inc)
                for body in more.values():
                    body.setdefault("__sls_included_from__", []).append(sls)
                ext, exc = ext + ext2, exc + exc2
                state.update(more)
        for body in state.values():
            for module in model.mods(body):
                if not any(isinstance(a, dict) and model.first(a) == "order" for a in body[module]):
                    body[module].append({"order": number[0]})
                    number[0] += 1
        return state, ext, exc

    high, ext, exc = {}, [], []
    for name in names:
        if name not in seen:
            state, ext2, exc2 = go(name)
            high.update(state)
            ext, exc = ext + ext2, exc + exc2
    if ext:
        high["__extend__"] = ext
    if exc:
        high["__exclude__"] = exc
    return high


def main():
    count = int(sys.argv[1])
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    sys.setrecursionlimit(10000)
    for n in range(count):
        files, names = tree(rng)
        high = render(files, names)
        try:
            errors, chunks, graph = model.compile_high(high, WATCHED)
        except (TypeError, AttributeError, StopIteration, ValueError):
            continue  # Salt would fail itself
        row = {"id": "g%d" % n, "files": files, "sls": names, "errors": errors}
        if not errors:
            row["order"] = [[c["state"], c["__id__"], c["name"], c["fun"], c["order"]] for c in chunks]
            row["edges"] = sorted([a, k, b] for a, to in graph.out.items() for b, kinds in to.items() for k in kinds)
        if '"prereq' not in json.dumps(files):
            errors, chunks, _ = model.compile_high(high, WATCHED_3006, scheduler="3006")
            if not errors:
                row["run"] = [[c["state"], c["__id__"], c["name"], c["fun"]] for c in chunks]
        print(json.dumps(row))


if __name__ == "__main__":
    main()
