{% from "base/map.jinja" import base with context %}
cron:
  pkg.installed:
    - name: {{ base.cron.package }}
  service.running:
    - name: {{ base.cron.service }}
    - enable: True
    - require: [{pkg: cron}]

{% set jobs = salt['pillar.get']('cron:jobs', {}) %}
{% for name in jobs | sort %}
{% set job = jobs[name] %}
cron job {{ name }}:
  cron.present:
    - name: {{ job.command | yaml_encode }}
    - identifier: {{ name | upper }}
    - user: {{ job.user | default('root') }}
    - minute: '{{ job.get('minute', 0) }}'
    - hour: '{{ job.get('hour', '*') }}'
    - require:
      - service: cron
{% else %}
no cron jobs:
  test.nop
{% endfor %}
