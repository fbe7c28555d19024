{% from "proxy/map.jinja" import proxy with context %}
{% set stats = proxy.stats | default({'port': 9000}) %}
include:
  - proxy.install

extend:
  proxy:
    pkg:
      - version: {{ stats.version | default('latest') }}
    user:
      - shell: /usr/sbin/nologin

proxy statistics:
  file.managed:
    - name: /etc/haproxy/conf.d/90-stats.cfg
    - makedirs: True
    - contents: "listen stats\n  bind 127.0.0.1:{{ stats.port }}\n  stats uri {{ stats.uri | default('/') }}\n"
    - require:
      - proxy
