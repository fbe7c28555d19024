{%- from "broker/map.jinja" import broker with context %}
include:
  - broker.package

broker-config-plugins:
  file.managed:
    - name: {{ broker.config | replace('rabbitmq.conf', 'enabled_plugins') }}
    - contents: '[{{ broker.plugins | unique | sort | join(',') }}].'
    - require:
      - pkg: broker-package-install
