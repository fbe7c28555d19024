{% from 'web/map.jinja' import web with context %}
web server:
  pkg.installed:
    - name: {{ web.package }}
    {%- if web.version is defined %}
    - version: {{ web.version }}
    {%- endif %}
    - retry:
        attempts: 3
        interval: 5
