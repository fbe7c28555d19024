{% set flags = namespace(all={}) %}
{% for name, app in salt['pillar.get']('apps', {}) | dictsort %}
{% for flag, on in app.get('flags', {}).items() %}
{% do flags.all.setdefault(flag, {}).update({name: on}) %}
{% endfor %}
{% endfor %}
{% for flag, users in flags.all | dictsort %}
/etc/flags/{{ flag }}.json:
  file.managed:
    - makedirs: True
    - contents: {{ users | json | yaml_squote }}
{% endfor %}
/etc/flags/all.yaml:
  file.managed:
    - makedirs: True
    - contents: |
        {{ flags.all | yaml(False) | indent(8) }}
