{% set domain = salt['pillar.get']('domain', 'example.org') %}
{% for host, ip in salt['pillar.get']('hosts', {'gateway': '192.0.2.1'}).items() %}
{{ host }}.{{ domain }}:
  host.present:
    - ip: {{ ip }}
    - names:
      - {{ host }}.{{ domain }}
      - {{ host }}
{% endfor %}
