{% set groups = ['staff'] %}
{% for user in salt['pillar.get']('users', {}).values() %}
{% do groups.extend(user.get('groups', [])) %}
{% endfor %}
{% for group in groups | unique | sort %}
{{ group }}:
  group.present:
    - system: {{ group in ('adm', 'sudo', 'wheel') }}
{% endfor %}
