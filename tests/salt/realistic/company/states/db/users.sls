include:
  - db.server

{% for user, settings in salt['pillar.get']('db:users', {}).items() %}
{%- set settings = settings or {} %}
db user {{ user }}:
  cmd.run:
    - name: createuser {{ '--superuser ' if settings.get('superuser') }}{{ user }}
    - runas: postgres
    - unless:
      - psql -tAc "select 1 from pg_roles where rolname='{{ user }}'" | grep -q 1
    - require:
      - service: database server
{% endfor %}
db users done:
  test.nop:
    - require:
      - sls: db.server
