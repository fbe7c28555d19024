{% from 'web/map.jinja' import web, site_file with context %}
include:
  - web.config

{% for site in salt['pillar.get']('web:sites', [{'name': 'localhost'}]) %}
{%- set port = site.port | default(443 if site.tls | default(false) else 80) %}
site {{ site.name }}:
  file.managed:
    - name: {{ site_file(site.name) }}
    - contents: |
        server {
          listen {{ port }};
          server_name {{ ([site.name] + site.get('aliases', [])) | join(' ') }};
          {%- for location, target in site.get('locations', {}).items() %}
          location {{ location }} { proxy_pass {{ target }}; }
          {%- endfor %}
        }
    - require:
      - file: {{ web.root }}/sites
{% if loop.index is divisibleby 2 %}
    - order: {{ 200 + loop.index0 }}
{% endif %}
{% endfor %}
