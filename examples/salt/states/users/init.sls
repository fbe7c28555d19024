{% for name, user in salt['pillar.get']('users', {}).items() %}
{{ name }}:
  group.present: []
  user.present:
    - shell: {{ user.get('shell', '/bin/bash') }}
    - require:
      - group: {{ name }}
{% endfor %}
