{% from 'web/map.jinja' import web with context %}
{% from 'macros/files.jinja' import folder, listed %}
include:
  - .install

{{ folder(web.root) }}
{{ folder(web.root ~ '/sites', mode='0750', group=web.user) }}
    - require:
      - pkg: web server

{{ web.root }}/nginx.conf:
  file.managed:
    - template: jinja
    - source: salt://web/files/nginx.conf
    - context:
        user: {{ web.user }}
        workers: {{ salt['pillar.get']('web:workers', 'auto') }}
        modules: {{ salt['pillar.get']('web:modules', []) | json }}
    - defaults:
        timeout: 65
{{ listed('require', ['pkg: web server', 'file: ' ~ web.root]) }}
