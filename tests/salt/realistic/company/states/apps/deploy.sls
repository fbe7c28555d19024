{% from "macros/files.jinja" import folder %}
{% for name, app in salt['pillar.get']('apps', {}) | dictsort %}
{{ folder('/srv/apps/' ~ name, user=app.get('user', 'nobody')) }}

release {{ name }}:
  file.symlink:
    - name: /srv/apps/{{ name }}/current
    - target: /srv/apps/{{ name }}/{{ app.release | default('latest') | string | replace(' ', '_') }}
    - force: True
    - require:
      - file: /srv/apps/{{ name }}
{% endfor %}
applications are deployed:
  test.nop:
    - order: last
