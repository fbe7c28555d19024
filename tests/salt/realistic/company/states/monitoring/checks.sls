{% from 'macros/files.jinja' import guarded %}
{% set checks = salt['pillar.get']('monitoring:checks', {'disk': {'warn': 80}}) %}
{% for name, check in checks.items() %}
{% call guarded('check ' ~ name) -%}
- name: /usr/local/bin/check_{{ name }} --warn {{ check.warn }} --crit {{ check.crit | default(check.warn + 10) }}
- onlyif: test -x /usr/local/bin/check_{{ name }}
{%- endcall %}
{% endfor %}
