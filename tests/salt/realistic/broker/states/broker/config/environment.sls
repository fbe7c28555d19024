{%- from "broker/map.jinja" import broker with context %}
{%- set values = broker.environment %}
include:
  - broker.package.install

broker-config-environment:
  file.managed:
    - name: {{ broker.environment_file }}
    - contents: |
        # written by Salt
        {%- for key, value in values | dictsort(true) %}
        {{ key }}={{ value }}
        {%- endfor %}
    - require:
      - pkg: broker-package-install
