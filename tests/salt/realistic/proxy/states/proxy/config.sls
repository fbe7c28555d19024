{% from "proxy/map.jinja" import proxy with context %}
{% from "proxy/macros.sls" import section %}
include:
  - proxy.install

/etc/haproxy/conf.d:
  file.directory:
    - makedirs: True
    - require: [{pkg: proxy}]

/etc/haproxy/conf.d/00-global.cfg:
  file.managed:
    - contents: |
        {{ section('global', '', proxy.global) | indent(8) }}
        defaults
          mode {{ proxy.mode | default('http') }}
          {%- for name, value in proxy.timeouts | dictsort(by='key') %}
          timeout {{ name }} {{ value }}
          {%- endfor %}
    - require:
      - file: /etc/haproxy/conf.d
