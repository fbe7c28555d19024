{% from "shares/map.jinja" import shares %}
samba:
  pkg.installed:
    - name: {{ shares.smb.package }}
  service.running:
    - name: {{ {'Debian': 'smbd'}.get(grains.os_family, 'smb') }}
    - watch:
      - file: /etc/samba/shares.conf

/etc/samba/shares.conf:
  file.managed:
    - makedirs: True
    - contents: |
{%- filter indent(8) %}
{% for name, share in shares.folders.items() if 'smb' in share.get('by', []) %}
[{{ name | upper | replace('-', '_') }}]
path = {{ share.path }}
read only = {{ 'no' if share.writable else 'yes' }}
{% endfor %}
; {{ shares.folders | length }} folders
{%- endfilter %}
    - require:
      - pkg: samba
