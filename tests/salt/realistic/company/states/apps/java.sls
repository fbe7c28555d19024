{% set wanted = [] %}
{% for app in salt['pillar.get']('apps', {}).values() if app.kind == 'java' %}
{% do wanted.append(app.java | default(17) | int) %}
{% endfor %}
{% set package = salt['grains.filter_by']({'Debian': 'openjdk-%d-jre', 'RedHat': 'java-%d-openjdk'}) %}
java:
  pkg.installed:
    - pkgs:
{%- for version in wanted | unique | sort %}
      - {{ package % version }}
{%- else %}
      - {{ package | format(21) }}
{%- endfor %}
    - reload_modules: true
