{% from "shares/map.jinja" import shares with context %}
include:
  - shares.nfs
{% if shares.smb.enabled %}
  - shares.smb
{% endif %}

share folders:
  file.directory:
    - user: root
    - makedirs: True
    - names:
{%- for name, share in shares.folders | dictsort %}
      - {{ share.path }}:
        - group: {{ share.group | default('users') }}
        - mode: '{{ '2775' if share.writable | default(false) else '0755' }}'
{%- else %}
      - /srv/share
{%- endfor %}
