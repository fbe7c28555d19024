#!/usr/bin/env python3
"""Records what Jinja 3.1.6 gives for the cases of cases.jsonl: `python3 record.py`, with jinja2 installed.

A line has a template, and as needed a context, files that it may load, and options of the environment. The answer is written into
the same line: an output, or the class and the text of the error. The environment is the one that Salt makes.
"""

import copy
import json
import pathlib
import re

import jinja2
import jinja2.sandbox

FILE = pathlib.Path(__file__).with_name("cases.jsonl")


def answer(case):
    environment = jinja2.sandbox.SandboxedEnvironment(
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"],
        loader=jinja2.DictLoader(case.get("files", {})),
        **case.get("options", {}),
    )
    context = copy.deepcopy(case.get("context", {}))
    environment.globals.update(context)
    try:
        output = environment.from_string(case["template"]).render(**context)
        return {"output": re.sub(r" at 0x[0-9a-f]+", " at 0x", output)}
    except Exception as error:  # Whatever it is, it is the answer.
        return {"error": [type(error).__name__, str(error)]}


def main():
    assert jinja2.__version__ == "3.1.6", jinja2.__version__
    lines = []
    for line in FILE.read_text().splitlines():
        case = json.loads(line)
        case.pop("output", None)
        case.pop("error", None)
        lines.append(json.dumps({**case, **answer(case)}, ensure_ascii=False))
    FILE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
