{% set rotate = namespace(days=7, count=0) %}
{% for name, log in salt['pillar.get']('logs', {}) | dictsort %}
{% set rotate.count = rotate.count + 1 %}
{% set rotate.days = [rotate.days, log.get('days', 7)] | max %}
/etc/logrotate.d/{{ name }}:
  file.managed:
    - contents: {{ (log.path ~ ' { rotate ' ~ log.get('days', 7) ~ ' }') | yaml_dquote }}
    - require:
      - pkg: logrotate
{% endfor %}
logrotate:
  pkg.installed: []

/var/lib/logrotate/summary:
  file.managed:
    - makedirs: true
    - contents: "{{ rotate.count }} logs, kept {{ rotate.days }} days"
