{% from 'lib/units.jinja' import bytes %}
{% set size = salt['pillar.get']('cache:size', '512M') %}
{% set limits = {'small': '64M', 'size': size, 'plain': 4096} %}
/etc/cache.conf:
  file.managed:
    - contents:
{%- for name, value in limits | dictsort %}
      - {{ name }} = {{ bytes(value) }}
{%- endfor %}
    - tmp_dir: /var/tmp

cache service:
  service.running:
    - name: cached
    - watch_any:
      - file: /etc/cache.conf
      - file: /etc/cache.key

/etc/cache.key:
  file.managed:
    - contents_grains: host
    - replace: False
