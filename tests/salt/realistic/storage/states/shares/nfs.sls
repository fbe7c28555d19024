{% import "shares/map.jinja" as map with context %}
{% set nfs = map.shares.nfs %}
nfs server:
  pkg.installed:
    - name: {{ nfs.package }}
  service.running:
    - name: nfs-server
    - enable: True
    - require:
      - pkg: nfs server

/etc/exports.d/shares.exports:
  file.managed:
    - makedirs: True
    - contents:
      - '# {{ nfs.threads }} threads'
{%- for name, share in map.shares.folders.items() if 'nfs' in share.get('by', ['nfs']) %}
      - {{ share.path }} {% for net in share.nets | default(['192.0.2.0/24']) %}{{ net }}({{ 'rw' if share.writable is defined and share.writable else 'ro' }}){{ " " if not loop.last else "" }}{% endfor %}
{%- endfor %}
    - listen_in:
      - service: nfs server
