{%- from "broker/map.jinja" import broker with context %}
include:
  - broker.service.running
{% for vhost, settings in broker.vhosts.items() %}
broker-vhost-{{ vhost }}:
  cmd.run:
    - name: rabbitmqctl add_vhost {{ vhost | quote }}
    - unless: rabbitmqctl -q list_vhosts | grep -qx {{ vhost | regex_escape | quote }}
    - require:
      - service: broker-service-running
{%- set limits = (settings or {}).get('limits', {}) %}
{%- for limit in limits | sort if limits[limit] is number %}
broker-vhost-{{ vhost }}-{{ limit | replace('_', '-') }}:
  cmd.run:
    - name: >-
        rabbitmqctl set_vhost_limits -p {{ vhost }}
        '{{ {limit: limits[limit]} | json }}'
    - onchanges:
      - cmd: broker-vhost-{{ vhost }}
{%- endfor %}
{% endfor %}
