{% set names = salt['pillar.get']('db:databases', []) | map(attribute='name') | list %}
{% for name in names %}
vacuum {{ name }}:
  cron.present:
    - name: vacuumdb --analyze {{ name }}
    - user: postgres
    - minute: {{ (loop.index0 * 7) % 60 }}
    - hour: {{ 1 + loop.index0 // 8 }}
{% endfor %}
/etc/logrotate.d/postgresql:
  file.managed:
    - contents: {{ ['/var/log/postgresql/*.log {', '  weekly', '  rotate 4', '}'] | join('\n') | yaml_dquote }}
