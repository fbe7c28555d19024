include:
  - db.users

{% set databases = salt['pillar.get']('db:databases', []) %}
{% for database in databases | sort(attribute='name') %}
db {{ database.name }}:
  cmd.run:
    - name: createdb -O {{ database.owner }} {{ database.name }}
    - runas: postgres
    - unless: psql -lqt | cut -d'|' -f1 | grep -qw {{ database.name }}
    - require:
      - cmd: db user {{ database.owner }}
{% for extension in database.extensions | default([]) %}
db {{ database.name }} extension {{ extension }}:
  cmd.run:
    - name: psql -d {{ database.name }} -c 'create extension if not exists {{ extension }}'
    - runas: postgres
    - onchanges:
      - cmd: db {{ database.name }}
{% endfor %}
{% endfor %}
{% if not databases %}
no databases:
  test.show_notification:
    - text: "no database on {{ grains['id'] }}"
{% endif %}
