{% set apps = salt['pillar.get']('apps', {}) %}
include:
  - .deploy
  - .cleanup
{% for kind in apps.values() | map(attribute='kind') | list | unique | sort if kind in ('java', 'worker') %}
  - .{{ kind }}
{% endfor %}
  - .flags
  - .report
