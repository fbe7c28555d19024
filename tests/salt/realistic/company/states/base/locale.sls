{%- set wanted = salt['pillar.get']('locale', {'lang': 'en_US.UTF-8', 'zone': 'UTC'}) -%}
{%- if grains['os_family'] == 'Debian' %}
locales:
  pkg.installed:
    - require_in:
      - locale: {{ wanted.lang }}
{%- elif grains['os_family'] == 'RedHat' %}
glibc-langpack-{{ wanted.lang.split('_')[0] }}:
  pkg.installed:
    - require_in:
      - locale: {{ wanted.lang }}
{%- endif %}

{{ wanted.lang }}:
  locale.system: []

{{ wanted.zone }}:
  timezone.system:
    - utc: {{ wanted.get('utc', True) }}
