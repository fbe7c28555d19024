{% from 'web/map.jinja' import web with context %}
include:
  - web.sites
  - web.config

web service:
  service.running:
    - name: {{ web.service }}
    - enable: True
    - reload: True
    - watch:
      - file: {{ web.root }}/nginx.conf
      - file: site *

web configuration is valid:
  cmd.run:
    - name: nginx -t -c {{ web.root }}/nginx.conf
    - onchanges_any:
      - file: {{ web.root }}/nginx.conf
      - file: site *
    - require_in:
      - service: web service
