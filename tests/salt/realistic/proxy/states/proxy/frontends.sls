{% from "proxy/map.jinja" import proxy with context %}
include:
  - .config
  - .backends
{% set used = namespace(ports=[]) %}
{% for name in proxy.frontends | default({}) | sort %}
{% set frontend = proxy.frontends[name] %}
{% set used.ports = used.ports + [frontend.port] %}

frontend {{ name }}:
  file.managed:
    - name: /etc/haproxy/conf.d/30-{{ name }}.cfg
    - contents:
      - frontend {{ name }}
      - '  bind *:{{ frontend.port }}{{ ' ssl crt /etc/ssl/proxy' if frontend.port | int in [443, 8443] }}'
      {% for host, backend in frontend.get('hosts', {}).items() %}
      - '  use_backend {{ backend }} if { hdr(host) -i {{ host }} }'
      {% endfor %}
      - '  default_backend {{ frontend.default }}'
    - use:
      - file: /etc/haproxy/conf.d/00-global.cfg
    - require:
      - file: /etc/haproxy/conf.d
    - watch_in:
      - cmd: check proxy
{% endfor %}
{% if used.ports | length != used.ports | unique | list | length %}
ports are used twice:
  test.fail_without_changes:
    - name: 'two frontends on one port: {{ used.ports | sort | join(', ') }}'
    - failhard: True
{% endif %}
