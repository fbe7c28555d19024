{% from "base/map.jinja" import base with context %}
{% set values = salt['slsutil.merge'](base.sysctl, salt['pillar.get']('base:sysctl', {})) %}
{% for key, value in values.items() | sort %}
sysctl {{ key }}:
  file.keyvalue:
    - name: /etc/sysctl.d/60-company.conf
    - key: {{ key }}
    - value: {{ value }}
    - separator: ' = '
    - append_if_not_found: True
    - require:
      - file: /etc/sysctl.d
    - onchanges_in:
      - cmd: load sysctl
{% endfor %}

/etc/sysctl.d:
  file.directory: []

load sysctl:
  cmd.run:
    - name: sysctl --system
