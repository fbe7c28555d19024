{% from "lib/units.jinja" import unit with context %}
include:
  - lib.reload

{% for name, plan in salt['pillar.get']('snapshots', {'home': {'every': 'daily'}}) | dictsort %}
{{ unit('snapshot-' ~ name ~ '.timer', 'Snapshot of ' ~ name, timer='OnCalendar=' ~ plan.every, install='WantedBy=timers.target') }}
{% call unit('snapshot-' ~ name ~ '.service', 'Snapshot', wants=plan.get('wants', ['local-fs.target'])) %}

[Service]
ExecStart=/usr/local/bin/snapshot {{ name }} --keep {{ plan.keep | default(7) }}
{% endcall %}
{% endfor %}
