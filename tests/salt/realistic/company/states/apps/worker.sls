{% for name, app in salt['pillar.get']('apps', {}).items() if app.get('kind') == 'worker' %}
{% for number in range(app.get('count', 1)) %}
worker {{ name }} {{ number }}:
  service.running:
    - name: worker-{{ name }}@{{ number }}
    - enable: {{ app.enabled | default(true) | to_bool }}
    - onlyif: test -e /srv/apps/{{ name }}
{% endfor %}
{% endfor %}
no other workers:
  test.nop
