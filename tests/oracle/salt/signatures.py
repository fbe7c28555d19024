"""Writes the signatures of all state functions of the installed releases of Salt: names of functions and arguments, no documentation.

    python3 signatures.py 3006=/opt/oracle/salt/venv3006 3008=/opt/oracle/salt/venv > crates/salt/data/signatures.txt

The modules are parsed, not loaded: many load only where a program or a library is installed. A line has the releases that have the
function (none where all do), its name, its arguments (with `?` where they have defaults, `**` for any others).
"""

import ast
import glob
import os
import sys

NO_STATES = {"mod_init", "mod_watch", "mod_aggregate", "mod_run_check", "mod_run_check_cmd", "mod_beacon"}


def constant(tree, name):
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(it, ast.Name) and it.id == name for it in node.targets):
            try:
                return ast.literal_eval(node.value)
            except ValueError:
                return None
    return None


def virtual_names(tree, file):
    """The names that a module may have: `__virtualname__`, and what `__virtual__` returns."""
    names = set()
    found = constant(tree, "__virtualname__")
    if isinstance(found, str):
        names.add(found)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__virtual__":
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    for value in ast.walk(inner.value):
                        if isinstance(value, ast.Constant) and isinstance(value.value, str) and not isinstance(inner.value, ast.Tuple):
                            if value.value.isidentifier():
                                names.add(value.value)
    return names or {os.path.basename(file)[:-3]}


def arguments(function):
    args = function.args
    names = [it.arg for it in args.posonlyargs + args.args]
    plain = len(names) - len(args.defaults)
    out = [name + ("?" if number >= plain else "") for number, name in enumerate(names)]
    for name, default in zip(args.kwonlyargs, args.kw_defaults):
        out.append(name.arg + ("?" if default is not None else ""))
    if args.kwarg:
        out.append("**")
    return " ".join(out)


def functions(tree):
    aliases = constant(tree, "__func_alias__") or {}
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            name = aliases.get(node.name, node.name)
            if not name.startswith("_") and name not in NO_STATES:
                found[name] = arguments(node)
        # `name = salt.utils.functools.alias_function(other, 'name')`
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            call = node.value
            is_alias = isinstance(call.func, ast.Attribute) and call.func.attr == "alias_function"
            if is_alias and isinstance(call.args[0], ast.Name) and call.args[0].id in found:
                found[node.targets[0].id] = found[call.args[0].id]
    return found


def read(venv):
    found = {}
    for file in sorted(glob.glob(venv + "/lib/python3*/site-packages/salt/states/*.py")):
        if file.endswith("__init__.py"):
            continue
        with open(file, encoding="utf-8") as stream:
            tree = ast.parse(stream.read())
        for module in virtual_names(tree, file):
            for name, args in functions(tree).items():
                # Several modules may share a name, each for its system: any of their arguments counts.
                known = found.setdefault(module + "." + name, args)
                if known != args:
                    more = [it for it in args.split() if it.rstrip("?") not in {it.rstrip("?") for it in known.split()}]
                    found[module + "." + name] = " ".join(known.split() + [it if it == "**" or it.endswith("?") else it + "?" for it in more])
    return found


def main():
    releases = dict(it.split("=", 1) for it in sys.argv[1:])
    found = {release: read(venv) for release, venv in releases.items()}
    lines = {}
    for release, functions_of in found.items():
        for name, args in functions_of.items():
            lines.setdefault((name, args), []).append(release)
    for (name, args), of in sorted(lines.items()):
        which = "" if len(of) == len(releases) else ",".join(of) + " "
        print((which + name + " " + args).rstrip())
    for release, functions_of in found.items():
        print(release, len(functions_of), file=sys.stderr)


main()
