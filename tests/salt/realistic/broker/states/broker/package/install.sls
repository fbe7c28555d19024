{%- set tplroot = tpldir.split('/')[0] %}
{%- from tplroot ~ "/map.jinja" import broker with context %}

{%- if broker.pkg.deps is defined %}
broker-package-install-deps:
  pkg.installed:
    - pkgs:
    {%- for dep in broker.pkg.deps | sort %}
      - {{ dep }}
    {%- endfor %}
    - require_in:
      - pkg: broker-package-install
{%- endif %}

broker-package-install:
  pkg.installed:
    - name: {{ broker.pkg.name }}
    {%- if broker.pkg.get('version') %}
    - version: {{ broker.pkg.version | string | yaml_dquote }}
    {%- endif %}
