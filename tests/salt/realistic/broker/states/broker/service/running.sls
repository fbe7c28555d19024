{%- set tplroot = tpldir.split('/')[0] %}
{%- set sls_config_file = tplroot ~ '.config' %}
{%- from tplroot ~ "/map.jinja" import broker with context %}
include:
  - {{ sls_config_file }}

broker-service-running:
  service.running:
    - name: {{ broker.service.name }}
    - enable: {{ broker.service.enable }}
    {%- if broker.service.unit is defined and broker.service.unit %}
    - require:
      - file: broker-service-unit
    {%- endif %}
    - watch:
      - sls: {{ sls_config_file }}

{%- if broker.service.get('unit') %}
broker-service-unit:
  file.managed:
    - name: /etc/systemd/system/{{ broker.service.name.split('@') | first }}@.service
    - contents: |
        [Service]
        ExecStart=/usr/sbin/rabbitmq-server %i
{%- endif %}
