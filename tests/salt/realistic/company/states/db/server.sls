{%- set version = salt['pillar.get']('db:version', 15) %}
{%- set package = {'Debian': 'postgresql-' ~ version, 'RedHat': 'postgresql' ~ version ~ '-server'}.get(grains.os_family, 'postgresql') %}
database server:
  pkg.installed:
    - name: {{ package }}
  service.running:
    - name: postgresql{{ '-%d' % version if grains['os_family'] == 'RedHat' else '' }}
    - enable: True
    - require:
      - pkg: database server

/etc/postgresql/company.conf:
  file.managed:
    - makedirs: True
    - contents:
      - max_connections = {{ salt['pillar.get']('db:max_connections', 100) }}
      - shared_buffers = {{ (salt['pillar.get']('db:memory', 1024) / 4) | round | int }}MB
      - effective_cache_size = {{ salt['pillar.get']('db:memory', 1024) // 2 }}MB
    - require:
      - pkg: database server
