{% from "proxy/map.jinja" import proxy with context %}
{% from "proxy/macros.sls" import section %}
include:
  - proxy.config

{% for name, backend in proxy.get('backends', {}) | dictsort %}
{% set servers = [] %}
{% for address in backend.servers | default([]) %}
{% set host, _, port = address.rpartition(':') %}
{% do servers.append('%s%02d %s:%s check' | format(name, loop.index, host or address, port or 80)) %}
{% endfor %}
/etc/haproxy/conf.d/20-{{ name }}.cfg:
  file.managed:
    - contents: |
        {{ section('backend', name, {'balance': backend.balance | default('roundrobin'), 'server': servers}) | indent(8) }}
    - require:
      - file: /etc/haproxy/conf.d
    - watch_in:
      - cmd: check proxy
{% endfor %}

check proxy:
  cmd.wait:
    - name: haproxy -c -f /etc/haproxy/conf.d
