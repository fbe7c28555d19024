include:
  - .sites

{% from "web/map.jinja" import web with context %}
nginx:
  pkg.installed:
    - name: {{ web.package }}
    - require:
      - pkg: tools
  service.running:
    - enable: True
    - watch:
      - file: {{ web.conf }}
    - require:
      - pkg: nginx

{{ web.conf }}:
  file.managed:
    - source: salt://web/files/nginx.conf
    - user: {{ web.user }}
    - require:
      - pkg: nginx

check configuration:
  cmd.run:
    - name: nginx -t
    - onchanges:
      - file: {{ web.conf }}
    - require_in:
      - service: nginx
