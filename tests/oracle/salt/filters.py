#!/usr/bin/env python3
"""filters.py - list Salt's own filters and tests of Jinja, those that replace Jinja's too, in crates/salt/data/filters.txt.

Needs what install.sh installs. A line is a kind, a name, and the first release that has it, where not all have.
"""
import json
import os
import pathlib
import subprocess

ORACLE = pathlib.Path(os.environ.get("ORACLE_HOME", "/opt/oracle")) / "salt"
OUT = pathlib.Path(__file__).resolve().parents[3] / "crates/salt/data/filters.txt"
RELEASES = {"3006": "venv3006", "3007": "venv3007", "3008": "venv"}
ASK = """
import json, logging
logging.disable(logging.CRITICAL)
import jinja2, jinja2.sandbox
import salt.utils.templates
from salt.utils.decorators.jinja import JinjaFilter, JinjaTest, JinjaGlobal
from salt.utils.jinja import SerializerExtension
env = jinja2.sandbox.SandboxedEnvironment(extensions=[SerializerExtension])
plain = dict(jinja2.Environment().filters)
filters = {**env.filters, **JinjaFilter.salt_jinja_filters}
# Salt leaves Jinja's own in place.
filters["indent"] = plain["indent"]
print(json.dumps({
    "filter": sorted(k for k, v in filters.items() if plain.get(k) is not v),
    "global": sorted({*JinjaGlobal.salt_jinja_globals, "odict", "show_full_context"}),
    "test": sorted({*JinjaTest.salt_jinja_tests, "list"}),
}))
"""


def main():
    first = {}
    for release, folder in RELEASES.items():
        answer = subprocess.run([ORACLE / folder / "bin/python", "-W", "ignore", "-c", ASK], check=True, capture_output=True, text=True)
        for kind, names in json.loads(answer.stdout.splitlines()[-1]).items():
            for name in names:
                first.setdefault((kind, name), release)
    lines = [f"{kind} {name}" + ("" if release == "3006" else f" {release}") for (kind, name), release in sorted(first.items())]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
