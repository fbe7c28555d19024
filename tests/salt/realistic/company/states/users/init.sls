include:
  - users.groups
  - users.sudo
  - users.keys

{% for name, user in salt['pillar.get']('users', {}) | dictsort %}
{% if not user.get('absent', False) %}
{{ name }}:
  user.present:
    - fullname: {{ user.get('fullname', name | title) | yaml_encode }}
    - shell: {{ user.shell | default('/bin/bash', true) }}
    {% if 'uid' in user %}
    - uid: {{ user.uid }}
    {% endif %}
    - groups: {{ user.get('groups', ['staff']) | json }}
    - require:
      - group: staff
{% else %}
{{ name }}:
  user.absent:
    - purge: {{ user.get('purge', false) }}
{% endif %}
{% endfor %}
