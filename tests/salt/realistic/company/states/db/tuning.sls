{% import_yaml 'db/tuning.yaml' as tuning %}
{% set profile = tuning.profiles[salt['pillar.get']('db:profile', 'small')] %}
{% set settings = salt['slsutil.update'](tuning.common, profile) %}
/etc/postgresql/tuning.conf:
  file.managed:
    - makedirs: True
    - contents:
{%- for key, value in settings | dictsort %}
      - '{{ key }} = {{ value if value is not sameas true else "on" }}'
{%- endfor %}
