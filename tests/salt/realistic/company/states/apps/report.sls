{% macro line(name, app) -%}
{{ "%-10s|%5.1f%%|%s" | format(name, app.share | default(0) | float, app.kind | default('-') | upper) }}
{%- endmacro %}
/var/lib/apps.txt:
  file.managed:
    - contents:
      - {{ ('applications on ' ~ grains['id']) | truncate(40) | yaml_encode }}
{% for name, app in salt['pillar.get']('apps', {}) | dictsort %}
      - {{ line(name, app) | yaml_encode }}
{% endfor %}
{% set all = salt['pillar.get']('apps', {}) %}
      - total {{ all.values() | selectattr('share', 'defined') | sum(attribute='share') }} of {{ all | count }}
      - {{ all.keys() | batch(2) | map('join', '+') | join(' ') | yaml_encode }}
