{%- set tplroot = tpldir.split('/')[0] %}
{%- set sls_config_clean = tplroot ~ '.config.clean' %}
{%- from tplroot ~ "/map.jinja" import broker with context %}

include:
  - {{ sls_config_clean }}

broker-package-clean:
  pkg.removed:
    - name: {{ broker.pkg.name }}
    - require:
      - sls: {{ sls_config_clean }}
