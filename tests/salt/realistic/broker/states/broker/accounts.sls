{%- from "broker/map.jinja" import broker with context %}
{%- macro permissions(account, rules) %}
{%- for vhost, rule in rules | dictsort %}
{%- set configure, write, read = rule.split(' ') %}
broker-account-{{ account }}-{{ vhost }}:
  cmd.run:
    - name: rabbitmqctl set_permissions -p {{ vhost }} {{ account }} "{{ configure }}" "{{ write }}" "{{ read }}"
    - require:
      - cmd: broker-account-{{ account }}
      - cmd: broker-vhost-{{ vhost }}
{%- endfor %}
{%- endmacro %}
include:
  - broker.vhosts

{%- for account, settings in broker.accounts.items() %}
broker-account-{{ account }}:
  cmd.run:
    - name: rabbitmqctl add_user {{ account }}
    - env:
      - PASSWORD: {{ settings.password | default('generated', boolean=True) | yaml_squote }}
    - hide_output: True
    - unless: rabbitmqctl -q list_users | grep -q '^{{ account }}\b'
    - require: [{service: broker-service-running}]
{{ permissions(account, settings.get('permissions', {})) }}
{%- else %}
broker-accounts-none:
  test.nop: []
{%- endfor %}
