{%- from "broker/map.jinja" import broker with context %}
broker-service-clean:
  service.dead:
    - name: {{ broker.service.name }}
    - enable: False
