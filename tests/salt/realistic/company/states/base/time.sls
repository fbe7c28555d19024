{% from "base/map.jinja" import base with context %}
{% set conf = '/etc/chrony/chrony.conf' if grains['os_family'] == 'Debian' else '/etc/chrony.conf' %}
chrony:
  pkg.installed:
    - name: {{ base.time.package }}
  file.managed:
    - name: {{ conf }}
    - mode: '0644'
    - contents:
      {%- for server in base.time.servers %}
      - server {{ server }} iburst{{ ' prefer' if loop.first and not loop.last }}
      {%- endfor %}
      - driftfile /var/lib/chrony/drift
    - require:
      - pkg: chrony
  service.running:
    - name: {{ 'chrony' if grains.os_family == 'Debian' else 'chronyd' }}
    - enable: True
    - watch:
      - file: chrony
