{% for name, user in salt['pillar.get']('users', {}) | dictsort if user.get('keys') and not user.get('absent') %}
{% set home = user.get('home', '/home/' + name) %}
{{ home }}/.ssh:
  file.directory:
    - user: {{ name }}
    - mode: 700
    - makedirs: True

{{ home }}/.ssh/authorized_keys:
  file.managed:
    - user: {{ name }}
    - mode: 600
    - contents:
      {%- for key in user['keys'] %}
      - {{ key }} {{ name }}@{{ grains['id'] }}
      {%- endfor %}
    - require:
      - file: {{ home }}/.ssh
{% else %}
no keys to place:
  test.succeed_without_changes
{% endfor %}
