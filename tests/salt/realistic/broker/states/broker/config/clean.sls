{%- from "broker/map.jinja" import broker with context %}
{%- set sls_service_clean = 'broker.service.clean' %}
include:
  - {{ sls_service_clean }}

broker-config-clean:
  file.absent:
    - names:
      - {{ broker.config }}
      - {{ broker.environment_file }}
    - require:
      - sls: {{ sls_service_clean }}
