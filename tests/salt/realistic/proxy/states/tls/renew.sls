{% set days = salt['pillar.get']('tls:days', 30) %}
{% set mail = salt['pillar.get']('tls:mail', none) %}
renew certificates:
  cron.present:
    - name: /usr/local/bin/renew --days {{ days }}{% if mail is not none %} --mail {{ mail }}{% endif %}
    - identifier: renew
    - special: '@{{ 'daily' if days < 10 else 'weekly' }}'
    - commented: {{ not salt['config.get']('tls:enabled', True) }}
