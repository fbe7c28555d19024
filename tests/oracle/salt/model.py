#!/usr/bin/env python3
"""model.py - an independent, small, executable statement of what Salt does between rendered high data and the
execution order (original code, no salt import). Written to be ported. Two schedulers: "3008" (topological) and
"3006" (sorted list + run-time recursion; no prereq).

    compile_high(high, mod_watch, opts) -> (errors, chunks_in_execution_order, edges)

`high` is what rendering gives: {ID: {"__sls__","__env__", module: [arg, ...]}, "__extend__": [...], "__exclude__": [...]}.
"""
import copy
import fnmatch
import heapq

RTYPES = ["onfail", "onfail_any", "onfail_all", "require", "require_any", "onchanges", "onchanges_any",
          "watch", "watch_any", "prereq", "prerequired", "listen"]          # place = weight
WEIGHT = {r: i for i, r in enumerate(RTYPES)}
REQ_KEYS = set(RTYPES) | {"onfail_stop"}
ADD_ORDER = ["require", "require_any", "watch", "watch_any", "prereq", "onfail", "onfail_any", "onfail_all",
             "onchanges", "onchanges_any"]
REQ_IN = {"require_in", "watch_in", "onfail_in", "onchanges_in", "use", "use_in", "prereq_in"}
NOT_COPIED_BY_USE = REQ_IN | {"require", "watch", "prereq", "onfail", "onfail_stop", "onchanges", "name", "names"}


def first(d):
    return next(iter(d))


def mods(body):
    return [k for k in body if not k.startswith("__")]


# ---------------------------------------------------------------- extend, *_in, exclude
def find_name(name, state, high, strict):
    if name in high and (not strict or state in high[name]):
        return [(name, state)]
    if state == "sls":
        return [(i, first(b)) for i, b in high.items() if b["__sls__"] == name]
    got = []
    for i, body in high.items():
        if isinstance(body, dict) and isinstance(body.get(state), list):
            for arg in body[state]:
                if isinstance(arg, dict) and len(arg) == 1 and arg[first(arg)] == name:   # any argument's value!
                    got.append((i, state))
    return got


def merge_args(have, new):
    for arg in new:
        hit = False
        for n, old in enumerate(list(have)):
            if isinstance(arg, str) and isinstance(old, str):
                have[n] = arg
                hit = True
            elif isinstance(arg, dict) and isinstance(old, dict):
                k = first(arg)
                if k == first(old):
                    if k in REQ_KEYS:
                        have[n][k].extend(arg[k])
                    else:
                        have[n] = arg
                    hit = True
                if k == "name" and first(have[n]) == "names":
                    have[n] = arg
        if not hit:
            have.append(arg)


def extend(high, pieces, strict, errors):
    out_sls = []
    for e in high.get("__exclude__", []):
        if isinstance(e, str) or e.get("sls"):
            out_sls.append(e if isinstance(e, str) else e["sls"])
    for piece in pieces:
        for name, body in piece.items():
            st = mods(body)[0]
            if name not in high or st not in high[name]:
                ids = find_name(name, st, high, strict)
                if len(ids) != 1:
                    errors.append(
                        f"Cannot extend ID '{name}' in '{body.get('__env__', 'base')}:{body.get('__sls__', 'base')}'. "
                        "It is not part of the high state.\nThis is likely due to a missing include statement or an "
                        f"incorrectly typed ID.\nEnsure that a state with an ID of '{name}' is available\nin "
                        f"environment '{body.get('__env__', 'base')}' and to SLS '{body.get('__sls__', 'base')}'")
                    continue
                name = ids[0][0]
            if body.get("__sls__") in out_sls:
                continue
            for m in mods(body):
                if m not in high[name]:
                    high[name][m] = body[m]
                else:
                    merge_args(high[name][m], body[m])


def arg_names(high, i, m):
    return {first(a) for a in high.get(i, {}).get(m, []) if isinstance(a, dict) and len(a) == 1}


def req_in(high, errors):
    ext = {}

    def add(target, tstate, rkey, src_state, src_id, body):
        slot = ext.setdefault(target, {})
        lst = slot.setdefault(tstate, [])
        slot["__env__"], slot["__sls__"] = body["__env__"], body["__sls__"]
        for item in lst:
            if first(item) == rkey:
                item[rkey].append({src_state: src_id})
                return
        lst.append({rkey: [{src_state: src_id}]})

    for i, body in high.items():
        if not isinstance(body, dict):
            continue
        for m in mods(body):
            for arg in body[m]:
                if not isinstance(arg, dict) or not arg or first(arg) not in REQ_IN:
                    continue
                key = first(arg)
                rkey = key.split("_")[0]
                items = arg[key]
                if isinstance(items, dict):
                    for ts, t in items.items():
                        add(t, ts, rkey, m, i, body)
                elif isinstance(items, list):
                    hinges = []                 # NB one list for the whole statement, as salt has it
                    for ind in items:
                        if not isinstance(ind, dict):
                            if ind in high:
                                ind = {mods(high[ind])[0]: ind}
                            else:
                                hit = None
                                for j, b in high.items():
                                    if isinstance(b, dict):
                                        for s in mods(b):
                                            for a in b[s]:
                                                if isinstance(a, dict) and a.get("name") == ind:
                                                    hit = hit or {s: j}
                                if not hit:
                                    continue    # silently ignored
                                ind = hit
                        ps, pn = first(ind), ind[first(ind)]
                        if ps == "sls":
                            hinges = [(j, s) for j, b in high.items() if isinstance(b, dict)
                                      and b["__sls__"] == pn for s in mods(b)]
                        else:
                            hinges.append((pn, ps))
                        if "." in ps:
                            errors.append(f"Invalid requisite in {rkey}: {ps} for {pn}, in SLS '{body['__sls__']}'. "
                                          f"Requisites must not contain dots, did you mean '{ps[:ps.find('.')]}'?")
                        for t, ts in hinges:
                            if key in ("use", "use_in"):
                                for ext_id, es in find_name(t, ts, high, True):
                                    src, dst = ((i, m), (ext_id, es)) if key == "use_in" else ((ext_id, es), (i, m))
                                    skip = NOT_COPIED_BY_USE | arg_names(high, ext_id if key == "use_in" else i,
                                                                         ts if key == "use_in" else m)
                                    lst = ext.setdefault(dst[0], {}).setdefault(dst[1], [])
                                    for a in high[src[0]][src[1]]:
                                        if isinstance(a, dict) and len(a) == 1 and first(a) not in skip:
                                            lst.append(a)
                            else:
                                add(t, ts, rkey, m, i, body)
    extend(high, [{k: v} for k, v in ext.items()], True, errors)


def exclude(high):
    if "__exclude__" not in high:
        return
    sls, ids = set(), set()
    for e in high.pop("__exclude__"):
        if isinstance(e, str):
            sls.add(e)
        elif isinstance(e, dict) and len(e) == 1:
            (sls if first(e) == "sls" else ids if first(e) == "id" else set()).add(e[first(e)])
    for i, b in high.items():
        if not i.startswith("__") and any(fnmatch.fnmatch(b.get("__sls__", ""), s) for s in sls):
            ids.add(i)
    for i in ids:
        high.pop(i, None)


def verify(high):
    err = []
    for i, body in high.items():
        if not isinstance(i, str):
            err.append(f"ID '{i}' in SLS '{body['__sls__']}' is not formed as a string, but is type "
                       f"{type(i).__name__}. It may need to be quoted.")
        elif i.startswith("__"):
            continue
        if not isinstance(body, dict):
            err.append(f"The type {i} in {body} is not formatted as a dictionary")
            continue
        sls = body["__sls__"]
        for m in mods(body):
            args = body[m]
            if args is None:
                err.append(f"ID '{i}' in SLS '{sls}' contains a short declaration ({m}) with a trailing colon. When not "
                           "passing any arguments to a state, the colon must be omitted.")
                continue
            if not isinstance(args, list):
                err.append(f"State '{i}' in SLS '{sls}' is not formed as a list")
                continue
            funs = [m.split(".", 1)[1]] if "." in m else []
            for a in args:
                if isinstance(a, str):
                    funs.append(a)
                    if " " in a.strip():
                        err.append(f'The function "{a}" in state "{i}" in SLS "{sls}" has whitespace, a function with '
                                   'whitespace is not supported, perhaps this is an argument that is missing a ":"')
                elif isinstance(a, dict):
                    k = first(a)
                    if k == "names" and not isinstance(a[k], list):
                        err.append(f"The 'names' argument in state '{i}' in SLS '{sls}' needs to be formed as a list")
                    if k in REQ_KEYS:
                        if not isinstance(a[k], list):
                            err.append(f"The {k} statement in state '{i}' in SLS '{sls}' needs to be formed as a list")
                        else:
                            for r in a[k]:
                                if isinstance(r, str):
                                    r = {"id": r}
                                if not isinstance(r, dict) or len(r) != 1:
                                    err.append(f"Requisite declaration {r} in state {i} in SLS {sls} is not formed as a "
                                               "single key dictionary")
                                    continue
                                rk, rv = first(r), r[first(r)]
                                if "." in rk:
                                    err.append(f"Invalid requisite type '{rk}' in state '{i}', in SLS '{sls}'. Requisite "
                                               f"types must not contain dots, did you mean '{rk[:rk.find('.')]}'?")
                                if isinstance(rv, (list, dict)):
                                    err.append(f'Illegal requisite "{rv}" in SLS "{sls}", please check your syntax.\n')
            if not funs:
                err.append(f"No function declared in state '{i}' in SLS '{sls}'")
            elif len(funs) > 1:
                err.append(f"Too many functions declared in state '{i}' in SLS '{sls}'. Please choose one of the "
                           "following: " + ", ".join(funs))
    return err


# ---------------------------------------------------------------- chunks
def tag(c):
    return f"{c['state']}_|-{c['__id__']}_|-{c['name']}_|-{c['fun']}"


def chunks_of(high):
    out = []
    for i, body in high.items():
        if i.startswith("__"):
            continue
        for m in mods(body):
            c = {"state": m, "name": i, "__id__": i, "__sls__": body.get("__sls__"),
                 "__inc__": body.get("__sls_included_from__", [])}
            fun, names = None, []
            for a in body[m]:
                if isinstance(a, str):
                    fun = a
                elif isinstance(a, dict):
                    for k, v in a.items():
                        if k == "names":
                            for n in v:
                                if n not in names:
                                    names.append(n)
                        elif k == "state":
                            pass
                        elif k == "name" and not isinstance(v, str):
                            c["name"] = i
                        else:
                            c[k] = v
            if fun is None:
                continue
            for n, entry in enumerate(names or [None], 1):
                live = copy.deepcopy(c)
                if entry is not None:
                    if isinstance(entry, dict):
                        live["name"] = first(entry)
                        for extra in entry[first(entry)]:
                            live.update(extra)
                    else:
                        live["name"] = entry
                    live["name_order"] = n
                live["fun"] = fun
                out.append(live)
    return out


# ---------------------------------------------------------------- 3008: a graph, sorted topologically
class Graph:
    def __init__(self):
        self.chunk, self.out, self.inn = {}, {}, {}
        self.by, self.sls = {}, {}

    def edge(self, a, b, kind):
        self.out.setdefault(a, {}).setdefault(b, {})[kind] = 1
        self.inn.setdefault(b, {}).setdefault(a, {})[kind] = 1

    def add(self, c):
        t = tag(c)
        self.chunk[t] = c                                  # the same tag again: the later chunk takes its place
        for key in ((c["state"], c["name"]), (c["state"], c["__id__"]), ("id", c["__id__"]), ("id", c["name"])):
            self.by.setdefault(key, {})[t] = 1
        for s in [c.get("__sls__")] + list(c["__inc__"]):
            if s:
                self.sls.setdefault(s, {})[t] = 1

    def find(self, kind, val):
        pat = any(ch in val for ch in "*?[]")
        if kind == "sls":
            if not pat:
                return list(self.sls.get(val, [])), bool(self.sls.get(val))
            return [t for s, ts in self.sls.items() if fnmatch.fnmatch(s, val) for t in ts], True   # never "missing"
        if not pat:
            ts = list(self.by.get((kind, val), []))
            return ts, bool(ts)
        ts = [t for (k, n), tt in self.by.items() if k == kind and fnmatch.fnmatch(n, val) for t in tt]
        return ts, bool(ts)

    def need(self, c, kind, targets):
        me = tag(c)
        for t in targets:
            if kind == "prereq":
                look = t + "_|-__prereq_test__"
                pc = self.chunk[t]
                pc["__prereq__"] = True
                if look not in self.chunk:
                    self.chunk[look] = pc
                    for src, kinds in list(self.inn.get(t, {}).items()):
                        for k in kinds:
                            if k != "prereq":
                                self.edge(src, look, k)
                self.edge(look, me, "prereq")
                self.edge(me, t, "require")
                mine = me + "_|-__prereq_test__"
                if mine in self.chunk:
                    self.edge(look, mine, "prereq")
            else:
                if c.get("__prereq__"):
                    self.edge(t, me + "_|-__prereq_test__", kind)
                self.edge(t, me, kind)

    def key(self, t, cap):
        c = self.chunk[t]

        def plain(o):
            if isinstance(o, (int, float)):
                return o
            return cap + 1000000 if o == "last" else 0 if o == "first" else cap
        o = plain(c.get("order"))
        o += c.pop("name_order", 0) / 10000.0 if c.get("name_order") else 0
        if o < 0:
            o += cap + 1000000
        c["order"] = o
        low, best = float("inf"), -1
        for child, kinds in self.out.get(t, {}).items():
            for k in kinds:
                if WEIGHT[k] >= best:
                    best = WEIGHT[k]
                    cc = self.chunk[child]
                    if not isinstance(cc.get("order", float("inf")), (int, float)):
                        cc["order"] = plain(cc["order"])
                    low = min(low, cc.get("order", float("inf")))   # NB a negative child order is taken raw
        return ((min(o, low), o), f"{c['state']}{c['name']}{c['fun']}", t)

    def order(self, cap):
        indeg = {t: sum(len(k) for k in self.inn.get(t, {}).values()) for t in self.chunk}
        heap = [self.key(t, cap) for t in self.chunk if not indeg[t]]
        heapq.heapify(heap)
        out = []
        while heap:
            t = heapq.heappop(heap)[-1]
            out.append(t)
            for child, kinds in self.out.get(t, {}).items():
                indeg[child] -= len(kinds)
                if not indeg[child]:
                    heapq.heappush(heap, self.key(child, cap))
        return out if len(out) == len(self.chunk) else None


def cap_of(chunks, bad=()):
    cap = 1
    for c in chunks:
        if id(c) not in bad and isinstance(c.get("order"), int) and c["order"] > cap - 1 and c["order"] > 0:
            cap = c["order"] + 100
    return cap


def order_3008(chunks, mod_watch, disabled=()):
    g, errors, bad = Graph(), [], set()
    for c in chunks:
        g.add(c)
    for c in chunks:
        for w, r in (("watch", "require"), ("watch_any", "require_any")):
            if w in c and c["state"] not in mod_watch:
                c.setdefault(r, []).extend(c.pop(w))
        for kind in ADD_ORDER:
            if not c.get(kind) or kind in disabled:
                continue
            for r in c[kind]:
                if isinstance(r, str):
                    r = {"id": r}
                k, v = first(r), r[first(r)]
                k = k.split(".", 1)[0]
                if v is None:
                    continue
                if not isinstance(v, str):
                    errors.append(f"Requisite [{kind}: {k}] in state [{c['name']}] in SLS [{c['__sls__']}] must have a "
                                  "string as the value")
                    bad.add(id(c))
                    break
                ts, found = g.find(k, v)
                g.need(c, kind, ts)
                if not found:
                    errors.append(f"Referenced state does not exist for requisite [{kind}: ({k}: {v})] in state "
                                  f"[{c['name']}] in SLS [{c['__sls__']}]")
                    bad.add(id(c))
                    break
            if id(c) in bad:
                break               # only the first fault of a state is told
    cap = cap_of(chunks, bad)
    got = g.order(cap)
    if got is None:
        errors.append("Recursive requisites were found")
        return errors, [], g
    return errors, [g.chunk[t] for t in got], g


# ---------------------------------------------------------------- 3006: a sorted list, walked with recursion
def order_3006(chunks, mod_watch):
    cap = cap_of(chunks)
    for c in chunks:
        o = c.get("order", cap)
        if not isinstance(o, (int, float)):
            o = cap + 1000000 if o == "last" else 0 if o == "first" else cap
        if "order" in c and "name_order" in c:
            o += c.pop("name_order") / 10000.0
        c["order"] = cap + 1000000 + o if o < 0 else o
    chunks.sort(key=lambda c: (c["order"], f"{c['state']}{c['name']}{c['fun']}"))
    done, active, seq = set(), set(), []

    def run(c):
        t = tag(c)
        active.add(t)
        if "watch" in c and c["state"] not in mod_watch:
            c["require"] = c.get("require", []) + c.pop("watch")
        for kind in ["require", "require_any", "watch", "watch_any", "prereq", "onfail", "onfail_any", "onchanges",
                     "onchanges_any"]:
            for r in c.get(kind) or []:
                if isinstance(r, str):
                    r = {"id": r}
                k, v = first(r).split(".")[0], r[first(r)]
                if not isinstance(v, str):
                    continue
                for o in chunks:
                    hit = fnmatch.fnmatch(o["__sls__"], v) if k == "sls" else (
                        (fnmatch.fnmatch(o["name"], v) or fnmatch.fnmatch(o["__id__"], v))
                        and k in ("id", o["state"]))
                    if hit and tag(o) not in done and tag(o) not in active:
                        run(o)
        if t not in done:
            done.add(t)
            seq.append(c)
    for c in chunks:
        if tag(c) not in done:
            run(c)
    return seq


def compile_high(high, mod_watch, disabled=(), scheduler="3008"):
    high = copy.deepcopy(high)
    errors = []
    extend(high, high.pop("__extend__", []), False, errors)
    errors += verify(high)
    if errors:
        return errors, [], None
    req_in(high, errors)
    exclude(high)
    if errors:
        return errors, [], None
    chunks = chunks_of(high)
    if scheduler == "3006":
        return [], order_3006(chunks, mod_watch), None
    errors, seq, g = order_3008(chunks, mod_watch, disabled)
    return errors, ([] if errors else seq), g
