{% set known = salt['pillar.get']('apps', {}).keys() | list %}
{% set old = salt['pillar.get']('old_apps', ['demo']) | difference(known) %}
{% for name in old %}
/srv/apps/{{ name }}:
  file.absent: []
{% endfor %}
{% set kept = salt['pillar.get']('old_apps', []) | intersect(known) %}
kept:
  test.configurable_test_state:
    - result: True
    - changes: {{ kept | length > 0 }}
    - comment: {{ ('kept: ' ~ (kept | join(', '))) | yaml_encode if kept else 'none' | yaml_encode }}
